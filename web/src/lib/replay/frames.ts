// A frame of a replay as the table that a board draws: nobody sits there, and nothing can be chosen.

import type { LogEntry, Replay, TableMessage } from "$lib/wire";

const NOTHING_ASKED = { undo: null, undo_move_count: null, undo_agreed: [], abandon: [], play_again: [] };

export function tableAt({ room, frames, perspective }: Replay, at: number): TableMessage {
  const frame = frames[at] ?? frames[0];
  if (!frame) throw new Error("A replay has a start.");
  const over = room.phase !== "playing" && at === frames.length - 1;
  return {
    type: "table",
    seq: at,
    version: at,
    room: {
      ...room,
      phase: over ? "over" : "playing",
      offers: NOTHING_ASKED,
      moves: at,
      to_move: over ? null : frame.to_move,
      turn: frame.turn,
      scores: frame.scores,
      result: over ? room.result : null,
    },
    view: frame.view,
    log: [],
    acks: [],
    stale: [],
    you: { seats: [], seat: perspective, curtain: false, host: false },
    undo: null,
    choices: {},
  };
}

/** What had happened by then. */
export function logAt({ frames }: Replay, at: number): LogEntry[] {
  return frames.slice(1, at + 1).map(({ move, seat, at: when, texts }) => ({ seq: move, at: when, seat, move, texts }));
}

/** At most so many of the frames, evenly; the first and the last are always among them. */
export function thinned(count: number, most: number): number[] {
  const kept = Math.min(count, most);
  return Array.from({ length: kept }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, kept - 1)));
}
