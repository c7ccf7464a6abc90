/**
 * The sound engine: created once and loaded on demand. Before unlock(), and in browsers without an AudioContext, it only stores what it
 * should play, so callers need not check whether there is sound.
 */

import { Effects, type EffectName } from "./effects";
import { AHEAD_S, type Piece, Player, TICK_MS } from "./music";

export { parsePiece, type Piece } from "./music";
export type { EffectName } from "./effects";

export interface SoundSettings {
  muted: boolean;
  /** Volumes, 0 to 1. */
  effects: number;
  music: number;
}

type Page = Pick<Document, "hidden" | "addEventListener">;

interface AudioGraph {
  context: AudioContext;
  master: GainNode;
  effects: GainNode;
  music: GainNode;
  effectPlayer: Effects;
}

/** Undoes the limiter's make-up gain, measured as a factor of 1.87. */
const MAKE_UP_CORRECTION = 0.535;
/** Lets the games' music sound at about -24 LUFS at the default volume; measured on rendered samples by tests/browser/test_sound.py. */
const MUSIC_LEVEL = 2.85;
/** Seconds; short enough to feel immediate, long enough not to click. */
const RAMP = 0.03;

/** Return the gain for a volume: squared, so that half the volume sounds about half as loud. Stored volumes may be invalid. */
const toGain = (volume: number): number => Math.min(Math.max(volume || 0, 0), 1) ** 2;

function buildGraph(): AudioGraph {
  const context = new AudioContext();
  const gain = (value: number, to: AudioNode): GainNode => {
    const node = context.createGain();
    node.gain.value = value;
    node.connect(to);
    return node;
  };
  // It softens peaks when sounds coincide. Browsers add a fixed make-up gain to the compressor; the last node undoes it.
  const limiter = context.createDynamicsCompressor();
  limiter.threshold.value = -12;
  limiter.knee.value = 6;
  limiter.ratio.value = 12;
  limiter.attack.value = 0.003;
  limiter.release.value = 0.2;
  limiter.connect(gain(MAKE_UP_CORRECTION, context.destination));
  const master = gain(0, limiter);
  const effects = gain(0, master);
  return { context, master, effects, music: gain(0, master), effectPlayer: new Effects(context, effects) };
}

export class SoundEngine {
  readonly #page: Page | undefined;
  #settings: SoundSettings = { muted: false, effects: 0.8, music: 0.8 };
  #unlocked = false;
  #failed = false;
  #graph: AudioGraph | undefined;
  #levels = new Map<GainNode, number>();
  #wantedPiece: Piece | undefined;
  #player: Player | undefined;
  #playingPiece: Piece | undefined;
  #ticker: ReturnType<typeof setInterval> | undefined;
  #suspendTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(page: Page | undefined = globalThis.document) {
    this.#page = page;
  }

  get settings(): Readonly<SoundSettings> {
    return this.#settings;
  }

  configure(settings: Partial<SoundSettings>): void {
    this.#settings = { ...this.#settings, ...settings };
    this.#update();
  }

  /** Allow sound. Call it on a click or key press, since browsers allow sound only from then on; calling it again does no harm. */
  unlock(): void {
    if (this.#unlocked) return;
    this.#unlocked = true;
    // The engine may be loaded too late for the first click to count; then the next one wakes it.
    for (const event of ["visibilitychange", "pointerup", "keydown"]) {
      this.#page?.addEventListener(event, () => this.#update(), { passive: true });
    }
    this.#update();
  }

  play(effect: EffectName): void {
    if (!this.#graph || this.#silent || !this.#settings.effects) return;
    // The clock of a suspended context stands still, so its effects would all sound at once later. Only the first one may wait.
    const { context, effectPlayer } = this.#graph;
    if (context.state === "running" || !context.currentTime) effectPlayer.play(effect);
  }

  /** Start a piece, cross-fading from the previous one; the same piece (by title) plays on. */
  startMusic(piece: Piece): void {
    this.#wantedPiece = piece;
    this.#update();
  }

  stopMusic(): void {
    this.#wantedPiece = undefined;
    this.#update();
  }

  get #silent(): boolean {
    return this.#settings.muted || !!this.#page?.hidden;
  }

  /** Apply the settings. A page that is muted from the start never opens an audio device. */
  #update(): void {
    if (!this.#unlocked || this.#failed || (this.#silent && !this.#graph)) return;
    try {
      this.#graph ??= buildGraph();
    } catch {
      this.#failed = true;
      return;
    }
    const { context, master, effects, music } = this.#graph;
    const ramp = (node: GainNode, value: number): void => {
      if (this.#levels.get(node) === value) return;
      this.#levels.set(node, value);
      node.gain.setTargetAtTime(value, context.currentTime, RAMP);
    };
    ramp(effects, toGain(this.#settings.effects));
    ramp(music, toGain(this.#settings.music) * MUSIC_LEVEL);
    ramp(master, this.#silent ? 0 : 1);
    clearTimeout(this.#suspendTimer);
    if (this.#silent) this.#suspendTimer = setTimeout(() => context.suspend().catch(() => {}), RAMP * 6000);
    else if (context.state !== "running") context.resume().catch(() => {});
    this.#updateMusic(context, music);
  }

  #updateMusic(context: AudioContext, to: AudioNode): void {
    const piece = this.#settings.music ? this.#wantedPiece : undefined;
    if (piece?.title === this.#playingPiece?.title) return;
    this.#player?.stop();
    clearInterval(this.#ticker);
    this.#playingPiece = piece;
    this.#player = undefined;
    if (!piece) return;
    const player = (this.#player = new Player(context, to, piece, context.currentTime + AHEAD_S, Date.now()));
    this.#ticker = setInterval(() => player.schedule(context.currentTime + AHEAD_S), TICK_MS);
  }
}
