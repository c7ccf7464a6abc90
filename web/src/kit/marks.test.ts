import { describe, expect, it } from "vitest";
import { namedCells, recapCells } from "./marks";

const CELLS = new Set(["a1", "b2", "c3"]);
const text = (params: Record<string, unknown>) => ({ code: "placed", params, text: "" });

describe("marks on a described board", () => {
  it("finds the cells that a move names", () => {
    expect([...namedCells("rf@b2", CELLS)]).toEqual(["b2"]);
    expect([...namedCells("a1 c3/2", CELLS)]).toEqual(["a1", "c3"]);
    expect([...namedCells("pass", CELLS)]).toEqual([]);
  });

  it("finds the cells that the log names, and who was there last", () => {
    const entries = [
      { seat: 0, texts: [text({ player: 1, square: "b2" })] },
      { seat: 1, texts: [text({ squares: ["b2", "c3", "z9"], count: 3 })] },
      { seat: null, texts: [text({ square: "a1" })] },
    ];
    expect([...recapCells(entries, CELLS)]).toEqual([["b2", 1], ["c3", 1]]);
  });
});
