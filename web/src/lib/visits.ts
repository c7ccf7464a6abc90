// When this device was here before, to tell what has happened since.

import { loadItem, saveItem } from "$lib/storage";

const NEW_VISIT_AFTER_MS = 30 * 60 * 1000;

/** Note a look at the home page. Return when the visit before this one ended; null on the first visit. */
export function noteVisit(now: number = Date.now()): number | null {
  const { previous, last } = loadItem<{ previous: number | null; last: number | null }>("visits", { previous: null, last: null });
  const before = last !== null && now - last > NEW_VISIT_AFTER_MS ? last : previous;
  saveItem("visits", { previous: before, last: now });
  return before;
}
