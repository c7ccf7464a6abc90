// What to mark on the board: the turn somebody chose in the log, or everything since one's own last turn.

import type { LogEntry, TableMessage } from "$lib/wire";
import { turnsOf } from "./turns";

/** Return the moves to mark, oldest first. */
export function recapOf(log: LogEntry[], { you }: TableMessage, chosenMove: number | null): LogEntry[] {
  const moves = log.filter((entry) => entry.move > 0);
  if (chosenMove !== null) return turnsOf(moves).find(({ entries }) => entries.some((entry) => entry.move === chosenMove))?.entries ?? [];
  const isOwn = (entry: LogEntry): boolean => entry.seat !== null && (you.seat === null ? you.seats.includes(entry.seat) : entry.seat === you.seat);
  const own = moves.findLastIndex(isOwn);
  // For a spectator the last turn alone.
  if (own < 0 && !you.seats.length) return turnsOf(moves).at(-1)?.entries ?? [];
  return moves.slice(own + 1);
}
