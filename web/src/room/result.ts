// How a game ended, in words: a headline in the second person for players, the reason, and the ranking.

import type { GameOutcome } from "$lib/gameResult";
import { formatList, t } from "$lib/translations";
import type { LogEntry } from "$lib/wire";
import type { TableSummary } from "./tableSummary";
import { turnsOf } from "./turns";

export interface Outcome {
  headline: string;
  /** Continues the headline in smaller type. */
  detail: string;
  reason: string;
  /** How it went for the player who looks; null for spectators, at one screen, and without a result. */
  own: "won" | "lost" | "drawn" | null;
  /** Seats, winner first, with equal ranks for equal results. */
  ranking: { seat: number; rank: number }[];
}

/** A score as the game names it: "58", "points". */
type Score = (seat: number) => { value: string; unit: string } | null;

/** The seat that looks; null for spectators, and where several share a screen. */
export const ownSeat = ({ table }: TableSummary): number | null => (table.you.seats.length === 1 ? (table.you.seats[0] ?? null) : null);

export const playerName = (summary: TableSummary, seat: number): string => (ownSeat(summary) === seat ? t("you_name") : summary.name(seat));

/** The seats with the best result. */
export function winnersOf({ room }: TableSummary): number[] {
  const best = Math.max(...(room.result ?? []));
  return room.seats.map((_, seat) => seat).filter((seat) => room.result?.[seat] === best);
}

/** Whether the game was played to its end, and did not end because all others had left or by an agreement. */
export const isPlayedOut = ({ room }: TableSummary): boolean => room.result !== null && room.seats.filter(({ resigned }) => !resigned).length > 1;

/** Return the outcome of the game at the table. A game that was played out may say it in its own words. */
export function describeOutcome(summary: TableSummary, log: LogEntry[], score: Score, words: GameOutcome = {}): Outcome {
  const ranking = rank(summary);
  if (!summary.room.result) return { headline: t("result_called_off"), detail: "", reason: callOffReason(summary, log), own: null, ranking };
  const winners = winnersOf(summary);
  const mine = ownSeat(summary);
  const own = mine === null ? null : !winners.includes(mine) ? "lost" : winners.length > 1 ? "drawn" : "won";
  const hasLeft = mine !== null && summary.room.seats[mine]?.resigned;
  if (!isPlayedOut(summary) || hasLeft) return { headline: headlineOfLeaving(summary, winners, mine), detail: "", reason: reasonOfLeaving(summary, log, winners), own, ranking };
  return {
    headline: words.headline ?? headlineOfScores(summary, winners, mine, score),
    detail: words.detail ?? "",
    reason: words.reason ?? reasonOfScores(summary, log, winners),
    own,
    ranking,
  };
}

function rank({ room }: TableSummary): Outcome["ranking"] {
  const key = (seat: number): [number, number] => [room.result?.[seat] ?? 0, room.scores?.[seat] ?? 0];
  const order = room.seats.map((_, seat) => seat).sort((one, other) => key(other)[0] - key(one)[0] || key(other)[1] - key(one)[1]);
  let current = 1;
  return order.map((seat, index) => {
    const before = order[index - 1];
    if (before !== undefined && String(key(before)) !== String(key(seat))) current = index + 1;
    return { seat, rank: current };
  });
}

/** The scores, where one is worth as much as another: not where the one's gain is always the other's loss, like days for and against. */
function comparableScores({ room }: TableSummary): number[] | null {
  const isMirrored = room.scores?.some(Boolean) && !room.scores.reduce((sum, one) => sum + one, 0);
  return isMirrored ? null : room.scores;
}

function headlineOfScores(summary: TableSummary, winners: number[], mine: number | null, score: Score): string {
  const [winner = 0] = winners;
  if (winners.length > 1) return mine === null || winners.includes(mine) ? t("result_draw") : t("result_lost");
  const scores = comparableScores(summary);
  if (mine === null) return scores && (scores[winner] ?? 0) > 0 ? t("result_other_won_with", { name: summary.name(winner), ...score(winner) }) : t("result_other_won", { name: summary.name(winner) });
  const rival = winner === mine ? Math.max(...(scores ?? []).filter((_, seat) => seat !== mine)) : (scores?.[winner] ?? 0);
  const margin = scores ? Math.abs((scores[mine] ?? 0) - rival) : 0;
  if (winner === mine) return margin ? t("result_won_by", { margin }) : t("result_won");
  return margin ? t("result_lost_by", { margin }) : t("result_lost");
}

/** All scores, winner first; for spectators the headline has the winner's. */
function reasonOfScores(summary: TableSummary, log: LogEntry[], winners: number[]): string {
  const found = comparableScores(summary);
  if (!found) return log.findLast((entry) => entry.move)?.texts.at(-1)?.text ?? "";
  const scores = found.map(Math.abs);
  if (scores.every((score) => score === scores[0])) return t("reason_each", { score: scores[0] });
  const told = ownSeat(summary) === null && winners.length === 1 && (found[winners[0] ?? 0] ?? 0) > 0 ? winners : [];
  const listed = rank(summary).filter(({ seat }) => !told.includes(seat));
  return t("reason_scores", { scores: listed.map(({ seat }) => `${playerName(summary, seat)} ${scores[seat]}`).join(", ") });
}

function headlineOfLeaving(summary: TableSummary, winners: number[], mine: number | null): string {
  const { seats } = summary.room;
  const own = mine === null ? undefined : seats[mine];
  if (own?.resigned) return t(own.lost_on_time ? "result_you_timed_out" : own.forfeited ? "result_you_forfeited" : "result_you_resigned");
  const gone = seats.filter(({ resigned }) => resigned);
  if (mine !== null && winners.includes(mine)) return t(gone.every((seat) => seat.lost_on_time) ? "result_won_on_time" : "result_won");
  return mine === null ? t("result_other_won", { name: formatList(winners.map((seat) => summary.name(seat))) }) : t("result_lost");
}

/** Who left, and how; to the one who left: who won. */
function reasonOfLeaving(summary: TableSummary, log: LogEntry[], winners: number[]): string {
  const mine = ownSeat(summary);
  const { seats } = summary.room;
  const turn = Math.max(1, turnsOf(log).findLast((one) => one.number)?.number ?? 1);
  if (mine !== null && seats[mine]?.resigned) return t("reason_won_then", { names: summary.names(winners), turn });
  return seats
    .flatMap((seat, number) => (seat.resigned ? [{ seat, name: summary.name(number) }] : []))
    .map(({ seat, name }) => (seat.lost_on_time ? t("reason_time", { name }) : seat.forfeited ? t("reason_absent", { name }) : t("reason_resigned", { name, turn })))
    .join(" ");
}

function callOffReason(summary: TableSummary, log: LogEntry[]): string {
  const last = log.findLast((entry) => !entry.move && entry.texts.some(({ code }) => ["table_abandoned", "table_called_off", "table_room_expired", "table_interrupted"].includes(code)))?.texts[0];
  if (last?.code === "table_called_off") return t("reason_absent", { name: last.params.name });
  if (last?.code !== "table_abandoned") return last?.text ?? "";
  const people = summary.room.seats.filter(({ kind }) => kind === "person").length;
  const alone = people === summary.table.you.seats.length;
  return t(alone ? "reason_ended" : people > 2 ? "reason_all_agreed" : "reason_both_agreed");
}
