import { describe, expect, it } from "vitest";
import { CARD_ASPECT, layOutCards } from "./cardRows";

describe("cards in a row", () => {
  it("are centred side by side when there is room", () => {
    const { slots, height } = layOutCards(3, 400, 50);
    expect(slots.map(({ x }) => x)).toEqual([120, 175, 230]);
    expect(slots.every(({ width }) => width === 50)).toBe(true);
    expect(height).toBe(50 * CARD_ASPECT);
  });
  it("overlap as far as needed, and know their visible width", () => {
    const { slots } = layOutCards(15, 600, 72);
    expect(new Set(slots.map(({ row }) => row))).toEqual(new Set([0]));
    expect(slots[0]?.x).toBe(0);
    expect(slots.at(-1)?.x).toBeCloseTo(528);
    expect(slots[0]?.width).toBeCloseTo(528 / 14);
    expect(slots.at(-1)?.width).toBe(72);
  });
  it("wrap into rows of about equal length before too little is visible", () => {
    const { slots, height } = layOutCards(20, 360, 50, 44);
    expect([0, 1, 2].map((row) => slots.filter((slot) => slot.row === row).length)).toEqual([7, 7, 6]);
    expect(slots.every(({ width }) => width >= 44)).toBe(true);
    expect(slots.every(({ x, width }) => x >= 0 && x + width <= 360)).toBe(true);
    expect(height).toBeGreaterThan(50 * CARD_ASPECT + 2 * 40);
    expect(slots[7]).toMatchObject({ row: 1, column: 0 });
  });
  it("work for no card, for one card and before the width is known", () => {
    expect(layOutCards(0, 300, 50)).toMatchObject({ slots: [], height: 50 * CARD_ASPECT });
    expect(layOutCards(1, 300, 50).slots[0]).toMatchObject({ x: 125, width: 50 });
    expect(layOutCards(4, 0, 50).slots.every(({ x, row }) => x === 0 && row === 0)).toBe(true);
  });
});
