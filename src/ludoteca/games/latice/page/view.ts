// The table's data as the server sends it: tiles in the rack, what a turn did, in which order tiles were laid.

import type { LogEntry, Text } from "$lib/wire";
import { language } from "$lib/translations";

export interface LaticeView {
  board: Record<string, string>;
  racks: (string[] | null)[];
  rack_sizes: number[];
  pool_sizes: number[];
  points: number[];
  laid: number[];
  turn: number;
  turns: number;
  actions: number;
  placed_this_turn: number;
  to_move: number | null;
}

export type Action = "buy" | "exchange" | "end";

export interface TileChoices {
  /** Per tile the squares it may go to, each with the points it would earn. */
  targets: Record<string, Record<string, number>>;
  moves: string[];
}

/** What may be done now; null when it is not this seat's turn. */
export function readChoices(choices: Record<string, unknown>): TileChoices | null {
  return choices.kind === "tiles" ? (choices as unknown as TileChoices) : null;
}

/** A tile of a rack. Two may be alike, so each has a name of its own. */
export interface Piece {
  id: string;
  /** Null where only its back is seen. */
  tile: string | null;
}

export function pieces(rack: string[] | null, size: number): Piece[] {
  if (!rack) return Array.from({ length: size }, (_, index) => ({ id: `?${index}`, tile: null }));
  const seen = new Map<string, number>();
  return rack.map((tile) => {
    const count = seen.get(tile) ?? 0;
    seen.set(tile, count + 1);
    return { id: `${tile}#${count}`, tile };
  });
}

export const tileOf = (id: string): string => id.split("#")[0] ?? "";

/** One thing that a player did. */
export interface LoggedMove {
  kind: "placed" | "bought" | "exchanged" | "ended";
  tile: string;
  square: string;
  /** Points earned, or spent where below zero. */
  points: number;
}

export interface Turn {
  number: number;
  seat: number;
  seq: number;
  moves: LoggedMove[];
}

function readMove({ code, params }: Text): LoggedMove | null {
  const [tile, square] = [String(params.tile ?? ""), String(params.square ?? "")];
  if (code === "placed" || code === "placed_for_points") return { kind: "placed", tile, square, points: Number(params.gain ?? 0) };
  if (code === "bought") return { kind: "bought", tile: "", square: "", points: -Number(params.price ?? 0) };
  if (code === "exchanged" || code === "ended") return { kind: code, tile: "", square: "", points: 0 };
  return null;
}

/**
 * The turns that the log tells, after so many are over. Players alternate, so what one does in a row is one turn. They are
 * numbered from the end, since a long log may have lost its beginning.
 */
export function readTurns(log: LogEntry[], over: number): Turn[] {
  const turns: Turn[] = [];
  for (const { seat, seq, texts } of log) {
    const moves = texts.flatMap((line) => readMove(line) ?? []);
    if (seat === null || !moves.length) continue;
    const last = turns.at(-1);
    if (last?.seat === seat) Object.assign(last, { seq, moves: [...last.moves, ...moves] });
    else turns.push({ number: 0, seat, seq, moves });
  }
  const first = over + (turns.at(-1)?.seat === over % 2 ? 2 : 1) - turns.length;
  // That a turn ended is worth telling only where nothing else happened.
  return turns.map((turn, index) => ({ ...turn, number: first + index, moves: turn.moves.filter(({ kind }, nth) => kind !== "ended" || !nth) }));
}

/** The last turn of anybody but this seat. */
export function lastTurnOfOthers(turns: Turn[], seat: number | null): Turn | null {
  return turns.findLast((turn) => turn.seat !== seat) ?? null;
}

export const squaresOf = (turn: Turn | null): string[] => turn?.moves.flatMap((one) => one.square || []) ?? [];

/** The tiles on the board, the newest last, so that it is drawn over those it passes on its way. */
export function inLayingOrder(board: Record<string, string>, turns: Turn[]): [string, string][] {
  const when = new Map(turns.flatMap(squaresOf).map((square, index) => [square, index]));
  const age = (square: string): number => when.get(square) ?? -1;
  return Object.entries(board).sort(([one], [other]) => age(one) - age(other));
}

type Translate = (code: string, params?: Record<string, unknown>) => string;

/** A sentence of the game for a count: its words file has the code with `_one` and `_other`. */
export function counted(translate: Translate, code: string, count: number): string {
  return translate(`${code}_${new Intl.PluralRules(language).select(count)}`, { count });
}

/** "red flower" */
export const tileName = (translate: Translate, tile: string): string =>
  translate("page_tile", { colour: translate(`page_colour_${tile[0]}`), shape: translate(`page_shape_${tile[1]}`) });

/** "red flower on e5", "an action bought" */
export const describeMove = (translate: Translate, { kind, tile, square }: LoggedMove): string => translate(`page_did_${kind}`, { tile: tile && tileName(translate, tile), square });

/** "+2" earned, "-2" spent, "0". */
export const signed = (points: number): string => new Intl.NumberFormat(language, { signDisplay: "exceptZero" }).format(points);
