import { describe, expect, it } from "vitest";
import { handPieces, kindOf } from "./hand";

describe("a hand", () => {
  it("gives equal pieces different ids", () => {
    expect(handPieces(["gd", "rf", "gd"], 3).map(({ id }) => id)).toEqual(["gd#0", "rf#0", "gd#1"]);
    expect(kindOf("gd#1")).toBe("gd");
  });
  it("has pieces face down when it is hidden", () => {
    expect(handPieces(null, 2)).toEqual([{ id: "?0", kind: null }, { id: "?1", kind: null }]);
  });
});
