import { describe, expect, it } from "vitest";
import type { GameInfo } from "$lib/registry.svelte";
import type { LogEntry } from "$lib/wire";
import { lastChange } from "./changes";

const option = { default: 10, help: "", bounds: "", labels: {}, summaries: {} };
const game = {
  roles: ["journeyman", "weather"],
  options: [
    { ...option, name: "size", title: "Island", kind: "int", labels: { "6": "6 × 6" } },
    { ...option, name: "open_racks", title: "Open racks", kind: "bool", default: false },
    { ...option, name: "refill", title: "Draw new tiles", kind: "choice", labels: { end: "After the turn" } },
  ],
} as unknown as GameInfo;

const entry = (code: string, params: object, seat: number | null = 1): LogEntry => ({ seq: 1, at: 0, seat, move: 0, texts: [{ code, params: params as Record<string, unknown>, text: "" }] });
const said = (code: string, changes: object): string | undefined => lastChange([entry(code, { changes })], game)?.say("Bo");

describe("lastChange", () => {
  it("says options in plain words", () => {
    expect(said("table_options_set_by", { size: 6 })).toBe("Bo set Island to 6 × 6.");
    expect(said("table_options_set_by", { size: 13 })).toBe("Bo set Island to 13.");
    expect(said("table_options_set_by", { open_racks: true })).toBe("Bo turned on Open racks.");
    expect(said("table_options_set_by", { refill: "end" })).toBe("Bo set Draw new tiles to After the turn.");
    expect(said("table_options_set_by", { size: 6, refill: "end" })).toBe("Bo changed the game.");
  });

  it("says settings in plain words", () => {
    expect(said("table_settings_set_by", { legs: 2 })).toBe("Bo set Rounds to Two, roles swapped.");
    expect(said("table_settings_set_by", { casual: false })).toBe("Bo turned off Casual game.");
    expect(said("table_settings_set_by", { clock: { per: "turn", seconds: 60, increment_s: 0, on_timeout: "loss" } })).toMatch(/^Bo set Clock to 1\smin/);
    expect(said("table_settings_set_by", { webhook: "mine" })).toBe("Bo changed the table settings.");
  });

  it("finds the last change, and who made it", () => {
    const log = [entry("table_options_set_by", { changes: { size: 6 } }, 0), entry("table_plays", {}, 1), entry("table_ready", {}, 0), entry("table_seated", {}, 2)];
    const found = lastChange(log, game);
    expect(found?.seat).toBe(1);
    expect(found?.say("Ada")).toBe("Ada swapped the roles.");
    expect(found?.say(null)).toBe("You swapped the roles.");
    expect(lastChange(log.slice(2), game)).toBeNull();
    expect(lastChange([entry("table_options_set", { changes: { size: 6 } }, null)], game)?.seat).toBeNull();
  });
});
