import { describe, expect, it } from "vitest";
import type { BoardApi } from "$lib/board";
import { translator } from "$lib/translations";
import { adviceOf, inWords } from "./inWords";
import english from "./locales/en.json";

const api = { translate: translator(english), playerName: (seat: number) => ["Ada", "Vera"][seat] } as unknown as BoardApi;
const said = (code: string, params: Record<string, unknown>): string => inWords({ code, params, text: "as the server says it" }, api);

describe("a move in words", () => {
  it("names bricks, rows and players", () => {
    expect(said("placed", { player: 2, brick: "bs", cell: "0,-3", earned: 4 })).toMatch(/^Vera laid a blue \w+: 4 so far\.$/);
    const rows = [
      { from: "0,-3", to: "0,0", points: 4 },
      { from: "0,-3", to: "2,-3", points: 3 },
    ];
    expect(said("scored", { player: 1, bricks: 2, points: 7, rows, listed: ["0,-3 .. 0,0 = 4"] })).toBe("Ada: rows of 4 and 3, +7.");
    expect(said("scored_one", { player: 1, bricks: 1, points: 3, rows: rows.slice(1), listed: [] })).toBe("Ada: row of 3, +3.");
  });

  it("leaves out what the board shows, and keeps what the game does not know", () => {
    expect(said("drew", { bricks: ["bs"] })).toBe("");
    expect(said("passed", { player: 1 })).toBe("Ada passes.");
    expect(said("table_resigned", {})).toBe("as the server says it");
  });
});

describe("advice in words", () => {
  it("says the move as what to do, with its points", () => {
    const placed = { code: "placed", params: { player: 1, brick: "gc", cell: "1,0", earned: 2 }, text: "" };
    expect(adviceOf(api, { move: "gc@1,0", texts: [placed], explanations: [] }).text).toBe("Green circle here: +2.");
    expect(adviceOf(api, { move: "end", texts: [{ code: "scored", params: { player: 1, points: 5 }, text: "" }], explanations: [] }).text).toBe("End your turn: +5.");
    expect(adviceOf(api, { move: "swap bc rs", texts: [], explanations: [] }).text).toBe("Swap 2 bricks.");
  });
});
