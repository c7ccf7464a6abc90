import { describe, expect, it } from "vitest";
import type { EndInfo } from "$lib/gameResult";
import { translator } from "$lib/translations";
import english from "./locales/en.json";
import { outcome } from "./result";

const ended = (info: Partial<EndInfo>): string | undefined =>
  outcome({ view: {}, own: null, winners: [1], scores: [-3, 0], name: (seat) => (info.own === seat ? "You" : (["Ada", "Bo"][seat] ?? "")), lastTexts: [], translate: translator(english), ...info }).reason;
const told = (code: string): EndInfo["lastTexts"] => [{ code, params: {}, text: "" }];

describe("the end of a game", () => {
  it("says who has no cards left, to both players and to spectators", () => {
    expect(ended({})).toBe("Bo has no cards left, Ada has 3.");
    expect(ended({ own: 0 })).toBe("Bo has no cards left, you have 3.");
    expect(ended({ own: 1 })).toBe("You have no cards left, Ada has 3.");
  });
  it("says why it is a draw", () => {
    expect(ended({ winners: [0, 1], lastTexts: told("won_both") })).toBe("Neither player has a card left.");
    expect(ended({ winners: [0, 1], lastTexts: told("drawn_by_passing") })).toBe("Four passes in a row drew no card.");
  });
});
