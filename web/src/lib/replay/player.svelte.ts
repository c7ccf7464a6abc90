// Plays the frames of a replay: step by step, automatically, or by jumping to any of them.

export const SPEEDS = [0.5, 1, 2, 4];
const STEP_MS = 1200;

export class Player {
  at = $state(0);
  /** The number of the last frame. */
  last = $state(0);
  playing = $state(false);
  speed = $state(1);
  #timer = 0;

  go(to: number): void {
    this.at = Math.max(0, Math.min(this.last, Math.round(to) || 0));
    if (this.at === this.last) this.pause();
  }

  /** Go to a move chosen by the user, and stop there. */
  seek(to: number): void {
    this.pause();
    this.go(to);
  }

  /** Play; from the end, start again. */
  play(): void {
    if (this.at >= this.last) this.at = 0;
    this.playing = this.last > 0;
    this.#scheduleStep();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.#timer);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  setSpeed(speed: number): void {
    this.speed = speed;
    if (this.playing) this.#scheduleStep();
  }

  /** Change the speed by one step. */
  changeSpeed(by: 1 | -1): void {
    const index = SPEEDS.indexOf(this.speed) + by;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, index))] ?? 1);
  }

  /** Handle a key; return whether it has a meaning here. */
  key(key: string): boolean {
    if (key === "ArrowLeft") this.seek(this.at - 1);
    else if (key === "ArrowRight") this.seek(this.at + 1);
    else if (key === "Home") this.seek(0);
    else if (key === "End") this.seek(this.last);
    else if (key === " ") this.toggle();
    else if (key === "+" || key === "=") this.changeSpeed(1);
    else if (key === "-") this.changeSpeed(-1);
    else return false;
    return true;
  }

  #scheduleStep(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = window.setTimeout(() => {
      this.go(this.at + 1);
      this.#scheduleStep();
    }, STEP_MS / this.speed);
  }
}
