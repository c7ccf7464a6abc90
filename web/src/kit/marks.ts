// Which cells a move or the log names, for boards that are drawn from a description.

import type { LogEntry } from "$lib/wire";

/** Words of a move, between blanks, `@` and `/`. */
const WORDS = /[^ @/]+/g;

/** Return the cells that the text of a move names. */
export function namedCells(move: string, cells: { has(name: string): boolean }): Set<string> {
  return new Set((move.match(WORDS) ?? []).filter((word) => cells.has(word)));
}

/** Return the cells that the log names, with the seat of the last entry that does. */
export function recapCells(entries: Pick<LogEntry, "seat" | "texts">[], cells: { has(name: string): boolean }): Map<string, number> {
  const found = new Map<string, number>();
  for (const { seat, texts } of entries) {
    if (seat === null) continue;
    for (const value of texts.flatMap(({ params }) => Object.values(params).flat())) {
      if (typeof value === "string" && cells.has(value)) found.set(value, seat);
    }
  }
  return found;
}
