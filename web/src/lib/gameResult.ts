// What a game says about its own end: `page/result.ts` of its folder, loaded once a game is over.

import type { Json } from "$lib/board";
import { t, type Translate } from "$lib/translations";
import type { Frame, Text } from "$lib/wire";

/** What a game replaces in the words that the page would use. */
export interface GameOutcome {
  headline?: string;
  /** Continues the headline in smaller type: "after 23 days". */
  detail?: string;
  reason?: string;
}

export interface EndInfo {
  /** The last view. */
  view: Json;
  /** The seat that looks; null for spectators, and where several share a screen. */
  own: number | null;
  winners: number[];
  scores: number[];
  /** A player's name, "You" for oneself. */
  name(seat: number): string;
  /** What is said of the last move. */
  lastTexts: Text[];
  translate: Translate;
}

/** A line per seat over the moves of the game; null for a seat without one. */
export interface GameChart {
  label: string;
  lines: (number[] | null)[];
  /** The move of each point; without it a line has a point for every move. */
  moves?: number[];
}

export interface GameResult {
  /** Only asked for games that were played to their end. */
  outcome?(info: EndInfo): GameOutcome;
  chart?(frames: Frame[], translate: Translate): GameChart | null;
}

const results = import.meta.glob<GameResult>("../../../src/ludoteca/games/*/page/result.ts");

export async function loadGameResult(game: string): Promise<GameResult> {
  return (await results[`../../../src/ludoteca/games/${game}/page/result.ts`]?.()) ?? {};
}

/** Fewer frames than this are no curve. */
const MIN_FRAMES = 4;

/** Return the game's own chart, or each seat's score after every move; null where nothing is scored, or one's gain is always the other's loss. */
export function chartOf(result: GameResult, frames: Frame[], translate: Translate): GameChart | null {
  if (frames.length < MIN_FRAMES) return null;
  if (result.chart) return result.chart(frames, translate);
  const lines = (frames[0]?.scores ?? []).map((_, seat) => frames.map(({ scores }) => scores[seat] ?? 0));
  const isMirrored = frames.every(({ scores }) => !scores.reduce((sum, score) => sum + score, 0));
  const isScored = lines.some((line) => line.some((value) => value !== line[0]));
  return isMirrored || !isScored ? null : { label: t("chart_scores"), lines };
}
