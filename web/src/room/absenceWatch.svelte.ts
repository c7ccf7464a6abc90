// How long players have been without a connection: a short gap says nothing, a longer one is a weak connection, then they are gone.

import { untrack } from "svelte";

const WEAK_AFTER_MS = 5000;
/** As long as the server waits before it counts a player as absent. */
const GONE_AFTER_MS = 60_000;

export class AbsenceWatch {
  #since = new Map<number, number>();
  #now = $state(0);

  /** Watches the seats that are absent now; made while a component is set up. */
  constructor(absent: () => number[]) {
    $effect(() => {
      const seats = absent();
      const now = Date.now();
      for (const seat of [...this.#since.keys()]) if (!seats.includes(seat)) this.#since.delete(seat);
      for (const seat of seats) if (!this.#since.has(seat)) this.#since.set(seat, now);
      untrack(() => (this.#now = now));
      if (!seats.length) return;
      const timer = setInterval(() => (this.#now = Date.now()), 1000);
      return () => clearInterval(timer);
    });
  }

  stage(seat: number): "weak" | "gone" | null {
    const now = this.#now;
    const since = this.#since.get(seat);
    if (since === undefined || now - since < WEAK_AFTER_MS) return null;
    return now - since < GONE_AFTER_MS ? "weak" : "gone";
  }
}
