// The island as the board draws it: which fields are wet and how deep, the outlines of the land, and where things stand on it.

import { squareAt, squareName, UNIT } from "$lib/kit/cells";

/** Up, right, down, left: the order in which fields dry. */
const ORTHOGONAL = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;
const DIAGONAL = [[1, -1], [1, 1], [-1, 1], [-1, -1]] as const;
const AROUND = [...ORTHOGONAL, ...DIAGONAL];
/** No water is drawn deeper than this. */
export const MAX_DEPTH = 3;

function fieldsBeside(name: string, size: number, steps: readonly (readonly [number, number])[]): string[] {
  const { x, y } = squareAt(name);
  const inside = steps.map(([dx, dy]) => [x + dx, y + dy] as const).filter(([a, b]) => a >= 0 && b >= 0 && a < size && b < size);
  return inside.map(([a, b]) => squareName(a, b));
}

/** Return the up to eight fields around a field. */
export const around = (name: string, size: number): string[] => fieldsBeside(name, size, AROUND);

/** Return the fields that walking to a field would dry. */
export function driedBy(name: string, size: number, flooded: ReadonlySet<string>): string[] {
  return fieldsBeside(name, size, ORTHOGONAL).filter((field) => flooded.has(field));
}

/** Return how many fields the journeyman could walk to. */
export function countSteps(journeyman: string, size: number, flooded: ReadonlySet<string>): number {
  return around(journeyman, size).filter((field) => !flooded.has(field)).length;
}

export const areAdjacent = (one: string, other: string): boolean => {
  const [a, b] = [squareAt(one), squareAt(other)];
  return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) === 1;
};

/** Return the depth of every field, row by row: 0 for dry ones, else the distance to the nearest dry one, up to MAX_DEPTH. */
export function depths(size: number, flooded: ReadonlySet<string>): number[] {
  const found = Array.from({ length: size * size }, (_, index): number => (flooded.has(squareName(index % size, Math.floor(index / size))) ? MAX_DEPTH : 0));
  for (let depth = 1; depth < MAX_DEPTH; depth++) {
    const shore = found.flatMap((value, index) => (value === depth - 1 ? [index] : []));
    for (const index of shore) {
      const [x, y] = [index % size, Math.floor(index / size)];
      for (const [dx, dy] of AROUND) {
        const next = index + dx + dy * size;
        if (x + dx >= 0 && x + dx < size && y + dy >= 0 && y + dy < size && (found[next] ?? 0) > depth) found[next] = depth;
      }
    }
  }
  return found;
}

/** Return one path around the fields of the given depth; the fields of a row that lie side by side are one rectangle. */
export function outline(size: number, depth: number[], wanted: number): string {
  const parts: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (depth[y * size + x] !== wanted) continue;
      const from = x;
      while (x + 1 < size && depth[y * size + x + 1] === wanted) x++;
      const width = (x + 1 - from) * UNIT;
      parts.push(`M${from * UNIT} ${y * UNIT}h${width}v${UNIT}h${-width}z`);
    }
  }
  return parts.join("");
}

/** Return the lines between dry fields that lie side by side. */
export function seams(size: number, depth: number[]): string {
  const parts: string[] = [];
  const dry = (x: number, y: number): boolean => x < size && y < size && depth[y * size + x] === 0;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!dry(x, y)) continue;
      if (dry(x + 1, y)) parts.push(`M${(x + 1) * UNIT} ${y * UNIT + 6}v${UNIT - 12}`);
      if (dry(x, y + 1)) parts.push(`M${x * UNIT + 6} ${(y + 1) * UNIT}h${UNIT - 12}`);
    }
  }
  return parts.join("");
}

export type DecorationKind = "hut" | "palm" | "furrow";
export interface Decoration {
  kind: DecorationKind;
  name: string;
  x: number;
  y: number;
}
const MIN_DECORATED = 8;
const BLOCK = 10;
const TABLE: Record<DecorationKind, readonly (readonly [number, number])[]> = {
  hut: [[6, 1], [2, 7]],
  palm: [[1, 4], [4, 2], [8, 3], [3, 9], [7, 8], [9, 6], [5, 5], [0, 8]],
  furrow: [[3, 4], [4, 4], [7, 5], [8, 5], [5, 8], [6, 8], [2, 2]],
};

/** Return what stands on the island. It means nothing; small islands have none, large ones repeat the table, turned. */
export function decorations(size: number): Decoration[] {
  if (size < MIN_DECORATED) return [];
  const found: Decoration[] = [];
  for (let top = 0; top < size; top += BLOCK) {
    for (let left = 0; left < size; left += BLOCK) {
      const turned = (top + left) % (2 * BLOCK) !== 0;
      for (const kind of ["hut", "palm", "furrow"] as const) {
        for (const [a, b] of TABLE[kind]) {
          const [x, y] = turned ? [left + b, top + a] : [left + a, top + b];
          if (x < size && y < size) found.push({ kind, name: squareName(x, y), x, y });
        }
      }
    }
  }
  return found;
}

const TUFT = "c-4.8-4-6.4-9.6-6.4-12.8 4 1.6 6.4 6.4 6.4 12.8 0-8 2.4-13.6 6.4-16.8 1.6 5.6 0 12.8-6.4 16.8";

/** Return one path with a tuft of grass on some of the dry fields, none of which is in `taken`. */
export function tufts(size: number, depth: number[], taken: ReadonlySet<string>): string {
  if (size < MIN_DECORATED) return "";
  return depth
    .map((value, index) => {
      const [x, y] = [index % size, Math.floor(index / size)];
      return value || (x * 7 + y * 3) % 5 !== 1 || taken.has(squareName(x, y)) ? "" : `M${x * UNIT + 70} ${y * UNIT + 82}${TUFT}`;
    })
    .join("");
}
