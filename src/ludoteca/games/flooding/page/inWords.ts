// What the server says of a day or night, in the words of the page: names of players, not roles.

import type { BoardApi } from "$lib/board";
import { formatList } from "$lib/translations";
import type { Advice, Text } from "$lib/wire";
import { fieldsOf, JOURNEYMAN, WEATHER } from "./view";

const PLAYERS: Record<string, number> = { walked: JOURNEYMAN, walked_and_dried: JOURNEYMAN, floods: WEATHER, floods_none: WEATHER, weather_wins: JOURNEYMAN, journeyman_wins: JOURNEYMAN };

export function inWords({ code, params, text }: Text, api: BoardApi): string {
  const seat = PLAYERS[code];
  if (seat === undefined) return text;
  const list = (value: unknown): string => formatList(Array.isArray(value) ? value.map(String) : [String(value)]);
  return api.translate(`page_told_${code}`, { ...params, name: api.playerName(seat), fields: list(params.fields), dried: list(params.dried) });
}

/** A hint or advice in words, and one reason for it. */
export function adviceOf(api: BoardApi, { move, texts, explanations }: Advice): { text: string; reason: string } {
  const fields = fieldsOf(move);
  const night = texts.some(({ code }) => PLAYERS[code] === WEATHER);
  const code = !night ? "page_will_walk" : fields.length ? "page_will_flood" : "page_will_flood_none";
  return { text: api.translate(code, { fields: formatList(fields) }), reason: explanations[0]?.text ?? "" };
}
