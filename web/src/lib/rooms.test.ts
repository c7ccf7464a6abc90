import { describe, expect, it, vi } from "vitest";
import type { GameInfo } from "./registry.svelte";
import type { SeatInfo } from "./wire";

vi.mock("$lib/route.svelte", () => ({ route: { go: () => undefined } }));
const { formatAgo, findOpenTable, sortRooms, stageOf } = await import("./rooms");
type RoomSummary = Parameters<typeof stageOf>[0];
type OpenTable = Parameters<typeof findOpenTable>[0][0];

const seat = (name: string): SeatInfo => ({
  role: "",
  name,
  kind: name ? "person" : "free",
  level: null,
  away: false,
  resigned: false,
  lost_on_time: false,
  forfeited: false,
  substitute: null,
  open_agreed: [],
  open: false,
  ready: false,
  avatar: "",
});
const summary = (code: string, more: Partial<RoomSummary> = {}): RoomSummary => ({
  code,
  game: "flooding",
  phase: "playing",
  seats: [seat("Ada"), seat("Bo")],
  own_seats: [0],
  to_move: 1,
  moves: 1,
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
const game = {
  name: "flooding",
  options: [
    { name: "size", title: "Size", kind: "int", default: 10 },
    { name: "open_hands", title: "Open hands", kind: "bool", default: false },
    { name: "jokers", title: "Jokers", kind: "bool", default: true },
    { name: "scoring", title: "Scoring", kind: "choice", default: "full" },
  ],
} as GameInfo;
const table = (code: string, more: Partial<OpenTable> = {}): OpenTable => ({
  code,
  game: "flooding",
  options: { size: 10, open_hands: false, jokers: true, scoring: "full" },
  seats: [seat("Ada"), seat("")],
  legs: 1,
  clock: { per: "none", seconds: 0, increment_s: 0, on_timeout: "fallback" },
  opened_at: 0,
  ...more,
});

describe("the games of a device", () => {
  it("are sorted by stage, and the latest first", () => {
    const games = [
      summary("OVER", { phase: "over", at: 9 }),
      summary("CLOSED", { phase: "closed", at: 9 }),
      summary("WAITS", { phase: "waiting", to_move: null, at: 9 }),
      summary("OLD"),
      summary("NEW", { at: 5 }),
      summary("MINE", { to_move: 0 }),
    ];
    expect(sortRooms(games).map(({ code }) => code)).toEqual(["MINE", "NEW", "OLD", "WAITS", "OVER", "CLOSED"]);
  });

  it("wait for this device only on its turn", () => {
    expect(stageOf(summary("A", { own_seats: [], to_move: 0 }))).toBe("playing");
    expect(stageOf(summary("A", { own_seats: [0, 1] }))).toBe("yours");
    expect(stageOf(summary("A", { phase: "over", to_move: 0 }))).toBe("over");
  });
});

describe("open tables", () => {
  it("are chosen for a quick game if they have no unusual settings, the longest waiting first", () => {
    const clock = { per: "turn", seconds: 60, increment_s: 0, on_timeout: "loss" } as const;
    const others = [table("LEGS", { legs: 2 }), table("CLOCK", { clock }), table("SIZE", { options: { size: 6 } }), table("ELSE", { game: "wege" })];
    expect(findOpenTable(others, game)).toBeUndefined();
    expect(findOpenTable([table("NEW", { opened_at: 2 }), table("OLD", { opened_at: 1 }), ...others], game)?.code).toBe("OLD");
  });
});

it("says how long ago something was", () => {
  const now = Date.UTC(2026, 10, 15, 12);
  const minutes = (count: number): string => formatAgo(now - 60_000 * count, now);
  expect([0, 5, 90, 60 * 24, 60 * 24 * 3].map(minutes)).toEqual(["just now", "5 minutes ago", "2 hours ago", "yesterday", "3 days ago"]);
  expect(minutes(60 * 24 * 30)).toMatch(/Oct.*2026|2026.*Oct/);
});
