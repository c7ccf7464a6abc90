// Somebody's first game of a kind: for the first three turns the prompt adds a sentence of the rules.
// A game's texts are `page_first_1` to `page_first_3`, or per role `page_first_ROLE_1` and so on.

import { loadItem, saveItem } from "$lib/storage";
import type { Translations } from "$lib/translations";
import type { LogEntry } from "$lib/wire";
import type { TableSummary } from "./tableSummary";
import { turnsOf } from "./turns";

const TURNS = 3;
const STORED = "first_games";

interface FirstTurn {
  /** What this device remembers the game under: with texts per role, each role has its first game. */
  key: string;
  prefix: string;
  /** Own turns before this one. */
  before: number;
}

function firstTurn({ room, game, table }: TableSummary, translations: Translations, log: LogEntry[]): FirstTurn | null {
  const seat = room.to_move;
  if (room.phase !== "playing" || seat === null || !table.you.seats.includes(seat) || table.you.curtain) return null;
  const role = game.roles[seat] ?? "";
  const byRole = `page_first_${role}_1` in translations;
  const turns = turnsOf(log).filter(({ number }) => number > 0);
  const own = turns.filter((turn) => turn.seat === seat).length;
  // A turn of several moves has begun already.
  const before = turns.at(-1)?.seat === seat ? own - 1 : own;
  return { key: byRole ? `${game.name}/${role}` : game.name, prefix: byRole ? `page_first_${role}` : "page_first", before };
}

/** Return the sentence for this turn; "" for everybody who has played the game before. */
export function ruleOfTurn(summary: TableSummary, translations: Translations, log: LogEntry[]): string {
  const turn = firstTurn(summary, translations, log);
  if (!turn || turn.before >= TURNS) return "";
  const room = loadItem<Record<string, string>>(STORED, {})[turn.key] ?? summary.room.code;
  return room === summary.room.code ? (translations[`${turn.prefix}_${turn.before + 1}`] ?? "") : "";
}

/** Remember in which room the first game is played, once a turn is over; and that it was the first, after the last sentence. */
export function rememberFirstGame(summary: TableSummary, translations: Translations, log: LogEntry[]): void {
  const turn = firstTurn(summary, translations, log);
  if (!turn?.before) return;
  const stored = loadItem<Record<string, string>>(STORED, {});
  const room = turn.before < TURNS ? (stored[turn.key] ?? summary.room.code) : "";
  if (stored[turn.key] !== room) saveItem(STORED, { ...stored, [turn.key]: room });
}
