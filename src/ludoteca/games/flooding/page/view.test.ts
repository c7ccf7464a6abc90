import { describe, expect, it } from "vitest";
import type { LogEntry } from "$lib/wire";
import { inOrder, lastMove, readChoices } from "./view";

let seq = 0;
function entry(code: string, params: Record<string, unknown> = {}, more: [string, Record<string, unknown>][] = []): LogEntry {
  seq += 1;
  const texts = ([[code, params], ...more] as const).map(([name, filled]) => ({ code: name, params: filled, text: "" }));
  return { seq, at: 0, seat: null, move: seq, texts };
}
const walk = (field: string, ...dried: string[]): LogEntry =>
  dried.length ? entry("walked_and_dried", { field, dried }) : entry("walked", { field, dried });
const flood = (...fields: string[]): LogEntry => entry(fields.length ? "floods" : "floods_none", { fields });

describe("inOrder", () => {
  it("sorts by row number, then by column", () => {
    expect(inOrder(["b1", "a2", "a10", "t2", "b2", "a1"])).toEqual(["a1", "b1", "a2", "b2", "t2", "a10"]);
    expect(inOrder(["t19", "a20"])).toEqual(["t19", "a20"]);
  });

  it("does not change its argument", () => {
    const chosen = ["c3", "b2"];
    expect(inOrder(chosen)).toEqual(["b2", "c3"]);
    expect(chosen).toEqual(["c3", "b2"]);
    expect(inOrder([])).toEqual([]);
  });
});

describe("lastMove", () => {
  it("is null before the first move", () => {
    expect(lastMove([])).toBeNull();
    expect(lastMove([entry("table_started", { sha256: "" })])).toBeNull();
  });

  it("says where the journeyman came from, even on the first move", () => {
    expect(lastMove([walk("b2")])).toMatchObject({ from: "a1", walked: "b2", dried: [], marked: ["b2"] });
    expect(lastMove([walk("b2"), flood("c3"), walk("a2", "a3", "b2")])).toMatchObject({ from: "b2", walked: "a2", dried: ["a3", "b2"], marked: ["a2"] });
  });

  it("marks the flooded fields, even when there are none", () => {
    expect(lastMove([walk("b2"), flood("a1", "c3")])).toMatchObject({ from: null, walked: null, dried: [], marked: ["a1", "c3"] });
    expect(lastMove([walk("b2"), flood()])).toMatchObject({ walked: null, marked: [] });
  });

  it("ignores entries that are not moves", () => {
    const night = entry("floods", { fields: ["a2", "b1"] }, [["weather_wins", { days: 2, field: "a1" }]]);
    const turn = lastMove([walk("b2"), night, entry("table_resigned", { name: "Ada" })]);
    expect(turn).toMatchObject({ seq: night.seq, marked: ["a2", "b1"] });
  });
});

describe("readChoices", () => {
  it("accepts choices of fields only", () => {
    const choices = { kind: "fields", least: 0, most: 2, fields: ["a1"], none: "-" };
    expect(readChoices(choices)).toBe(choices);
    expect(readChoices({})).toBeNull();
    expect(readChoices({ kind: "list", moves: [] })).toBeNull();
  });
});
