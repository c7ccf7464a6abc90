// Turn a frame of a replay into the table that a board draws: no own seats, no choices.

import type { LogEntry, Replay, TableMessage } from "$lib/wire";

const NO_OFFERS = { undo: null, undo_move_count: null, undo_agreed: [], abandon: [], play_again: [] };

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
      offers: NO_OFFERS,
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

/** Return the log up to a move. */
export function logAt({ frames }: Replay, at: number): LogEntry[] {
  return frames.slice(1, at + 1).map(({ move, seat, at: when, texts }) => ({ seq: move, at: when, seat, move, texts }));
}

/** Return the whole game as a log: its moves, and what else happened between them. */
export function wholeLog({ frames }: Replay): LogEntry[] {
  return frames.flatMap(({ move, seat, at, texts, texts_between: between }) => [
    ...(move ? [{ seq: move, at, seat, move, texts }] : []),
    ...(between.length ? [{ seq: move + 0.5, at, seat: null, move: 0, texts: between }] : []),
  ]);
}

/** Choose at most `max` frames evenly, always with the first and the last. */
export function sampleFrames(count: number, max: number): number[] {
  const length = Math.min(count, max);
  return Array.from({ length: length }, (_, index) => Math.round((index * (count - 1)) / Math.max(1, length - 1)));
}
