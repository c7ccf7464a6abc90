// What the server says of a move, in the words of the page: cards by their symbols.

import type { BoardApi } from "$lib/board";
import type { Advice, Text } from "$lib/wire";
import { shortName, sorted } from "./cards";
import { cardsOfMove, refusal, sayWithSymbols } from "./view";

/** What the board shows anyway. */
const SKIPPED = new Set(["drew", "drew_count", "from_table", "opens"]);

/** What the page says more shortly than the server. */
const SHORTER = new Set(["opened", "played", "passed", "laid_open", "drew_none", "field_is", "field_is_also"]);

export function inWords({ code: told, params, text }: Text, api: BoardApi): string {
  if (SKIPPED.has(told)) return "";
  if (told === "no_type" || told === "no_change") return refusal(api.translate, { code: told, params, text });
  const code = SHORTER.has(told) ? `page_told_${told}` : told;
  const nameOf = (player: unknown): unknown => (typeof player === "number" ? api.playerName(player - 1) : player);
  const named = { ...params, player: nameOf(params.player), owner: nameOf(params.owner) };
  // Elsewhere `other` is a card.
  if (typeof params.other === "number") return api.translate(code, { ...named, other: nameOf(params.other) });
  return sayWithSymbols(api.translate, { code, params: named, text });
}

/** A hint or advice in words, and one reason for it. */
export function adviceOf(api: BoardApi, { move, explanations: [why] }: Advice): { text: string; reason: string } {
  const cards = cardsOfMove(move);
  const text = cards.length ? api.translate("page_hint_play", { cards: sorted(cards, "rank").map(shortName).join(" ") }) : api.translate("page_hint_pass");
  return { text, reason: why ? inWords(why, api) : "" };
}
