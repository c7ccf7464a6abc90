// How a game of Latice ended: who laid how many tiles, and the tiles laid move by move.

import type { EndInfo, GameChart, GameOutcome } from "$lib/gameResult";
import { translateCount, type Translate } from "$lib/translations";
import type { Frame } from "$lib/wire";
import type { LaticeView } from "./view";

export function outcome({ view, own, winners, name, translate }: EndInfo): GameOutcome {
  const { laid, rack_sizes: racks, pool_sizes: pools } = view as unknown as LaticeView;
  const [winner = 0] = winners;
  const other = 1 - winner;
  const [high, low] = [laid[winner] ?? 0, laid[other] ?? 0];
  if (winners.length > 1) return { reason: translateCount(translate, "page_end_each", high) };
  const params = { winner: name(winner), other: name(other), count: high, low };
  const you = own === other ? "_you" : "";
  const isEmpty = !racks[winner] && !pools[winner];
  return { reason: isEmpty ? translate(`page_end_all${you}`, params) : translateCount(translate, `page_end_more${you}`, high, params) };
}

export function chart(frames: Frame[], translate: Translate): GameChart {
  return { label: translate("page_chart"), lines: [0, 1].map((seat) => frames.map((frame) => frame.scores[seat] ?? 0)) };
}
