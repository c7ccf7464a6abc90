// The table's data as the server sends it: bricks of a hand, cells of the wall, rows that earned, what the last turn did.

import type { LogEntry } from "$lib/wire";
import { language, formatList } from "$lib/translations";

/** A row or column that earns points, from its first cell to its last. */
export interface Row {
  from: string;
  to: string;
  points: number;
}

export interface WallView {
  board: Record<string, string>;
  /** The cells laid in the running turn, in laying order; what it has earned so far, and with which rows. */
  placed: string[];
  rows: Row[];
  earned: number;
  hands: (string[] | null)[];
  hand_sizes: number[];
  bag_size: number;
  end_game: boolean;
  scores: number[];
  /** Per kind, how many are in the bag or in hands that are not seen. */
  unseen: Record<string, number>;
  to_move: number | null;
}

export interface BrickChoices {
  /** Per brick the cells on which it fits, each with what the whole turn would have earned. */
  targets: Record<string, Record<string, number>>;
  moves: string[];
  swap_most: number;
}

/** What may be done now; null when it is not this seat's turn. */
export function readChoices(choices: Record<string, unknown>): BrickChoices | null {
  return choices.kind === "bricks" ? (choices as unknown as BrickChoices) : null;
}

/** A brick of a hand. Some may be alike, so each has a name of its own. */
export interface Piece {
  id: string;
  /** Null where only its back is seen. */
  brick: string | null;
}

export function pieces(hand: string[] | null, size: number): Piece[] {
  if (!hand) return Array.from({ length: size }, (_, index) => ({ id: `?${index}`, brick: null }));
  const seen = new Map<string, number>();
  return hand.map((brick) => {
    const count = seen.get(brick) ?? 0;
    seen.set(brick, count + 1);
    return { id: `${brick}#${count}`, brick };
  });
}

export const brickOf = (id: string): string => id.split("#")[0] ?? "";

export interface Place {
  x: number;
  y: number;
}

export function placeOf(cell: string): Place {
  const [x = 0, y = 0] = cell.split(",").map(Number);
  return { x, y };
}

export const cellAt = ({ x, y }: Place): string => `${x},${y}`;

/** The free cells beside bricks. */
export function edgeOf(board: Record<string, string>): string[] {
  const beside = Object.keys(board).flatMap((cell) => {
    const { x, y } = placeOf(cell);
    return [cellAt({ x: x + 1, y }), cellAt({ x: x - 1, y }), cellAt({ x, y: y + 1 }), cellAt({ x, y: y - 1 })];
  });
  return [...new Set(beside)].filter((cell) => !(cell in board));
}

/** How many cells a row is wide and high. */
export function spanOf({ from, to }: Row): { wide: number; high: number } {
  const [first, last] = [placeOf(from), placeOf(to)];
  return { wide: last.x - first.x + 1, high: last.y - first.y + 1 };
}

/** How the last turn that is over went. */
export interface Turn {
  seq: number;
  seat: number;
  kind: "scored" | "swapped" | "passed";
  /** Bricks laid, or swapped. */
  count: number;
  points: number;
  rows: Row[];
  cells: string[];
  /** More points for having laid the last brick. */
  bonus: number;
}

export function lastTurn(log: LogEntry[]): Turn | null {
  let last: Turn | null = null;
  let cells: string[] = [];
  for (const { seq, texts } of log) {
    for (const { code, params } of texts) {
      const ended = (kind: Turn["kind"], count: unknown): void => {
        const [points, rows] = [Number(params.points ?? 0), (params.rows ?? []) as Row[]];
        last = { seq, seat: Number(params.player) - 1, kind, count: Number(count ?? 0), points, rows, cells, bonus: 0 };
        cells = [];
      };
      if (code === "placed") cells.push(String(params.cell));
      else if (code === "scored" || code === "scored_one") ended("scored", params.bricks);
      else if (code === "swapped") ended("swapped", params.count);
      else if (code === "passed") ended("passed", 0);
      else if (code === "went_out" && last) Object.assign(last, { bonus: Number(params.bonus) });
    }
  }
  return last;
}

type Say = (code: string, params?: Record<string, unknown>) => string;

/** A sentence of the game for a count: its words file has the code with `_one` and `_other`. */
export function counted(say: Say, code: string, count: number, params: Record<string, unknown> = {}): string {
  return say(`${code}_${new Intl.PluralRules(language).select(count)}`, { count, ...params });
}

/** "blue circle" */
export const brickName = (say: Say, brick: string): string =>
  say("page_brick", { colour: say(`colour_${brick[0]}`), shape: say(`shape_${brick[1]}`) });

/** "a row of 3 for 3" */
export function rowName(say: Say, row: Row): string {
  const { wide, high } = spanOf(row);
  return say(wide > 1 ? "page_row" : "page_column", { length: Math.max(wide, high), points: row.points });
}

/** "Ada scored 7: a row of 3 for 3 and a column of 4 for 4." */
export function turnStory(say: Say, name: string, { kind, count, points, rows, bonus }: Turn): string {
  if (kind === "passed") return say("page_did_pass", { name });
  if (kind === "swapped") return counted(say, "page_did_swap", count, { name });
  const how = formatList(rows.map((row) => rowName(say, row)));
  return say(bonus ? "page_did_score_last" : "page_did_score", { name, points, bonus, rows: how });
}
