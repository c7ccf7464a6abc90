// Taking up a piece and putting it somewhere: by dragging, by tapping piece and place, or by keyboard.

const DRAG_PX = 8;
/** A finger hides what is under it, so what it drags is held above it. */
const LIFT_PX = 44;

export interface DropRules {
  /** May this place take the piece? */
  accepts(piece: string, target: string): boolean;
  /** It was put there. */
  onDrop(piece: string, target: string): void;
  /** It was taken up, or laid back (null). */
  onPick?(piece: string | null): void;
  /** It was dropped on a place that does not take it. */
  onReject?(piece: string, target: string): void;
}

export class Picking {
  /** The piece that is held. */
  piece = $state<string | null>(null);
  /** Where a dragged piece is on the screen; null while it is only chosen. */
  ghost = $state.raw<{ x: number; y: number } | null>(null);
  /** The place under a dragged piece, if it takes the piece. */
  over = $state<string | null>(null);
  #rules: DropRules;
  #dragged = false;

  constructor(rules: DropRules) {
    this.#rules = rules;
  }

  /** Tap or Enter on a piece: take it up, or lay it back. */
  toggle(piece: string): void {
    if (this.#dragged) this.#dragged = false;
    else this.hold(this.piece === piece ? null : piece);
  }

  hold(piece: string | null): void {
    this.piece = piece;
    this.#rules.onPick?.(piece);
  }

  /** Tap or Enter on a place. True when the held piece was put there. */
  dropOn(target: string): boolean {
    const piece = this.piece;
    if (piece === null || !this.#rules.accepts(piece, target)) return false;
    this.piece = null;
    this.#rules.onDrop(piece, target);
    return true;
  }

  /** A press on a piece: becomes a drag once it has moved a little. */
  press(piece: string, event: PointerEvent): void {
    if (event.button) return;
    const start = { x: event.clientX, y: event.clientY };
    const id = event.pointerId;
    this.#dragged = false;
    let under: string | null = null;
    const move = (now: PointerEvent): void => {
      if (now.pointerId !== id) return;
      if (!this.ghost && Math.hypot(now.clientX - start.x, now.clientY - start.y) < DRAG_PX) return;
      if (!this.ghost) this.hold(piece);
      const lift = now.pointerType === "touch" ? LIFT_PX : 0;
      this.ghost = { x: now.clientX, y: now.clientY - lift };
      under = targetAt(this.ghost.x, this.ghost.y);
      this.over = under !== null && this.#rules.accepts(piece, under) ? under : null;
    };
    // Else letting go in the movement is a fling, and the browser takes the next tap for its end.
    const still = (touch: TouchEvent): void => {
      if (touch.cancelable) touch.preventDefault();
    };
    const stop = (now: PointerEvent): void => {
      if (now.pointerId !== id) return;
      removeEventListener("touchmove", still);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", stop);
      removeEventListener("pointercancel", stop);
      if (!this.ghost) return;
      this.#dragged = true;
      const put = now.type === "pointerup" && this.over !== null && this.dropOn(this.over);
      this.ghost = this.over = null;
      if (!put) this.hold(null);
      if (!put && now.type === "pointerup" && under !== null) this.#rules.onReject?.(piece, under);
      // The click that follows a drag comes at once, if at all.
      setTimeout(() => (this.#dragged = false));
    };
    addEventListener("touchmove", still, { passive: false });
    addEventListener("pointermove", move);
    addEventListener("pointerup", stop);
    addEventListener("pointercancel", stop);
  }
}

/** Places say their names as `data-drop`. */
function targetAt(x: number, y: number): string | null {
  const found = document.elementFromPoint(x, y)?.closest<HTMLElement | SVGElement>("[data-drop]");
  return found?.dataset.drop ?? null;
}
