// The visible part of a board: the whole of it, or as much as its cells leave room for, until the user zooms or pans.

import type { Box } from "./cells";

export interface Point {
  x: number;
  y: number;
}

const MAX_SCALE = 10;
const MIN_SCALE = 0.5;
const PAN_THRESHOLD_PX = 6;

/** Return the part of a board, smaller by `share`, that shows the first of the wanted boxes, and the others as far as they fit beside it. */
export function partOf(all: Box, share: number, wanted: Box[]): Box {
  const [width, height] = [all.width * share, all.height * share];
  let [seen = all, ...others] = wanted;
  for (const other of others) {
    const both = union(seen, other);
    if (both.width <= width && both.height <= height) seen = both;
  }
  const start = (middle: number, size: number, low: number, whole: number): number => Math.min(low + whole - size, Math.max(low, middle - size / 2));
  return { x: start(seen.x + seen.width / 2, width, all.x, all.width), y: start(seen.y + seen.height / 2, height, all.y, all.height), width, height };
}

function union(one: Box, other: Box): Box {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)];
  return { x, y, width: Math.max(one.x + one.width, other.x + other.width) - x, height: Math.max(one.y + one.height, other.y + other.height) - y };
}

export class Viewport {
  /** What is shown until the user zooms or pans; `reset` shows it again. */
  #box = $state.raw<Box>({ x: 0, y: 0, width: 1, height: 1 });
  #home: Box = this.#box;
  #all = $state.raw<Box>(this.#box);
  #scale = $state(1);
  /** How far the centre was moved, in board units. */
  #offset = $state.raw<Point>({ x: 0, y: 0 });
  #pointers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  /** Whether the last press became a pan. */
  panned = false;
  /** Whether the board has no edges: it may be zoomed out, and panned beside its pieces. */
  #free: boolean;

  constructor(free = true) {
    this.#free = free;
  }

  /** Fit a board that has grown, unless the user has zoomed or panned; or show a part of it. */
  fit(all: Box, home: Box = all): void {
    this.#all = all;
    this.#home = home;
    if (!this.moved) this.#box = home;
  }

  reset(): void {
    this.#scale = 1;
    this.#offset = { x: 0, y: 0 };
    this.#box = this.#home;
  }

  /** Whether the user has zoomed or panned. */
  get moved(): boolean {
    return this.#scale !== 1 || this.#offset.x !== 0 || this.#offset.y !== 0;
  }

  /** Whether less than the whole board is visible. */
  get zoomed(): boolean {
    return this.shown.width < 0.99 * this.#all.width;
  }

  get #minScale(): number {
    return this.#free ? MIN_SCALE : Math.min(1, this.#box.width / this.#all.width);
  }

  get shown(): Box {
    const { x, y, width, height } = this.#box;
    const centre = { x: x + width / 2 + this.#offset.x, y: y + height / 2 + this.#offset.y };
    const [w, h] = [width / this.#scale, height / this.#scale];
    return { x: centre.x - w / 2, y: centre.y - h / 2, width: w, height: h };
  }

  /** Zoom by a factor around a point of the board, which stays where it is. */
  zoom(factor: number, around?: Point): void {
    const scale = Math.min(MAX_SCALE, Math.max(this.#minScale, this.#scale * factor));
    const { x, y, width, height } = this.shown;
    const fixed = around ?? { x: x + width / 2, y: y + height / 2 };
    const ratio = this.#scale / scale;
    const centre = { x: x + width / 2, y: y + height / 2 };
    this.#scale = scale;
    this.pan((fixed.x - centre.x) * (1 - ratio), (fixed.y - centre.y) * (1 - ratio));
    if (!this.#free && scale === 1 && this.#minScale === 1) this.reset();
  }

  /** Pan by a distance, never so far that the board is out of view. */
  pan(dx: number, dy: number): void {
    const [box, all] = [this.#box, this.#all];
    const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    // With edges, nothing beside the board is shown.
    const { width, height } = this.#free ? { width: 0, height: 0 } : this.shown;
    this.#offset = {
      x: clamp(this.#offset.x + dx, all.x - x + width / 2, all.x + all.width - x - width / 2),
      y: clamp(this.#offset.y + dy, all.y - y + height / 2, all.y + all.height - y - height / 2),
    };
  }

  /** Pan just far enough to show the rectangle `part` of the screen. */
  reveal(svg: SVGSVGElement, part: DOMRect): void {
    const all = svg.getBoundingClientRect();
    const [dx, dy] = [overflow(part.left, part.right, all.left, all.right), overflow(part.top, part.bottom, all.top, all.bottom)];
    const [here, there] = [this.toBoard(svg, 0, 0), this.toBoard(svg, dx, dy)];
    if (dx || dy) this.pan(there.x - here.x, there.y - here.y);
  }

  /** Pan just far enough to show a part of the board. */
  show(part: Box): void {
    const { x, y, width, height } = this.shown;
    this.pan(overflow(part.x, part.x + part.width, x, x + width), overflow(part.y, part.y + part.height, y, y + height));
  }

  toBoard(svg: SVGSVGElement, clientX: number, clientY: number): Point {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  press(event: PointerEvent, held: boolean): void {
    if (!held && event.pointerType !== "touch") return;
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#start = { x: event.clientX, y: event.clientY };
    this.panned = false;
  }

  drag(event: PointerEvent, svg: SVGSVGElement): void {
    const from = this.#pointers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    if (Math.hypot(to.x - this.#start.x, to.y - this.#start.y) > PAN_THRESHOLD_PX) this.panned = true;
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const centre = this.toBoard(svg, (to.x + other.x) / 2, (to.y + other.y) / 2);
      this.zoom(Math.hypot(to.x - other.x, to.y - other.y) / Math.hypot(from.x - other.x, from.y - other.y) || 1, centre);
    } else if (this.panned) {
      const [before, after] = [this.toBoard(svg, from.x, from.y), this.toBoard(svg, to.x, to.y)];
      this.pan(before.x - after.x, before.y - after.y);
    } else return;
    this.#pointers.set(event.pointerId, to);
  }

  release(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
  }
}

/** Return how far a stretch reaches beyond another, negative at its start. */
const overflow = (from: number, to: number, low: number, high: number): number => Math.min(0, from - low) || Math.max(0, to - high);
