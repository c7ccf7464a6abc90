// The cells of a board, on a square grid or a free one, and moving the focus over them.

export interface Cell {
  name: string;
  /** Column and row; a free board may use any whole numbers. */
  x: number;
  y: number;
  /** For screen readers. */
  label: string;
  /** Whether it can be chosen now. */
  open?: boolean;
  chosen?: boolean;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The side of a cell, in board units. */
export const UNIT = 100;

/** Return where a cell lies, in board units. */
export const boxOf = ({ x, y }: { x: number; y: number }): Box => ({ x: x * UNIT, y: y * UNIT, width: UNIT, height: UNIT });

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Return the cell that a key leads to: the nearest in its direction, or the end of the row. */
export function nextCell<C extends { x: number; y: number }>(cells: C[], from: C, key: string): C | null {
  if (key === "Home" || key === "End") {
    const row = cells.filter((cell) => cell.y === from.y).sort((one, other) => one.x - other.x);
    return row.at(key === "Home" ? 0 : -1) ?? null;
  }
  const step = STEPS[key];
  if (!step) return null;
  const [dx, dy] = step;
  let best: C | null = null;
  let shortest = Infinity;
  for (const cell of cells) {
    const along = (cell.x - from.x) * dx + (cell.y - from.y) * dy;
    const across = Math.abs((cell.x - from.x) * dy) + Math.abs((cell.y - from.y) * dx);
    const distance = along + 2 * across;
    if (along > 0 && along >= across && distance < shortest) [best, shortest] = [cell, distance];
  }
  return best;
}

export const isNavigationKey = (key: string): boolean => key in STEPS || key === "Home" || key === "End";

/** Return a function that hands out the same object for a cell that has not changed, so that only changed cells are drawn again. */
export function cellKeeper(): (cell: Cell) => Cell {
  const known = new Map<string, Cell>();
  return (cell) => {
    const before = known.get(cell.name);
    if (before && (Object.keys(cell) as (keyof Cell)[]).every((key) => before[key] === cell[key])) return before;
    known.set(cell.name, cell);
    return cell;
  };
}

/** Group the cells by row, each row from left to right. */
export function rows(cells: Cell[]): Cell[][] {
  const byRow = groupByRow(cells);
  return [...byRow.keys()]
    .sort((one, other) => one - other)
    .map((y) => (byRow.get(y) ?? []).sort((one, other) => one.x - other.x));
}

function groupByRow(cells: Cell[]): Map<number, Cell[]> {
  const byRow = new Map<number, Cell[]>();
  for (const cell of cells) byRow.set(cell.y, [...(byRow.get(cell.y) ?? []), cell]);
  return byRow;
}

/** Return the box around the cells in board units, with a margin in cells. */
export function boundingBox(cells: { x: number; y: number }[], margin = 0): Box {
  if (!cells.length) cells = [{ x: 0, y: 0 }];
  const xs = cells.map((cell) => cell.x);
  const ys = cells.map((cell) => cell.y);
  const [left, top] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const [right, bottom] = [Math.max(...xs) + 1 + margin, Math.max(...ys) + 1 + margin];
  return { x: left * UNIT, y: top * UNIT, width: (right - left) * UNIT, height: (bottom - top) * UNIT };
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Return the name of a square as in the rules: column letter, row number. */
export const squareName = (x: number, y: number): string => `${LETTERS[x] ?? "?"}${y + 1}`;
export const columnName = (x: number): string => LETTERS[x] ?? "?";

export function squareAt(name: string): { x: number; y: number } {
  return { x: LETTERS.indexOf(name[0] ?? "a"), y: Number(name.slice(1)) - 1 };
}
