// What was changed at a table before the start, and by whom: the others must agree to it.

import { optionLabel } from "$lib/options";
import type { GameInfo, Value } from "$lib/registry.svelte";
import { clockSummary } from "$lib/time";
import { t, type Params } from "$lib/translations";
import type { Clock, LogEntry, Text } from "$lib/wire";

export interface Change {
  /** The lowest seat of whoever made the change; null for a host without a seat. */
  seat: number | null;
  /** Say what was changed, given the name of who did it; null if that is the reader. */
  say(name: string | null): string;
}

type Kind = "to" | "on" | "off" | "roles" | "seats" | "options" | "settings";
type Described = [Kind, Params?];
type Changes = Record<string, unknown>;

/** Return the last change in the log, if somebody changed something. */
export function lastChange(log: LogEntry[], game: GameInfo): Change | null {
  for (const entry of [...log].reverse()) {
    const [text] = entry.texts;
    const found = text && describe(text, game);
    if (found) return { seat: entry.seat, say: (name) => (name === null ? t(`you_changed_${found[0]}`, found[1]) : t(`they_changed_${found[0]}`, { name, ...found[1] })) };
  }
  return null;
}

function describe({ code, params }: Text, game: GameInfo): Described | null {
  const changes = (params.changes ?? {}) as Changes;
  const [first] = Object.entries(changes);
  if (code === "table_plays") return [game.roles.length ? "roles" : "seats"];
  if (!first || !code.startsWith("table_")) return null;
  if (Object.keys(changes).length > 1) return [code.startsWith("table_options") ? "options" : "settings"];
  return code.startsWith("table_options") ? describeOption(game, ...first) : describeSetting(...first);
}

function describeOption(game: GameInfo, name: string, value: unknown): Described {
  const option = game.options.find((one) => one.name === name);
  if (!option) return ["options"];
  if (typeof value === "boolean" && !option.labels[String(value)]) return [value ? "on" : "off", { what: option.title }];
  return ["to", { what: option.title, value: optionLabel(option, value as Value) }];
}

function describeSetting(name: string, value: unknown): Described {
  if (name === "legs") return ["to", { what: t("legs"), value: t(value === 2 ? "legs_two" : "legs_one") }];
  if (name === "clock") return ["to", { what: t("clock"), value: clockSummary(value as Clock) }];
  if (name === "casual" || name === "public") return [value ? "on" : "off", { what: t(name) }];
  return ["settings"];
}
