import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parsePiece } from "./piece";

/** Return a valid small piece; each test breaks one thing in it. */
function small(): Record<string, any> {
  return {
    title: "Small",
    tempo: 60,
    beat: 2,
    bar: 4,
    instruments: { bell: { attack: 0.01, decay: 1, release: 0.5, gain: 0.2 }, bass: { attack: 0.01, decay: 1, release: 0.5, gain: 0.1 } },
    sections: { a: { bell: "a4 - c#5+e5/2? | bb3/4", bass: "a2/4 | -/2 a1/2" }, b: { bell: "a5/4" } },
    order: ["a", "b", "a"],
  };
}

function parseBroken(breakIt: (piece: Record<string, any>) => void): () => void {
  const piece = small();
  breakIt(piece);
  return () => parsePiece(piece);
}

describe("parsePiece", () => {
  it("reads notes, chords, rests, lengths and notes that may be left out", () => {
    const piece = parsePiece(small());
    expect(piece.step).toBe(0.5);
    expect(piece.order.map((section) => section.steps)).toEqual([8, 4, 8]);
    const bell = piece.order[0]!.notes.filter((note) => note.instrument === 0);
    expect(bell.map((note) => [note.at, note.steps, Math.round(note.hertz), note.maybe])).toEqual([
      [0, 1, 440, false],
      [2, 2, 554, true],
      [2, 2, 659, true],
      [4, 4, 233, false],
    ]);
    expect(piece.order[0]!.notes.map((note) => note.at)).toEqual([0, 0, 2, 2, 4, 6]);
    expect(piece.instruments[0]).toMatchObject({ wave: "sine", partials: [[1, 1]], sustain: 0, pan: 0, cutoff: 20000, echo: 0, room: 0 });
  });

  it.each<[string, (piece: Record<string, any>) => void]>([
    ["Music: title must be a text of 1 to 80 characters.", (p) => (p.title = "")],
    ["Music: tempo must be a number from 20 to 240.", (p) => (p.tempo = 300)],
    ["Music: tempo must be a number from 20 to 240.", (p) => (p.tempo = NaN)],
    ["Music: bar must be a number from 1 to 64.", (p) => delete p.bar],
    ['Music: the piece has an unknown field "loop"; known are title tempo beat bar echo room instruments sections order.', (p) => (p.loop = true)],
    ["Music: echo.feedback must be a number from 0 to 0.8.", (p) => (p.echo = { feedback: 1 })],
    ["Music: instruments must be an object of 1 to 8 entries.", (p) => (p.instruments = {})],
    ["Music: instruments.bell must be an object.", (p) => (p.instruments.bell = "ding")],
    ["Music: instruments.bell.gain must be a number from 0 to 1.", (p) => (p.instruments.bell.gain = "loud")],
    ["Music: instruments.bell.wave must be one of sine, triangle, square, sawtooth.", (p) => (p.instruments.bell.wave = "noise")],
    ["Music: instruments.bell.partials[1] must be a pair [ratio, gain].", (p) => (p.instruments.bell.partials = [[1, 1], [2]])],
    ["Music: instruments.bell.partials[0][0] must be a number from 0.25 to 16.", (p) => (p.instruments.bell.partials = [[0, 1]])],
    ["Music: sections.a.horn must be named after an instrument (bell, bass).", (p) => (p.sections.a = { horn: "a4" })],
    ["Music: sections.a.bass must be as long as bell, 8 steps, not 4.", (p) => (p.sections.a.bass = "a2/4")],
    ["Music: sections.b.bell has a bar line after step 3; a bar has 4 steps.", (p) => (p.sections.b.bell = "a4/3 | a4")],
    ['Music: sections.b.bell must be of tokens such as d4, f#4+a4/2, bb3/6? or -/2, not "h4".', (p) => (p.sections.b.bell = "a4 h4")],
    ['Music: sections.b.bell: the length of "a4/99" must be a number from 0.25 to 64.', (p) => (p.sections.b.bell = "a4/99")],
    ["Music: sections.b.bell: its length in steps must be a number from 1 to 512.", (p) => (p.sections.b.bell = "")],
    ["Music: sections.b.bell must be a text of at most 4000 characters.", (p) => (p.sections.b.bell = ["a4"])],
    ["Music: order must be a list of 1 to 64 entries.", (p) => (p.order = [])],
    ["Music: order[1] must be the name of a section (a, b).", (p) => (p.order = ["a", "c"])],
  ])("%s", (sentence, breakIt) => {
    expect(parseBroken(breakIt)).toThrow(new Error(sentence));
  });

  it.each([null, undefined, 7, "music", []])("refuses %j", (json) => {
    expect(() => parsePiece(json)).toThrow("Music: the piece must be an object.");
  });
});

describe.each(["flooding", "latice", "rowsandcols", "waffe", "wege"])("the music of %s", (game) => {
  const text = readFileSync(new URL(`../../../../src/ludoteca/games/${game}/page/music.json`, import.meta.url), "utf8");
  const json = JSON.parse(text) as { sections: Record<string, Record<string, string>>; order: string[] };
  const piece = parsePiece(json);

  it("is a small file and lasts one to two minutes", () => {
    const seconds = piece.order.reduce((sum, section) => sum + section.steps * piece.step, 0);
    expect(text.length).toBeLessThan(8000);
    expect(seconds).toBeGreaterThanOrEqual(60);
    expect(seconds).toBeLessThanOrEqual(120.1);
    expect(Object.keys(json.sections).length).toBeGreaterThanOrEqual(4);
    expect(new Set(json.order)).toEqual(new Set(Object.keys(json.sections)));
  });

  it("has voices of equal length in each section", () => {
    const length = (token: string): number => (token === "|" ? 0 : Number(/\/([\d.]+)/.exec(token)?.[1] ?? 1));
    for (const voices of Object.values(json.sections)) {
      const lengths = Object.values(voices).map((voice) => voice.split(" ").reduce((sum, token) => sum + length(token), 0));
      expect(new Set(lengths).size).toBe(1);
    }
  });

  it("has no semitone or minor ninth between notes that sound together for long", () => {
    for (const { notes } of piece.order) {
      for (const a of notes) {
        for (const b of notes) {
          const together = Math.min(a.at + a.steps, b.at + b.steps) - Math.max(a.at, b.at);
          const apart = Math.round(12 * Math.log2(a.hertz / b.hertz));
          if (together > 1) expect([1, 13]).not.toContain(apart);
        }
      }
    }
  });
});
