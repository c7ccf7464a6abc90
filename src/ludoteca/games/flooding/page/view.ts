// The view and choices of Flooding Islands, and the last move read from the log.

import type { LogEntry } from "$lib/wire";

export interface FloodingView {
  size: number;
  journeyman: string;
  flooded: string[];
  day: number;
  last_day: number;
  to_move: "journeyman" | "weather" | null;
  winner: "journeyman" | "weather" | null;
}

export interface FieldChoices {
  least: number;
  most: number;
  fields: string[];
  none?: string;
}

/** Return the choices of this turn, or null when there are none. */
export function readChoices(choices: Record<string, unknown>): FieldChoices | null {
  return choices.kind === "fields" ? (choices as unknown as FieldChoices) : null;
}

/** Sort fields by row, then column, the order that a weather move is written in. */
export function inOrder(fields: string[]): string[] {
  const key = (field: string): number => Number(field.slice(1)) * 100 + field.charCodeAt(0);
  return [...fields].sort((one, other) => key(one) - key(other));
}

export interface LoggedMove {
  seq: number;
  /** Where the journeyman walked from and to; null for a move of the weather. */
  from: string | null;
  walked: string | null;
  dried: string[];
  /** The fields to highlight. */
  marked: string[];
}

const START = "a1";

export function lastMove(log: LogEntry[]): LoggedMove | null {
  const walks: string[] = [START];
  let turn: LoggedMove | null = null;
  for (const { seq, texts } of log) {
    for (const { code, params } of texts) {
      if (code === "walked" || code === "walked_and_dried") {
        const field = String(params.field);
        turn = { seq, from: walks.at(-1) ?? null, walked: field, dried: names(params.dried), marked: [field] };
        walks.push(field);
      } else if (code === "floods" || code === "floods_none") {
        turn = { seq, from: null, walked: null, dried: [], marked: names(params.fields) };
      }
    }
  }
  return turn;
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
