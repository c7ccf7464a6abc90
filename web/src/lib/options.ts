// What was agreed for a game, in plain words: its options, the clock, rounds, help. The same words everywhere.

import type { GameInfo, Option, Value } from "$lib/registry.svelte";
import { clockSummary } from "$lib/time";
import { capitalize, fill, t } from "$lib/translations";
import type { RoomSettings } from "$lib/wire";

/** Return what a value of an option is called. */
export function optionLabel({ labels, kind }: Option, value: Value): string {
  return labels[String(value)] ?? (kind === "choice" ? capitalize(String(value).replaceAll("_", " ")) : String(value));
}

/** Say one option; "" where the game has nothing to say. Patterns may use the values of all options. */
function describeOption(option: Option, value: Value, values: Record<string, Value>): string {
  const { kind, title, summaries } = option;
  const pattern = summaries[String(value)] ?? summaries[""];
  if (pattern !== undefined) return fill(pattern, { ...values, value });
  if (option.labels[String(value)] || kind !== "bool") return t("option_value", { option: title, value: optionLabel(option, value) });
  return value ? title : option.default ? t("without", { what: title }) : "";
}

/** Say what was agreed: "10 × 10 island", "no clock". `alone`: one device has all people, so hints are allowed. */
export function describeOptions(game: GameInfo, options: Record<string, Value>, settings: RoomSettings = {}, alone = false): string[] {
  const values = Object.fromEntries(game.options.map(({ name, default: initial }) => [name, options[name] ?? initial]));
  return [
    ...game.options.map((option) => describeOption(option, values[option.name]!, values)),
    settings.legs === 2 ? t("two_rounds") : "",
    clockSummary(settings.clock),
    settings.casual ? t("casual_summary") : alone ? t("hints_allowed") : "",
  ].filter(Boolean);
}
