import { expect, it } from "vitest";
import { changedPart } from "./imageDiff";

const picture = (...greys: number[]): Uint8ClampedArray => Uint8ClampedArray.from(greys.flatMap((grey) => [grey, grey, grey, 255]));

it("holds what changed, and is transparent elsewhere", () => {
  const before = picture(1, 1, 1, 1, 1, 1, 1, 1, 1);
  const part = changedPart(before, picture(1, 1, 1, 1, 7, 1, 1, 1, 9), 3);
  expect([part.x, part.y, part.width, part.height]).toEqual([1, 1, 2, 2]);
  expect([...part.data]).toEqual([7, 7, 7, 255, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 255]);
});

it("is one transparent pixel if nothing changed", () => {
  expect([...changedPart(picture(1, 2), picture(1, 2), 2).data]).toEqual([0, 0, 0, 0]);
});
