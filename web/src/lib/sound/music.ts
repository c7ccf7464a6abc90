/** Plays a piece. Notes are scheduled on the audio clock a little ahead, since timers alone are too uneven to keep a beat. */

import type { Instrument, Note, Piece } from "./piece";

export { parsePiece } from "./piece";
export type { Piece } from "./piece";

/** How often notes are scheduled, in ms, and how far ahead, in s; one tick may be late. */
export const TICK_MS = 100;
export const AHEAD_S = 0.2;
const MAX_JITTER_S = 0.012;

/** Return a seeded random generator (mulberry32), so that variation can be tested. */
export function seededRandom(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Return the impulse response of a stone room: noise that fades and loses its high frequencies first. */
function impulse(context: BaseAudioContext, seconds: number): AudioBuffer {
  const length = Math.ceil(seconds * context.sampleRate);
  const buffer = context.createBuffer(2, length, context.sampleRate);
  for (const channel of [0, 1]) {
    const random = seededRandom(channel + 1);
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
  /** The start time and the index of the current section, and its next note. */
  #origin: number;
  #section = 0;
  #next = 0;

  constructor(context: BaseAudioContext, to: AudioNode, piece: Piece, start: number, seed = 1) {
    this.#context = context;
    this.#piece = piece;
    this.#random = seededRandom(seed);
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
    this.#inputs = piece.instruments.map((instrument) => this.#buildChannel(instrument, echo, room));
  }

  /** Return the input of an instrument's filter, pan and effect sends, which all its notes share. */
  #buildChannel(instrument: Instrument, echo: AudioNode, room: AudioNode): AudioNode {
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

  /** Schedule every note that starts before `until`. */
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
      // A page that hung resumes where it was, instead of playing all missed notes at once.
      const late = this.#context.currentTime - time;
      if (late > 0) this.#origin += late;
      this.#next++;
      if (!note.maybe || this.#random() < 0.5) this.#play(note, time + Math.max(late, 0));
    }
  }

  #play(note: Note, on: number): void {
    const { wave, partials, attack, decay, sustain, release, gain } = this.#piece.instruments[note.instrument]!;
    const start = on + this.#random() * MAX_JITTER_S;
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
      // High partials decay faster, as in wood and metal. With a third as the time constant, 95 % is gone after the given time.
      level.setTargetAtTime(loud * share * sustain, start + attack, decay / 3 / Math.max(1, Math.sqrt(ratio)));
      level.setTargetAtTime(0, off, release / 3);
      tone.connect(envelope).connect(this.#inputs[note.instrument]!);
      tone.onended = () => envelope.disconnect();
      tone.start(start);
      tone.stop(off + release * 2);
    }
  }

  /** Fade out; disconnect once it is inaudible. */
  stop(): void {
    const now = this.#context.currentTime;
    this.#out.gain.cancelScheduledValues(now);
    this.#out.gain.setTargetAtTime(0, now, 0.5);
    setTimeout(() => this.#out.disconnect(), 4000);
  }
}
