import { describe, expect, it } from "vitest";
import { boundingBox, columnName, isNavigationKey, rows, squareAt, squareName, UNIT, nextCell, type Cell } from "./cells";

const at = (name: string): Cell => ({ name, label: name, ...squareAt(name) });
const grid = (size: number): Cell[] => Array.from({ length: size * size }, (_, index) => at(squareName(index % size, Math.floor(index / size))));

/** Return the cell reached by a sequence of keys. */
function path(cells: Cell[], from: string, ...keys: string[]): string {
  let here = cells.find((cell) => cell.name === from)!;
  for (const key of keys) here = nextCell(cells, here, key) ?? here;
  return here.name;
}

describe("nextCell", () => {
  it("goes to the neighbour on a full board, and stays at its edges", () => {
    const cells = grid(3);
    expect(path(cells, "b2", "ArrowUp")).toBe("b1");
    expect(path(cells, "b2", "ArrowDown")).toBe("b3");
    expect(path(cells, "b2", "ArrowLeft")).toBe("a2");
    expect(path(cells, "b2", "ArrowRight")).toBe("c2");
    for (const key of ["ArrowUp", "ArrowLeft"]) expect(nextCell(cells, cells[0]!, key)).toBeNull();
    for (const key of ["ArrowDown", "ArrowRight"]) expect(nextCell(cells, cells[8]!, key)).toBeNull();
  });

  /** Make a board that grew cell by cell in any direction. */
  function grown(size: number): Cell[] {
    const names = new Map([["0,0", { name: "0,0", label: "", x: 0, y: 0 }]]);
    for (let turn = 1; names.size < size; turn++) {
      const from = [...names.values()][(turn * 7919) % names.size]!;
      const [dx, dy] = [[1, 0], [0, 1], [-1, 0], [0, -1]][(turn * 104729) % 4] as [number, number];
      const [x, y] = [from.x + dx, from.y + dy];
      names.set(`${x},${y}`, { name: `${x},${y}`, label: "", x, y });
    }
    return [...names.values()];
  }

  it.each([["full", grid(4)], ["grown", grown(40)]])("reaches every cell of a %s board from every other", (_, cells) => {
    for (const from of cells) {
      const reached = new Set([from]);
      for (const here of reached) {
        for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
          const next = nextCell(cells, here, key);
          if (next) reached.add(next);
        }
      }
      expect(reached.size).toBe(cells.length);
    }
  });

  it("goes to the ends of a row", () => {
    expect(path(grid(4), "b3", "End")).toBe("d3");
    expect(path(grid(4), "b3", "Home")).toBe("a3");
    expect(path([at("b1"), at("d1"), at("a2")], "d1", "Home")).toBe("b1");
  });

  it("jumps over gaps, to the nearest in its direction", () => {
    const cells = ["a1", "f1", "c2", "a5"].map(at);
    expect(path(cells, "a1", "ArrowRight")).toBe("c2");
    expect(path(cells, "c2", "ArrowRight")).toBe("f1");
    expect(path(cells, "a1", "ArrowDown")).toBe("a5");
    expect(path(cells, "a5", "ArrowUp")).toBe("a1");
  });

  it("prefers straight ahead, and never goes more sideways than ahead", () => {
    expect(path(["b2", "b4", "c3"].map(at), "b2", "ArrowDown")).toBe("b4");
    expect(path(["b2", "b5", "c3"].map(at), "b2", "ArrowDown")).toBe("b5");
    expect(path(["b2", "e3"].map(at), "b2", "ArrowDown")).toBe("b2");
  });

  it("ignores other keys", () => {
    expect(nextCell(grid(2), grid(2)[0]!, "Enter")).toBeNull();
    expect(["ArrowUp", "Home", "End"].every(isNavigationKey)).toBe(true);
    expect(["Enter", "PageUp", "a"].some(isNavigationKey)).toBe(false);
  });
});

describe("rows", () => {
  it("sorts cells by row and column, whatever their order, below zero too", () => {
    const free = (x: number, y: number): Cell => ({ name: `${x},${y}`, label: "", x, y });
    const shuffled = [free(2, 0), free(-1, 10), free(0, -3), free(-2, 0), free(1, 10)];
    expect(rows(shuffled).map((row) => row.map((cell) => cell.name))).toEqual([["0,-3"], ["-2,0", "2,0"], ["-1,10", "1,10"]]);
    expect(rows([])).toEqual([]);
  });
});

describe("boundingBox", () => {
  it("holds all cells, with their margin", () => {
    expect(boundingBox([{ x: 0, y: 0 }])).toEqual({ x: 0, y: 0, width: UNIT, height: UNIT });
    expect(boundingBox([{ x: -1, y: 2 }, { x: 3, y: 2 }])).toEqual({ x: -UNIT, y: 2 * UNIT, width: 5 * UNIT, height: UNIT });
    expect(boundingBox([{ x: 0, y: 0 }], 0.5)).toEqual({ x: -50, y: -50, width: 200, height: 200 });
  });

  it("is one cell if there are none", () => {
    expect(boundingBox([])).toEqual({ x: 0, y: 0, width: UNIT, height: UNIT });
  });
});

describe("names of squares", () => {
  it("are column letter and row number, there and back", () => {
    expect(squareName(0, 0)).toBe("a1");
    expect(squareName(19, 19)).toBe("t20");
    expect(columnName(25)).toBe("z");
    for (const { name, x, y } of grid(20)) expect(squareAt(name)).toEqual({ x, y });
  });
});
