// Moves a piece to a target: by dragging, by tapping both, or by keyboard.

const DRAG_PX = 8;
/** A finger hides what is under it, so a dragged piece is shown above it. */
const LIFT_PX = 44;

export interface DropRules {
  /** Return whether the target accepts the piece. */
  accepts(piece: string, target: string): boolean;
  /** Called when a piece was dropped on a target that accepts it. */
  onDrop(piece: string, target: string): void;
  /** Called when a piece was picked up, or put back (null). */
  onPick?(piece: string | null): void;
  /** Called when a piece was dropped on a target that does not accept it. */
  onReject?(piece: string, target: string): void;
  /** Called while a piece is dragged over another one of the hand: it takes its place. */
  onArrange?(piece: string, place: string): void;
}

export class Picking {
  /** The picked piece. */
  piece = $state<string | null>(null);
  /** Where a dragged piece is on the screen; null if it is picked but not dragged. */
  ghost = $state.raw<{ x: number; y: number } | null>(null);
  /** The target under a dragged piece, if it accepts the piece. */
  over = $state<string | null>(null);
  #rules: DropRules;
  #dragged = false;

  constructor(rules: DropRules) {
    this.#rules = rules;
  }

  /** Whether the click being handled only ends a drag. */
  get endsDrag(): boolean {
    return this.#dragged;
  }

  /** Handle a tap or Enter on a piece: pick it up, or put it back. */
  toggle(piece: string): void {
    if (this.#dragged) this.#dragged = false;
    else this.hold(this.piece === piece ? null : piece);
  }

  hold(piece: string | null): void {
    this.piece = piece;
    this.#rules.onPick?.(piece);
  }

  /** Handle a tap or Enter on a target; return whether the picked piece was dropped there. */
  dropOn(target: string): boolean {
    const piece = this.piece;
    if (piece === null || !this.#rules.accepts(piece, target)) return false;
    this.piece = null;
    this.#rules.onDrop(piece, target);
    return true;
  }

  /** Handle a press on a piece; it becomes a drag once the pointer has moved a little. */
  press(piece: string, event: PointerEvent): void {
    if (event.button) return;
    const start = { x: event.clientX, y: event.clientY };
    const id = event.pointerId;
    this.#dragged = false;
    let under: string | null = null;
    let arranged: string | null = null;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== id) return;
      if (!this.ghost && Math.hypot(now.clientX - start.x, now.clientY - start.y) < DRAG_PX) return;
      if (!this.ghost) this.hold(piece);
      const lift = now.pointerType === "touch" ? LIFT_PX : 0;
      this.ghost = { x: now.clientX, y: now.clientY - lift };
      under = nameAt(this.ghost.x, this.ghost.y, "drop");
      this.over = under !== null && this.#rules.accepts(piece, under) ? under : null;
      // A piece that makes room is still under the pointer for a while.
      const place = this.#rules.onArrange ? nameAt(now.clientX, now.clientY, "place") : null;
      if (place !== null && place !== piece && place !== arranged) this.#rules.onArrange?.(piece, place);
      arranged = place;
    };
    // Otherwise releasing while moving counts as a fling, and the browser swallows the next tap.
    const preventFling = (touch: TouchEvent): void => {
      if (touch.cancelable) touch.preventDefault();
    };
    const stop = (now: PointerEvent): void => {
      if (now.pointerId !== id) return;
      removeEventListener("touchmove", preventFling);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!this.ghost) return;
      this.#dragged = true;
      const dropped = now.type === "pointerup" && this.over !== null && this.dropOn(this.over);
      this.ghost = this.over = null;
      if (!dropped) this.hold(null);
      if (!dropped && now.type === "pointerup" && under !== null) this.#rules.onReject?.(piece, under);
      // A click that follows a drag comes at once, if at all.
      setTimeout(() => (this.#dragged = false));
    };
    addEventListener("touchmove", preventFling, { passive: false });
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}

/** Targets have their names in `data-drop`, the places of a hand in `data-place`. */
function nameAt(x: number, y: number, kind: "drop" | "place"): string | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>(`[data-${kind}]`);
  return found?.dataset[kind] ?? null;
}
