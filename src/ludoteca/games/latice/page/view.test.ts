import { describe, expect, it } from "vitest";
import { translateCount, translator } from "$lib/translations";
import type { LogEntry } from "$lib/wire";
import english from "./locales/en.json";
import { GLAZES, RIMS, SHAPES } from "./tiles";
import { describeMove, inLayingOrder, readChoices, readTurns, signed, tileName } from "./view";

const translate = translator(english);

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

describe("the turns", () => {
  it("group consecutive moves of one player, with points earned and spent", () => {
    const [first, second, third] = readTurns(LOG, 3);
    expect([first?.number, second?.number, third?.number]).toEqual([1, 2, 3]);
    expect(second?.moves.map(({ kind, points }) => [kind, points])).toEqual([["placed", 3], ["bought", -2], ["placed", 0]]);
    expect(third?.moves.map(({ kind }) => kind)).toEqual(["ended"]);
  });
  it("are numbered from the end when the log lacks its beginning", () => {
    expect(readTurns(LOG.slice(2), 3).map(({ number }) => number)).toEqual([2, 3]);
    expect(readTurns(LOG.slice(0, 4), 1).map(({ number }) => number)).toEqual([1, 2]);
  });
  it("give the order in which tiles are drawn", () => {
    const board = { f6: "bb", e5: "rf", f5: "rb", a1: "yt" };
    expect(inLayingOrder(board, readTurns(LOG, 3)).map(([square]) => square)).toEqual(["a1", "e5", "f5", "f6"]);
  });
});

describe("the texts", () => {
  it("name every tile, and every tile has a drawing", () => {
    for (const colour of Object.keys(GLAZES)) {
      expect(RIMS[colour]).toBeDefined();
      for (const shape of Object.keys(SHAPES)) expect(tileName(translate, colour + shape)).toMatch(/^[a-z]+ [a-z]+$/);
    }
    expect(tileName(translate, "rf")).toBe("red flower");
  });
  it("describe moves", () => {
    const moves = readTurns(LOG, 3).flatMap((turn) => turn.moves.map((move) => `${describeMove(translate, move)} ${signed(move.points)}`));
    expect(moves).toEqual(["red flower on e5 0", "red bird on f5 +3", "extra tile -2", "blue bird on f6 0", "passed 0"]);
    expect([translateCount(translate, "page_points", 1), translateCount(translate, "page_points", 0)]).toEqual(["1 point", "0 points"]);
  });
});

it("there are no choices out of turn", () => {
  expect(readChoices({})).toBeNull();
  expect(readChoices({ kind: "tiles", targets: {}, moves: ["end"] })?.moves).toEqual(["end"]);
});
