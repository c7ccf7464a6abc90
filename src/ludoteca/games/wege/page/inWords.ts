// What the server says of a move, in the words of the page: names of players, and no rotations.

import type { BoardApi } from "$lib/board";
import type { Advice, Text } from "$lib/wire";
import { faceOf, parseMove } from "./view";

/** What the board and the log show anyway. */
const OMITTED = /^(turned_up|now_.*)$/;

export function inWords({ code, params, text }: Text, api: BoardApi): string {
  if (OMITTED.test(code)) return "";
  const nameOf = (role: unknown): unknown => {
    const seat = api.game.roles.indexOf(String(role));
    return seat < 0 ? role : api.playerName(seat);
  };
  const names = { player: nameOf(params.player), other: nameOf(params.other) };
  if (code === "placed" || code === "swapped") {
    const face = faceOf(String(params.card));
    const line = code === "swapped" ? "swapped" : face.gnome ? "gnome" : face.kind;
    return `${api.translate(`page_turn_line_${line}`, { name: names.player, cell: params.cell })}.`;
  }
  const card = typeof params.card === "string" ? { card: api.translate(`word_${params.card}`) } : {};
  const said = api.translate(code, { ...params, ...names, ...card });
  return said === code ? text : said;
}

/** A hint or advice in words, and one reason for it. */
export function adviceOf(api: BoardApi, { move, explanations: [why] }: Advice): { text: string; reason: string } {
  const found = parseMove(move);
  return { text: found ? api.translate(found.swap ? "page_hint_swap" : "page_hint_place", { cell: found.cell }) : "", reason: why ? inWords(why, api) : "" };
}

/** What a text says of a move; a card without a gnome lies the same after two quarter turns. */
export function effectOf({ code, params, text }: Text): string {
  if (code !== "placed" && code !== "swapped") return text;
  const { card, cell, rotation } = params;
  const isTurned = code === "placed" && faceOf(String(card)).gnome !== null;
  return [code, card, cell, Number(rotation) % (isTurned ? 4 : 2)].join(" ");
}
