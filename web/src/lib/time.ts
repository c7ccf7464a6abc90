// Clocks from the server, and durations as text.

import type { Clock, ClockInfo, RoomSettings } from "$lib/wire";
import { formatNumber, locale, t } from "$lib/translations";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this, clocks show tenths of a second. */
const TENTHS_BELOW = 10 * SECOND;
/** Below this, a player must hurry. */
const LOW_BELOW = 20 * SECOND;
/** Seconds left at which a warning is announced. */
const WARNINGS = [10, 30, 60];
const NO_BREAK_SPACE = "\u00a0";

/** Return the milliseconds that a seat has left at `now`, in server time. */
export function timeLeft(clock: ClockInfo, seat: number, now: number): number {
  const then = clock.left_ms[seat] ?? 0;
  return Math.max(0, clock.running === seat ? then - Math.max(0, now - clock.since) : then);
}

/** Format a clock: "9.4", "4:05", "1:00:00", "2 d 3 h". */
export function formatClock(ms: number): string {
  if (ms < TENTHS_BELOW) return formatNumber(Math.floor(ms / 100) / 10, 1);
  if (ms >= DAY) return t("days_hours", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  const [hours, minutes, seconds] = [Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / SECOND)];
  const pad = (number: number): string => String(number).padStart(2, "0");
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds)}` : `${minutes}:${pad(seconds)}`;
}

/** Return the milliseconds until the text of a running clock changes. */
export function untilChange(ms: number): number {
  return (ms % (ms < TENTHS_BELOW ? SECOND / 10 : ms >= DAY ? HOUR : SECOND)) + 1;
}

/** Return whether a clock is in its last twenty seconds. */
export const isLow = (ms: number): boolean => ms < LOW_BELOW;

/** Return whether a second of the last ten has begun between two readings of a clock. */
export const isTick = (before: number, after: number): boolean => after < TENTHS_BELOW && Math.ceil(after / SECOND) < Math.ceil(before / SECOND);

/** Return the warning, in seconds, that is due between two readings of a clock. */
export function dueWarning(before: number, after: number): number | null {
  return WARNINGS.find((seconds) => before > seconds * SECOND && after <= seconds * SECOND) ?? null;
}

/** Format a duration: "10 seconds", "1 hour 30 minutes"; short: "5 min". */
export function formatDuration(seconds: number, unitDisplay: "long" | "short" = "long"): string {
  const units = [
    ["day", DAY],
    ["hour", HOUR],
    ["minute", MINUTE],
    ["second", SECOND],
  ] as const;
  let rest = seconds * SECOND;
  const parts: string[] = [];
  for (const [unit, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }).format(count));
  }
  return parts.join(" ");
}

/** Describe a clock, and what happens when it runs out. */
export function clockRule(clock: Clock): string {
  const rule = t(clock.per === "turn" ? "clock_turn" : clock.increment_s ? "clock_game_more" : "clock_game", {
    time: formatDuration(clock.seconds ?? 0),
    more: formatDuration(clock.increment_s ?? 0),
  });
  return `${rule} ${t(clock.on_timeout === "loss" ? "clock_loss" : "clock_fallback")}`;
}

/** Describe a clock in a few words that stay on one line: "no clock", "5 min + 3 sec each", "1 day a turn". */
export function clockSummary({ per = "none", seconds = 0, increment_s: more = 0 }: Clock = {}): string {
  if (per === "none") return t("no_clock");
  const time = formatDuration(seconds, "short");
  const summary = t(per === "turn" ? "clock_summary_turn" : more ? "clock_summary_more" : "clock_summary_game", { time, more: formatDuration(more, "short") });
  return summary.replaceAll(" ", NO_BREAK_SPACE);
}

/** Describe what happens to an absent player. */
export function absenceRule(settings: Required<Pick<RoomSettings, "on_absence" | "substitute_level" | "absence_timeout_s">>): string {
  const { on_absence: end, substitute_level: level } = settings;
  const code = end === "substitute" && level === null ? "absence_rule_fallback" : (`absence_rule_${end}` as const);
  return t(code, { time: formatDuration(settings.absence_timeout_s), level });
}

/** Format a time of day: "12:40"; with the date if it is not today. */
export function formatTime(at: number, now: number): string {
  const today = new Date(at).toDateString() === new Date(now).toDateString();
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat(locale, today ? time : { ...time, weekday: "short", day: "numeric", month: "short" }).format(at);
}
