import { describe, expect, it, vi } from "vitest";
import type { GameInfo } from "./registry.svelte";
import type { SeatInfo } from "./wire";

vi.mock("$lib/route.svelte", () => ({ route: { go: () => undefined } }));
const { ago, different, earned, fitting, inOrder, stage } = await import("./rooms");
type RoomSummary = Parameters<typeof stage>[0];
type OpenTable = Parameters<typeof fitting>[0][0];

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
});
const standing = (code: string, more: Partial<RoomSummary> = {}): RoomSummary => ({
  code,
  game: "flooding",
  phase: "playing",
  seats: [seat("Ada"), seat("Bo")],
  own_seats: [0],
  to_move: 1,
  moves: 1,
  last_move: "",
  at: 0,
  result: null,
  ...more,
});
const about = {
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
  it("stand in the order in which they want somebody, and the latest first", () => {
    const games = [
      standing("OVER", { phase: "over", at: 9 }),
      standing("CLOSED", { phase: "closed", at: 9 }),
      standing("WAITS", { phase: "waiting", to_move: null, at: 9 }),
      standing("OLD"),
      standing("NEW", { at: 5 }),
      standing("MINE", { to_move: 0 }),
    ];
    expect(inOrder(games).map(({ code }) => code)).toEqual(["MINE", "NEW", "OLD", "WAITS", "OVER", "CLOSED"]);
  });

  it("are one's turn only where one sits, while they are played", () => {
    expect(stage(standing("A", { own_seats: [], to_move: 0 }))).toBe("playing");
    expect(stage(standing("A", { own_seats: [0, 1] }))).toBe("yours");
    expect(stage(standing("A", { phase: "over", to_move: 0 }))).toBe("over");
  });

  it("were won, lost or drawn by whoever had one seat", () => {
    expect(earned(standing("A", { result: [1, 0] }))).toBe("you_won");
    expect(earned(standing("A", { own_seats: [1], result: [1, 0] }))).toBe("you_lost");
    expect(earned(standing("A", { result: [0.5, 0.5] }))).toBe("you_drew");
    expect(earned(standing("A", { own_seats: [], result: [1, 0] }))).toBe("phase_over");
    expect(earned(standing("A", { own_seats: [0, 1], result: [1, 0] }))).toBe("phase_over");
  });
});

describe("open tables", () => {
  it("say which options are unusual", () => {
    expect(different(about, table("A").options)).toEqual([]);
    const options = { size: 6, open_hands: true, jokers: false, scoring: "very_short" };
    expect(different(about, options)).toEqual(["Size 6", "Open hands", "Without: Jokers", "Scoring: very short"]);
  });

  it("fit whoever just wants to play if nothing is unusual; who waits longest comes first", () => {
    const clock = { per: "turn", seconds: 60, increment_s: 0, on_timeout: "loss" } as const;
    const others = [table("LEGS", { legs: 2 }), table("CLOCK", { clock }), table("SIZE", { options: { size: 6 } }), table("ELSE", { game: "wege" })];
    expect(fitting(others, about)).toBeUndefined();
    expect(fitting([table("NEW", { opened_at: 2 }), table("OLD", { opened_at: 1 }), ...others], about)?.code).toBe("OLD");
  });
});

it("says how long ago something was", () => {
  const now = Date.UTC(2026, 10, 15, 12);
  const minutes = (count: number): string => ago(now - 60_000 * count, now);
  expect([0, 5, 90, 60 * 24, 60 * 24 * 3].map(minutes)).toEqual(["just now", "5 minutes ago", "2 hours ago", "yesterday", "3 days ago"]);
  expect(minutes(60 * 24 * 30)).toMatch(/Oct.*2026|2026.*Oct/);
});
