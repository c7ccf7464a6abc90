// Rooms at a glance, as the server tells of them: those that wait for anybody, and those that this device knows.

import { request } from "$lib/http";
import type { GameInfo, Value } from "$lib/registry.svelte";
import { rememberRoom } from "$lib/storage";
import { route } from "$lib/route.svelte";
import type { Clock, SeatInfo, CreateRoom } from "$lib/wire";
import { language, t, type TextCode } from "$lib/translations";

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
  last_move: string;
  at: number;
  result: number[] | null;
}

const STAGES = ["yours", "playing", "waiting", "over", "closed"] as const;
export type Stage = (typeof STAGES)[number];

export function stage({ phase, own_seats: yours, to_move }: RoomSummary): Stage {
  return phase === "playing" && to_move !== null && yours.includes(to_move) ? "yours" : phase;
}

/** Those that wait for this device first, those that are over last, and the latest first among equals. */
export function inOrder(standings: RoomSummary[]): RoomSummary[] {
  const place = (one: RoomSummary): number => STAGES.indexOf(stage(one));
  return [...standings].sort((one, other) => place(one) - place(other) || other.at - one.at);
}

/** How it ended for whoever has one seat of it. */
export function earned({ own_seats: yours, result }: RoomSummary): TextCode {
  const share = result?.[yours[0] ?? -1];
  if (share === undefined || yours.length > 1) return "phase_over";
  return share === 1 ? "you_won" : share === 0 ? "you_lost" : "you_drew";
}

/** The options that are not as the game proposes them: "Size 6", "Open hands", "Scoring: short". */
export function different(about: GameInfo, options: Record<string, Value>): string[] {
  return about.options.flatMap(({ name, title, kind, default: usual }) => {
    const value = options[name] ?? usual;
    if (value === usual) return [];
    if (kind === "int") return [`${title} ${value}`];
    if (kind === "bool") return [value ? title : t("without", { what: title })];
    return [`${title}: ${String(value).replaceAll("_", " ")}`];
  });
}

/** A table that somebody who just wants to play would take: nothing unusual; who waits longest comes first. */
export function fitting(tables: OpenTable[], about: GameInfo): OpenTable | undefined {
  const plain = ({ game, options, legs, clock }: OpenTable): boolean =>
    game === about.name && legs === 1 && clock.per === "none" && !different(about, options).length;
  return tables.filter(plain).sort((one, other) => one.opened_at - other.opened_at)[0];
}

/** Who sits there; a bot's name alone would not say that it is one. */
export function nameOf(about: GameInfo | undefined, seats: SeatInfo[], seat: number): string {
  const { kind = "free", name = "", level = null } = seats[seat] ?? {};
  if (kind === "bot") return t("bot_short", { level });
  return name || about?.seat_names[seat] || t("seat", { number: seat + 1 });
}

/** "5 minutes ago"; what is older than a week has a date. */
export function ago(at: number, now: number = Date.now()): string {
  const minutes = Math.round((now - at) / 60_000);
  const days = Math.round(minutes / 1440);
  if (minutes < 1) return t("just_now");
  if (days > 6) return new Date(at).toLocaleDateString(language, { day: "numeric", month: "short", year: "numeric" });
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  if (minutes < 60) return relative.format(-minutes, "minute");
  return minutes < 1440 ? relative.format(-Math.round(minutes / 60), "hour") : relative.format(-days, "day");
}

/** Open a room and go there. */
export async function createRoom(wanted: CreateRoom): Promise<void> {
  const { code, token } = await request<{ code: string; token: string }>("/api/rooms", wanted);
  rememberRoom(code, { token, game: wanted.game });
  route.go(`/r/${code}`);
}

/** Sit down where somebody waits for this game, or else wait at a table that is listed for everybody. */
export async function quickPlay(about: GameInfo, name: string): Promise<void> {
  const table = fitting(await request<OpenTable[]>("/api/lobby"), about);
  if (table) return route.go(`/r/${table.code}`, { sit: name });
  const others = Array.from({ length: about.seats[0] - 1 }, () => ({ kind: "open" as const }));
  await createRoom({ game: about.name, public: true, seats: [{ kind: "here", name }, ...others] });
}
