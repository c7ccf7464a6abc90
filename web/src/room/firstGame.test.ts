import { beforeEach, describe, expect, it, vi } from "vitest";
import type { GameInfo } from "$lib/registry.svelte";
import type { LogEntry, TableMessage } from "$lib/wire";

const store = new Map<string, string>();
vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
const { rememberFirstGame, ruleOfTurn } = await import("./firstGame");
const { TableSummary } = await import("./tableSummary");
const { saveItem } = await import("$lib/storage");

const TEXTS = { page_first_1: "One.", page_first_2: "Two.", page_first_3: "Three." };
const BY_ROLE = { page_first_weather_1: "Flood.", page_first_journeyman_1: "Walk." };
const game = (roles: string[] = []): GameInfo => ({ name: "flooding", roles, seat_names: [] }) as unknown as GameInfo;
const summary = (code: string, seat = 0, own = [seat], roles: string[] = []): InstanceType<typeof TableSummary> =>
  new TableSummary({ room: { code, phase: "playing", to_move: seat }, you: { seats: own, curtain: false } } as unknown as TableMessage, game(roles), null);
/** The log of moves by these seats. */
const moves = (...seats: number[]): LogEntry[] => seats.map((seat, index) => ({ seq: index, at: 0, seat, move: index + 1, texts: [] }));

function turn(code: string, log: LogEntry[], texts: Record<string, string> = TEXTS, table = summary(code)): string {
  const rule = ruleOfTurn(table, texts, log);
  rememberFirstGame(table, texts, log);
  return rule;
}

describe("the first game of a kind", () => {
  beforeEach(() => saveItem("first_games", {}));

  it("adds a sentence to each of the first three turns, and to none after them", () => {
    expect(turn("A", [])).toBe("One.");
    expect(turn("A", moves(0, 1))).toBe("Two.");
    expect(turn("A", moves(0, 1))).toBe("Two."); // after a reload
    expect(turn("A", moves(0, 1, 0, 0))).toBe("Two."); // within a turn of several moves
    expect(turn("A", moves(0, 1, 0, 0, 1))).toBe("Three.");
    expect(turn("A", moves(0, 1, 0, 1, 0, 1))).toBe("");
    expect(turn("B", [])).toBe("");
    expect(turn("A", [])).toBe(""); // another game at the same table
  });

  it("is not over until a turn was played", () => {
    expect(turn("A", [])).toBe("One.");
    expect(turn("B", [])).toBe("One.");
    expect(turn("B", moves(0, 1))).toBe("Two.");
    expect(turn("C", [])).toBe("");
  });

  it("comes once for each role if the texts differ", () => {
    const roles = ["journeyman", "weather"];
    expect(turn("A", moves(0), BY_ROLE, summary("A", 1, [1], roles))).toBe("Flood.");
    expect(turn("A", moves(0, 1, 0), BY_ROLE, summary("A", 1, [1], roles))).toBe("");
    expect(turn("B", moves(0), BY_ROLE, summary("B", 1, [1], roles))).toBe("");
    expect(turn("B", [], BY_ROLE, summary("B", 0, [0], roles))).toBe("Walk.");
  });

  it("says nothing to those who watch or wait, and in games without such texts", () => {
    expect(turn("A", [], TEXTS, summary("A", 0, []))).toBe("");
    expect(turn("A", [], TEXTS, summary("A", 0, [1]))).toBe("");
    expect(turn("A", [], {})).toBe("");
  });
});
