// Animates cards from where they were to where they are now.

import { reducedMotion } from "$lib/kit/flyIn";

export type CardRects = Map<string, DOMRect>;

const cardElements = (root: Element): SVGElement[] => [...root.querySelectorAll<SVGElement>("svg[data-face]")];

export function cardRects(root: Element): CardRects {
  return new Map(cardElements(root).map((face) => [face.dataset.face ?? "", face.getBoundingClientRect()]));
}

/** Fly all moved cards in. A card that was not visible before starts from the element with the `data-origin` that `origin` returns. */
export function flyCards(root: Element, before: CardRects, origin: (card: string) => string): void {
  if (reducedMotion()) return;
  for (const face of cardElements(root)) {
    const card = face.dataset.face ?? "";
    const from = before.get(card) ?? root.querySelector(`[data-origin="${origin(card)}"]`)?.getBoundingClientRect();
    const to = face.getBoundingClientRect();
    if (!from?.width || !to.width) continue;
    const [x, y] = [from.x - to.x, from.y - to.y];
    if (Math.hypot(x, y) < 2) continue;
    const start = `translate(${x}px, ${y}px) scale(${from.width / to.width})`;
    face.animate([{ transform: start }, { transform: "none" }], { duration: 380, easing: "cubic-bezier(0.3, 0.9, 0.3, 1)" });
  }
}
