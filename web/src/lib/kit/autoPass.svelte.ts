// Passes by itself where nothing else is possible, for players who prefer that.

import { preferences } from "$lib/preferences.svelte";
import type { TableMessage } from "$lib/wire";

/** Long enough to see why. */
export const AUTO_PASS_MS = 1500;

/**
 * Call `pass` a moment after the table comes to a position in which one's only move is to pass. `forced` returns that
 * table, or null. A pass that was taken back is not made again.
 */
export function autoPass(forced: () => TableMessage | null, pass: () => void): void {
  let made = "";
  $effect(() => {
    const room = preferences.current.autoPass ? forced()?.room : undefined;
    const position = room ? `${room.match.leg}/${room.moves}` : "";
    if (!position || position === made) return;
    const timer = setTimeout(() => {
      made = position;
      pass();
    }, AUTO_PASS_MS);
    return () => clearTimeout(timer);
  });
}
