import { describe, expect, it, vi } from "vitest";

vi.stubGlobal("location", { pathname: "/", origin: "http://ludoteca.test" });
vi.stubGlobal("addEventListener", vi.fn());
vi.stubGlobal("document", { addEventListener: vi.fn() });
const { homePanels, roomDetail, roomTitle, tablePanel } = await import("./panels");
import type { GameInfo } from "./registry.svelte";
import type { OpenTable, RoomSummary } from "./rooms";
import type { SeatInfo } from "./wire";

const seat = (name: string, kind: SeatInfo["kind"] = "person"): SeatInfo => ({ name, kind }) as SeatInfo;
const latice = { name: "latice", title: "Latice", options: [] } as unknown as GameInfo;
const find = (name: string): GameInfo | undefined => (name === "latice" ? latice : undefined);
const room = (code: string, more: Partial<RoomSummary> = {}): RoomSummary => ({
  code,
  game: "latice",
  phase: "playing",
  seats: [seat("Ada"), seat("Ben")],
  own_seats: [0],
  to_move: 0,
  moves: 4,
  time_ends_at: null,
  untouched: false,
  at: 0,
  result: null,
  version: 1,
  origin: "deal",
  options: {},
  casual: false,
  scores: null,
  ...more,
});
const table = (code: string, seats: SeatInfo[]): OpenTable => ({
  code,
  game: "latice",
  options: {},
  seats,
  legs: 1,
  clock: { per: "none", seconds: 0, increment_s: 0, on_timeout: "fallback" },
  opened_at: 0,
});

describe("a game in words", () => {
  it.each([
    [{}, "Your turn against Ben"],
    [{ seats: [seat("Ada"), seat("Otto", "bot"), seat("Mira")] }, "Your turn against Otto and Mira"],
    [{ own_seats: [0, 1], to_move: 1 }, "Ben's turn"],
    [{ to_move: 1 }, "Waiting for Ben"],
    [{ to_move: 1, seats: [seat("Ada"), seat("Otto", "bot")] }, "Otto is thinking…"],
    [{ phase: "waiting", seats: [seat("Ada"), seat("", "free")] }, "Your table waits for players"],
    [{ phase: "over", result: [1, 0] }, "You won against Ben"],
    [{ phase: "over", result: [0, 1] }, "You lost against Ben"],
    [{ phase: "over", result: [0.5, 0.5] }, "A draw against Ben"],
    [{ phase: "over", own_seats: [0, 1], result: [0, 1] }, "Ben won"],
    [{ phase: "over", own_seats: [], result: [0, 1] }, "Ben won"],
    [{ phase: "over", own_seats: [0, 1], result: [0.5, 0.5] }, "A draw"],
    [{ phase: "over" }, "Game called off"],
    [{ phase: "closed", moves: 0 }, "Table ended"],
  ] as [Partial<RoomSummary>, string][])("%j", (more, title) => {
    expect(roomTitle(room("A", more))).toBe(title);
  });

  it("never calls a person by a role", () => {
    expect(roomTitle(room("A", { to_move: 1, seats: [seat("Ada"), seat("")] }))).toBe("Waiting for Guest");
  });

  it("tells the game, and when something happened or how much time is left", () => {
    const now = 10 * 24 * 3_600_000;
    expect(roomDetail(room("A", { at: now - 300_000 }), find, now)).toBe("Latice · 5 minutes ago");
    expect(roomDetail(room("A", { time_ends_at: now + 7_200_000 }), find, now)).toBe("Latice · 2 hours left");
    expect(roomDetail(room("A", { time_ends_at: now + 60_000 }), find, now)).toBe("Latice · 1 minute left");
    expect(roomDetail(room("A", { time_ends_at: now - 60_000 }), find, now)).toBe("Latice · 0 minutes left");
    expect(roomDetail(room("A", { phase: "waiting", at: now, seats: [seat("Ada"), seat("", "free")] }), find, now)).toBe("Latice · 1 seat free");
    expect(roomDetail(room("A", { game: "gone", at: now }), find, now)).toBe("A game · just now");
  });
});

describe("panels at home", () => {
  it("come in this order: your turn, running, open tables, finished since the last visit; three at most", () => {
    const rooms = [room("MINE"), room("THEIRS", { to_move: 1 }), room("OVER", { phase: "over", result: [1, 0], at: 90 }), room("OLD", { phase: "over", result: [1, 0], at: 10 })];
    const tables = [table("OPEN", [seat("Jo"), seat("", "free")])];
    const keys = (some: RoomSummary[], open: OpenTable[]): string[] => homePanels(some, open, 50, find).map(({ key }) => key);
    expect(keys(rooms, tables)).toEqual(["MINE", "THEIRS", "OPEN"]);
    expect(keys(rooms.slice(1), tables)).toEqual(["THEIRS", "OPEN", "OVER"]);
    expect(keys(rooms.slice(2), [])).toEqual(["OVER"]);
    expect(keys([room("WAITS", { phase: "waiting" })], [table("WAITS", [])])).toEqual(["WAITS"]);
  });

  it("lead to the table, to the replay, or to a seat", () => {
    const [mine, over] = homePanels([room("MINE"), room("OVER", { phase: "over", result: [1, 0], at: 90 })], [], 0, find);
    expect(mine).toMatchObject({ href: "/r/MINE", action: "continue", yours: true });
    expect(over).toMatchObject({ href: "/r/OVER/replay", action: "see_again", yours: false });
    const open = tablePanel(table("OPEN", [seat("Jo"), seat("Bo"), seat("", "free")]), find);
    expect(open).toMatchObject({ title: "Open table: Jo and Bo wait", href: "/r/OPEN", action: "join_table" });
    expect(open.detail).toBe("Latice · 1 of 3 seats free");
  });
});
