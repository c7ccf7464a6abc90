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

/** Return the default clock of another kind; what happens on timeout stays. */
export const withKind = (clock: Clock, per: "none" | "turn" | "game"): Clock =>
  per === "none" ? DEFAULTS.none : { ...DEFAULTS[per], on_timeout: clock.on_timeout ?? "fallback" };
