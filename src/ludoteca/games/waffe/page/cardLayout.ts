// The layout of a table of cards in pixels: how large the cards are, and groups side by side.

import { CARD_ASPECT, gapOf, heightOf, minVisible, rowsFor } from "$lib/kit/cardRows";

/** Sizes to try, from the largest down. */
function* sizesFrom(largest: number): Generator<number> {
  for (let size = largest; size > 24; size -= 3) yield size;
  yield 24;
}

/** Return the largest card width at which so many cards in rows fit. */
export function rowSize(count: number, width: number, height: number, largest: number): number {
  for (const size of sizesFrom(largest)) if (heightOf(rowsFor(count, width, size), size) <= height) return size;
  return 24;
}

/** Return the largest card width at which the groups, each a column of `each` cards, fit. */
export function groupSize(groups: number, each: number, width: number, height: number, largest: number): number {
  for (const size of sizesFrom(largest)) {
    const gap = gapOf(size);
    const rows = Math.ceil(groups / Math.max(1, Math.floor((width + gap) / (size + gap))));
    if (rows * (groupHeight(each, size) + gap) <= height) return size;
  }
  return 24;
}

/** Return how far each card of a group is below the one before: its rank and suit stay visible. */
export const groupStep = (size: number): number => Math.round(size * 0.52);
export const groupHeight = (each: number, size: number): number => size * CARD_ASPECT + (each - 1) * groupStep(size);

/** Widths of the cards of a table, and how its rows are arranged. */
export interface StageSizes {
  hand: number;
  open: number;
  faceDown: number;
  /** A phone: what there is to say of the opponent stands in a line of its own. */
  narrow: boolean;
  /** One's own open cards lie beside the hand and are this wide; null where they have a row of their own, as on a phone. */
  besideHand: number | null;
}

/** Widths of the texts beside the cards. */
export const LABEL_PX = 84;
export const NOTE_PX = 128;
const LINE_PX = 30;
const SMALLEST_HAND = 84;

export interface CardCounts {
  hand: number;
  open: number;
  otherHand: number;
  otherOpen: number;
}

/** Return the sizes for a table of this width and height. Cards shrink only where many of them would leave no room for the field. */
export function stageSizes(width: number, height: number, cards: CardCounts): StageSizes {
  const narrow = width < 460;
  const low = height < 450;
  const wanted = Math.min(210, Math.max(104, height * (width < height ? 0.202 : 0.23)));
  for (let cardHeight = wanted; ; cardHeight -= 4) {
    const hand = cardHeight / CARD_ASPECT;
    const open = hand * 0.62;
    const faceDown = narrow ? 16 : low ? open * 0.8 : hand * 0.55;
    const besideHand = (low || !narrow) && cards.open ? widthBesideHand(width - 12, cards, hand, open) : null;
    const beside = narrow ? 0 : LABEL_PX + NOTE_PX + faceDownWidth(cards.otherHand, faceDown, width) + 36;
    const top = (narrow ? LINE_PX : 0) + (cards.otherOpen ? heightOf(rowsFor(cards.otherOpen, width - beside, open), open) : narrow ? 0 : faceDown * CARD_ASPECT);
    const own = cards.open && besideHand === null ? heightOf(rowsFor(cards.open, width - (narrow ? 52 : LABEL_PX + 12), open), open) + 8 : 0;
    const handHeight = heightOf(rowsFor(cards.hand, width - (besideHand === null ? 0 : besideHand + 12), hand), hand);
    const field = height - top - own - handHeight - 24;
    if (field >= Math.max(120, height * 0.3) || cardHeight - 4 < SMALLEST_HAND) return { hand, open, faceDown, narrow, besideHand };
  }
}

/** How wide a hand of backs is. */
export const faceDownWidth = (count: number, size: number, width: number): number => (count ? Math.min(size * (1 + 0.7 * (count - 1)), width * 0.28) : 0);

function widthBesideHand(width: number, { hand, open }: CardCounts, handSize: number, openSize: number): number | null {
  // A pixel more, since measured widths are rounded.
  const least = (count: number, size: number): number => (count ? size + (count - 1) * minVisible(size) + 1 : 0);
  const natural = (count: number, size: number): number => count * (size + gapOf(size));
  if (least(hand, handSize) + least(open, openSize) > width) return null;
  // The hand comes first.
  return Math.max(least(open, openSize), Math.min(natural(open, openSize), width - natural(hand, handSize)));
}
