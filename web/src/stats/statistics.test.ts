import { beforeEach, describe, expect, it } from "vitest";
import { saveItem } from "$lib/storage";
import { entryOf, finishedGames, MAX_GAMES, type FinishedGame, type GameOutcome } from "./finishedGames.svelte";
import { levelOf, shareOf, summarize, tallyByLevel } from "./statistics";

const bot = (level: number) => ({ name: "Otto", level });
const person = { name: "Bo", level: null };
let count = 0;
const game = (outcome: GameOutcome, more: Partial<FinishedGame> = {}): FinishedGame => {
  count++;
  return { id: `CODE/${count}`, game: "latice", at: count, outcome, opponents: [bot(2)], score: 3, options: {}, casual: false, ...more };
};
const seat = (kind: "person" | "bot", name: string, level: number | null = null) => ({ kind, name, level });
const ended = {
  code: "K7QX2M4A",
  game: "flooding",
  phase: "over" as const,
  seats: [seat("person", "Ada"), seat("bot", "Otto", 3)],
  own_seats: [0],
  moves: 9,
  at: 5,
  result: [1, 0],
  version: 12,
  origin: "deal" as const,
  options: { size: 10 },
  casual: false,
  scores: [41, -41],
};

describe("the entry of a finished game", () => {
  it("says who played whom, and how it ended", () => {
    expect(entryOf(ended)).toEqual({
      id: "K7QX2M4A/12",
      game: "flooding",
      at: 5,
      outcome: "won",
      opponents: [{ name: "Otto", level: 3 }],
      score: 41,
      options: { size: 10 },
      casual: false,
    });
    expect(entryOf({ ...ended, own_seats: [1], result: [1, 0] })?.outcome).toBe("lost");
    expect(entryOf({ ...ended, result: [0.5, 0.5] })?.outcome).toBe("drawn");
  });

  it("names no winner where several seats were played on one device", () => {
    expect(entryOf({ ...ended, seats: [seat("person", "Ada"), seat("person", "Bo")], own_seats: [0, 1] })).toMatchObject({ outcome: "shared", opponents: [], score: null });
  });

  it.each([
    ["a running game", { phase: "playing" as const }],
    ["a game without a result", { result: null }],
    ["a game watched", { own_seats: [] }],
    ["a game without a move", { moves: 0 }],
    ["a game from a record", { origin: "record" as const }],
    ["a game from a position", { origin: "position" as const }],
  ])("leaves out %s", (_, more) => expect(entryOf({ ...ended, ...more })).toBeNull());
});

describe("finished games", () => {
  beforeEach(() => {
    for (const key of ["finished", "finishedCleared"]) saveItem(key, null);
    finishedGames.add();
  });

  it("counts a game once, however often its table is opened", () => {
    finishedGames.add(entryOf(ended));
    finishedGames.add(entryOf(ended), null, entryOf({ ...ended, version: 30, at: 9 }));
    expect(finishedGames.all.map(({ id }) => id)).toEqual(["K7QX2M4A/12", "K7QX2M4A/30"]);
  });

  it("keeps the newest thousand, in the order of their ends", () => {
    finishedGames.add(...Array.from({ length: MAX_GAMES + 5 }, (_, index) => game("won", { id: String(index), at: MAX_GAMES + 5 - index })));
    expect(finishedGames.all).toHaveLength(MAX_GAMES);
    expect([finishedGames.all[0]?.at, finishedGames.all.at(-1)?.at]).toEqual([6, MAX_GAMES + 5]);
  });

  it("does not bring back what was deleted", () => {
    finishedGames.add(entryOf(ended));
    finishedGames.clear();
    finishedGames.add(entryOf(ended));
    expect(finishedGames.all).toEqual([]);
    finishedGames.add(entryOf({ ...ended, at: Date.now() + 1000 }));
    expect(finishedGames.all).toHaveLength(1);
  });

  it("drops what it cannot read", () => {
    saveItem("finished", [null, 5, "x", {}, { id: 1 }, game("won", { id: "good" })]);
    finishedGames.add();
    expect(finishedGames.all.map(({ id }) => id)).toEqual(["good"]);
  });
});

describe("statistics", () => {
  it("has nothing to say without games", () => {
    expect(summarize([])).toEqual({ finished: 0, won: 0, wonPercent: null, streak: 0, bestStreak: 0, strongestBeaten: null });
  });

  it("counts wins, wins in a row and the best streak", () => {
    const games = (["won", "won", "won", "lost", "won", "shared", "won"] as const).map((outcome) => game(outcome));
    expect(summarize(games)).toMatchObject({ finished: 7, won: 5, wonPercent: 83, streak: 2, bestStreak: 3 });
    expect(summarize([...games, game("drawn")])).toMatchObject({ streak: 0, bestStreak: 3 });
  });

  it("names the strongest computer that was beaten without help", () => {
    const games = [game("won"), game("won", { opponents: [bot(4)], casual: true }), game("lost", { opponents: [bot(5)] }), game("won", { opponents: [bot(3), person] })];
    expect(summarize(games).strongestBeaten).toBe(2);
    expect(levelOf(game("won", { opponents: [bot(1), bot(3)] }))).toBe(3);
    expect(levelOf(game("shared", { opponents: [] }))).toBeNull();
  });

  it("counts won, lost and drawn games by level", () => {
    const games = [game("won"), game("won"), game("lost"), game("drawn", { opponents: [bot(1)] }), game("won", { game: "wege" }), game("won", { opponents: [person] }), game("shared")];
    expect([...tallyByLevel(games, "latice")]).toEqual([
      [2, { won: 2, lost: 1, drawn: 0 }],
      [1, { won: 0, lost: 0, drawn: 1 }],
    ]);
    expect(shareOf({ won: 1, lost: 1, drawn: 2 })).toBe(0.5);
  });
});
