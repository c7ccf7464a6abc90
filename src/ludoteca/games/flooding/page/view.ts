// The view and choices of Flooding Islands, and the moves read from the log.

import type { LogEntry } from "$lib/wire";
import { areAdjacent } from "./island";

export interface FloodingView {
  size: number;
  journeyman: string;
  flooded: string[];
  day: number;
  last_day: number;
  to_move: "journeyman" | "weather" | null;
  winner: "journeyman" | "weather" | null;
}

export const JOURNEYMAN = 0;
export const WEATHER = 1;

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

/** The fields that a move text names; none for "-". */
export const fieldsOf = (move: string): string[] => move.split(" ").filter((field) => field && field !== "-");

/** A number that changes with the day: which one it is now. */
export const dayOf = (view: FloodingView): number => (view.to_move === "journeyman" ? view.day + 1 : view.day);

export interface LoggedMove {
  seq: number;
  seat: number;
  /** Where the journeyman walked from (if it is known) and to; null for a move of the weather. */
  from: string | null;
  walked: string | null;
  dried: string[];
  flooded: string[];
}

const START = "a1";

/** Return the moves of a log, oldest first. */
export function readMoves(log: LogEntry[]): LoggedMove[] {
  const moves: LoggedMove[] = [];
  let at = START;
  for (const { seq, texts } of log) {
    for (const { code, params } of texts) {
      if (code === "walked" || code === "walked_and_dried") {
        const field = String(params.field);
        moves.push({ seq, seat: JOURNEYMAN, from: areAdjacent(at, field) ? at : null, walked: field, dried: names(params.dried), flooded: [] });
        at = field;
      } else if (code === "floods" || code === "floods_none") {
        moves.push({ seq, seat: WEATHER, from: null, walked: null, dried: [], flooded: names(params.fields) });
      }
    }
  }
  return moves;
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
