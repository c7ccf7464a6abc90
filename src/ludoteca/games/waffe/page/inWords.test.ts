import { describe, expect, it } from "vitest";
import type { BoardApi } from "$lib/board";
import { translator } from "$lib/translations";
import { adviceOf, inWords } from "./inWords";
import english from "./locales/en.json";

const api = { translate: translator(english), playerName: (seat: number) => ["Ada", "Vera"][seat] } as unknown as BoardApi;
const said = (code: string, params: Record<string, unknown>): string => inWords({ code, params, text: "as the server says it" }, api);

describe("a move in words", () => {
  it("shows cards by symbols and players by names", () => {
    expect(said("played", { player: 2, cards: ["TH", "KC"] })).toMatch(/^Vera added 10♥\S* K♣/);
    expect(said("field_is_also", { is: "a suit of spades", also: ["straight"] })).toBe("Now a suit of spades, or straight.");
    expect(said("won_by_other", { player: 1, other: 2 })).toContain("Vera played");
    expect(said("drew", { player: 1, cards: ["AC"] })).toBe("");
    expect(said("no_type", { reasons: "no suit, as 2H and 6D differ" })).toBe("These cards form no type.");
    expect(said("no_change", { would_be: ["pairs"], types: ["suit"], reasons: "" })).toBe("It would be pairs, which may not follow a suit.");
  });
});

describe("advice in words", () => {
  it("says the move as what to do", () => {
    expect(adviceOf(api, { move: "play 2H", texts: [], explanations: [] }).text).toMatch(/^Play 2♥/);
    expect(adviceOf(api, { move: "pass", texts: [], explanations: [] }).text).toBe("Pass.");
  });
});
