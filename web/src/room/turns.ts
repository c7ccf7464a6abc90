// The log by turns: consecutive moves of one seat are one line; whatever else happened stands by itself.

import type { LogEntry } from "$lib/wire";

export interface Turn {
  /** The number of the turn in this game, from 1; 0 for what is no move. */
  number: number;
  seat: number | null;
  entries: LogEntry[];
}

export function turnsOf(entries: LogEntry[]): Turn[] {
  const turns: Turn[] = [];
  let number = 0;
  for (const entry of entries) {
    const last = turns.findLast((turn) => turn.number > 0);
    if (!entry.move) turns.push({ number: 0, seat: entry.seat, entries: [entry] });
    else if (last && last.seat === entry.seat && turns.at(-1) === last) last.entries.push(entry);
    else turns.push({ number: ++number, seat: entry.seat, entries: [entry] });
  }
  return turns;
}
