// Numbers from finished games: what was won, in a row, and against which level of the computer.

import type { FinishedGame } from "./finishedGames.svelte";

export interface Tally {
  won: number;
  lost: number;
  drawn: number;
}

export interface Statistics {
  finished: number;
  won: number;
  /** Of the games that were won, lost or drawn, in percent; null without any. */
  wonPercent: number | null;
  /** Wins since the last game that was not won. */
  streak: number;
  bestStreak: number;
  /** The highest level beaten without help; null if none was. */
  strongestBeaten: number | null;
}

/** Count the games, given in the order of their ends. Games on a shared screen are finished, and nothing else. */
export function summarize(games: FinishedGame[]): Statistics {
  const decided = games.filter(({ outcome }) => outcome !== "shared");
  const won = decided.filter(({ outcome }) => outcome === "won");
  let [streak, bestStreak] = [0, 0];
  for (const { outcome } of decided) {
    streak = outcome === "won" ? streak + 1 : 0;
    bestStreak = Math.max(bestStreak, streak);
  }
  const beaten = won.filter(({ casual }) => !casual).map(levelOf).filter((level) => level !== null);
  return {
    finished: games.length,
    won: won.length,
    wonPercent: decided.length ? Math.round((100 * won.length) / decided.length) : null,
    streak,
    bestStreak,
    strongestBeaten: beaten.length ? Math.max(...beaten) : null,
  };
}

/** Return the level of the strongest computer player in a game against computers alone; null if a person played too. */
export function levelOf({ opponents }: FinishedGame): number | null {
  const levels = opponents.map(({ level }) => level);
  return levels.length && levels.every((level) => level !== null) ? Math.max(...levels) : null;
}

/** Count the games of one kind against each level. */
export function tallyByLevel(games: FinishedGame[], game: string): Map<number, Tally> {
  const tallies = new Map<number, Tally>();
  for (const entry of games) {
    const level = levelOf(entry);
    if (entry.game !== game || level === null || entry.outcome === "shared") continue;
    const tally = tallies.get(level) ?? { won: 0, lost: 0, drawn: 0 };
    tally[entry.outcome]++;
    tallies.set(level, tally);
  }
  return tallies;
}

/** The share of points, from 0 to 1; a draw is half. */
export const shareOf = ({ won, lost, drawn }: Tally): number => (won + drawn / 2) / (won + lost + drawn);
