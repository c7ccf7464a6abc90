import { describe, expect, it } from "vitest";
import type { BoardApi } from "$lib/board";
import { translator } from "$lib/translations";
import { adviceOf, inWords } from "./inWords";
import english from "./locales/en.json";

const api = { translate: translator(english), playerName: (seat: number) => ["Ada", "Vera"][seat] } as unknown as BoardApi;
const said = (code: string, params: Record<string, unknown>): string => inWords({ code, params, text: "as the server says it" }, api);

describe("a move in words", () => {
  it("names tiles and players", () => {
    expect(said("placed", { player: 1, tile: "md", square: "f6", gain: 0 })).toBe("Ada laid a magenta dolphin on f6.");
    expect(said("placed_for_points", { player: 2, tile: "rf", square: "g5", gain: 2 })).toBe("Vera laid a red flower on g5 and earned 2.");
    expect(said("explain_follow", { tile: "bt", gain: 1 })).toMatch(/^Blue turtle /);
  });

  it("leaves out what the board shows, and keeps what the game does not know", () => {
    expect(said("drew", { player: 1, tiles: ["gl"] })).toBe("");
    expect(said("table_resigned", {})).toBe("as the server says it");
  });
});

describe("advice in words", () => {
  const explanations = [{ code: "explain_earns", params: { gain: 1 }, text: "Earns 1." }, { code: "explain_follow", params: { tile: "bt", gain: 1 }, text: "as the server says it" }];
  it("says the move as what to do, with a reason besides the points", () => {
    const placed = { code: "placed_for_points", params: { player: 2, tile: "ce", square: "f4", gain: 1 }, text: "" };
    expect(adviceOf(api, { move: "ce@f4", texts: [placed], explanations })).toEqual({ text: "Cyan feather here: +1.", reason: expect.stringMatching(/^Blue turtle /) });
    expect(adviceOf(api, { move: "exchange", texts: [], explanations: [] })).toEqual({ text: "Exchange all your tiles.", reason: "" });
  });
});
