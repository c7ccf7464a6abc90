// Going through the frames of a game: step by step, by itself at a speed, or to any of them.

export const SPEEDS = [0.5, 1, 2, 4];
const BEAT_MS = 1200;

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

  /** By hand: whoever chooses a moment wants to stay there. */
  seek(to: number): void {
    this.pause();
    this.go(to);
  }

  /** From the end it begins anew. */
  play(): void {
    if (this.at >= this.last) this.at = 0;
    this.playing = this.last > 0;
    this.#beat();
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
    if (this.playing) this.#beat();
  }

  /** One step faster, or slower. */
  hurry(by: 1 | -1): void {
    const index = SPEEDS.indexOf(this.speed) + by;
    this.setSpeed(SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, index))] ?? 1);
  }

  /** Whether the key meant something here. */
  key(key: string): boolean {
    if (key === "ArrowLeft") this.seek(this.at - 1);
    else if (key === "ArrowRight") this.seek(this.at + 1);
    else if (key === "Home") this.seek(0);
    else if (key === "End") this.seek(this.last);
    else if (key === " ") this.toggle();
    else if (key === "+" || key === "=") this.hurry(1);
    else if (key === "-") this.hurry(-1);
    else return false;
    return true;
  }

  #beat(): void {
    clearTimeout(this.#timer);
    if (!this.playing) return;
    this.#timer = window.setTimeout(() => {
      this.go(this.at + 1);
      this.#beat();
    }, BEAT_MS / this.speed);
  }
}
