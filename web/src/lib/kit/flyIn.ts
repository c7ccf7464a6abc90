// A transition for new pieces: from the hand to the board, or popping up in place.

import { cubicOut } from "svelte/easing";
import type { TransitionConfig } from "svelte/transition";
import { UNIT } from "./cells";

/** A centre and a width on the screen. */
export interface Origin {
  x: number;
  y: number;
  width: number;
}

export function originOf(element: Element | null | undefined): Origin | null {
  const box = element?.getBoundingClientRect();
  return box?.width ? { x: box.x + box.width / 2, y: box.y + box.height / 2, width: box.width } : null;
}

export const reducedMotion = (): boolean => document.documentElement.dataset.motion === "reduced";

/** Fly from the origin to the node's place; without an origin, pop up there. */
export function flyIn(node: Element, { from }: { from: Origin | null }): TransitionConfig {
  if (reducedMotion()) return { duration: 0 };
  if (!from) return { duration: 260, css: (t, u) => `transform: scale(${1 + 0.6 * u * t * 2 - 0.4 * u}); opacity: ${Math.min(1, t * 2)}` };
  const to = originOf(node);
  if (!to) return { duration: 0 };
  const unit = UNIT / to.width;
  const [x, y, larger] = [(from.x - to.x) * unit, (from.y - to.y) * unit, from.width / to.width - 1];
  return { duration: 320, easing: cubicOut, css: (_, u) => `transform: translate(${x * u}px, ${y * u}px) scale(${1 + larger * u})` };
}
