// The drawings and names of the cards. Ranks and suits are drawn, not text, so that they look the same everywhere.

import type { Translate } from "$lib/translations";

const RANKS = "A23456789TJQK";
const SUITS = "CDHS";

export const isJoker = (card: string): boolean => /^J\d$/.test(card);
export const rankOf = (card: string): string => (isJoker(card) ? "" : (card[0] ?? ""));
export const suitOf = (card: string): string => (isJoker(card) ? "" : (card[1] ?? ""));

/** Lines around the origin, 10 by 16; the ten is wider. */
export const RANK_LINES: Record<string, string> = {
  A: "M-5.5 8 0-8 5.5 8M-3.5 3H3.5",
  2: "M-5-4Q-4-8 0-8T5-3Q5 0-5 8H5",
  3: "M-4-8H4L-1-1Q5-1 5 4T-5 6",
  4: "M3 8V-8L-5 3H6",
  5: "M5-8H-4V-1Q5-3 5 3T-5 6",
  6: "M4-8Q-5-3-5 3A5 5 0 1 0 5 3 5 5 0 0 0-4 0",
  7: "M-5-8H5L-1 8",
  8: "M0-1A4 3.6 0 1 1 .1-1 5 4.5 0 1 1-.1-1Z",
  9: "M-4 8Q5 3 5-3A5 5 0 1 0-5-3 5 5 0 0 0 4 0",
  T: "M-7-6-4.5-8V8M4-8A3.6 8 0 1 0 4.1-8Z",
  J: "M4-8V3Q4 8-1 8T-5 4",
  Q: "M0-8A5.5 8 0 1 0 .1-8ZM1 4 6 9",
  K: "M-4-8V8M5-8-4 1M-1-1 5 8",
};

/** Shapes around the origin, 40 by 40. */
export const SUIT_SHAPES: Record<string, string> = {
  H: "M0 20C-26 2-22-18-10-18-4-18 0-13 0-9 0-13 4-18 10-18 22-18 26 2 0 20Z",
  D: "M0-22Q6-8 17 0 6 8 0 22-6 8-17 0-6-8 0-22Z",
  S: "M0-21C10-10 20-3 20 6 20 16 7 17 2 9 3 15 5 18 8 20H-8C-5 18-3 15-2 9-7 17-20 16-20 6-20-3-10-10 0-21Z",
  C: "M2 8C3 14 5 18 8 20H-8C-5 18-3 14-2 8-7 15-20 13-20 3-20-6-10-8-6-4-13-11-9-21 0-21S13-11 6-4C10-8 20-6 20 3 20 13 7 15 2 8Z",
};

export const STAR = "M0-12 3.5-4.5 11.7-3.6 5.5 2 7.3 10 0 5.8-7.3 10-5.5 2-11.7-3.6-3.5-4.5Z";

/** The hats of kings, queens and jacks, 48 wide. */
export const HATS: Record<string, string> = {
  K: "M-20 13-24-12-10-1 0-19 10-1 24-12 20 13Z",
  Q: "M-20 13Q-25-2-22-12-13-2-9-4-7-13 0-18 7-13 9-4 13-2 22-12 25-2 20 13Z",
  J: "M-22 13Q-22-9-2-11 3-24 24-22 13-17 10-10 21-4 20 13Z",
};

/** Near black and red, or four colours that colour-blind people can tell apart (after Okabe and Ito, darkened for paper). */
const TWO_COLOURS: Record<string, string> = { C: "#1d2433", S: "#1d2433", D: "#bf2d1d", H: "#bf2d1d" };
const FOUR_COLOURS: Record<string, string> = { C: "#00704f", S: "#1d2433", D: "#0060ae", H: "#c2410c" };
export const JOKER_INK = "#6d2f9c";

export const inkOf = (suit: string, fourColours: boolean): string => (fourColours ? FOUR_COLOURS : TWO_COLOURS)[suit] ?? JOKER_INK;

export type Order = "rank" | "suit";

/** Return the cards sorted by rank, as the server sorts them, or by suit; jokers last. */
export function sorted(cards: string[], order: Order): string[] {
  const sortKey =(card: string): number => {
    if (isJoker(card)) return 99 + Number(card[1]);
    const [rank, suit] = [RANKS.indexOf(rankOf(card)), SUITS.indexOf(suitOf(card))];
    return order === "rank" ? rank * 4 + suit : suit * 13 + rank;
  };
  return [...cards].sort((one, other) => sortKey(one) - sortKey(other));
}

/** "king of spades", "joker" */
export function cardName(translate: Translate, card: string): string {
  if (isJoker(card)) return translate("page_joker");
  return translate("page_card", { rank: translate(`rank_${rankOf(card)}`), suit: translate(`suit_${suitOf(card)}`) });
}

/** Return what a joker stands for ("10", "hearts"), or "" for nothing in particular. */
export function jokerMeaning(translate: Translate, as: string | null | undefined): string {
  if (!as) return "";
  return translate(SUITS.includes(as) ? `suit_${as}` : `rank_${as}`);
}

// The variation selector asks for a text symbol; some phones would show an emoji.
const SUIT_SYMBOLS: Record<string, string> = { C: "♣\uFE0E", D: "♦\uFE0E", H: "♥\uFE0E", S: "♠\uFE0E" };

/** "10♥" */
export function shortName(card: string): string {
  if (isJoker(card)) return "★";
  return `${shortRank(rankOf(card))}${SUIT_SYMBOLS[suitOf(card)] ?? ""}`;
}

export const shortRank = (rank: string): string => (rank === "T" ? "10" : rank);
