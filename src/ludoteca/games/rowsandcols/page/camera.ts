// Which part of the endless wall is shown: all of it while bricks stay large enough, else where the play is.

import { boundingBox, UNIT, type Box } from "$lib/kit/cells";
import type { Coordinates } from "./view";

/** No brick is drawn smaller than a finger can aim at, nor so large that a few bricks fill the wall: nine fit across it. */
export const MIN_BRICK_PX = 34;
export const MAX_BRICK_PX = 96;
const FEW_BRICKS_PX = 60;
const ACROSS = 9;
/** One free cell on every side, and a little more for the numbers beside the rows. */
const MARGIN = 1.1;

export interface Shot {
  /** The part shown, in board units, of the shape of the panel. */
  box: Box;
  brickPx: number;
  /** Whether every brick is in sight. */
  whole: boolean;
}

/** Show the bricks in a panel of this size, below a bar that covers its top; if they do not fit at `least` pixels each, the part around `focus`. */
export function frameWall(bricks: Coordinates[], focus: Coordinates[], panel: { width: number; height: number }, covered: number, least = MIN_BRICK_PX): Shot {
  const all = boundingBox(bricks, MARGIN);
  const free = { width: Math.max(1, panel.width), height: Math.max(1, panel.height - covered) };
  const fitting = Math.min(free.width / all.width, free.height / all.height) * UNIT;
  const most = Math.min(MAX_BRICK_PX, Math.max(FEW_BRICKS_PX, Math.min(panel.width, panel.height) / ACROSS));
  const brickPx = Math.min(most, Math.max(least, fitting));
  const scale = brickPx / UNIT;
  const play = boundingBox(focus.length ? focus : bricks, MARGIN);
  const x = centre(all.x, all.width, play.x + play.width / 2, free.width / scale);
  const y = centre(all.y, all.height, play.y + play.height / 2, free.height / scale);
  const [width, height] = [Math.max(1, panel.width) / scale, Math.max(1, panel.height) / scale];
  return {
    box: { x: x - width / 2, y: y - (panel.height - free.height / 2) / scale, width, height },
    brickPx,
    whole: fitting >= least,
  };
}

/** Whether all of a cell is in sight, below a bar that covers the top. */
export function shows({ box, brickPx }: Shot, { x, y }: Coordinates, covered: number): boolean {
  const top = box.y + (covered * UNIT) / brickPx;
  return x * UNIT >= box.x && (x + 1) * UNIT <= box.x + box.width && y * UNIT >= top && (y + 1) * UNIT <= box.y + box.height;
}

/** The middle of the part shown, along one axis: never so far out that it shows emptiness while bricks are out of sight. */
function centre(from: number, length: number, wanted: number, seen: number): number {
  if (seen >= length) return from + length / 2;
  return Math.min(from + length - seen / 2, Math.max(from + seen / 2, wanted));
}
