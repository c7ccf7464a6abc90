// How a game of Flooding Islands ended: trapped or survived, and the dry steps that were left day by day.

import type { EndInfo, GameChart, GameOutcome } from "$lib/gameResult";
import { formatList, translateCount, type Translate } from "$lib/translations";
import type { Frame } from "$lib/wire";
import type { FloodingView } from "./view";

const [JOURNEYMAN, WEATHER] = [0, 1];

export function outcome({ view, own, winners, name, lastTexts, translate }: EndInfo): GameOutcome {
  const { day } = view as unknown as FloodingView;
  const [walker, weather] = [name(JOURNEYMAN), name(WEATHER)];
  const days = translateCount(translate, "page_end_days", day);
  if (winners.includes(JOURNEYMAN)) {
    return { headline: own === JOURNEYMAN ? translate("page_end_survived_you") : translate("page_end_survived", { name: walker }), detail: days, reason: translate("page_end_dry") };
  }
  const night = lastTexts.find(({ code }) => code === "floods");
  const fields = night?.params.fields;
  const flooded = Array.isArray(fields) ? translate("page_end_flooded", { name: weather, fields: formatList(fields.map(String)) }) : "";
  const code = own === JOURNEYMAN ? "page_end_trapped_you" : own === WEATHER ? "page_end_trapped_by_you" : "page_end_trapped";
  const left = translate(own === JOURNEYMAN ? "page_end_no_field_you" : "page_end_no_field", { name: walker });
  return { headline: translate(code, { name: walker }), detail: days, reason: [flooded, left].filter(Boolean).join(" ") };
}

/** The dry fields beside the journeyman, before each of his walks. */
export function chart(frames: Frame[], translate: Translate): GameChart {
  const viewOf = (frame: Frame): FloodingView => frame.view as unknown as FloodingView;
  const days = frames.filter((frame, index) => viewOf(frame).to_move === "journeyman" || index === frames.length - 1);
  return { label: translate("page_chart"), lines: [days.map((frame) => drySteps(viewOf(frame))), null], moves: days.map(({ move }) => move) };
}

function drySteps({ size, journeyman, flooded }: FloodingView): number {
  const [x, y] = [journeyman.charCodeAt(0) - 97, Number(journeyman.slice(1)) - 1];
  const wet = new Set(flooded);
  let count = 0;
  for (const [dx, dy] of NEIGHBOURS) {
    const [nextX, nextY] = [x + dx, y + dy];
    if (nextX >= 0 && nextY >= 0 && nextX < size && nextY < size && !wet.has(String.fromCharCode(97 + nextX) + (nextY + 1))) count++;
  }
  return count;
}

/** The eight fields around one. */
const NEIGHBOURS = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const)).filter(([dx, dy]) => dx || dy);
