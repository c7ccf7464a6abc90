// A step of a lesson as the table that a board draws: the learner against a silent opponent.

import type { GameInfo } from "$lib/registry.svelte";
import { t } from "$lib/translations";
import type { LogEntry, SeatInfo, TableMessage, TryResult } from "$lib/wire";

const NO_OFFERS = { undo: null, undo_move_count: null, undo_agreed: [], abandon: [], play_again: [] };
const NOBODY_AWAY = { away: false, resigned: false, lost_on_time: false, forfeited: false, substitute: null, open_agreed: [], open: false, ready: true, avatar: "" };

function seatInfo(game: GameInfo, seat: number, learner: number): SeatInfo {
  const opponent = game.bots[0];
  const role = game.roles[seat] ?? String(seat + 1);
  if (seat === learner) return { ...NOBODY_AWAY, role, name: t("you_name"), kind: "person", level: null };
  return { ...NOBODY_AWAY, role, name: opponent?.player_name ?? "", kind: "bot", level: opponent?.level ?? 1 };
}

export function lessonTable(game: GameInfo, learner: number, tried: TryResult, version: number, isOpen: boolean): TableMessage {
  return {
    type: "table",
    seq: version,
    version,
    room: {
      code: "",
      game: game.name,
      // A step may end the game; the board stays as it is played on.
      phase: "playing",
      starts_at: null,
      options: {},
      settings: { legs: 1, casual: true, clock: { per: "none" } },
      casual: true,
      hints_allowed: true,
      clock: null,
      seats: tried.scores.map((_, seat) => seatInfo(game, seat, learner)),
      host: learner,
      match: { leg: 0, totals: [], result: null },
      offers: NO_OFFERS,
      moves: tried.moves.length,
      to_move: tried.seat,
      turn: version,
      scores: tried.scores,
      result: null,
      origin: "position",
      deal: null,
      next_deal: null,
    },
    view: tried.view,
    log: [],
    acks: [],
    stale: [],
    you: { seats: [learner], seat: learner, curtain: false, host: true },
    undo: { how: tried.moves.length && isOpen ? "at_once" : "closed", why: null, move_count: Math.max(0, tried.moves.length - 1) },
    choices: isOpen ? tried.choices : {},
  };
}

/** What the last move did, for the marks on the board. */
export function lessonLog(learner: number, { moves, texts }: TryResult): LogEntry[] {
  return moves.length ? [{ seq: moves.length, at: 0, seat: learner, move: moves.length, texts }] : [];
}
