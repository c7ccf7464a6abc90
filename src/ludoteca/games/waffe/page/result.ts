// How a game of Waffe ended: who has no cards left, and the cards that each player had left, turn by turn.

import type { EndInfo, GameChart, GameOutcome } from "$lib/gameResult";
import type { Translate } from "$lib/translations";
import type { Frame } from "$lib/wire";

export function outcome({ own, winners, scores, name, lastTexts, translate }: EndInfo): GameOutcome {
  const [winner = 0] = winners;
  const other = 1 - winner;
  if (winners.length > 1) return { reason: translate(lastTexts.some(({ code }) => code === "won_both") ? "page_end_both" : "page_end_passes") };
  const code = own === winner ? "page_end_out_by_you" : own === other ? "page_end_out_you" : "page_end_out";
  return { reason: translate(code, { winner: name(winner), other: name(other), left: Math.abs(scores[other] ?? 0) }) };
}

export function chart(frames: Frame[], translate: Translate): GameChart {
  return { label: translate("page_chart"), lines: [0, 1].map((seat) => frames.map((frame) => Math.abs(frame.scores[seat] ?? 0))) };
}
