import { describe, expect, it } from "vitest";
import { translateCount, translator } from "$lib/translations";
import type { LogEntry } from "$lib/wire";
import { COLOUR_LETTERS, PAINTS, SHAPE_LETTERS, SHAPES } from "./bricks";
import english from "./locales/en.json";
import { frameWall, MAX_BRICK_PX, MIN_BRICK_PX } from "./camera";
import { brickName, cellName, coordinatesOf, describeTurn, freeNeighbours, readChoices, readPlacement, readSwap, readTurns, refusalText, spanOf, type Coordinates, type Row } from "./view";

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

describe("the turns of the log", () => {
  const turns = readTurns([...LOG, ENDED]);
  it("have their bricks, rows and points", () => {
    expect(readTurns([])).toEqual([]);
    expect(turns).toHaveLength(2);
    expect(turns[0]).toMatchObject({ seat: 0, kind: "scored", points: 2, laid: [{ cell: "1,0", brick: "bc" }], bonus: 0 });
    expect(turns[1]).toMatchObject({ seat: 1, points: 15, rows: ROWS, laid: [{ cell: "-1,0" }, { cell: "2,0" }], bonus: 6 });
  });
  it("may be running, a swap or a pass", () => {
    expect(readTurns(LOG).at(-1)).toMatchObject({ kind: "running", points: 4, rows: [] });
    expect(readTurns([entry(1, ["swapped", { player: 2, count: 4 }])])).toMatchObject([{ kind: "swapped", swapped: 4, laid: [] }]);
    expect(readTurns([entry(1, ["passed", { player: 2 }])])).toMatchObject([{ seat: 1, kind: "passed" }]);
  });
  it("are told in a few words", () => {
    const told = (...entries: LogEntry[]): string[] => readTurns(entries).map((turn) => describeTurn(translate, turn));
    expect(told(...LOG)).toEqual(["row of 2", "laid 2 bricks"]);
    expect(told(...LOG, ENDED).at(-1)).toBe("rows of 6 and 3, last brick +6");
    expect(told(entry(1, ["swapped", { player: 2, count: 1 }]))).toEqual(["swapped 1 brick"]);
    expect(told(entry(1, ["passed", { player: 2 }]))).toEqual(["passed"]);
  });
});

describe("a hint", () => {
  it("is a brick and its cell, or bricks to swap", () => {
    expect(readPlacement("bc@-1,2")).toEqual({ brick: "bc", cell: "-1,2" });
    expect([readPlacement("end"), readPlacement(null)]).toEqual([null, null]);
    expect([readSwap("swap bc rs"), readSwap("end"), readSwap(null)]).toEqual([["bc", "rs"], [], []]);
  });
});

describe("the part of the wall that is shown", () => {
  const row = (count: number): Coordinates[] => Array.from({ length: count }, (_, x) => ({ x, y: 0 }));
  const PANEL = { width: 800, height: 700 };
  it("is all of it, in the middle below the bar", () => {
    const { box, brickPx, whole } = frameWall(row(12), [], PANEL, 100);
    expect(whole).toBe(true);
    expect(brickPx).toBeCloseTo(800 / 14.2);
    expect(box.x + box.width / 2).toBeCloseTo(600);
    expect((50 - box.y) * (brickPx / 100)).toBeCloseTo(400);
  });
  it("draws no brick too large or too small", () => {
    expect(frameWall(row(1), [], PANEL, 0).brickPx).toBeCloseTo(700 / 9);
    expect(frameWall(row(1), [], { width: 1400, height: 1000 }, 0).brickPx).toBe(MAX_BRICK_PX);
    expect(frameWall(row(60), [], PANEL, 0)).toMatchObject({ brickPx: MIN_BRICK_PX, whole: false });
  });
  it("is all of it at the end of the game, however small", () => {
    expect(frameWall(row(60), [], PANEL, 0, 1)).toMatchObject({ whole: true, brickPx: 80000 / 6220 });
  });
  it("follows the play on a wall that is too wide, but never beyond its end", () => {
    const middle = (focus: number): number => {
      const { box } = frameWall(row(60), [{ x: focus, y: 0 }], PANEL, 0);
      return box.x + box.width / 2;
    };
    expect(middle(30)).toBeCloseTo(3050);
    const seen = (PANEL.width / MIN_BRICK_PX) * 100;
    expect(middle(0)).toBeCloseTo(-110 + seen / 2);
    expect(middle(59)).toBeCloseTo(6110 - seen / 2);
  });
});

it("a refusal is said in words, without cells and codes", () => {
  const refuse = (code: string, params = {}): string => refusalText(translate, { code, params, text: "as it is" });
  expect(refuse("column_mixed", { from: "0,0", to: "0,1", brick: "bc", other: "rs" })).toBe("The blue circle and the red square share neither colour nor shape.");
  expect(refuse("no_touch", { cell: "5,5" })).toBe("Bricks must touch the wall.");
  expect(refuse("swap_late")).toBe("as it is");
});

describe("the texts", () => {
  it("name every brick, and every brick has a drawing", () => {
    expect(COLOUR_LETTERS).toHaveLength(6);
    expect(SHAPE_LETTERS).toHaveLength(6);
    for (const colour of COLOUR_LETTERS) for (const shape of SHAPE_LETTERS) expect(brickName(translate, colour + shape)).toMatch(/^[a-z]+ [a-z]+$/);
    expect(brickName(translate, "bc")).toBe("blue circle");
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
