import { describe, expect, it } from "vitest";
import { areAdjacent, around, countSteps, decorations, depths, driedBy, outline, seams, tufts } from "./island";

const set = (...fields: string[]): Set<string> => new Set(fields);

describe("around", () => {
  it("holds eight fields, fewer at the edge", () => {
    expect(around("b2", 3).sort()).toEqual(["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]);
    expect(around("a1", 3).sort()).toEqual(["a2", "b1", "b2"]);
    expect(around("c3", 3).sort()).toEqual(["b2", "b3", "c2"]);
  });
});

describe("driedBy", () => {
  it("lists the wet fields above, right, below and left, in this order", () => {
    expect(driedBy("b2", 3, set("a1", "a2", "b1", "b3", "c2", "c3"))).toEqual(["b1", "c2", "b3", "a2"]);
    expect(driedBy("a1", 3, set("b2"))).toEqual([]);
  });
});

describe("countSteps", () => {
  it("counts the dry fields around the journeyman", () => {
    expect(countSteps("b2", 3, set())).toBe(8);
    expect(countSteps("a1", 3, set("a2", "b1", "c3"))).toBe(1);
  });
});

describe("areAdjacent", () => {
  it("knows the fields of one step, diagonal ones too", () => {
    expect(areAdjacent("a1", "b2")).toBe(true);
    expect(areAdjacent("a1", "a1")).toBe(false);
    expect(areAdjacent("a9", "a10")).toBe(true);
    expect(areAdjacent("a1", "c1")).toBe(false);
  });
});

describe("depths", () => {
  it("grow with the distance to the nearest dry field, up to three", () => {
    const wet = set(..."abcde".split("").flatMap((column) => [1, 2, 3, 4, 5].map((row) => `${column}${row}`)));
    wet.delete("a1");
    expect(depths(5, wet)).toEqual([0, 1, 2, 3, 3, 1, 1, 2, 3, 3, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    wet.add("a1");
    expect(depths(5, wet)).toEqual(Array(25).fill(3));
    expect(depths(3, set())).toEqual(Array(9).fill(0));
  });
});

describe("outline and seams", () => {
  it("join the fields of a row", () => {
    const depth = depths(3, set("b2"));
    expect(outline(3, depth, 0)).toBe("M0 0h300v100h-300zM0 100h100v100h-100zM200 100h100v100h-100zM0 200h300v100h-300z");
    expect(outline(3, depth, 1)).toBe("M100 100h100v100h-100z");
    expect(outline(3, depth, 2)).toBe("");
  });

  it("draw lines between dry fields only", () => {
    expect(seams(3, depths(3, set("b2"))).match(/M/g)).toHaveLength(8);
    expect(seams(3, depths(3, set())).match(/M/g)).toHaveLength(12);
  });
});

describe("decoration", () => {
  it("stands on every field at most once, and on small islands nowhere", () => {
    expect(decorations(7)).toEqual([]);
    expect(tufts(7, depths(7, set()), set())).toBe("");
    for (const size of [8, 10, 20]) {
      const names = decorations(size).map(({ name }) => name);
      expect(new Set(names).size).toBe(names.length);
      expect(decorations(size).every(({ x, y }) => x < size && y < size)).toBe(true);
    }
  });

  it("leaves marked and flooded fields without grass", () => {
    const all = tufts(10, depths(10, set()), set());
    expect(tufts(10, depths(10, set("d1")), set())).not.toBe(all);
    expect(tufts(10, depths(10, set()), set("d1"))).not.toBe(all);
  });
});
