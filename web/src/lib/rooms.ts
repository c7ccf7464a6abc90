// Lists of rooms from the server: the open tables, and the rooms that this device has visited.

import { request } from "$lib/http";
import { identity } from "$lib/identity.svelte";
import type { GameInfo, Value } from "$lib/registry.svelte";
import { rememberRoom } from "$lib/storage";
import { route } from "$lib/route.svelte";
import type { Clock, SeatInfo, CreateRoom, RoomInfo } from "$lib/wire";
import { locale, t } from "$lib/translations";

/** An entry of GET /api/lobby. */
export interface OpenTable {
  code: string;
  game: string;
  options: Record<string, Value>;
  seats: SeatInfo[];
  legs: number;
  clock: Required<Clock>;
  opened_at: number;
}

/** An entry of POST /api/rooms/known. */
export interface RoomSummary {
  code: string;
  game: string;
  phase: "waiting" | "playing" | "over" | "closed";
  seats: SeatInfo[];
  own_seats: number[];
  to_move: number | null;
  moves: number;
  /** When the player to move runs out of time, in server time. */
  time_ends_at: number | null;
  /** A game against the computer in which this player has not moved. */
  untouched: boolean;
  at: number;
  result: number[] | null;
  /** The number of the last event that changed the position. */
  version: number;
  origin: RoomInfo["origin"];
  options: Record<string, Value>;
  casual: boolean;
  scores: number[] | null;
}

const STAGES = ["yours", "playing", "waiting", "over", "closed"] as const;
export type Stage = (typeof STAGES)[number];

export function stageOf({ phase, own_seats: yours, to_move }: RoomSummary): Stage {
  return phase === "playing" && to_move !== null && yours.includes(to_move) ? "yours" : phase;
}

/** Sort rooms: first those that wait for this device, last those that are over; within a stage the latest first. */
export function sortRooms(rooms: RoomSummary[]): RoomSummary[] {
  const rank = (summary: RoomSummary): number => STAGES.indexOf(stageOf(summary));
  return [...rooms].sort((a, b) => rank(a) - rank(b) || b.at - a.at);
}

/** Return the open table that has waited longest, among those with default options, one leg and no clock. */
export function findOpenTable(tables: OpenTable[], info: GameInfo): OpenTable | undefined {
  const plain = ({ game, options, legs, clock }: OpenTable): boolean =>
    game === info.name && legs === 1 && clock.per === "none" && info.options.every(({ name, default: initial }) => (options[name] ?? initial) === initial);
  return tables.filter(plain).sort((a, b) => a.opened_at - b.opened_at)[0];
}

/** Return the name of the person or bot on a seat; never a role. */
export const seatName = (seats: SeatInfo[], seat: number): string => seats[seat]?.name || t("guest");

/** Format a past time: "5 minutes ago"; older than a week, the date. */
export function formatAgo(at: number, now: number = Date.now()): string {
  const minutes = Math.round((now - at) / 60_000);
  const days = Math.round(minutes / 1440);
  if (minutes < 1) return t("just_now");
  if (days > 6) return new Date(at).toLocaleDateString(locale, { day: "numeric", month: "short", year: "numeric" });
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  return minutes < 1440 ? relative.format(-Math.round(minutes / 60), "hour") : relative.format(-days, "day");
}

/** Create a room and go there. */
export async function createRoom(room: CreateRoom): Promise<void> {
  const { code, token } = await request<{ code: string; token: string }>("/api/rooms", room);
  rememberRoom(code, { token, game: room.game });
  route.go(`/r/${code}`);
}

/** Join an open table of this game or, if there is none, open one and wait. */
export async function quickPlay(game: GameInfo, name: string): Promise<void> {
  const table = findOpenTable(await request<OpenTable[]>("/api/lobby"), game);
  if (table) return route.go(`/r/${table.code}`, { sit: name });
  const others = Array.from({ length: game.seats[0] - 1 }, () => ({ kind: "open" as const }));
  await createRoom({ game: game.name, settings: { public: true }, seats: [{ kind: "here", name, avatar: identity.avatar }, ...others] });
}
