import { describe, expect, it } from "vitest";
import { groupHeight, groupSize, spread, TALL } from "./spread";

describe("cards in a row", () => {
  it("lie side by side in the middle where there is room", () => {
    const { spots, height } = spread(3, 400, 50);
    expect(spots.map(({ x }) => x)).toEqual([121, 175, 229]);
    expect(spots.every(({ width }) => width === 50)).toBe(true);
    expect(height).toBe(50 * TALL);
  });
  it("overlap as far as they must, and what is seen of each is told", () => {
    const { spots } = spread(15, 600, 72);
    expect(new Set(spots.map(({ row }) => row))).toEqual(new Set([0]));
    expect(spots[0]?.x).toBe(0);
    expect(spots.at(-1)?.x).toBeCloseTo(528);
    expect(spots[0]?.width).toBeCloseTo(528 / 14);
    expect(spots.at(-1)?.width).toBe(72);
  });
  it("take further rows, about equally long, before too little is seen of them", () => {
    const { spots, height } = spread(20, 360, 50, 44);
    expect([0, 1, 2].map((row) => spots.filter((spot) => spot.row === row).length)).toEqual([7, 7, 6]);
    expect(spots.every(({ width }) => width >= 44)).toBe(true);
    expect(spots.every(({ x, width }) => x >= 0 && x + width <= 360)).toBe(true);
    expect(height).toBeGreaterThan(50 * TALL + 2 * 40);
    expect(spots[7]).toMatchObject({ row: 1, column: 0 });
  });
  it("are nowhere wrong without a card, with one, or before the width is known", () => {
    expect(spread(0, 300, 50)).toMatchObject({ spots: [], height: 50 * TALL });
    expect(spread(1, 300, 50).spots[0]).toMatchObject({ x: 125, width: 50 });
    expect(spread(4, 0, 50).spots.every(({ x, row }) => x === 0 && row === 0)).toBe(true);
  });
});

describe("groups side by side", () => {
  const SIZES = [72, 64, 56];
  it("are as large as the room allows, and no smaller than the smallest", () => {
    expect(groupSize(3, 2, 600, 170, SIZES)).toBe(72);
    expect(groupSize(8, 2, 600, 170, SIZES)).toBe(64);
    expect(groupSize(13, 4, 360, 170, SIZES)).toBe(56);
  });
  it("are higher with every card", () => {
    expect(groupHeight(1, 50)).toBe(70);
    expect(groupHeight(4, 50)).toBe(148);
  });
});
