// Things that are kept fresh only while somebody looks.

/** Do it now, when the page comes into sight again, and every so often while it is; gives back how to stop. */
export function pollWhileVisible(what: () => unknown, everyMs: number): () => void {
  const look = (): void => {
    if (document.visibilityState === "visible") void what();
  };
  const timer = setInterval(look, everyMs);
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", look);
  };
}
