/**
 * Sound effects, each described as data and played by one small renderer. They use the notes D, E, A and B, which fit both D dorian
 * and D lydian, the modes of the games' music.
 */

import { seededRandom } from "./music";

export type EffectName =
  | "pick" | "place" | "unpick" | "flip" | "splash" | "dry" | "step" | "card"
  | "buy" | "turn" | "refuse" | "win" | "lose" | "draw" | "join" | "chat" | "hint" | "undo" | "tick";

/** A tone, or band-passed noise, that slides between two frequencies while it fades. In seconds and hertz. */
interface Sound {
  kind: "sine" | "triangle" | "noise";
  at: number;
  from: number;
  to: number;
  length: number;
  gain: number;
  attack: number;
}

const D3 = 146.8, E3 = 164.8, A3 = 220, D4 = 293.7, E4 = 329.6, A4 = 440, B4 = 493.9;
const D5 = 587.3, E5 = 659.3, A5 = 880, B5 = 987.8, E6 = 1318.5;

const tone = (at: number, from: number, to: number, length: number, gain: number, kind: Sound["kind"] = "sine", attack = 0.005): Sound =>
  ({ kind, at, from, to, length, gain, attack });
const noise = (at: number, from: number, to: number, length: number, gain: number, attack = 0.01): Sound =>
  ({ kind: "noise", at, from, to, length, gain, attack });
/** Return a struck bar: the note, and an overtone that fades quickly. */
const bar = (at: number, hertz: number, length: number, gain: number): Sound[] =>
  [tone(at, hertz, hertz, length, gain), tone(at, hertz * 3.9, hertz * 3.9, length / 5, gain / 5)];
const tune = (gap: number, length: number, gain: number, ...notes: number[]): Sound[] =>
  notes.flatMap((hertz, i) => bar(i * gap, hertz, i === notes.length - 1 ? length * 2 : length, gain));

export const EFFECTS: Readonly<Record<EffectName, readonly Sound[]>> = {
  pick: [tone(0, A4, D5, 0.09, 0.2), noise(0, 2600, 3200, 0.02, 0.12, 0.002)],
  unpick: [tone(0, D5, A4 * 0.9, 0.11, 0.16)],
  place: [tone(0, A3, D3, 0.14, 0.34), noise(0, 1500, 700, 0.035, 0.3, 0.002)],
  flip: [noise(0, 900, 3800, 0.11, 0.42, 0.03), tone(0.08, E5, E5, 0.09, 0.15)],
  splash: [
    noise(0, 1700, 350, 0.34, 0.42, 0.012), noise(0.07, 3600, 1500, 0.2, 0.14, 0.04),
    tone(0.09, 330, 760, 0.08, 0.14), tone(0.19, 430, 990, 0.07, 0.1), tone(0.27, 390, 1150, 0.06, 0.06),
  ],
  dry: [noise(0, 1400, 5200, 0.4, 0.12, 0.14), ...bar(0.06, A4, 0.3, 0.12), ...bar(0.16, E5, 0.4, 0.11)],
  step: [tone(0, 190, 105, 0.09, 0.3), noise(0, 720, 420, 0.06, 0.34, 0.004), noise(0.05, 2400, 1800, 0.05, 0.05)],
  card: [noise(0, 4600, 2400, 0.1, 0.34, 0.02), noise(0.075, 1900, 1500, 0.03, 0.4, 0.002)],
  buy: [...bar(0, B5, 0.14, 0.12), ...bar(0.07, E6, 0.4, 0.12)],
  turn: [...bar(0, A4, 0.26, 0.24), ...bar(0.15, D5, 0.6, 0.24), tone(0.15, D4, D4, 0.5, 0.08)],
  refuse: [tone(0, A3, A3 * 0.95, 0.1, 0.22, "triangle", 0.012), tone(0.12, E3, E3 * 0.94, 0.17, 0.26, "triangle", 0.012)],
  win: [...tune(0.12, 0.4, 0.2, D4, A4, B4, D5, E5, A5), tone(0.6, D4, D4, 1.1, 0.1), tone(0.6, A4, A4, 1.1, 0.08)],
  lose: [...tune(0.24, 0.6, 0.2, D5, B4, A4, E4), tone(0.72, D3, D3, 1.3, 0.16, "sine", 0.05)],
  draw: [...tune(0.18, 0.5, 0.19, A4, E4, A4), tone(0.36, A3, A3, 0.9, 0.1)],
  join: [...bar(0, D4, 0.14, 0.24), ...bar(0.1, E4, 0.14, 0.22), ...bar(0.2, A4, 0.4, 0.22)],
  chat: [tone(0, 520, B4 * 1.5, 0.06, 0.2), tone(0.075, 700, E5 * 1.5, 0.07, 0.18)],
  hint: [...bar(0, E5, 0.16, 0.16), ...bar(0.09, A5, 0.4, 0.16)],
  undo: [tone(0, A4, E4, 0.14, 0.24), noise(0, 2400, 900, 0.12, 0.18, 0.02)],
  tick: [tone(0, 1100, 1000, 0.03, 0.2), noise(0, 3000, 2600, 0.012, 0.16, 0.001)],
};

/**
 * Gains that let every effect peak at -12 dBFS at the default volume, and the small ones 3 dB below it. Measured on rendered samples;
 * tests/browser/test_sound.py measures them again.
 */
const LEVELS: Readonly<Record<EffectName, number>> = {
  pick: 1.6, unpick: 2.3, place: 1.38, flip: 3.15, splash: 2.25, dry: 3.1, step: 1.57, card: 2.1,
  buy: 3.4, turn: 1.5, refuse: 2.05, win: 1.35, lose: 1.53, draw: 1.62, join: 1.86, chat: 1.84, hint: 2.5, undo: 1.8, tick: 2,
};

/** The most effects at once; one more stops the oldest. */
export const MAX_AT_ONCE = 6;
/** An effect repeated within this time, in seconds, is played once. */
export const GAP = 0.04;

export class Effects {
  readonly #context: BaseAudioContext;
  readonly #to: AudioNode;
  readonly #noise: AudioBuffer;
  readonly #last = new Map<EffectName, number>();
  #playing: { group: GainNode; until: number }[] = [];

  constructor(context: BaseAudioContext, to: AudioNode) {
    this.#context = context;
    this.#to = to;
    this.#noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
    const data = this.#noise.getChannelData(0);
    const random = seededRandom(1);
    for (let i = 0; i < data.length; i++) data[i] = random() * 2 - 1;
  }

  play(name: EffectName): void {
    const now = this.#context.currentTime;
    if (now - (this.#last.get(name) ?? -1) < GAP) return;
    this.#last.set(name, now);

    this.#playing = this.#playing.filter((effect) => effect.until > now);
    if (this.#playing.length >= MAX_AT_ONCE) this.#playing.shift()!.group.gain.setTargetAtTime(0, now, 0.01);
    const group = this.#context.createGain();
    // Several effects at once are softer, so that six together are hardly louder than two.
    group.gain.value = 1 / (1 + 0.3 * this.#playing.length);
    group.connect(this.#to);
    const pitch = 2 ** ((Math.random() - 0.5) / 30);
    const until = Math.max(...EFFECTS[name].map((sound) => this.#sound({ ...sound, gain: sound.gain * LEVELS[name] }, now, pitch, group)));
    this.#playing.push({ group, until });
  }

  #sound(sound: Sound, now: number, pitch: number, to: AudioNode): number {
    const start = now + sound.at;
    const end = start + sound.attack + sound.length * 1.6;
    const slide = (frequency: AudioParam): void => {
      frequency.setValueAtTime(sound.from * pitch, start);
      frequency.exponentialRampToValueAtTime(sound.to * pitch, start + sound.attack + sound.length);
    };
    const envelope = this.#context.createGain();
    envelope.gain.setValueAtTime(0, start);
    envelope.gain.linearRampToValueAtTime(sound.gain, start + sound.attack);
    envelope.gain.setTargetAtTime(0, start + sound.attack, sound.length / 4);
    envelope.connect(to);

    let source: AudioScheduledSourceNode;
    if (sound.kind === "noise") {
      const hiss = this.#context.createBufferSource();
      hiss.buffer = this.#noise;
      hiss.loop = true;
      const band = this.#context.createBiquadFilter();
      band.type = "bandpass";
      slide(band.frequency);
      hiss.connect(band).connect(envelope);
      source = hiss;
    } else {
      const oscillator = this.#context.createOscillator();
      oscillator.type = sound.kind;
      slide(oscillator.frequency);
      oscillator.connect(envelope);
      source = oscillator;
    }
    source.onended = () => envelope.disconnect();
    source.start(start);
    source.stop(end);
    return end;
  }
}
