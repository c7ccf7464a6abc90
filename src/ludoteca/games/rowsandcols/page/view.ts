// The table's data as the server sends it: bricks of a hand, cells of the wall, rows that earned, what the last turn did.

import type { LogEntry } from "$lib/wire";
import { language, formatList } from "$lib/translations";

/** A row or column that earns points, from its first cell to its last. */
export interface Row {
  from: string;
  to: string;
  points: number;
}

export interface RowsAndColsView {
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

export interface Coordinates {
  x: number;
  y: number;
}

export function coordinatesOf(cell: string): Coordinates {
  const [x = 0, y = 0] = cell.split(",").map(Number);
  return { x, y };
}

export const cellName = ({ x, y }: Coordinates): string => `${x},${y}`;

/** The free cells beside bricks. */
export function freeNeighbours(board: Record<string, string>): string[] {
  const beside = Object.keys(board).flatMap((cell) => {
    const { x, y } = coordinatesOf(cell);
    return [cellName({ x: x + 1, y }), cellName({ x: x - 1, y }), cellName({ x, y: y + 1 }), cellName({ x, y: y - 1 })];
  });
  return [...new Set(beside)].filter((cell) => !(cell in board));
}

/** How many cells a row is wide and high. */
export function spanOf({ from, to }: Row): { wide: number; high: number } {
  const [first, last] = [coordinatesOf(from), coordinatesOf(to)];
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

type Translate = (code: string, params?: Record<string, unknown>) => string;

/** A sentence of the game for a count: its words file has the code with `_one` and `_other`. */
export function counted(translate: Translate, code: string, count: number, params: Record<string, unknown> = {}): string {
  return translate(`${code}_${new Intl.PluralRules(language).select(count)}`, { count, ...params });
}

/** "blue circle" */
export const brickName = (translate: Translate, brick: string): string =>
  translate("page_brick", { colour: translate(`colour_${brick[0]}`), shape: translate(`shape_${brick[1]}`) });

/** "a row of 3 for 3" */
export function rowName(translate: Translate, row: Row): string {
  const { wide, high } = spanOf(row);
  return translate(wide > 1 ? "page_row" : "page_column", { length: Math.max(wide, high), points: row.points });
}

/** "Ada scored 7: a row of 3 for 3 and a column of 4 for 4." */
export function describeTurn(translate: Translate, name: string, { kind, count, points, rows, bonus }: Turn): string {
  if (kind === "passed") return translate("page_did_pass", { name });
  if (kind === "swapped") return counted(translate, "page_did_swap", count, { name });
  const how = formatList(rows.map((row) => rowName(translate, row)));
  return translate(bonus ? "page_did_score_last" : "page_did_score", { name, points, bonus, rows: how });
}
