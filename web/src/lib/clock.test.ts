import { describe, expect, it } from "vitest";
import { bounds, CLOCK_PRESETS, clockPreset, withKind, withPreset, toSeconds, unitOf } from "./clock";

describe("clock settings", () => {
  it("use the largest unit that divides the time", () => {
    expect([0, 45, 60, 90, 5400, 7200, 172_800].map(unitOf)).toEqual(["second", "second", "minute", "second", "minute", "hour", "day"]);
  });

  it("stay within the bounds of a table", () => {
    expect(bounds("turn", "second")).toEqual([10, 999]);
    expect(bounds("game", "second")).toEqual([30, 999]);
    expect(bounds("game", "minute")).toEqual([1, 999]);
    expect(bounds("turn", "day")).toEqual([1, 14]);
    expect(toSeconds("turn", "second", 3)).toBe(10);
    expect(toSeconds("turn", "day", 120)).toBe(14 * 86_400);
    expect(toSeconds("game", "minute", 15)).toBe(900);
  });

  it("change the kind and keep what happens on timeout", () => {
    expect(withKind({ per: "turn", seconds: 60, on_timeout: "loss" }, "game")).toEqual({ per: "game", seconds: 900, increment_s: 10, on_timeout: "loss" });
    expect(withKind({ per: "none" }, "turn")).toEqual({ per: "turn", seconds: 120, increment_s: 0, on_timeout: "loss" });
    expect(withKind({ per: "game", seconds: 60 }, "none")).toEqual({ per: "none" });
  });

  it("are the usual ones, or one's own", () => {
    for (const preset of ["none", "quick", "long", "daily"] as const) expect(clockPreset(withPreset({ per: "turn", seconds: 60 }, preset))).toBe(preset);
    expect(CLOCK_PRESETS).toHaveLength(5);
    expect(withPreset({ per: "none" }, "quick")).toEqual({ per: "game", seconds: 300, increment_s: 3, on_timeout: "loss" });
    expect(withPreset({ per: "game", seconds: 600, on_timeout: "fallback" }, "daily")).toEqual({ per: "turn", seconds: 86_400, increment_s: 0, on_timeout: "fallback" });
    const own = { per: "turn", seconds: 90 } as const;
    expect([clockPreset(own), withPreset(own, "own")]).toEqual(["own", own]);
    expect(clockPreset(withPreset({ per: "none" }, "own"))).toBe("own");
  });
});
