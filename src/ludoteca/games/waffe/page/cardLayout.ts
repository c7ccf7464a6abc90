// The layout of cards in pixels: in rows that overlap as far as needed, or in groups side by side.

/** The height of a card divided by its width. */
export const CARD_ASPECT = 1.4;
/** The parts of a card's width and height that show its rank and suit when other cards cover the rest. */
const INDEX = 0.43;
const VISIBLE_UPPER = 0.65;
const GAP = 4;

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

/** Lay out cards centred, in rows of about equal length: as few rows as leave `minVisible` of each card visible. */
export function layOutCards(count: number, width: number, size: number, minVisible = size * INDEX): CardLayout {
  const cardHeight = size * CARD_ASPECT;
  // A width of 0 is not known yet.
  const most = width ? Math.max(1, Math.floor((width - size) / minVisible) + 1) : count;
  const rows = Math.ceil(count / most) || 1;
  const length = Math.ceil(count / rows) || 1;
  const step = length > 1 ? Math.min(size + GAP, Math.max(0, width - size) / (length - 1)) : 0;
  const down = Math.round(cardHeight * VISIBLE_UPPER);
  const left = Math.max(0, (width - (length - 1) * step - size) / 2);
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
  return { slots, height: cardHeight + (rows - 1) * down };
}

/** Return the largest card size at which the groups, each a column of `each` cards, fit into the height. */
export function groupSize(groups: number, each: number, width: number, height: number, sizes: number[]): number {
  const fits = (size: number): boolean => {
    const rows = Math.ceil(groups / Math.max(1, Math.floor((width + 2 * GAP) / (size + 2 * GAP))));
    return rows * (groupHeight(each, size) + 2 * GAP) <= height;
  };
  return sizes.find(fits) ?? sizes.at(-1) ?? 48;
}

/** Return how far each card of a group is below the one before: its rank and suit stay visible. */
export const groupStep = (size: number): number => Math.round(size * 0.52);
export const groupHeight = (each: number, size: number): number => size * CARD_ASPECT + (each - 1) * groupStep(size);
