import { describe, expect, it } from "vitest";
import type { GameInfo } from "$lib/registry.svelte";
import type { LogEntry, SeatInfo, TableMessage } from "$lib/wire";
import { describeOutcome } from "./result";
import { TableSummary } from "./tableSummary";

interface Case {
  names?: string[];
  result?: number[] | null;
  scores?: number[] | null;
  own?: number[];
  roles?: string[];
  seats?: Record<number, Partial<SeatInfo>>;
}

function summary({ names = ["Ada", "Ben"], result = [1, 0], scores = null, own = [0], roles = [], seats = {} }: Case): TableSummary {
  const room = {
    phase: "over",
    result,
    scores,
    seats: names.map((name, seat) => ({ name, kind: "person", level: null, resigned: false, lost_on_time: false, forfeited: false, ...seats[seat] })),
  };
  return new TableSummary({ room, you: { seats: own, seat: own[0] ?? null } } as unknown as TableMessage, { roles, seat_names: roles } as unknown as GameInfo, null);
}

const entry = (seq: number, move: number, seat: number | null, code = "", params = {}, text = code): LogEntry => ({ seq, at: 0, seat, move, texts: [{ code, params, text }] });
const LOG = [entry(1, 1, 0), entry(2, 2, 1), entry(3, 3, 0, "last", {}, "The last move.")];
const score = (): { value: string; unit: string } => ({ value: "63", unit: "points" });
const said = (given: Case, log = LOG): string[] => {
  const { headline, reason, own } = describeOutcome(summary(given), log, score);
  return [headline, reason, own ?? "-"];
};

describe("a game with points", () => {
  const three = { names: ["Ada", "Mira", "Otto"], result: [1, 0, 0], scores: [63, 51, 41] };
  it("tells the winner by how much, and everybody's points, winner first", () => {
    expect(said(three)).toEqual(["You won by 12", "You 63, Mira 51, Otto 41.", "won"]);
  });
  it("tells the others by how much they lost", () => {
    expect(said({ ...three, own: [2] })).toEqual(["You lost by 22", "Ada 63, Mira 51, You 41.", "lost"]);
  });
  it("names the winner to spectators and at one screen", () => {
    expect(said({ ...three, own: [] })).toEqual(["Ada wins with 63 points", "Mira 51, Otto 41.", "-"]);
    expect(said({ ...three, own: [0, 1, 2] })[0]).toBe("Ada wins with 63 points");
  });
  it("may be a draw", () => {
    expect(said({ result: [0.5, 0.5], scores: [16, 16] })).toEqual(["A draw", "16 each.", "drawn"]);
  });
  it("gives equal results the same rank", () => {
    const { ranking } = describeOutcome(summary({ ...three, scores: [63, 41, 41] }), LOG, score);
    expect(ranking.map(({ seat, rank }) => [seat, rank])).toEqual([[0, 1], [1, 2], [2, 2]]);
  });
});

describe("a game that somebody left", () => {
  it("names the resignation, to both sides", () => {
    const seats = { 1: { resigned: true } };
    expect(said({ seats })).toEqual(["You won", "Ben resigned on turn 3.", "won"]);
    expect(said({ seats, own: [1] })).toEqual(["You resigned", "Ada won on turn 3.", "lost"]);
    expect(said({ seats, own: [] })).toEqual(["Ada won", "Ben resigned on turn 3.", "-"]);
  });
  it("names the time", () => {
    const seats = { 1: { resigned: true, lost_on_time: true } };
    expect(said({ seats })).toEqual(["You won on time", "Ben ran out of time.", "won"]);
    expect(said({ seats, own: [1] })[0]).toBe("You ran out of time");
  });
  it("names the absence", () => {
    const seats = { 1: { resigned: true, forfeited: true } };
    expect(said({ seats })).toEqual(["You won", "Ben stayed away too long.", "won"]);
    expect(said({ seats, own: [1] })[0]).toBe("You were away too long");
  });
  it("is about points again where the others played it to its end", () => {
    const more = { names: ["Ada", "Mira", "Otto"], result: [1, 0, 0], scores: [9, 5, 1], seats: { 2: { resigned: true } } };
    expect(said(more)[0]).toBe("You won by 4");
    expect(said({ ...more, own: [2] })[0]).toBe("You resigned");
  });
});

describe("a game that was called off", () => {
  it("says that they agreed, or who was away", () => {
    expect(said({ result: null }, [...LOG, entry(4, 0, null, "table_abandoned")])).toEqual(["Game called off", "Both players agreed.", "-"]);
    expect(said({ result: null }, [...LOG, entry(4, 0, 1, "table_called_off", { name: "Ben" })])[1]).toBe("Ben stayed away too long.");
    expect(said({ result: null, seats: { 1: { kind: "bot" } } }, [...LOG, entry(4, 0, null, "table_abandoned")])[1]).toBe("You ended it without a result.");
  });
});

describe("a game with roles", () => {
  it("compares no scores where one's gain is the other's loss, and repeats what was said of the last move", () => {
    expect(said({ roles: ["Journeyman", "Weather"], scores: [23, -23] })).toEqual(["You won", "The last move.", "won"]);
  });
  it("compares points like any game, and names people, not roles", () => {
    const wege = { roles: ["Land", "Water"], result: [0, 1], scores: [14, 17] };
    expect(said(wege)).toEqual(["You lost by 3", "Ben 17, You 14.", "lost"]);
    expect(said({ ...wege, own: [1] })).toEqual(["You won by 3", "You 17, Ada 14.", "won"]);
    expect(said({ ...wege, own: [] })).toEqual(["Ben wins with 63 points", "Ada 14.", "-"]);
  });
  it("may say it in its own words", () => {
    const words = { headline: "You were trapped", detail: "after 23 days", reason: "No dry field is left next to you." };
    expect(describeOutcome(summary({ roles: ["Journeyman", "Weather"], result: [0, 1] }), LOG, score, words)).toMatchObject({ ...words, own: "lost" });
    expect(describeOutcome(summary({ roles: ["Journeyman", "Weather"], seats: { 1: { resigned: true } } }), LOG, score, words).headline).toBe("You won");
  });
});
