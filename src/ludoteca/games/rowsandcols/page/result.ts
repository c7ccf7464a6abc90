// How a game of RowsAndCols ended: who laid the last brick, and the scores, the best first.

import type { EndInfo, GameOutcome } from "$lib/gameResult";

const ENDS: Record<string, string> = { went_out: "page_end_last", all_passed: "page_end_passed", all_swapped: "page_end_swapped" };

export function outcome({ scores, name, lastTexts, translate }: EndInfo): GameOutcome {
  const last = lastTexts.find(({ code }) => code in ENDS);
  const how = last ? translate(ENDS[last.code] ?? "", { ...last.params, name: name(Number(last.params.player ?? 1) - 1) }) : "";
  const order = scores.map((_, seat) => seat).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  const listed = order.map((seat) => `${name(seat)} ${scores[seat]}`).join(", ");
  return { reason: [how, `${listed}.`].filter(Boolean).join(" ") };
}
