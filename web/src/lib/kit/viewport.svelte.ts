// Which part of a board is seen: it fits by itself until somebody zooms or pans.

import type { Box } from "./cells";

export interface Point {
  x: number;
  y: number;
}

const MOST = 10;
const LEAST = 0.5;
const CLICK_PX = 6;

export class Viewport {
  #box = $state.raw<Box>({ x: 0, y: 0, width: 1, height: 1 });
  /** The board as it is by now; seen whole again after `reset`. */
  #all: Box = this.#box;
  #scale = $state(1);
  /** How far the middle was moved, in board units. */
  #shift = $state.raw<Point>({ x: 0, y: 0 });
  #fingers = new Map<number, Point>();
  #start: Point = { x: 0, y: 0 };
  /** The last press became a pan. */
  panned = false;

  /** A board that grows is fitted anew, but not under the hands of somebody who has chosen what to see. */
  fit(box: Box): void {
    this.#all = box;
    if (!this.moved) this.#box = box;
  }

  reset(): void {
    this.#scale = 1;
    this.#shift = { x: 0, y: 0 };
    this.#box = this.#all;
  }

  /** Somebody has zoomed or panned. */
  get moved(): boolean {
    return this.#scale !== 1 || this.#shift.x !== 0 || this.#shift.y !== 0;
  }

  get zoomed(): boolean {
    return this.#scale > 1.01;
  }

  get shown(): Box {
    const { x, y, width, height } = this.#box;
    const middle = { x: x + width / 2 + this.#shift.x, y: y + height / 2 + this.#shift.y };
    const [w, h] = [width / this.#scale, height / this.#scale];
    return { x: middle.x - w / 2, y: middle.y - h / 2, width: w, height: h };
  }

  /** Larger or smaller, with a point of the board staying where it is. */
  zoom(factor: number, around?: Point): void {
    const scale = Math.min(MOST, Math.max(LEAST, this.#scale * factor));
    const { x, y, width, height } = this.shown;
    const still = around ?? { x: x + width / 2, y: y + height / 2 };
    const kept = this.#scale / scale;
    const middle = { x: x + width / 2, y: y + height / 2 };
    this.#scale = scale;
    this.pan((still.x - middle.x) * (1 - kept), (still.y - middle.y) * (1 - kept));
  }

  /** Moved by so much, never so far that the board is lost. */
  pan(dx: number, dy: number): void {
    const [box, all] = [this.#box, this.#all];
    const bound = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    this.#shift = {
      x: bound(this.#shift.x + dx, all.x - x, all.x + all.width - x),
      y: bound(this.#shift.y + dy, all.y - y, all.y + all.height - y),
    };
  }

  /** Moved by as much as it takes to see something that is on the screen at `part`. */
  reveal(svg: SVGSVGElement, part: DOMRect): void {
    const all = svg.getBoundingClientRect();
    const past = (from: number, to: number, low: number, high: number): number => Math.min(0, from - low) || Math.max(0, to - high);
    const dx = past(part.left, part.right, all.left, all.right);
    const dy = past(part.top, part.bottom, all.top, all.bottom);
    const [here, there] = [this.at(svg, 0, 0), this.at(svg, dx, dy)];
    if (dx || dy) this.pan(there.x - here.x, there.y - here.y);
  }

  at(svg: SVGSVGElement, clientX: number, clientY: number): Point {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse()) : { x: 0, y: 0 };
  }

  press(event: PointerEvent, held: boolean): void {
    if (!held && event.pointerType !== "touch") return;
    this.#fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    this.#start = { x: event.clientX, y: event.clientY };
    this.panned = false;
  }

  drag(event: PointerEvent, svg: SVGSVGElement): void {
    const from = this.#fingers.get(event.pointerId);
    if (!from) return;
    const to = { x: event.clientX, y: event.clientY };
    if (Math.hypot(to.x - this.#start.x, to.y - this.#start.y) > CLICK_PX) this.panned = true;
    const other = [...this.#fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other) {
      const middle = this.at(svg, (to.x + other.x) / 2, (to.y + other.y) / 2);
      this.zoom(Math.hypot(to.x - other.x, to.y - other.y) / Math.hypot(from.x - other.x, from.y - other.y) || 1, middle);
    } else if (this.panned) {
      const [before, after] = [this.at(svg, from.x, from.y), this.at(svg, to.x, to.y)];
      this.pan(before.x - after.x, before.y - after.y);
    } else return;
    this.#fingers.set(event.pointerId, to);
  }

  release(event: PointerEvent): void {
    this.#fingers.delete(event.pointerId);
  }
}
