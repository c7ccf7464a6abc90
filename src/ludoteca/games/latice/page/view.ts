// The view and choices of Latice, and its turns read from the log.

import { locale, type Translate } from "$lib/translations";
import type { LogEntry, Text } from "$lib/wire";

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

/** The points that an extra tile costs. */
export const PRICE = 2;

export type Action = "buy" | "exchange" | "end";

export type Targets = Record<string, Record<string, number>>;

export interface TileChoices {
  /** For each tile, the squares where it fits and the points it would earn there. */
  targets: Targets;
  /** The same where an action must be bought first. */
  targets_after_buying?: Targets;
  moves: string[];
}

/** Return the choices of this turn, or null when there are none. */
export function readChoices(choices: Record<string, unknown>): TileChoices | null {
  return choices.kind === "tiles" ? (choices as unknown as TileChoices) : null;
}

/** A move as the log reports it. */
export interface LoggedMove {
  kind: "placed" | "bought" | "exchanged" | "ended";
  tile: string;
  square: string;
  /** Points earned; negative when spent. */
  points: number;
}

export interface Turn {
  number: number;
  seat: number;
  seq: number;
  moves: LoggedMove[];
}

export function readMove({ code, params }: Text): LoggedMove | null {
  const [tile, square] = [String(params.tile ?? ""), String(params.square ?? "")];
  if (code === "placed" || code === "placed_for_points") return { kind: "placed", tile, square, points: Number(params.gain ?? 0) };
  if (code === "bought") return { kind: "bought", tile: "", square: "", points: -Number(params.price ?? 0) };
  if (code === "exchanged" || code === "ended") return { kind: code, tile: "", square: "", points: 0 };
  return null;
}

/**
 * Group the moves of the log into turns. Players alternate, so consecutive moves of one player are one turn. Turns are
 * numbered back from the `over` turns played so far, because a long log may lack its beginning.
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
  // Show that a turn ended only where nothing else happened in it.
  return turns.map((turn, index) => ({ ...turn, number: first + index, moves: turn.moves.filter(({ kind }, nth) => kind !== "ended" || !nth) }));
}

export const squaresOf = (turn: Turn | null): string[] => turn?.moves.flatMap((one) => one.square || []) ?? [];

/** Return the tiles on the board, newest last: a tile that flies in is drawn above the others. */
export function inLayingOrder(board: Record<string, string>, turns: Turn[]): [string, string][] {
  const when = new Map(turns.flatMap(squaresOf).map((square, index) => [square, index]));
  const age = (square: string): number => when.get(square) ?? -1;
  return Object.entries(board).sort(([one], [other]) => age(one) - age(other));
}

/** "red flower" */
export const tileName = (translate: Translate, tile: string): string =>
  translate("page_tile", { colour: translate(`page_colour_${tile[0]}`), shape: translate(`page_shape_${tile[1]}`) });

/** "red flower on e5", "extra tile" */
export const describeMove = (translate: Translate, { kind, tile, square }: LoggedMove): string => translate(`page_did_${kind}`, { tile: tile && tileName(translate, tile), square });

/** "+2" earned, "-2" spent, "0". */
export const signed = (points: number): string => new Intl.NumberFormat(locale, { signDisplay: "exceptZero" }).format(points);
