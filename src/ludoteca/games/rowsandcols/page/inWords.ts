// What the server says of a move, in the words of the page: bricks by their names, rows by their lengths.

import type { BoardApi } from "$lib/board";
import { capitalize, translateCount } from "$lib/translations";
import type { Advice, Text } from "$lib/wire";
import { brickName, readPlacement, readSwap, rowsInWords, type Row } from "./view";

/** What the board shows anyway. */
const SKIPPED = new Set(["drew", "gave_back"]);

export function inWords({ code, params, text }: Text, api: BoardApi): string {
  if (SKIPPED.has(code)) return "";
  const { translate } = api;
  const named = { ...params, ...(typeof params.player === "number" && { player: api.playerName(params.player - 1) }) };
  if (code === "placed") return translate("page_told_placed", { ...named, brick: brickName(translate, String(params.brick)) });
  if (code === "scored" || code === "scored_one") {
    return translate("page_told_scored", { ...named, rows: rowsInWords(translate, (params.rows ?? []) as Row[]) });
  }
  const said = translate(code, named);
  return said === code ? text : said;
}

/** A hint or advice in words, and one reason for it besides the points, which are said already. */
export function adviceOf(api: BoardApi, { move, texts, explanations }: Advice): { text: string; reason: string } {
  const { translate } = api;
  const why = explanations.find(({ code }) => code !== "explain_earns");
  const reason = why ? inWords(why, api) : "";
  const placed = readPlacement(move);
  const points = texts.map(({ params }) => params.earned ?? params.points).find((value) => value !== undefined);
  if (placed) return { text: translate("page_hint_place", { brick: capitalize(brickName(translate, placed.brick)), points }), reason };
  const swapped = readSwap(move).length;
  if (swapped) return { text: translateCount(translate, "page_hint_swap", swapped), reason };
  return { text: translate(move === "pass" ? "page_hint_pass" : "page_hint_end", { points }), reason };
}
