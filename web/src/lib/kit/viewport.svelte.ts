// The visible part of a board: it fits the board until the user zooms or pans.

import type { Box } from "./cells";

export interface Point {
  x: number;
  y: number;
}

const MAX_SCALE = 10;
const MIN_SCALE = 0.5;
const PAN_THRESHOLD_PX = 6;

export class Viewport {
  #box = $state.raw<Box>({ x: 0, y: 0, width: 1, height: 1 });
  /** The whole board; `reset` shows it again. */
  #all: Box = this.#box;
  #scale = $state(1);
  /** How far the centre was moved, in board units. */
  #offset = $state.raw<Point>({ x: 0, y: 0 });
  #pointers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  /** Whether the last press became a pan. */
  panned = false;

  /** Fit a board that has grown, unless the user has zoomed or panned. */
  fit(box: Box): void {
    this.#all = box;
    if (!this.moved) this.#box = box;
  }

  reset(): void {
    this.#scale = 1;
    this.#offset = { x: 0, y: 0 };
    this.#box = this.#all;
  }

  /** Whether the user has zoomed or panned. */
  get moved(): boolean {
    return this.#scale !== 1 || this.#offset.x !== 0 || this.#offset.y !== 0;
  }

  get zoomed(): boolean {
    return this.#scale > 1.01;
  }

  get shown(): Box {
    const { x, y, width, height } = this.#box;
    const centre = { x: x + width / 2 + this.#offset.x, y: y + height / 2 + this.#offset.y };
    const [w, h] = [width / this.#scale, height / this.#scale];
    return { x: centre.x - w / 2, y: centre.y - h / 2, width: w, height: h };
  }

  /** Zoom by a factor around a point of the board, which stays where it is. */
  zoom(factor: number, around?: Point): void {
    const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, this.#scale * factor));
    const { x, y, width, height } = this.shown;
    const fixed = around ?? { x: x + width / 2, y: y + height / 2 };
    const ratio = this.#scale / scale;
    const centre = { x: x + width / 2, y: y + height / 2 };
    this.#scale = scale;
    this.pan((fixed.x - centre.x) * (1 - ratio), (fixed.y - centre.y) * (1 - ratio));
  }

  /** Pan by a distance, never so far that the board is out of view. */
  pan(dx: number, dy: number): void {
    const [box, all] = [this.#box, this.#all];
    const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    this.#offset = {
      x: clamp(this.#offset.x + dx, all.x - x, all.x + all.width - x),
      y: clamp(this.#offset.y + dy, all.y - y, all.y + all.height - y),
    };
  }

  /** Pan just far enough to show the rectangle `part` of the screen. */
  reveal(svg: SVGSVGElement, part: DOMRect): void {
    const all = svg.getBoundingClientRect();
    const overflow = (from: number, to: number, low: number, high: number): number => Math.min(0, from - low) || Math.max(0, to - high);
    const dx = overflow(part.left, part.right, all.left, all.right);
    const dy = overflow(part.top, part.bottom, all.top, all.bottom);
    const [here, there] = [this.toBoard(svg, 0, 0), this.toBoard(svg, dx, dy)];
    if (dx || dy) this.pan(there.x - here.x, there.y - here.y);
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
