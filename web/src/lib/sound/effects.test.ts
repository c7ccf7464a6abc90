import { describe, expect, it } from "vitest";
import { type EffectName, Effects, EFFECTS, GAP, MAX_AT_ONCE } from "./effects";
import { FakeContext, FakeNode } from "./fakeAudio";

const NAMES = Object.keys(EFFECTS) as EffectName[];

function setUp(): { context: FakeContext; effects: Effects; to: FakeNode } {
  const context = new FakeContext();
  const to = new FakeNode("to");
  return { context, to, effects: new Effects(context as unknown as BaseAudioContext, to as unknown as AudioNode) };
}

describe("effects", () => {
  it.each(NAMES)("%s is short, soft and audible", (name) => {
    const { context, effects, to } = setUp();
    effects.play(name);
    expect(context.sources.length).toBe(EFFECTS[name].length);
    for (const source of context.sources) {
      expect(source.reaches(to)).toBe(true);
      expect(source.stopped).toBeGreaterThan(source.started);
      expect(source.stopped).toBeLessThan(3);
    }
    for (const sound of EFFECTS[name]) {
      expect(sound.gain).toBeLessThanOrEqual(0.5);
      expect(Math.min(sound.from, sound.to)).toBeGreaterThan(60);
    }
  });

  it("are all different", () => {
    expect(new Set(NAMES.map((name) => JSON.stringify(EFFECTS[name]))).size).toBe(NAMES.length);
  });

  it("play a quick repetition once, and a later one slightly out of tune", () => {
    const { context, effects } = setUp();
    effects.play("unpick");
    effects.play("unpick");
    expect(context.sources.length).toBe(1);
    context.currentTime = GAP;
    effects.play("unpick");
    const [first, second] = context.sources.map((source) => source.frequency.calls[0]![1]);
    expect(context.sources.length).toBe(2);
    expect(first).not.toBe(second);
    expect(Math.abs(first! / second! - 1)).toBeLessThan(0.03);
  });

  it("stay within bounds: the oldest stop, and together they are hardly louder than one", () => {
    const { context, effects, to } = setUp();
    for (const [i, name] of NAMES.entries()) {
      context.currentTime = i * 0.02;
      effects.play(name);
    }
    const groups = context.nodes.filter((node) => node.kind === "gain" && node.to.has(to));
    const loud = groups.filter((group) => group.gain.target > 0).map((group) => group.gain.value);
    expect(groups.length).toBe(NAMES.length);
    expect(loud.length).toBeLessThanOrEqual(MAX_AT_ONCE);
    expect(loud.reduce((a, b) => a + b)).toBeLessThan(3);
  });
});
