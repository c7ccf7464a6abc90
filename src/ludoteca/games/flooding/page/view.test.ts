import { describe, expect, it } from "vitest";
import type { LogEntry } from "$lib/wire";
import { dayOf, fieldsOf, inOrder, readChoices, readMoves, type FloodingView } from "./view";

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

describe("readMoves", () => {
  it("is empty before the first move", () => {
    expect(readMoves([])).toEqual([]);
    expect(readMoves([entry("table_started", { sha256: "" })])).toEqual([]);
  });

  it("says where the journeyman came from, even on the first move", () => {
    expect(readMoves([walk("b2")])).toMatchObject([{ seat: 0, from: "a1", walked: "b2", dried: [], flooded: [] }]);
    expect(readMoves([walk("b2"), flood("c3"), walk("a2", "a3", "b2")]).at(-1)).toMatchObject({ from: "b2", walked: "a2", dried: ["a3", "b2"] });
  });

  it("does not know where he came from if the game began elsewhere", () => {
    expect(readMoves([walk("e5")])).toMatchObject([{ from: null, walked: "e5" }]);
  });

  it("lists the flooded fields, even when there are none", () => {
    expect(readMoves([walk("b2"), flood("a1", "c3")]).at(-1)).toMatchObject({ seat: 1, from: null, walked: null, dried: [], flooded: ["a1", "c3"] });
    expect(readMoves([walk("b2"), flood()]).at(-1)).toMatchObject({ walked: null, flooded: [] });
  });

  it("ignores entries that are not moves", () => {
    const night = entry("floods", { fields: ["a2", "b1"] }, [["weather_wins", { days: 2, field: "a1" }]]);
    const moves = readMoves([walk("b2"), night, entry("table_resigned", { name: "Ada" })]);
    expect(moves).toHaveLength(2);
    expect(moves[1]).toMatchObject({ seq: night.seq, flooded: ["a2", "b1"] });
  });
});

describe("fieldsOf", () => {
  it("reads the fields of a move text", () => {
    expect(fieldsOf("c4")).toEqual(["c4"]);
    expect(fieldsOf("c3 d10")).toEqual(["c3", "d10"]);
    expect(fieldsOf("-")).toEqual([]);
  });
});

describe("dayOf", () => {
  it("counts the day that is being played, and the night after it", () => {
    const view = { day: 13, to_move: "journeyman" } as FloodingView;
    expect(dayOf(view)).toBe(14);
    expect(dayOf({ ...view, day: 14, to_move: "weather" })).toBe(14);
    expect(dayOf({ ...view, day: 14, to_move: null })).toBe(14);
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
