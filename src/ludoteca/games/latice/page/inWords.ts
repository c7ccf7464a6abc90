// What the server says of a move, in the words of the page: tiles by their names.

import type { BoardApi } from "$lib/board";
import { capitalize } from "$lib/translations";
import type { Advice, Text } from "$lib/wire";
import { signed, tileName } from "./view";

/** What the board shows anyway. */
const SKIPPED = new Set(["drew", "turn_over"]);

export function inWords({ code, params, text }: Text, api: BoardApi): string {
  if (SKIPPED.has(code)) return "";
  const told = ["placed", "placed_for_points", "bought", "exchanged"].includes(code) ? `page_told_${code}` : code;
  const name = typeof params.tile === "string" ? tileName(api.translate, params.tile) : "";
  const player = typeof params.player === "number" ? { player: api.playerName(params.player - 1) } : {};
  const said = api.translate(told, { ...params, ...player, tile: code.startsWith("explain") ? capitalize(name) : name });
  return said === told ? text : said;
}

/** A hint or advice in words, and one reason for it besides the points, which are said already. */
export function adviceOf(api: BoardApi, { move, texts, explanations }: Advice): { text: string; reason: string } {
  const why = explanations.find(({ code }) => code !== "explain_earns");
  const reason = why ? inWords(why, api) : "";
  const [tile, square] = move.split("@");
  if (!tile || !square) return { text: api.translate(`page_hint_${move}`), reason };
  const gain = Number(texts.find(({ code }) => code === "placed_for_points")?.params.gain ?? 0);
  const name = capitalize(tileName(api.translate, tile));
  return { text: api.translate(gain ? "page_hint_tile" : "page_hint_tile_plain", { tile: name, points: signed(gain) }), reason };
}
