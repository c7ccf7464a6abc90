import { describe, expect, it } from "vitest";
import { partOf, Viewport } from "./viewport.svelte";

const ALL = { x: -20, y: -20, width: 2040, height: 2040 };
const cell = (x: number, y: number): { x: number; y: number; width: number; height: number } => ({ x: x * 100, y: y * 100, width: 100, height: 100 });

describe("a part of a board", () => {
  it("has the play in its middle, and nothing beside the board", () => {
    expect(partOf(ALL, 0.5, [cell(9, 9)])).toEqual({ x: 440, y: 440, width: 1020, height: 1020 });
    expect(partOf(ALL, 0.5, [cell(0, 0)])).toEqual({ x: -20, y: -20, width: 1020, height: 1020 });
    expect(partOf(ALL, 0.5, [cell(19, 10)])).toEqual({ x: 1000, y: 540, width: 1020, height: 1020 });
  });

  it("shows more of the play as far as it fits beside the first", () => {
    const seen = partOf(ALL, 0.5, [cell(5, 5), cell(19, 19), cell(11, 5)]);
    expect(seen.x + seen.width / 2).toBe(850);
    expect(seen.y + seen.height / 2).toBe(550);
  });

  it("is the middle without any play, and the whole board at full size", () => {
    expect(partOf(ALL, 0.5, [])).toEqual({ x: 490, y: 490, width: 1020, height: 1020 });
    expect(partOf(ALL, 1, [cell(0, 0)])).toEqual(ALL);
  });
});

describe("a viewport on a part of a board", () => {
  it("is zoomed out to the whole board and no further, and goes back to the part", () => {
    const viewport = new Viewport(false);
    const part = partOf(ALL, 0.5, [cell(0, 0)]);
    viewport.fit(ALL, part);
    expect(viewport.zoomed).toBe(true);
    viewport.zoom(0);
    expect(viewport.shown).toEqual(ALL);
    expect(viewport.zoomed).toBe(false);
    viewport.reset();
    expect(viewport.shown).toEqual(part);
  });

  it("pans just far enough to show what it is to show", () => {
    const viewport = new Viewport(false);
    viewport.fit(ALL, partOf(ALL, 0.5, [cell(0, 0)]));
    viewport.show(cell(3, 12));
    expect(viewport.shown).toEqual({ x: -20, y: 280, width: 1020, height: 1020 });
    viewport.show(cell(4, 11));
    expect(viewport.shown.y).toBe(280);
  });
});
