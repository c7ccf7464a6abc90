// Refresh things only while somebody can see the page.

/** Run `refresh` now, whenever the page becomes visible, and at intervals while it is visible. Return a function that stops it. */
export function pollWhileVisible(refresh: () => unknown, intervalMs: number): () => void {
  const tick = (): void => {
    if (document.visibilityState === "visible") void refresh();
  };
  const timer = setInterval(tick, intervalMs);
  document.addEventListener("visibilitychange", tick);
  tick();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}
