import { describe, expect, it, vi } from "vitest";
import { FakeContext, FakeNode } from "./fakeAudio";
import { parsePiece, Player, seededRandom } from "./music";

const PIECE = parsePiece({
  title: "Scale",
  tempo: 60,
  bar: 4,
  instruments: {
    bell: { partials: [[1, 1], [2, 0.5]], attack: 0.01, decay: 1, release: 0.5, gain: 0.2, room: 0.5, echo: 0.2 },
    bass: { attack: 0.01, decay: 1, sustain: 0.5, release: 0.5, gain: 0.1 },
  },
  sections: { a: { bell: "a4 - a4/2", bass: "-/2 a2/2" }, b: { bell: "-/4", bass: "a2/4" } },
  order: ["a", "b"],
});

function setUp(piece = PIECE, seed = 1): { context: FakeContext; to: FakeNode; player: Player } {
  const context = new FakeContext();
  const to = new FakeNode("to");
  const player = new Player(context as unknown as BaseAudioContext, to as unknown as AudioNode, piece, 10, seed);
  return { context, to, player };
}

/** Return [time, hertz] of each tone, without the jitter of a few milliseconds. */
const played = (context: FakeContext): number[][] => context.tones.map((tone) => [Math.floor(tone.started * 10) / 10, tone.frequency.value]);

describe("Player", () => {
  it("plays each note at its time, each partial as a tone, and starts again at the end", () => {
    const { context, player } = setUp();
    player.schedule(18.5);
    expect(played(context)).toEqual([
      [10, 440], [10, 880], [12, 440], [12, 880], [12, 110],
      [14, 110],
      [18, 440], [18, 880],
    ]);
    for (const tone of context.tones) expect(tone.started % 1).toBeLessThan(0.0121);
  });

  it("schedules no note twice and none beyond the horizon", () => {
    const { context, player } = setUp();
    for (let until = 9; until < 14; until += 0.1) {
      player.schedule(until);
      expect(context.tones.every((tone) => tone.started < until + 0.0121)).toBe(true);
    }
    expect(context.tones.length).toBe(5);
  });

  it("fades every note in and out, then disconnects it", () => {
    const { context, to, player } = setUp();
    player.schedule(10.5);
    const tone = context.tones[0]!;
    const envelope = [...tone.to][0]!;
    expect(envelope.gain.calls.map(([what]) => what)).toEqual(["set", "line", "target", "target"]);
    expect(envelope.gain.calls[0]![1]).toBe(0);
    expect(envelope.gain.target).toBe(0);
    expect(tone.stopped).toBeGreaterThan(tone.started + 1);
    expect(tone.reaches(to)).toBe(true);
    tone.onended!();
    expect(tone.reaches(to)).toBe(false);
  });

  it("resumes where it was after the page hung", () => {
    const { context, player } = setUp();
    player.schedule(10.5);
    context.currentTime = 100;
    player.schedule(100.5);
    expect(played(context).slice(2)).toEqual([[100, 440], [100, 880], [100, 110]]);
    player.schedule(102.5);
    expect(played(context).slice(5)).toEqual([[102, 110]]);
  });

  it("fades out when it stops, then disconnects", () => {
    vi.useFakeTimers();
    const { context, to, player } = setUp();
    player.schedule(10.5);
    player.stop();
    expect([...context.nodes.find((node) => node.to.has(to))!.gain.calls.at(-1)!]).toEqual(["target", 0, 0]);
    vi.advanceTimersByTime(4000);
    expect(context.tones[0]!.reaches(to)).toBe(false);
    vi.useRealTimers();
  });

  it("skips about half of the notes with a question mark, the same ones for the same seed", () => {
    const piece = { ...PIECE, order: [{ steps: 1, notes: [{ ...PIECE.order[1]!.notes[0]!, maybe: true }] }] };
    const hear = (seed: number): number[][] => {
      const { context, player } = setUp(piece, seed);
      player.schedule(410);
      return played(context);
    };
    expect(hear(1).length).toBeGreaterThan(160);
    expect(hear(1).length).toBeLessThan(240);
    expect(hear(1)).toEqual(hear(1));
    expect(hear(1)).not.toEqual(hear(2));
  });
});

it("seeded numbers lie between 0 and 1 and spread", () => {
  const random = seededRandom(7);
  const numbers = Array.from({ length: 1000 }, random);
  expect(Math.min(...numbers)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...numbers)).toBeLessThan(1);
  expect(numbers.reduce((a, b) => a + b) / 1000).toBeCloseTo(0.5, 1);
});
