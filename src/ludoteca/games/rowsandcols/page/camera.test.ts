import { describe, expect, it } from "vitest";
import { frameWall, MIN_BRICK_PX, shows } from "./camera";

const PANEL = { width: 380, height: 330 };
const row = (length: number): { x: number; y: number }[] => Array.from({ length }, (_, x) => ({ x, y: 0 }));

describe("the part of the wall that is shown", () => {
  it("is all of it while bricks stay large enough", () => {
    const shot = frameWall(row(5), [], PANEL, 0);
    expect(shot.whole).toBe(true);
    expect(row(5).every((cell) => shows(shot, cell, 0))).toBe(true);
  });

  it("follows the play on a larger wall, with bricks of the least size", () => {
    const shot = frameWall(row(30), [{ x: 29, y: 0 }], PANEL, 0);
    expect(shot.whole).toBe(false);
    expect(shot.brickPx).toBe(MIN_BRICK_PX);
    expect(shows(shot, { x: 29, y: 0 }, 0)).toBe(true);
    expect(shows(shot, { x: 0, y: 0 }, 0)).toBe(false);
  });

  it("lies below a bar", () => {
    const shot = frameWall(row(5), [], PANEL, 100);
    expect(row(5).every((cell) => shows(shot, cell, 100))).toBe(true);
    expect(shows(shot, { x: 2, y: -4 }, 100)).toBe(false);
  });
});
