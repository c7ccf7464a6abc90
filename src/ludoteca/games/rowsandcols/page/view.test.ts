import { describe, expect, it } from "vitest";
import { translateCount, translator } from "$lib/translations";
import type { LogEntry } from "$lib/wire";
import { COLOUR_LETTERS, PAINTS, SHAPE_LETTERS, SHAPES } from "./bricks";
import english from "./locales/en.json";
import { brickName, cellName, coordinatesOf, describeTurn, freeNeighbours, lastTurn, readChoices, rowName, spanOf, type Row } from "./view";

const translate = translator(english);

let seq = 0;
const entry = (seat: number | null, ...texts: [string, Record<string, unknown>][]): LogEntry => ({
  seq: ++seq,
  at: 0,
  seat,
  move: 1,
  texts: texts.map(([code, params]) => ({ code, params, text: code })),
});
const ROWS: Row[] = [
  { from: "-1,0", to: "1,0", points: 3 },
  { from: "1,-3", to: "1,2", points: 12 },
];
const LOG = [
  entry(null, ["table_started", {}]),
  entry(0, ["placed", { player: 1, brick: "bc", cell: "1,0", earned: 2 }]),
  entry(0, ["scored_one", { player: 1, bricks: 1, points: 2, rows: [{ from: "0,0", to: "1,0", points: 2 }] }], ["drew", { bricks: ["rs"] }]),
  entry(1, ["placed", { player: 2, brick: "rc", cell: "-1,0", earned: 3 }]),
  entry(1, ["placed", { player: 2, brick: "gc", cell: "2,0", earned: 4 }]),
];
const ENDED = entry(1, ["scored", { player: 2, bricks: 2, points: 15, rows: ROWS }], ["went_out", { player: 2, bonus: 6 }]);

describe("the wall", () => {
  it("has cells on every side of the first one", () => {
    expect(coordinatesOf("-1,12")).toEqual({ x: -1, y: 12 });
    expect(cellName(coordinatesOf("3,-4"))).toBe("3,-4");
  });
  it("has free cells next to bricks, each listed once", () => {
    expect(freeNeighbours({ "0,0": "bc", "1,0": "rc" }).sort()).toEqual(["-1,0", "0,-1", "0,1", "1,-1", "1,1", "2,0"]);
    expect(freeNeighbours({ "0,0": "bc", "1,1": "bs" })).toHaveLength(6);
  });
  it("has rows across and down", () => {
    expect(ROWS.map(spanOf)).toEqual([{ wide: 3, high: 1 }, { wide: 1, high: 6 }]);
  });
});

describe("the last turn", () => {
  it("is the last finished turn, with its cells and rows", () => {
    expect(lastTurn([])).toBeNull();
    expect(lastTurn(LOG)).toMatchObject({ seat: 0, kind: "scored", count: 1, points: 2, cells: ["1,0"], bonus: 0 });
    expect(lastTurn([...LOG, ENDED])).toMatchObject({ seat: 1, count: 2, points: 15, rows: ROWS, cells: ["-1,0", "2,0"], bonus: 6 });
  });
  it("can be a swap or a pass", () => {
    expect(lastTurn([...LOG, entry(1, ["swapped", { player: 2, count: 4 }])])).toMatchObject({ kind: "swapped", count: 4, rows: [] });
    expect(lastTurn([entry(1, ["passed", { player: 2 }])])).toMatchObject({ seat: 1, kind: "passed" });
  });
  it("is described in a sentence", () => {
    const described =(...more: LogEntry[]): string => {
      const turn = lastTurn([...LOG, ...more]);
      return turn ? describeTurn(translate, "Ada", turn) : "";
    };
    expect(described()).toBe("Ada scored 2: a row of 2 for 2.");
    expect(described(ENDED)).toBe("Ada scored 15: a row of 3 for 3 and a column of 6 for 12; and 6 more for laying the last brick.");
    expect(described(entry(1, ["swapped", { player: 2, count: 1 }]))).toBe("Ada swapped 1 brick.");
    expect(described(entry(1, ["passed", { player: 2 }]))).toBe("Ada passed.");
  });
});

describe("the texts", () => {
  it("name every brick, and every brick has a drawing", () => {
    expect(COLOUR_LETTERS).toHaveLength(6);
    expect(SHAPE_LETTERS).toHaveLength(6);
    for (const colour of COLOUR_LETTERS) for (const shape of SHAPE_LETTERS) expect(brickName(translate, colour + shape)).toMatch(/^[a-z]+ [a-z]+$/);
    expect(brickName(translate, "bc")).toBe("blue circle");
    expect(rowName(translate, { from: "0,0", to: "0,1", points: 2 })).toBe("a column of 2 for 2");
    expect([translateCount(translate, "page_points", 1), translateCount(translate, "page_points", 12)]).toEqual(["1 point", "12 points"]);
  });
  it("do not rely on colour: every colour has its own inlay, every shape its own body", () => {
    expect(new Set(Object.values(PAINTS).map(({ line, fill }) => JSON.stringify([line, fill]))).size).toBe(6);
    expect(new Set(Object.values(SHAPES).map(({ body }) => body)).size).toBe(6);
  });
});

it("there are no choices out of turn", () => {
  expect(readChoices({})).toBeNull();
  expect(readChoices({ kind: "bricks", targets: {}, moves: ["end"], swap_most: 3 })?.swap_most).toBe(3);
});
