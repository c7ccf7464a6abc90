import { describe, expect, it } from "vitest";
import type { LogEntry } from "$lib/wire";
import english from "./locales/en.json";
import { counted, describeMove, inLayingOrder, lastTurnOfOthers, pieces, readChoices, readTurns, signed, squaresOf, tileName, tileOf } from "./view";
import { GLAZES, RIMS, SHAPES } from "./tiles";

const words: Record<string, string> = english;
const translate = (code: string, params: Record<string, unknown> = {}): string =>
  (words[code] ?? `no words: ${code}`).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name]));

let seq = 0;
const entry = (seat: number | null, code: string, params: Record<string, unknown> = {}): LogEntry => ({
  seq: ++seq,
  at: 0,
  seat,
  move: 1,
  texts: [{ code, params, text: code }],
});
const LOG = [
  entry(null, "table_started"),
  entry(0, "placed", { tile: "rf", square: "e5", gain: 0 }),
  entry(1, "placed_for_points", { tile: "rb", square: "f5", gain: 3 }),
  entry(1, "bought", { price: 2, left: 1 }),
  entry(1, "placed", { tile: "bb", square: "f6", gain: 0 }),
  entry(1, "ended"),
  entry(0, "ended"),
];

describe("a rack", () => {
  it("gives tiles that are alike names of their own", () => {
    expect(pieces(["gd", "rf", "gd"], 3).map(({ id }) => id)).toEqual(["gd#0", "rf#0", "gd#1"]);
    expect(tileOf("gd#1")).toBe("gd");
  });
  it("that is not seen is as many backs", () => {
    expect(pieces(null, 2)).toEqual([{ id: "?0", tile: null }, { id: "?1", tile: null }]);
  });
});

describe("the turns", () => {
  it("are what one player does in a row, with what it earned and cost", () => {
    const [first, second, third] = readTurns(LOG, 3);
    expect([first?.number, second?.number, third?.number]).toEqual([1, 2, 3]);
    expect(second?.moves.map(({ kind, points }) => [kind, points])).toEqual([["placed", 3], ["bought", -2], ["placed", 0]]);
    expect(third?.moves.map(({ kind }) => kind)).toEqual(["ended"]);
  });
  it("are numbered from the end, where the log has lost its beginning", () => {
    expect(readTurns(LOG.slice(2), 3).map(({ number }) => number)).toEqual([2, 3]);
    expect(readTurns(LOG.slice(0, 4), 1).map(({ number }) => number)).toEqual([1, 2]);
  });
  it("of the other are the last that were not one's own", () => {
    const turns = readTurns(LOG, 3);
    expect(squaresOf(lastTurnOfOthers(turns, 0))).toEqual(["f5", "f6"]);
    expect(lastTurnOfOthers(turns, null)?.seat).toBe(0);
    expect(lastTurnOfOthers([], 0)).toBeNull();
  });
  it("say in which order tiles are drawn", () => {
    const board = { f6: "bb", e5: "rf", f5: "rb", a1: "yt" };
    expect(inLayingOrder(board, readTurns(LOG, 3)).map(([square]) => square)).toEqual(["a1", "e5", "f5", "f6"]);
  });
});

describe("the words", () => {
  it("name every tile, and every tile can be drawn", () => {
    for (const colour of Object.keys(GLAZES)) {
      expect(RIMS[colour]).toBeDefined();
      for (const shape of Object.keys(SHAPES)) expect(tileName(translate, colour + shape)).toMatch(/^[a-z]+ [a-z]+$/);
    }
    expect(tileName(translate, "rf")).toBe("red flower");
  });
  it("tell what was done", () => {
    const moves = readTurns(LOG, 3).flatMap((turn) => turn.moves.map((move) => `${describeMove(translate, move)} ${signed(move.points)}`));
    expect(moves).toEqual(["red flower on e5 0", "red bird on f5 +3", "an action bought -2", "blue bird on f6 0", "no tile laid 0"]);
    expect([counted(translate, "page_points", 1), counted(translate, "page_points", 0)]).toEqual(["1 point", "0 points"]);
  });
});

it("there is nothing to choose when it is not one's turn", () => {
  expect(readChoices({})).toBeNull();
  expect(readChoices({ kind: "tiles", targets: {}, moves: ["end"] })?.moves).toEqual(["end"]);
});
