/** Plays a piece: notes are handed to the audio clock a little ahead of time, since timers alone are too uneven to keep a beat. */

import type { Instrument, Note, Piece } from "./piece";

export { parsePiece } from "./piece";
export type { Piece } from "./piece";

/** How often the engine looks, in ms, and how far ahead it schedules, in s: room for one late tick. */
export const TICK = 100;
export const AHEAD = 0.2;
const LATEST = 0.012;

/** A small generator with a seed (mulberry32), so that variation can be tested. */
export function seeded(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The echo of a stone room: noise that fades and, as high sounds die first, grows darker. */
function impulse(context: BaseAudioContext, seconds: number): AudioBuffer {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(2, length, context.sampleRate);
  for (const channel of [0, 1]) {
    const random = seeded(channel + 1);
    const data = buffer.getChannelData(channel);
    let low = 0;
    for (let i = 0; i < length; i++) {
      const left = 1 - i / length;
      low += (random() * 2 - 1 - low) * (0.08 + 0.6 * left * left);
      data[i] = low * left * left * left;
    }
  }
  return buffer;
}

export class Player {
  readonly #context: BaseAudioContext;
  readonly #piece: Piece;
  readonly #random: () => number;
  readonly #out: GainNode;
  readonly #inputs: readonly AudioNode[];
  /** When the present section began, which it is, and its next note. */
  #origin: number;
  #section = 0;
  #next = 0;

  constructor(context: BaseAudioContext, to: AudioNode, piece: Piece, start: number, seed = 1) {
    this.#context = context;
    this.#piece = piece;
    this.#random = seeded(seed);
    this.#origin = start;
    this.#out = context.createGain();
    this.#out.gain.value = 0;
    this.#out.gain.setTargetAtTime(1, start, 0.5);
    this.#out.connect(to);

    const room = context.createConvolver();
    room.buffer = impulse(context, piece.room);
    room.connect(this.#out);
    const echo = context.createDelay(4);
    echo.delayTime.value = piece.echo.time;
    const again = context.createGain();
    again.gain.value = piece.echo.feedback;
    echo.connect(again).connect(echo);
    echo.connect(this.#out);
    echo.connect(room);
    this.#inputs = piece.instruments.map((instrument) => this.#strip(instrument, echo, room));
  }

  /** An instrument's way to the ear; its notes share it. */
  #strip(instrument: Instrument, echo: AudioNode, room: AudioNode): AudioNode {
    const context = this.#context;
    const filter = context.createBiquadFilter();
    filter.frequency.value = instrument.cutoff;
    const pan = context.createStereoPanner();
    pan.pan.value = instrument.pan;
    filter.connect(pan).connect(this.#out);
    for (const [level, to] of [[instrument.echo, echo], [instrument.room, room]] as const) {
      if (!level) continue;
      const send = context.createGain();
      send.gain.value = level;
      pan.connect(send).connect(to);
    }
    return filter;
  }

  /** Schedules every note that begins before `until`. */
  schedule(until: number): void {
    for (;;) {
      const section = this.#piece.order[this.#section % this.#piece.order.length]!;
      const note = section.notes[this.#next];
      const time = this.#origin + (note?.at ?? section.steps) * this.#piece.step;
      if (time >= until) return;
      if (!note) {
        this.#origin = time;
        this.#section++;
        this.#next = 0;
        continue;
      }
      // A page that hung resumes where it was, rather than playing all that it missed at once.
      const late = this.#context.currentTime - time;
      if (late > 0) this.#origin += late;
      this.#next++;
      if (!note.maybe || this.#random() < 0.5) this.#play(note, time + Math.max(late, 0));
    }
  }

  #play(note: Note, on: number): void {
    const { wave, partials, attack, decay, sustain, release, gain } = this.#piece.instruments[note.instrument]!;
    const start = on + this.#random() * LATEST;
    const loud = gain * (0.85 + 0.3 * this.#random());
    const off = start + Math.max(note.steps * this.#piece.step, attack);
    for (const [ratio, share] of partials) {
      const tone = this.#context.createOscillator();
      tone.type = wave;
      tone.frequency.value = note.hertz * ratio;
      const envelope = this.#context.createGain();
      const level = envelope.gain;
      level.setValueAtTime(0, start);
      level.linearRampToValueAtTime(loud * share, start + attack);
      // High partials die sooner, as in wood and metal. A third of the time given: then 95 % of the way is gone.
      level.setTargetAtTime(loud * share * sustain, start + attack, decay / 3 / Math.max(1, Math.sqrt(ratio)));
      level.setTargetAtTime(0, off, release / 3);
      tone.connect(envelope).connect(this.#inputs[note.instrument]!);
      tone.onended = () => envelope.disconnect();
      tone.start(start);
      tone.stop(off + release * 2);
    }
  }

  /** Fades away; what still sounds is cut off when it cannot be heard any more. */
  stop(): void {
    const now = this.#context.currentTime;
    this.#out.gain.cancelScheduledValues(now);
    this.#out.gain.setTargetAtTime(0, now, 0.5);
    setTimeout(() => this.#out.disconnect(), 4000);
  }
}
