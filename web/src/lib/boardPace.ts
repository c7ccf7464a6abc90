// How long the table still moves; `updateQueue` waits for it.

import { preferences } from "$lib/preferences.svelte";
import type { Pace } from "$lib/updateQueue";

/** How long an animation still runs; one that never ends, such as waves, does not count. */
function remainingMs({ effect, currentTime, playState }: Animation): number {
  const end = Number(effect?.getComputedTiming().endTime ?? 0);
  const isOnTable = effect instanceof KeyframeEffect && effect.target?.closest("main");
  return playState === "running" && isOnTable && Number.isFinite(end) ? end - Number(currentTime ?? 0) : 0;
}

export const boardPace: Pace = {
  isInstant: () => document.hidden || preferences.reducedMotion,
  animationMs: () => Math.max(0, ...document.getAnimations().map(remainingMs)),
};
