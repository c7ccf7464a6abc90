import { describe, expect, it } from "vitest";
import { Selection } from "./selection.svelte";

const one = { least: 1, most: 1, fields: ["a1", "b1"] };
const two = { least: 0, most: 2, fields: ["a1", "b1", "c1"] };

describe("a selection", () => {
  it("takes fields up to the bound, and says when it is full", () => {
    const selection = new Selection();
    expect(["a1", "b1", "c1"].map((name) => selection.toggle(name, two))).toEqual(["chosen", "chosen", "full"]);
    expect(selection.chosen).toEqual(["a1", "b1"]);
  });

  it("deselects a field that is chosen again", () => {
    const selection = new Selection();
    expect(["a1", "b1", "a1", "c1"].map((name) => selection.toggle(name, two))).toEqual(["chosen", "chosen", "dropped", "chosen"]);
    expect(selection.chosen).toEqual(["b1", "c1"]);
  });

  it("replaces the field if only one may be chosen", () => {
    const selection = new Selection();
    expect(["a1", "b1"].map((name) => selection.toggle(name, one))).toEqual(["chosen", "chosen"]);
    expect(selection.chosen).toEqual(["b1"]);
    expect(selection.toggle("b1", one)).toBe("dropped");
    expect(selection.chosen).toEqual([]);
  });

  it("rejects a field that is not open, full or not", () => {
    const selection = new Selection();
    expect(selection.toggle("d1", two)).toBe("closed");
    selection.toggle("a1", two);
    selection.toggle("b1", two);
    expect(selection.toggle("d1", two)).toBe("closed");
    expect(selection.chosen).toEqual(["a1", "b1"]);
  });

  it("deselects a field that is no longer open, and clears all", () => {
    const selection = new Selection();
    selection.toggle("a1", two);
    expect(selection.toggle("a1", { ...two, fields: [] })).toBe("dropped");
    selection.toggle("b1", two);
    selection.clear();
    expect(selection.chosen).toEqual([]);
  });
});
