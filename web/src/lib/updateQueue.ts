// Shows updates one after the other, so that every move is seen: the next comes 500 ms after the animations of the last have ended.

const PAUSE_MS = 500;
/** Animations begin after the page has been drawn; then they can be measured. */
const DRAW_MS = 50;
/** However long something moves, the game goes on. */
const MAX_ANIMATION_MS = 4000;

export interface Pace {
  /** Whether updates are shown as they come: without motion there is nothing to wait for. */
  isInstant(): boolean;
  /** How long the page still moves, in milliseconds. */
  animationMs(): number;
}

export const INSTANT: Pace = { isInstant: () => true, animationMs: () => 0 };

interface Update {
  show: () => void;
  /** Whether there is something to see before the next update. */
  rests: boolean;
}

export class UpdateQueue {
  #pace: Pace;
  #waiting: Update[] = [];
  /** Runs while the last update is looked at. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(pace: Pace) {
    this.#pace = pace;
  }

  /** Show an update when its turn comes; `now` shows it, and all before it, at once. */
  push(show: () => void, { now, rests }: { now: boolean; rests: boolean }): void {
    this.#waiting.push({ show, rests });
    if (now || this.#pace.isInstant()) this.flush();
    else if (this.#timer === undefined) this.#next();
  }

  /** Show everything that waits. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const { show } of this.#waiting.splice(0)) show();
  }

  close(): void {
    this.#waiting = [];
    clearTimeout(this.#timer);
  }

  #next(): void {
    this.#timer = undefined;
    while (this.#waiting.length && this.#timer === undefined) {
      const update = this.#waiting.shift();
      if (update?.rests) this.#rest();
      update?.show();
    }
  }

  #rest(): void {
    this.#timer = setTimeout(() => {
      const moving = Math.min(this.#pace.animationMs(), MAX_ANIMATION_MS);
      this.#timer = setTimeout(() => this.#next(), moving + PAUSE_MS);
    }, DRAW_MS);
  }
}
