/**
 * The sound of the house. Made once and loaded on demand; before unlock() it only remembers, and where a browser has no AudioContext
 * it goes on doing just that. Whoever uses it need not ask whether there is sound.
 */

import { Effects, type EffectName } from "./effects";
import { AHEAD, type Piece, Player, TICK } from "./music";

export { parsePiece, type Piece } from "./music";
export type { EffectName } from "./effects";

export interface Settings {
  muted: boolean;
  /** Volumes, 0 to 1. */
  effects: number;
  music: number;
}

type Page = Pick<Document, "hidden" | "addEventListener">;

interface Desk {
  context: AudioContext;
  master: GainNode;
  effects: GainNode;
  music: GainNode;
  voices: Effects;
}

/** Measured: a soft tone leaves the limiter below 1.87 times as loud. */
const MAKE_UP = 0.535;
/** Seconds; short enough to feel immediate, long enough not to click. */
const RAMP = 0.03;

/** Squared, since half way up should sound about half as loud. Settings come from storage, hence the care. */
const level = (volume: number): number => Math.min(Math.max(volume || 0, 0), 1) ** 2;

function build(): Desk {
  const context = new AudioContext();
  const gain = (value: number, to: AudioNode): GainNode => {
    const node = context.createGain();
    node.gain.value = value;
    node.connect(to);
    return node;
  };
  // It rounds off what comes together by chance. Browsers make up for compression with a fixed gain; the last node takes it back.
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -12;
  limiter.knee.value = 6;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.003;
  limiter.release.value = 0.2;
  limiter.connect(gain(MAKE_UP, context.destination));
  const master = gain(0, limiter);
  const effects = gain(0, master);
  return { context, master, effects, music: gain(0, master), voices: new Effects(context, effects) };
}

export class SoundEngine {
  readonly #page: Page | undefined;
  #settings: Settings = { muted: false, effects: 0.8, music: 0.8 };
  #unlocked = false;
  #failed = false;
  #desk: Desk | undefined;
  #levels = new Map<GainNode, number>();
  #wanted: Piece | undefined;
  #player: Player | undefined;
  #playing: Piece | undefined;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #sleep: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page | undefined = globalThis.document) {
    this.#page = page;
  }

  get settings(): Readonly<Settings> {
    return this.#settings;
  }

  configure(settings: Partial<Settings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#settle();
  }

  /** To be called when the player touches the page: browsers allow sound from then on. Calling it again does no harm. */
  unlock(): void {
    if (this.#unlocked) return;
    this.#unlocked = true;
    // The engine may be loaded too late to count as part of the first touch; then the next one wakes it.
    for (const event of ["visibilitychange", "pointerup", "keydown"]) {
      this.#page?.addEventListener(event, () => this.#settle(), { passive: true });
    }
    this.#settle();
  }

  play(effect: EffectName): void {
    if (!this.#desk || this.#quiet || !this.#settings.effects) return;
    // Time stands still in a context that sleeps; what is played into it would come all at once later. The first touch may wait.
    const { context, voices } = this.#desk;
    if (context.state === "running" || !context.currentTime) voices.play(effect);
  }

  /** The same piece (by title) plays on; another takes over while it fades. */
  startMusic(piece: Piece): void {
    this.#wanted = piece;
    this.#settle();
  }

  stopMusic(): void {
    this.#wanted = undefined;
    this.#settle();
  }

  get #quiet(): boolean {
    return this.#settings.muted || !!this.#page?.hidden;
  }

  /** Brings what sounds into line with what is wanted. Who is muted from the start never opens an audio device. */
  #settle(): void {
    if (!this.#unlocked || this.#failed || (this.#quiet && !this.#desk)) return;
    try {
      this.#desk ??= build();
    } catch {
      this.#failed = true;
      return;
    }
    const { context, master, effects, music } = this.#desk;
    const ramp = (node: GainNode, value: number): void => {
      if (this.#levels.get(node) === value) return;
      this.#levels.set(node, value);
      node.gain.setTargetAtTime(value, context.currentTime, RAMP);
    };
    ramp(effects, level(this.#settings.effects));
    ramp(music, level(this.#settings.music));
    ramp(master, this.#quiet ? 0 : 1);
    clearTimeout(this.#sleep);
    if (this.#quiet) this.#sleep = setTimeout(() => context.suspend().catch(() => {}), RAMP * 6000);
    else if (context.state !== "running") context.resume().catch(() => {});
    this.#settleMusic(context, music);
  }

  #settleMusic(context: AudioContext, to: AudioNode): void {
    const piece = this.#settings.music ? this.#wanted : undefined;
    if (piece?.title === this.#playing?.title) return;
    this.#player?.stop();
    clearInterval(this.#ticker);
    this.#playing = piece;
    this.#player = undefined;
    if (!piece) return;
    const player = (this.#player = new Player(context, to, piece, context.currentTime + AHEAD, Date.now()));
    this.#ticker = setInterval(() => player.schedule(context.currentTime + AHEAD), TICK);
  }
}
