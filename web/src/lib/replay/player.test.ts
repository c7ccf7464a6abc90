import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sampleFrames } from "./frames";
import { Player } from "./player.svelte";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function playerOf(last: number): Player {
  const player = new Player();
  player.last = last;
  return player;
}

describe("a replay player", () => {
  it("stays within the frames", () => {
    const player = playerOf(5);
    for (const [key, at] of [["ArrowLeft", 0], ["ArrowRight", 1], ["End", 5], ["ArrowRight", 5], ["ArrowLeft", 4], ["Home", 0]] as const) {
      expect(player.key(key)).toBe(true);
      expect(player.at).toBe(at);
    }
    player.seek(99);
    expect(player.at).toBe(5);
    player.seek(Number.NaN);
    expect(player.at).toBe(0);
    expect(player.key("x")).toBe(false);
  });

  it("plays to the end, stops there and starts again", () => {
    const player = playerOf(3);
    player.key(" ");
    vi.advanceTimersByTime(1200);
    expect(player.at).toBe(1);
    vi.advanceTimersByTime(10_000);
    expect([player.at, player.playing]).toEqual([3, false]);
    player.toggle();
    expect([player.at, player.playing]).toEqual([0, true]);
    player.seek(2);
    expect(player.playing).toBe(false);
    vi.advanceTimersByTime(10_000);
    expect(player.at).toBe(2);
  });

  it("has four speeds, also while it plays", () => {
    const player = playerOf(100);
    player.play();
    player.key("+");
    player.key("+");
    player.key("+");
    expect(player.speed).toBe(4);
    vi.advanceTimersByTime(1200);
    expect(player.at).toBe(4);
    for (let press = 0; press < 5; press++) player.key("-");
    expect(player.speed).toBe(0.5);
    vi.advanceTimersByTime(2400);
    expect(player.at).toBe(5);
  });

  it("does not play a game without moves", () => {
    const player = playerOf(0);
    player.play();
    expect(player.playing).toBe(false);
  });
});

describe("sampleFrames", () => {
  it("keeps the first, the last, and frames evenly between", () => {
    expect(sampleFrames(5, 9)).toEqual([0, 1, 2, 3, 4]);
    expect(sampleFrames(9, 5)).toEqual([0, 2, 4, 6, 8]);
    expect(sampleFrames(1000, 200)).toHaveLength(200);
    expect(sampleFrames(1000, 200).at(-1)).toBe(999);
    expect(sampleFrames(1, 200)).toEqual([0]);
  });
});
