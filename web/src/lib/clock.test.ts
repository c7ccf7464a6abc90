import { describe, expect, it } from "vitest";
import { bounds, changed, seconds, unitOf } from "./clock";

describe("a clock as one sets it", () => {
  it("counts in the largest unit that is whole", () => {
    expect([0, 45, 60, 90, 5400, 7200, 172_800].map(unitOf)).toEqual(["second", "second", "minute", "second", "minute", "hour", "day"]);
  });

  it("stays within what a table takes", () => {
    expect(bounds("turn", "second")).toEqual([10, 999]);
    expect(bounds("game", "second")).toEqual([30, 999]);
    expect(bounds("game", "minute")).toEqual([1, 999]);
    expect(bounds("turn", "day")).toEqual([1, 14]);
    expect(seconds("turn", "second", 3)).toBe(10);
    expect(seconds("turn", "day", 120)).toBe(14 * 86_400);
    expect(seconds("game", "minute", 15)).toBe(900);
  });

  it("changes its kind, and keeps what happens when it is over", () => {
    expect(changed({ per: "turn", seconds: 60, on_timeout: "loss" }, "game")).toEqual({ per: "game", seconds: 900, increment_s: 10, on_timeout: "loss" });
    expect(changed({ per: "none" }, "turn")).toEqual({ per: "turn", seconds: 120, increment_s: 0, on_timeout: "fallback" });
    expect(changed({ per: "game", seconds: 60 }, "none")).toEqual({ per: "none" });
  });
});
