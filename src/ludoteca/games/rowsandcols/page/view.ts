// The view and choices of RowsAndCols, and the last turn read from the log.

import { formatList, translateCount, type Translate } from "$lib/translations";
import type { LogEntry } from "$lib/wire";

/** A row or column that scores, from its first cell to its last. */
export interface Row {
  from: string;
  to: string;
  points: number;
}

export interface RowsAndColsView {
  board: Record<string, string>;
  /** The cells laid this turn, in order; the rows they score and the points so far. */
  placed: string[];
  rows: Row[];
  earned: number;
  hands: (string[] | null)[];
  hand_sizes: number[];
  bag_size: number;
  end_game: boolean;
  scores: number[];
  /** How many of each brick are in the bag or in hidden hands. */
  unseen: Record<string, number>;
  to_move: number | null;
}

export interface BrickChoices {
  /** For each brick, the cells where it fits and the points of the whole turn then. */
  targets: Record<string, Record<string, number>>;
  moves: string[];
  swap_most: number;
}

/** Return the choices of this turn, or null when there are none. */
export function readChoices(choices: Record<string, unknown>): BrickChoices | null {
  return choices.kind === "bricks" ? (choices as unknown as BrickChoices) : null;
}

export interface Coordinates {
  x: number;
  y: number;
}

export function coordinatesOf(cell: string): Coordinates {
  const [x = 0, y = 0] = cell.split(",").map(Number);
  return { x, y };
}

export const cellName = ({ x, y }: Coordinates): string => `${x},${y}`;

/** Return the free cells next to bricks. */
export function freeNeighbours(board: Record<string, string>): string[] {
  const beside = Object.keys(board).flatMap((cell) => {
    const { x, y } = coordinatesOf(cell);
    return [cellName({ x: x + 1, y }), cellName({ x: x - 1, y }), cellName({ x, y: y + 1 }), cellName({ x, y: y - 1 })];
  });
  return [...new Set(beside)].filter((cell) => !(cell in board));
}

/** Return the width and height of a row in cells. */
export function spanOf({ from, to }: Row): { wide: number; high: number } {
  const [first, last] = [coordinatesOf(from), coordinatesOf(to)];
  return { wide: last.x - first.x + 1, high: last.y - first.y + 1 };
}

/** A finished turn. */
export interface Turn {
  seq: number;
  seat: number;
  kind: "scored" | "swapped" | "passed";
  /** Bricks laid, or swapped. */
  count: number;
  points: number;
  rows: Row[];
  cells: string[];
  /** Extra points for laying the last brick. */
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
  if (kind === "swapped") return translateCount(translate, "page_did_swap", count, { name });
  const how = formatList(rows.map((row) => rowName(translate, row)));
  return translate(bonus ? "page_did_score_last" : "page_did_score", { name, points, bonus, rows: how });
}
