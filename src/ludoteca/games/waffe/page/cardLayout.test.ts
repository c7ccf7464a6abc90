import { describe, expect, it } from "vitest";
import { CARD_ASPECT, layOutCards, minVisible } from "$lib/kit/cardRows";
import { groupHeight, groupSize, rowSize, stageSizes, type CardCounts } from "./cardLayout";

describe("on the field", () => {
  it("groups are as large as the space allows", () => {
    expect(groupSize(3, 2, 600, 170, 72)).toBe(72);
    expect(groupSize(8, 2, 600, 150, 72)).toBeLessThan(72);
    expect(groupSize(13, 4, 360, 90, 72)).toBe(24);
  });
  it("groups grow with every card", () => {
    expect(groupHeight(1, 50)).toBe(70);
    expect(groupHeight(4, 50)).toBe(148);
  });
  it("a row shrinks until its rows fit", () => {
    expect(rowSize(4, 600, 200, 120)).toBe(120);
    const size = rowSize(16, 360, 100, 74);
    expect(layOutCards(16, 360, size).height).toBeLessThanOrEqual(100);
  });
});

describe("the cards of a table", () => {
  const START: CardCounts = { hand: 10, open: 0, otherHand: 10, otherOpen: 0 };
  const height = (width: number, tall: number, cards = START): number => Math.round(stageSizes(width, tall, cards).hand * CARD_ASPECT);
  it("are as high as designed", () => {
    expect(height(834, 732)).toBeGreaterThanOrEqual(160);
    expect(height(1464, 1012)).toBe(210);
    expect(height(804, 878)).toBeGreaterThanOrEqual(168);
    expect(height(382, 550)).toBeGreaterThanOrEqual(104);
    expect(height(492, 378)).toBe(104);
    expect(height(910, 612)).toBeGreaterThanOrEqual(136);
    expect(height(382, 370)).toBe(104);
  });
  it("leave room for the field, and a finger's width of each card", () => {
    const many = { hand: 8, open: 7, otherHand: 5, otherOpen: 10 };
    for (const [width, tall] of [[834, 732], [804, 878], [382, 550], [492, 378], [382, 370]] as const) {
      const { hand, open } = stageSizes(width, tall, many);
      expect(hand * CARD_ASPECT).toBeGreaterThanOrEqual(84);
      expect(minVisible(open)).toBeGreaterThanOrEqual(30);
    }
  });
  it("lie beside the hand, except on a phone", () => {
    const { besideHand } = stageSizes(492, 378, { ...START, hand: 4, open: 4 });
    expect(besideHand).toBeGreaterThan(100);
    expect(stageSizes(382, 550, { ...START, hand: 4, open: 4 }).besideHand).toBeNull();
  });
});
