// Rows of cards in pixels: they overlap as far as needed, and wrap before too little of a card is visible.

/** The height of a card divided by its width. */
export const CARD_ASPECT = 1.4;
/** The parts of a card's width and height that show its rank and suit when other cards cover the rest. */
const INDEX = 0.4;
const VISIBLE_UPPER = 0.67;
/** What a finger needs of a card. */
const FINGER_PX = 34;
/** The space between cards that need not overlap: as much as their rings need. */
export const gapOf = (size: number): number => Math.max(4, Math.round(size * 0.1));

/** The position of a card and the size of its visible part, which can be pressed. */
export interface Slot {
  x: number;
  y: number;
  width: number;
  height: number;
  row: number;
  column: number;
}

export interface CardLayout {
  slots: Slot[];
  height: number;
}

/** Return how much of a card must be visible. */
export const minVisible = (size: number): number => Math.max(Math.min(size, FINGER_PX), size * INDEX);

/** Return how many rows so many cards need. */
export function rowsFor(count: number, width: number, size: number, visible = minVisible(size)): number {
  // A width of 0 is not known yet.
  const most = width ? Math.max(1, Math.floor((width - size) / visible + 1e-6) + 1) : count;
  return Math.ceil(count / most) || 1;
}

/** Return the height of rows of cards. */
export const heightOf = (rows: number, size: number): number => size * CARD_ASPECT + (rows - 1) * Math.round(size * CARD_ASPECT * VISIBLE_UPPER);

/** Lay out cards in rows of about equal length: as few rows as leave `visible` of each card. */
export function layOutCards(count: number, width: number, size: number, visible = minVisible(size), centred = true): CardLayout {
  const cardHeight = size * CARD_ASPECT;
  const rows = rowsFor(count, width, size, visible);
  const length = Math.ceil(count / rows) || 1;
  const step = length > 1 ? Math.min(size + gapOf(size), Math.max(0, width - size) / (length - 1)) : 0;
  const down = Math.round(cardHeight * VISIBLE_UPPER);
  const left = centred ? Math.max(0, (width - (length - 1) * step - size) / 2) : 0;
  const slots = Array.from({ length: count }, (_, index): Slot => {
    const [row, column] = [Math.floor(index / length), index % length];
    const end = column === length - 1 || index === count - 1;
    return {
      x: left + column * step,
      y: row * down,
      width: end ? size : Math.min(size, step),
      height: row === rows - 1 ? cardHeight : down,
      row,
      column,
    };
  });
  return { slots, height: heightOf(rows, size) };
}
