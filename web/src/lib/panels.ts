// Games and open tables in words, for the panels at home and for My games: a title, a line below it, and what a click does.

import { describeOptions } from "$lib/options";
import type { GameInfo } from "$lib/registry.svelte";
import { formatAgo, seatName, stageOf, type OpenTable, type RoomSummary } from "$lib/rooms";
import { formatList, locale, t, tCount, type TextCode } from "$lib/translations";

export interface Panel {
  key: string;
  game: string;
  title: string;
  detail: string;
  href: string;
  action: TextCode;
  /** It waits for this device. */
  yours: boolean;
}

/** How many panels stand at home. */
export const MAX_PANELS = 3;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

type Find = (game: string) => GameInfo | undefined;

/** Return the names of the others at a table, "Ben and Mira"; "" if there are none. */
function opponents({ seats, own_seats: own }: RoomSummary): string {
  return formatList(seats.flatMap(({ kind }, seat) => (kind === "free" || own.includes(seat) ? [] : [seatName(seats, seat)])));
}

/** Say how a game ended for this device. */
function resultTitle(room: RoomSummary): string {
  const { own_seats: own, result, seats, phase } = room;
  const names = opponents(room);
  if (!result) return t(phase === "closed" && !room.moves ? "table_ended" : "result_called_off");
  const best = Math.max(...result);
  const winners = result.flatMap((share, seat) => (share === best ? [seat] : []));
  const share = own.length === 1 ? result[own[0]!] : undefined;
  if (winners.length > 1 && (share === undefined || share === best)) return names ? t("drew_against", { names }) : t("you_drew");
  if (share === undefined) return t("result_other_won", { name: seatName(seats, winners[0]!) });
  return t(share === best ? "won_against" : "lost_against", { names });
}

/** Say how a game stands: "Your turn against Ben". */
export function roomTitle(room: RoomSummary): string {
  const { seats, to_move, own_seats: own } = room;
  const stage = stageOf(room);
  if (stage === "waiting") return t("waiting_for_players");
  if (stage === "over" || stage === "closed") return resultTitle(room);
  if (to_move === null) return t("head_over");
  const name = seatName(seats, to_move);
  if (stage === "yours") return own.length > 1 ? t("head_one_screen", { name }) : t("your_turn_against", { names: opponents(room) });
  return t(seats[to_move]?.kind === "bot" ? "head_bot" : "head_waiting_for", { name });
}

/** "2 hours left". */
function formatLeft(ms: number): string {
  const [unit, size] = ms >= 1.5 * DAY ? (["day", DAY] as const) : ms >= 1.5 * HOUR ? (["hour", HOUR] as const) : (["minute", MINUTE] as const);
  const count = Math.max(0, Math.round(ms / size));
  return t("time_left", { time: new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count) });
}

const freeSeats = (seats: { kind: string }[]): number => seats.filter(({ kind }) => kind === "free").length;

/** Say which game it is and since when, or how much time is left: "Latice · 5 minutes ago". */
export function roomDetail(room: RoomSummary, find: Find, now: number = Date.now()): string {
  const stage = stageOf(room);
  const running = stage === "yours" || stage === "playing";
  const parts = [
    find(room.game)?.title ?? t("a_game"),
    stage === "waiting" ? tCount("seats_free", freeSeats(room.seats)) : running && room.time_ends_at !== null ? formatLeft(room.time_ends_at - now) : formatAgo(room.at, now),
  ];
  return parts.join(" · ");
}

/** Return whether a game is over for good. */
export const isOver = (room: RoomSummary): boolean => room.phase === "over" || room.phase === "closed";

export function roomPanel(room: RoomSummary, find: Find): Panel {
  const stage = stageOf(room);
  const over = isOver(room);
  const href = over && room.moves ? `/r/${room.code}/replay` : `/r/${room.code}`;
  const action = stage === "yours" ? "continue" : over && room.moves ? "see_again" : "open";
  return { key: room.code, game: room.game, title: roomTitle(room), detail: roomDetail(room, find), href, action, yours: stage === "yours" };
}

/** `agreed`: with what was agreed there. */
export function tablePanel({ code, game, seats, options, legs, clock }: OpenTable, find: Find, agreed = false): Panel {
  const names = seats.flatMap(({ kind }, seat) => (kind === "person" ? [seatName(seats, seat)] : []));
  const info = find(game);
  const free = t("seats_free_of", { free: freeSeats(seats), count: seats.length });
  const detail = [info?.title ?? t("a_game"), free, ...(info && agreed ? describeOptions(info, options, { legs, clock }) : [])].join(" · ");
  const title = names.length ? tCount("open_table_of", names.length, { names: formatList(names) }) : t("open_table");
  return { key: code, game, title, detail, href: `/r/${code}`, action: "join_table", yours: false };
}

/** Choose what somebody who comes back sees first: your turn, running games of others, open tables, finished since the last visit. */
export function homePanels(rooms: RoomSummary[], tables: OpenTable[], lastVisit: number, find: Find): Panel[] {
  const known = new Set(rooms.map(({ code }) => code));
  const of = (...stages: string[]): Panel[] => rooms.filter((room) => stages.includes(stageOf(room))).map((room) => roomPanel(room, find));
  const open = tables.filter(({ code }) => !known.has(code)).map((table) => tablePanel(table, find));
  const finished = rooms.filter((room) => isOver(room) && room.at > lastVisit && room.moves).map((room) => roomPanel(room, find));
  return [...of("yours"), ...of("playing"), ...of("waiting"), ...open, ...finished].slice(0, MAX_PANELS);
}
