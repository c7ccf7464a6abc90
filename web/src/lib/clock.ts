// The clock settings of a table: an amount of some unit.

import type { Clock } from "$lib/wire";

export const UNITS = ["second", "minute", "hour", "day"] as const;
export type Unit = (typeof UNITS)[number];
export const UNIT_SECONDS: Record<Unit, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
export const MAX_INCREMENT_S = 3600;

const MAX_S = 14 * UNIT_SECONDS.day;
const MIN_S = { turn: 10, game: 30 };
const DEFAULTS: Record<"none" | "turn" | "game", Clock> = {
  none: { per: "none" },
  turn: { per: "turn", seconds: 120, increment_s: 0 },
  game: { per: "game", seconds: 900, increment_s: 10 },
};

/** Return the largest unit that divides the time. */
export const unitOf = (seconds: number): Unit => UNITS.findLast((unit) => seconds > 0 && seconds % UNIT_SECONDS[unit] === 0) ?? "second";

/** Return the smallest and the largest amount of a unit. */
export function bounds(per: "turn" | "game", unit: Unit): [number, number] {
  return [Math.max(1, Math.ceil(MIN_S[per] / UNIT_SECONDS[unit])), Math.min(unit === "day" ? Infinity : 999, MAX_S / UNIT_SECONDS[unit])];
}

/** Return the amount in seconds, within the bounds. */
export function toSeconds(per: "turn" | "game", unit: Unit, amount: number): number {
  const [low, high] = bounds(per, unit);
  return UNIT_SECONDS[unit] * Math.min(high, Math.max(low, Math.round(amount)));
}

const DEFAULT_TIMEOUT = "loss";

/** Return the default clock of another kind; what happens on timeout stays. */
export const withKind = (clock: Clock, per: "none" | "turn" | "game"): Clock =>
  per === "none" ? DEFAULTS.none : { ...DEFAULTS[per], on_timeout: clock.per === "none" ? DEFAULT_TIMEOUT : (clock.on_timeout ?? DEFAULT_TIMEOUT) };

export const CLOCK_PRESETS = ["none", "quick", "long", "daily", "own"] as const;
export type ClockPreset = (typeof CLOCK_PRESETS)[number];
const USUAL: Record<"quick" | "long" | "daily", Required<Pick<Clock, "per" | "seconds" | "increment_s">>> = {
  quick: { per: "game", seconds: 5 * UNIT_SECONDS.minute, increment_s: 3 },
  long: { per: "game", seconds: 10 * UNIT_SECONDS.minute, increment_s: 0 },
  daily: { per: "turn", seconds: UNIT_SECONDS.day, increment_s: 0 },
};

/** Return which of the usual clocks this is. */
export function clockPreset({ per = "none", seconds, increment_s: more = 0 }: Clock): ClockPreset {
  if (per === "none") return "none";
  return CLOCK_PRESETS.find((name) => name in USUAL && matches(USUAL[name as keyof typeof USUAL])) ?? "own";
  function matches(usual: (typeof USUAL)["quick"]): boolean {
    return usual.per === per && usual.seconds === seconds && usual.increment_s === more;
  }
}

/** Return a usual clock. "own" keeps the present one, to be changed. */
export function withPreset(clock: Clock, preset: ClockPreset): Clock {
  if (preset === "none") return DEFAULTS.none;
  if (preset === "own") return (clock.per ?? "none") === "none" ? withKind(clock, "game") : clock;
  return { ...withKind(clock, USUAL[preset].per === "turn" ? "turn" : "game"), ...USUAL[preset] };
}

export const DEFAULT_CLOCK: Clock = DEFAULTS.none;

export const isWithin = (value: unknown, low: number, high: number): value is number => Number.isInteger(value) && Number(value) >= low && Number(value) <= high;

/** Return a clock that the server accepts from anything; none where the time is out of bounds. */
export function fitClock(from: { [key in keyof Clock]?: unknown }): Clock {
  const { per, seconds, increment_s: more } = from;
  if ((per !== "turn" && per !== "game") || !isWithin(seconds, MIN_S[per], MAX_S)) return DEFAULT_CLOCK;
  return { per, seconds, increment_s: per === "game" && isWithin(more, 0, MAX_INCREMENT_S) ? more : 0, on_timeout: from.on_timeout === "loss" ? "loss" : "fallback" };
}
