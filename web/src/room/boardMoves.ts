// Moves made of what is chosen on the text board, in any game: targets, and selections of several items.

import type { BoardMoves, BoardSelection, Target } from "$lib/wire";

const unique = (texts: string[]): string[] => [...new Set(texts)];

/** The pieces that can be laid; none where only a cell is chosen. */
export const piecesOf = ({ targets }: BoardMoves): string[] => unique(targets.map(({ piece }) => piece ?? "").filter(Boolean));

/** The targets of a piece; of all where no piece is chosen. */
export const targetsOf = ({ targets }: BoardMoves, piece: string): Target[] => targets.filter((target) => (target.piece ?? "") === piece);

export const cellsOf = (targets: Target[]): string[] => unique(targets.map(({ cell }) => cell));

/** Return which items of a selection a typed move names. Equal items are named one after the other. */
export function chosenItems({ items, verb }: BoardSelection, typed: string): boolean[] {
  const words = typed.split(/\s+/).filter(Boolean);
  if (verb && words.shift() !== verb) return items.map(() => false);
  return items.map((item) => {
    const at = words.indexOf(item);
    if (at >= 0) words.splice(at, 1);
    return at >= 0;
  });
}

/** Return the typed move with an item added or removed. */
export function toggleItem(selection: BoardSelection, typed: string, index: number): string {
  const chosen = chosenItems(selection, typed).map((is, at) => is !== (at === index));
  const names = selection.items.filter((_, at) => chosen[at]);
  return names.length ? [selection.verb, ...names].filter(Boolean).join(" ") : "";
}

/** The classes of a style such as `bold red on blue`. */
export const classesOf = (style: string): string => style.replace("on ", "on-");
