import { describe, expect, it } from "vitest";
import type { BoardApi } from "$lib/board";
import { translator } from "$lib/translations";
import { adviceOf, effectOf, inWords } from "./inWords";
import english from "./locales/en.json";

const api = { game: { roles: ["land", "water"] }, translate: translator(english), playerName: (seat: number) => ["Ada", "Vera"][seat] } as unknown as BoardApi;
const said = (code: string, params: Record<string, unknown>): string => inWords({ code, params, text: "as the server says it" }, api);

describe("a move in words", () => {
  it("names players and says no rotation", () => {
    expect(said("placed", { player: "water", other: "land", cell: "d5", rotation: 2, card: "water_card" })).toMatch(/^Vera laid a .* on d5\.$/);
    expect(said("won", { player: "land", high: 17, low: 14 })).toMatch(/^Ada /);
    expect(said("turned_up", { player: "water", card: "land_card" })).toBe("");
  });
});

describe("advice in words", () => {
  it("says the move as what to do, and names players", () => {
    const why = { code: "explain_gnome", params: { other: "water" }, text: "" };
    expect(adviceOf(api, { move: "f1/3", texts: [], explanations: [why] })).toEqual({ text: "Lay it on f1, turned as shown.", reason: "Lets Vera's gnome face nobody." });
    expect(adviceOf(api, { move: "x c3/1", texts: [], explanations: [] }).text).toMatch(/^Swap in the bridge on c3/);
  });
  it("knows that a card without a gnome lies the same after two quarter turns", () => {
    const placed = (card: string, rotation: number): string => effectOf({ code: "placed", params: { player: "land", cell: "f1", card, rotation }, text: `rotation ${rotation}` });
    expect(placed("water_card", 1)).toBe(placed("water_card", 3));
    expect(placed("water_card", 1)).not.toBe(placed("water_card", 2));
    expect(placed("water_path", 1)).not.toBe(placed("water_path", 3));
  });
});
