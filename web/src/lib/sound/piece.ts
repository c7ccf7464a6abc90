/**
 * Reads and checks a game's music.json.
 *
 * A voice is text: "d4/3 a4 - f4+a4/2? | ...". A token is a note, a chord (f4+a4) or a rest (-); "/3" is its length in steps (1 unless
 * given); "?" marks a note that is played about every second time; "|" must fall on the end of a bar.
 */

export interface Instrument {
  wave: OscillatorType;
  /** [ratio to the note's frequency, gain], one oscillator each; the ratios may be inharmonic, as in real bars and tines. */
  partials: readonly (readonly [ratio: number, gain: number])[];
  /** Seconds; sustain is a share of the peak. */
  attack: number;
  decay: number;
  sustain: number;
  release: number;
  gain: number;
  pan: number;
  /** Low-pass, in hertz. */
  cutoff: number;
  /** How much is sent to the piece's echo and reverberation. */
  echo: number;
  room: number;
}

export interface Note {
  at: number;
  steps: number;
  hertz: number;
  instrument: number;
  maybe: boolean;
}

export interface Section {
  steps: number;
  notes: readonly Note[];
}

export interface Piece {
  title: string;
  /** Seconds per step. */
  step: number;
  instruments: readonly Instrument[];
  /** Seconds between echoes, and the feedback gain. */
  echo: { time: number; feedback: number };
  /** Seconds of reverberation. */
  room: number;
  /** The sections in playing order; then from the start. */
  order: readonly Section[];
}

type Fields = Record<string, unknown>;

const WAVES = ["sine", "triangle", "square", "sawtooth"];
const TOKEN = /^(-|[a-g][#b]?\d(?:\+[a-g][#b]?\d)*)(?:\/(\d*\.?\d+))?(\?)?$/;
const SEMITONES: Record<string, number> = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const MAX_STEPS = 512;

function fail(where: string, must: string): never {
  throw new Error(`Music: ${where} must be ${must}.`);
}

function fields(value: unknown, where: string, known?: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) fail(where, "an object");
  for (const key of Object.keys(value)) {
    if (known && !known.split(" ").includes(key)) throw new Error(`Music: ${where} has an unknown field "${key}"; known are ${known}.`);
  }
  return value as Fields;
}

function number(value: unknown, where: string, least: number, most: number, otherwise?: number): number {
  const given = value ?? otherwise;
  if (typeof given !== "number" || !(given >= least && given <= most)) fail(where, `a number from ${least} to ${most}`);
  return given;
}

function list(value: unknown, where: string, most: number): unknown[] {
  if (!Array.isArray(value) || value.length < 1 || value.length > most) fail(where, `a list of 1 to ${most} entries`);
  return value;
}

function entries(value: unknown, where: string, most: number): [string, unknown][] {
  const pairs = Object.entries(fields(value, where));
  if (pairs.length < 1 || pairs.length > most) fail(where, `an object of 1 to ${most} entries`);
  return pairs;
}

function hertz(pitch: string): number {
  const sharp = pitch[1] === "#" ? 1 : pitch.length === 3 ? -1 : 0;
  return 440 * 2 ** ((SEMITONES[pitch.charAt(0)]! + sharp + 12 * Number(pitch.at(-1)) - 57) / 12);
}

function parseInstrument(value: unknown, where: string): Instrument {
  const f = fields(value, where, "wave partials attack decay sustain release gain pan cutoff echo room");
  const read = (name: keyof Instrument, least: number, most: number, otherwise?: number): number =>
    number(f[name], `${where}.${name}`, least, most, otherwise);
  const wave = f.wave ?? "sine";
  if (!WAVES.includes(wave as string)) fail(`${where}.wave`, `one of ${WAVES.join(", ")}`);
  return {
    wave: wave as OscillatorType,
    partials: list(f.partials ?? [[1, 1]], `${where}.partials`, 6).map((pair, i) => {
      const at = `${where}.partials[${i}]`;
      if (!Array.isArray(pair) || pair.length !== 2) fail(at, "a pair [ratio, gain]");
      return [number(pair[0], `${at}[0]`, 0.25, 16), number(pair[1], `${at}[1]`, 0, 1)];
    }),
    attack: read("attack", 0.002, 8),
    decay: read("decay", 0.02, 12),
    sustain: read("sustain", 0, 1, 0),
    release: read("release", 0.02, 12),
    gain: read("gain", 0, 1),
    pan: read("pan", -1, 1, 0),
    cutoff: read("cutoff", 50, 20000, 20000),
    echo: read("echo", 0, 1, 0),
    room: read("room", 0, 1, 0),
  };
}

function parseVoice(text: unknown, where: string, instrument: number, bar: number, notes: Note[]): number {
  if (typeof text !== "string" || text.length > 4000) fail(where, "a text of at most 4000 characters");
  let at = 0;
  for (const token of text.split(/\s+/).filter(Boolean)) {
    if (token === "|") {
      if (at % bar) throw new Error(`Music: ${where} has a bar line after step ${at}; a bar has ${bar} steps.`);
      continue;
    }
    const [, pitches, length, maybe] = TOKEN.exec(token) ?? fail(where, `of tokens such as d4, f#4+a4/2, bb3/6? or -/2, not "${token}"`);
    const steps = number(Number(length ?? 1), `${where}: the length of "${token}"`, 0.25, 64);
    if (pitches !== "-") {
      for (const pitch of pitches!.split("+")) notes.push({ at, steps, hertz: hertz(pitch), instrument, maybe: !!maybe });
    }
    at += steps;
  }
  return number(at, `${where}: its length in steps`, 1, MAX_STEPS);
}

function parseSection(value: unknown, where: string, names: readonly string[], bar: number): Section {
  const notes: Note[] = [];
  let steps = 0;
  let first = "";
  for (const [name, text] of entries(value, where, names.length)) {
    const instrument = names.indexOf(name);
    if (instrument < 0) fail(`${where}.${name}`, `named after an instrument (${names.join(", ")})`);
    const length = parseVoice(text, `${where}.${name}`, instrument, bar, notes);
    first ||= name;
    steps ||= length;
    if (length !== steps) fail(`${where}.${name}`, `as long as ${first}, ${steps} steps, not ${length}`);
  }
  return { steps, notes: notes.sort((a, b) => a.at - b.at) };
}

/** Parse a piece; throw an Error that names the wrong field and its bounds. */
export function parsePiece(json: unknown): Piece {
  const f = fields(json, "the piece", "title tempo beat bar echo room instruments sections order");
  if (typeof f.title !== "string" || !f.title || f.title.length > 80) fail("title", "a text of 1 to 80 characters");
  const step = 60 / number(f.tempo, "tempo", 20, 240) / number(f.beat, "beat", 1, 12, 1);
  const bar = number(f.bar, "bar", 1, 64);
  const echo = fields(f.echo ?? {}, "echo", "steps feedback");
  const instruments = entries(f.instruments, "instruments", 8);
  const names = instruments.map(([name]) => name);
  const sections = new Map(
    entries(f.sections, "sections", 24).map(([name, value]) => [name, parseSection(value, `sections.${name}`, names, bar)]),
  );
  return {
    title: f.title,
    step,
    instruments: instruments.map(([name, value]) => parseInstrument(value, `instruments.${name}`)),
    echo: {
      time: Math.min(step * number(echo.steps, "echo.steps", 0.25, 16, 3), 4),
      feedback: number(echo.feedback, "echo.feedback", 0, 0.8, 0.3),
    },
    room: number(f.room, "room", 0.1, 6, 2),
    order: list(f.order, "order", 64).map(
      (name, i) => sections.get(name as string) ?? fail(`order[${i}]`, `the name of a section (${[...sections.keys()].join(", ")})`),
    ),
  };
}
