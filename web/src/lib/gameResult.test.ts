import { describe, expect, it } from "vitest";
import type { Frame } from "$lib/wire";
import { chartOf } from "./gameResult";

const frames = (...scores: number[][]): Frame[] => scores.map((one, move) => ({ move, scores: one }) as Frame);
const chart = (...scores: number[][]): unknown => chartOf({}, frames(...scores), (code) => code)?.lines ?? null;

describe("the chart of a game", () => {
  it("has one line of scores per seat", () => {
    expect(chart([0, 0], [1, 0], [1, 2], [4, 2])).toEqual([
      [0, 1, 1, 4],
      [0, 0, 2, 2],
    ]);
  });

  it("is left out where nothing is scored, or too little was played", () => {
    expect(chart([0, 0], [0, 0], [0, 0], [0, 0])).toBeNull();
    expect(chart([0, 0], [1, -1], [2, -2], [3, -3])).toBeNull();
    expect(chart([0, 0], [1, 0])).toBeNull();
  });

  it("is the game's own where it has one", () => {
    const own = { label: "Steps", lines: [[8, 5], null], moves: [0, 3] };
    expect(chartOf({ chart: () => own }, frames([0], [1], [2], [3]), (code) => code)).toBe(own);
  });
});
