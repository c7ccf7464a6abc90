// What the board says: what to do, what the chosen cards would do, and what happened on an empty field.

import { translateCount, type Translate } from "$lib/translations";
import { describePass, describePassMade, describePreview, type CardChoices, type FieldPreview, type LoggedMove, type WaffeView } from "./view";

export interface Situation {
  view: WaffeView;
  /** The seat on this side, and the other player's name. */
  seat: number;
  other: string;
  choices: CardChoices | null;
  /** The chosen cards, and what they would make of the field. */
  chosen: string[];
  preview: FieldPreview | null;
  /** A phone: one short sentence. */
  brief: boolean;
}

/** Say what to do, or what the chosen cards would do. */
export function promptOf(translate: Translate, { view, seat, other, choices, chosen, preview, brief }: Situation): { prompt: string; note: string } {
  if (!choices) return { prompt: translate("page_not_yet"), note: "" };
  if (chosen.length && preview) {
    const borrowed = view.tables[1 - seat] ?? [];
    const left = (view.hand_sizes[seat] ?? 0) + (view.tables[seat]?.length ?? 0) - chosen.filter((card) => !borrowed.includes(card)).length;
    return describePreview(translate, preview, { type: view.shown?.type ?? null, chosen: chosen.length, left, other }, brief);
  }
  if (!choices.play && choices.pass) return { prompt: translate("page_no_play"), note: brief ? "" : describePass(translate, choices.pass) };
  if (!view.field.length) return { prompt: translate("page_open_field"), note: "" };
  const hasDots = Object.keys(choices.alone).length > 0;
  return { prompt: translate("page_choose"), note: hasDots && !brief ? translate("page_dots") : "" };
}

/** Say what a screen reader hears of the chosen cards. */
export function announcementOf(translate: Translate, preview: FieldPreview, other: string): string {
  if (!preview.ok) return [preview.why, ...preview.reasons].join(" ");
  return [translate("page_would_be", { is: preview.is }), preview.wins ? translate(`page_would_${preview.wins}`, { other }) : ""].join(" ");
}

/** Say how the last field ended, and who opens a new one. */
export function emptyFieldTexts(translate: Translate, last: LoggedMove | null, passes: number, nameOf: (seat: number) => string, opens: string): string[] {
  if (last?.kind !== "pass") return [opens].filter(Boolean);
  return [
    translate("page_did_pass", { name: nameOf(last.seat) }),
    describePassMade(translate, last),
    passes ? translate("page_passes", { passes }) : "",
    opens,
  ].filter(Boolean);
}

/** "Play 2 cards" */
export const playLabel = (translate: Translate, count: number): string => translateCount(translate, "page_play", count);
