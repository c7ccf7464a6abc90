import { describe, expect, it } from "vitest";
import { absenceRule, clockRule, dueWarning, formatClock, formatDuration, formatTime, isLow, isTick, timeLeft, untilChange } from "./time";
import type { Clock, ClockInfo } from "./wire";

const rule = (more: Partial<Clock> = {}): Clock => ({ per: "game", seconds: 300, increment_s: 0, on_timeout: "loss", ...more });
const clock = (more: Partial<ClockInfo> = {}): ClockInfo => ({
  left_ms: [120_000, 300_000],
  since: 50_000,
  running: 0,
  ...more,
});

describe("the time left", () => {
  it("runs only for the seat to move, from the server's time", () => {
    expect(timeLeft(clock(), 0, 50_000)).toBe(120_000);
    expect(timeLeft(clock(), 0, 80_500)).toBe(89_500);
    expect(timeLeft(clock(), 1, 80_500)).toBe(300_000);
    expect(timeLeft(clock({ running: null }), 0, 80_500)).toBe(120_000);
  });

  it("is never negative, and never grows on a device whose clock is behind", () => {
    expect(timeLeft(clock(), 0, 999_999)).toBe(0);
    expect(timeLeft(clock(), 0, 10_000)).toBe(120_000);
    expect(timeLeft(clock({ left_ms: [-500, 0] }), 0, 50_000)).toBe(0);
  });
});

describe("a clock", () => {
  it("shows minutes and seconds, tenths near the end, hours and days for long times", () => {
    expect(formatClock(600_000)).toBe("10:00");
    expect(formatClock(599_999)).toBe("9:59");
    expect(formatClock(10_000)).toBe("0:10");
    expect(formatClock(9_999)).toBe("9.9");
    expect(formatClock(40)).toBe("0.0");
    expect(formatClock(3_600_000)).toBe("1:00:00");
    expect(formatClock(2 * 86_400_000 + 3 * 3_600_000 + 5_000)).toBe("2 d 3 h");
  });

  it("is redrawn exactly when its text changes", () => {
    for (const ms of [599_999, 600_000, 10_001, 9_950, 100_000_000, 1]) {
      const wait = untilChange(ms);
      expect(formatClock(ms - wait + 1)).toBe(formatClock(ms));
      if (ms > wait) expect(formatClock(ms - wait)).not.toBe(formatClock(ms));
    }
  });

  it("is low in its last twenty seconds, and ticks in its last ten", () => {
    expect([20_000, 19_999].map(isLow)).toEqual([false, true]);
    expect([isTick(10_100, 9_900), isTick(9_900, 9_100), isTick(9_050, 8_990), isTick(15_050, 14_990)]).toEqual([true, false, true, false]);
  });

  it("warns at 60, 30 and 10 seconds, once each", () => {
    expect(dueWarning(60_100, 59_900)).toBe(60);
    expect(dueWarning(59_900, 59_000)).toBeNull();
    expect(dueWarning(31_000, 30_000)).toBe(30);
    expect(dueWarning(10_050, 9_990)).toBe(10);
    expect(dueWarning(70_000, 5_000)).toBe(10); // a device that slept hears only the last one
    expect(dueWarning(5_000, 70_000)).toBeNull();
  });

  it("describes its rule", () => {
    expect(clockRule(rule({ increment_s: 5 }))).toBe("5 minutes for each player, and 5 seconds more after each turn. A player who runs out of time loses.");
    expect(clockRule(rule({ per: "turn", seconds: 10, on_timeout: "fallback" }))).toBe("10 seconds a turn. When it runs out, the computer plays that turn.");
  });
});

it("formats durations", () => {
  expect(formatDuration(1)).toBe("1 second");
  expect(formatDuration(90)).toBe("1 minute 30 seconds");
  expect(formatDuration(2 * 86_400 + 3 * 3600)).toBe("2 days 3 hours");
});

it("describes what happens to an absent player", () => {
  const agreed = (on_absence: "substitute" | "call_off" | "win", substitute_level: number | null): string =>
    absenceRule({ on_absence, substitute_level, absence_timeout_s: 120 });
  expect(agreed("substitute", 3)).toBe("Away for 2 minutes: a level 3 computer plays until they return.");
  expect(agreed("substitute", null)).toBe("Away for 2 minutes: the computer plays until they return.");
  expect(agreed("call_off", 3)).toBe("Away for 2 minutes: the game ends without a result.");
  expect(agreed("win", 3)).toBe("Away for 2 minutes: they lose.");
});

it("formats a time of day, with the date if it is not today", () => {
  const noon = new Date(2026, 4, 4, 12, 40).getTime();
  expect(formatTime(noon, noon - 60_000)).toBe("12:40");
  expect(formatTime(noon, noon - 86_400_000)).toContain("12:40");
  expect(formatTime(noon, noon - 86_400_000)).toContain("May");
});
