// A player's score as the game names it: a number and its unit.

import { fill, pluralForm, t, type Translations } from "$lib/translations";
import type { TableSummary } from "./tableSummary";

/** Return the score of a seat; null where the game has no text for that role's score. */
export function scoreOf({ room, game }: TableSummary, translations: Translations, seat: number): { value: string; unit: string } | null {
  if (!room.scores) return null;
  const value = room.scores[seat] ?? 0;
  const role = game.roles[seat];
  const code = role === undefined ? "page_score" : `page_score_${role}`;
  const isOne = pluralForm(Math.abs(value)) === "one";
  const sentence = (isOne ? translations[`${code}_one`] : undefined) ?? translations[code];
  if (sentence === undefined) return role === undefined ? { value: String(value), unit: t(isOne ? "points_unit_one" : "points_unit_other") } : null;
  const text = fill(sentence, { score: value, left: -value });
  const split = /^([-−]?\d+)\s*(.*)$/.exec(text);
  return split ? { value: split[1] ?? "", unit: split[2] ?? "" } : { value: text, unit: "" };
}
