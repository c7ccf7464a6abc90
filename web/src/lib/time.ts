// Clocks as the server tells them, and lengths of time in words.

import type { ClockInfo, RoomInfo } from "$lib/wire";
import { language, t } from "$lib/translations";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Below this tenths are shown. */
const CLOSE = 10 * SECOND;
/** When the time that is left is said, in seconds. */
const WARNINGS = [10, 30, 60];

/** What a seat has left at `now`, the server's time, in milliseconds. */
export function left(clock: ClockInfo, seat: number, now: number): number {
  const then = clock.left_ms[seat] ?? 0;
  return Math.max(0, clock.running === seat ? then - Math.max(0, now - clock.since) : then);
}

/** "9.4", "4:05", "1:00:00", "2 d 3 h". */
export function clockText(ms: number): string {
  if (ms < CLOSE) return (Math.floor(ms / 100) / 10).toFixed(1);
  if (ms >= DAY) return t("days_hours", { days: Math.floor(ms / DAY), hours: Math.floor((ms % DAY) / HOUR) });
  const [hours, minutes, seconds] = [Math.floor(ms / HOUR), Math.floor((ms % HOUR) / MINUTE), Math.floor((ms % MINUTE) / SECOND)];
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** How long the text of a running clock stays as it is. */
export function untilChange(ms: number): number {
  return (ms % (ms < CLOSE ? SECOND / 10 : ms >= DAY ? HOUR : SECOND)) + 1;
}

/** The last ten seconds, or the last tenth. */
export const isLow = (clock: ClockInfo, ms: number): boolean => ms <= Math.max(CLOSE, clock.seconds * 100);

/** The warning, in seconds, that is due when this much is left after that much. */
export function crossed(before: number, after: number): number | null {
  return WARNINGS.find((one) => before > one * SECOND && after <= one * SECOND) ?? null;
}

/** "10 seconds", "1 hour 30 minutes". */
export function duration(seconds: number): string {
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
    if (count) parts.push(new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count));
  }
  return parts.join(" ");
}

/** What a clock gives, and what happens when it has run out. */
export function clockRule(clock: ClockInfo): string {
  const given = t(clock.per === "turn" ? "clock_turn" : clock.increment_s ? "clock_game_more" : "clock_game", {
    time: duration(clock.seconds),
    more: duration(clock.increment_s),
  });
  return `${given} ${t(clock.on_timeout === "loss" ? "clock_loss" : "clock_fallback")}`;
}

/** What was agreed for a player who stays away. */
export function absenceRule(room: Pick<RoomInfo, "on_absence" | "substitute_level" | "absence_timeout_s">): string {
  const { on_absence: end, substitute_level: level } = room;
  const code = end === "substitute" && level === null ? "absence_rule_fallback" : (`absence_rule_${end}` as const);
  return t(code, { time: duration(room.absence_timeout_s), level });
}

/** "12:40"; with the day where it is another one. */
export function moment(at: number, now: number): string {
  const near = new Date(at).toDateString() === new Date(now).toDateString();
  const time = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
  return new Intl.DateTimeFormat(language, near ? time : { ...time, weekday: "short", day: "numeric", month: "short" }).format(at);
}
