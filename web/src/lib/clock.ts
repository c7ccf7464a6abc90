// The clock of a table as one sets it: an amount of some unit.

import type { Clock } from "$lib/wire";

export const UNITS = ["second", "minute", "hour", "day"] as const;
export type Unit = (typeof UNITS)[number];
export const LENGTH: Record<Unit, number> = { second: 1, minute: 60, hour: 3600, day: 86_400 };
export const MOST_INCREMENT_S = 3600;

const MOST_S = 14 * LENGTH.day;
const LEAST_S = { turn: 10, game: 30 };
const USUAL: Record<"none" | "turn" | "game", Clock> = {
  none: { per: "none" },
  turn: { per: "turn", seconds: 120, increment_s: 0 },
  game: { per: "game", seconds: 900, increment_s: 10 },
};

/** The largest unit that the time is whole in. */
export const unitOf = (seconds: number): Unit => UNITS.findLast((unit) => seconds > 0 && seconds % LENGTH[unit] === 0) ?? "second";

/** How few and how many of a unit there may be. */
export function bounds(per: "turn" | "game", unit: Unit): [number, number] {
  return [Math.max(1, Math.ceil(LEAST_S[per] / LENGTH[unit])), Math.min(unit === "day" ? Infinity : 999, MOST_S / LENGTH[unit])];
}

/** Within the bounds. */
export function seconds(per: "turn" | "game", unit: Unit, amount: number): number {
  const [low, high] = bounds(per, unit);
  return LENGTH[unit] * Math.min(high, Math.max(low, Math.round(amount)));
}

/** Another kind of clock, as it is usual; what happens at its end stays. */
export const changed = (clock: Clock, per: "none" | "turn" | "game"): Clock =>
  per === "none" ? USUAL.none : { ...USUAL[per], on_timeout: clock.on_timeout ?? "fallback" };
