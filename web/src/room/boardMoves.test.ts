import { describe, expect, it } from "vitest";
import type { BoardMoves, BoardSelection } from "$lib/wire";
import { cellsOf, chosenItems, classesOf, piecesOf, targetsOf, toggleItem } from "./boardMoves";

const moves: BoardMoves = {
  prompt: "Choose a tile.",
  targets: [
    { cell: "e5", move: "rf@e5", piece: "rf" },
    { cell: "e6", move: "rf@e6", piece: "rf" },
    { cell: "e5", move: "bb@e5", piece: "bb" },
    { cell: "e5", move: "bb@e5/1", piece: "bb", rotation: 1 },
  ],
  selections: [],
  actions: [],
};

describe("targets", () => {
  it("are found by piece, then by cell", () => {
    expect(piecesOf(moves)).toEqual(["rf", "bb"]);
    expect(cellsOf(targetsOf(moves, "rf"))).toEqual(["e5", "e6"]);
    expect(cellsOf(targetsOf(moves, "bb"))).toEqual(["e5"]);
  });

  it("need no piece where only a cell is chosen", () => {
    const walk = { ...moves, targets: [{ cell: "b1", move: "b1" }] };
    expect(piecesOf(walk)).toEqual([]);
    expect(targetsOf(walk, "")).toEqual(walk.targets);
  });
});

describe("selections", () => {
  const swap: BoardSelection = { label: "Swap", of: "pieces", items: ["bc", "bc", "rs"], least: 1, most: 3, verb: "swap" };
  const flood: BoardSelection = { label: "Flood", of: "cells", items: ["c3", "d3"], least: 1, most: 2, verb: "" };

  it("read what is typed", () => {
    expect(chosenItems(swap, "swap rs bc")).toEqual([true, false, true]);
    expect(chosenItems(swap, "bc@1,0")).toEqual([false, false, false]);
    expect(chosenItems(flood, " d3 ")).toEqual([false, true]);
  });

  it("write their items in order, with the verb", () => {
    expect(toggleItem(swap, "swap rs", 0)).toBe("swap bc rs");
    expect(toggleItem(swap, "swap bc rs", 1)).toBe("swap bc bc rs");
    expect(toggleItem(swap, "swap bc bc", 1)).toBe("swap bc");
    expect(toggleItem(swap, "swap bc", 0)).toBe("");
    expect(toggleItem(flood, "d3", 0)).toBe("c3 d3");
    expect(toggleItem(flood, "c3 d3", 1)).toBe("c3");
  });

  it("replace another move that was typed", () => {
    expect(toggleItem(swap, "end", 2)).toBe("swap rs");
  });
});

describe("styles", () => {
  it("become classes", () => {
    expect(["", "dim", "bold red", "on blue", "bold on blue"].map(classesOf)).toEqual(["", "dim", "bold red", "on-blue", "bold on-blue"]);
  });
});
