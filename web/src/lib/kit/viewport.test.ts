import { describe, expect, it } from "vitest";
import { Viewport, type Point } from "./viewport.svelte";

const BOX = { x: -100, y: 0, width: 400, height: 200 };
const CENTRE = { x: 100, y: 100 };

function viewportOf(box = BOX): Viewport {
  const viewport = new Viewport();
  viewport.fit(box);
  return viewport;
}

/** Return where a point of the board is on the screen, as fractions of its width and height. */
function onScreen({ shown }: Viewport, point: Point): Point {
  return { x: (point.x - shown.x) / shown.width, y: (point.y - shown.y) / shown.height };
}

const centre = ({ shown }: Viewport): Point => ({ x: shown.x + shown.width / 2, y: shown.y + shown.height / 2 });

describe("a viewport", () => {
  it("shows the whole board until the user zooms", () => {
    const viewport = viewportOf();
    expect(viewport.shown).toEqual(BOX);
    expect(viewport.zoomed).toBe(false);
    viewport.fit({ ...BOX, width: 800 });
    expect(viewport.shown.width).toBe(800);
  });

  it("stays where the user put it while the board grows, and can pan to the new part", () => {
    const viewport = viewportOf();
    viewport.zoom(2);
    const chosen = viewport.shown;
    viewport.fit({ ...BOX, width: 800 });
    expect(viewport.shown).toEqual(chosen);
    viewport.pan(10_000, 0);
    expect(centre(viewport).x).toBe(700);
    viewport.reset();
    expect(viewport.moved).toBe(false);
    expect(viewport.shown).toEqual({ ...BOX, width: 800 });
  });

  it("zooms around its centre", () => {
    const viewport = viewportOf();
    viewport.zoom(2);
    expect(viewport.shown).toEqual({ x: 0, y: 50, width: 200, height: 100 });
    expect(viewport.zoomed).toBe(true);
    viewport.zoom(0.5);
    expect(viewport.shown).toEqual(BOX);
    expect(viewport.zoomed).toBe(false);
  });

  it("keeps the point under the finger where it is", () => {
    const viewport = viewportOf();
    const point = { x: 20, y: 160 };
    for (const factor of [2, 1.25, 0.8, 3]) {
      const before = onScreen(viewport, point);
      viewport.zoom(factor, point);
      expect(onScreen(viewport, point).x).toBeCloseTo(before.x, 9);
      expect(onScreen(viewport, point).y).toBeCloseTo(before.y, 9);
    }
  });

  it("limits the zoom", () => {
    const viewport = viewportOf();
    viewport.zoom(1000);
    expect(viewport.shown.width).toBeCloseTo(40, 9);
    viewport.zoom(1000, { x: -100, y: 0 });
    expect(centre(viewport)).toEqual(CENTRE); // without a zoom nothing moves
    viewport.zoom(1e-6);
    expect(viewport.shown.width).toBeCloseTo(800, 9);
  });

  it("pans, never so far that the board is out of view", () => {
    const viewport = viewportOf();
    viewport.pan(30, -40);
    expect(centre(viewport)).toEqual({ x: 130, y: 60 });
    viewport.pan(1e9, -1e9);
    expect(centre(viewport)).toEqual({ x: BOX.x + BOX.width, y: BOX.y });
    viewport.pan(-1e9, 1e9);
    expect(centre(viewport)).toEqual({ x: BOX.x, y: BOX.y + BOX.height });
  });

  it("shows the whole board after a reset", () => {
    const viewport = viewportOf();
    viewport.zoom(3, { x: 0, y: 0 });
    viewport.pan(10, 10);
    viewport.reset();
    expect(viewport.shown).toEqual(BOX);
  });

  it("of a board with edges shows nothing beside it", () => {
    const viewport = new Viewport(false);
    viewport.fit(BOX);
    viewport.zoom(0.5);
    viewport.pan(50, 50);
    expect(viewport.shown).toEqual(BOX);
    viewport.zoom(2);
    viewport.pan(1e9, -1e9);
    expect(viewport.shown).toEqual({ x: 100, y: 0, width: 200, height: 100 });
    viewport.zoom(0.1);
    expect(viewport.moved).toBe(false);
  });
});
