// The view and choices of RowsAndCols, the turns read from the log, and what is said of them.

import { capitalize, formatList, translateCount, type Translate } from "$lib/translations";
import type { LogEntry, Text } from "$lib/wire";

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

/** A brick on the wall. */
export interface LaidBrick {
  cell: string;
  brick: string;
}

/** A turn as the log tells it; a running one has not scored yet. */
export interface Turn {
  seq: number;
  seat: number;
  kind: "running" | "scored" | "swapped" | "passed";
  /** Bricks swapped. */
  swapped: number;
  points: number;
  rows: Row[];
  laid: LaidBrick[];
  /** Extra points for laying the last brick. */
  bonus: number;
}

export function readTurns(entries: LogEntry[]): Turn[] {
  const turns: Turn[] = [];
  for (const { seq, texts } of entries) {
    for (const { code, params } of texts) {
      const open = (): Turn => {
        const last = turns.at(-1);
        if (last?.kind === "running") return last;
        const turn: Turn = { seq, seat: Number(params.player) - 1, kind: "running", swapped: 0, points: 0, rows: [], laid: [], bonus: 0 };
        turns.push(turn);
        return turn;
      };
      if (code === "placed") {
        const turn = open();
        turn.laid.push({ cell: String(params.cell), brick: String(params.brick) });
        turn.points = Number(params.earned ?? 0);
      } else if (code === "scored" || code === "scored_one") {
        Object.assign(open(), { seq, kind: "scored", points: Number(params.points ?? 0), rows: (params.rows ?? []) as Row[] });
      } else if (code === "swapped") Object.assign(open(), { seq, kind: "swapped", swapped: Number(params.count ?? 0) });
      else if (code === "passed") Object.assign(open(), { seq, kind: "passed" });
      else if (code === "went_out") Object.assign(turns.at(-1) ?? {}, { bonus: Number(params.bonus) });
    }
  }
  return turns;
}

/** "blue circle" */
export const brickName = (translate: Translate, brick: string): string =>
  translate("page_brick", { colour: translate(`colour_${brick[0]}`), shape: translate(`shape_${brick[1]}`) });

/** "rows of 4 and 3" */
export function rowsInWords(translate: Translate, rows: Row[]): string {
  const lengths = rows.map((row) => Math.max(...Object.values(spanOf(row)))).sort((one, other) => other - one);
  return lengths.length === 1 ? translate("page_did_row", { length: lengths[0] }) : translate("page_did_rows", { lengths: formatList(lengths.map(String)) });
}

/** "rows of 4 and 3", "swapped 2 bricks", "passed" */
export function describeTurn(translate: Translate, { kind, swapped, rows, laid, bonus }: Turn): string {
  if (kind === "passed") return translate("page_did_pass");
  if (kind === "swapped") return translateCount(translate, "page_did_swap", swapped);
  if (kind === "running") return translateCount(translate, "page_did_lay", laid.length);
  const scored = rowsInWords(translate, rows);
  return bonus ? translate("page_did_last", { scored, bonus }) : scored;
}

/** What a hint says to lay: "blue circle" on a cell. */
export function readPlacement(move: string | null): LaidBrick | null {
  const [brick, cell] = move?.split("@") ?? [];
  return brick && cell ? { brick, cell } : null;
}

/** The bricks that a hint says to swap. */
export const readSwap = (move: string | null): string[] => (move?.startsWith("swap ") ? move.split(" ").slice(1) : []);

const REFUSALS = ["cell_taken", "no_touch", "off_table", "off_line", "cut_off", "new_row", "row_twice", "row_mixed"];

/** Why a brick cannot lie there, in words: the eye sees which row is meant. */
export function refusalText(translate: Translate, { code, params, text }: Text): string {
  const kind = code.replace("column", "row");
  if (!REFUSALS.includes(kind)) return text;
  const names = Object.entries(params).filter(([name]) => name === "brick" || name === "other");
  const named = names.map(([name, value]) => [name, brickName(translate, String(value))] as const);
  return capitalize(translate(`page_refused_${kind}`, Object.fromEntries(named)));
}
