// The view and choices of Waffe, the plays on the field read from the log, and the preview of a play.

import { language, translateCount, type Translate } from "$lib/translations";
import type { LogEntry, PreviewResult, Text } from "$lib/wire";
import { shortName, shortRank } from "./cards";

export interface ArrangedCard {
  card: string;
  /** For jokers, the rank or suit that it stands for. */
  as?: string | null;
}

export interface WaffeView {
  field: string[];
  types: string[];
  shown: { is: string; type: string } | null;
  arranged: ArrangedCard[][];
  hands: (string[] | null)[];
  hand_sizes: number[];
  tables: string[][];
  pack_size: number;
  gone: string[];
  passes: number;
  to_move: number | null;
  options: { shared_table: boolean; hand: number };
}

export interface PassEffect {
  leave: number;
  open: number;
  draw: number;
  passes: number;
  ends: boolean;
}

export interface CardChoices {
  hand: string[];
  table: string[];
  other: string[];
  /** What the field becomes if a card is played alone. */
  alone: Record<string, string>;
  /** Whether anything can be played. */
  play: boolean;
  /** Null when passing is not allowed. */
  pass: PassEffect | null;
}

/** Return the choices of this turn, or null when there are none. */
export function readChoices(choices: Record<string, unknown>): CardChoices | null {
  return choices.kind === "cards" ? (choices as unknown as CardChoices) : null;
}

export interface Play {
  kind: "play";
  seat: number;
  seq: number;
  opened: boolean;
  cards: string[];
  /** The field after the play: "a straight to the king". */
  is: string;
}

export interface Pass {
  kind: "pass";
  seat: number;
  seq: number;
  left: number;
  open: string[];
  drawn: number;
}

export type LoggedMove = Play | Pass;

const cardsIn = (text: Text | undefined): string[] => (Array.isArray(text?.params.cards) ? text.params.cards.map(String) : []);

function readMove({ seat, seq, texts }: LogEntry): LoggedMove | null {
  if (seat === null) return null;
  const find = (...codes: string[]): Text | undefined => texts.find((line) => codes.includes(line.code));
  const played = find("opened", "played");
  if (played) {
    const is = String(find("field_is", "field_is_also")?.params.is ?? "");
    return { kind: "play", seat, seq, opened: played.code === "opened", cards: cardsIn(played), is };
  }
  const passed = find("passed", "passed_empty");
  if (!passed) return null;
  const drawn = cardsIn(find("drew")).length || Number(find("drew_count")?.params.count ?? 0);
  return { kind: "pass", seat, seq, left: Number(passed.params.count ?? 0), open: cardsIn(find("laid_open")), drawn };
}

/** Return the last move of any seat. */
export function lastMove(log: LogEntry[]): LoggedMove | null {
  for (const entry of log.toReversed()) {
    const found = readMove(entry);
    if (found) return found;
  }
  return null;
}

/** Return the plays on this field: those since the last pass, as far as the log goes back. */
export function playsOnField(log: LogEntry[], field: string[]): Play[] {
  const plays: Play[] = [];
  for (const entry of log.toReversed()) {
    const found = readMove(entry);
    if (found?.kind === "pass") break;
    if (found?.cards.every((card) => field.includes(card))) plays.unshift(found);
    if (found?.opened) break;
  }
  return plays;
}

/** What the field would become, or why the play is not allowed. */
export type FieldPreview =
  | { ok: true; is: string; also: string[]; wins: "won" | "won_by_other" | "won_both" | null }
  | { ok: false; why: string; reasons: string[] };

interface Violation {
  type: string;
  code: string;
  params: Record<string, unknown>;
}

export function readPreview(translate: Translate, { refused, texts }: PreviewResult): FieldPreview {
  if (refused) return { ok: false, why: refusal(translate, refused), reasons: reasons(translate, (refused.params.violations ?? []) as Violation[]) };
  const field = texts?.find(({ code }) => code === "field_is" || code === "field_is_also");
  const wins = (["won", "won_by_other", "won_both"] as const).find((won) => texts?.some(({ code }) => code === won)) ?? null;
  return { ok: true, is: String(field?.params.is ?? ""), also: (field?.params.also ?? []) as string[], wins };
}

function refusal(translate: Translate, { code, params, text }: Text): string {
  if (code === "no_type") return translate("page_no_type");
  if (code !== "no_change") return text;
  const would = anyOf(translate, params.would_be as string[]);
  return translate("page_no_change", { would, types: anyOf(translate, params.types as string[]) });
}

export const anyOf = (translate: Translate, types: string[]): string =>
  new Intl.ListFormat(language, { type: "disjunction" }).format(types.map((type) => translate(`page_type_${type}`)));

/** Say why the field would lack each type, merging group sizes that fail for the same reason. */
function reasons(translate: Translate, violations: Violation[]): string[] {
  const alike = new Map<string, Violation[]>();
  for (const one of violations) {
    const key = translate(one.code, { ...one.params, type: "" });
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((group) => {
    const { code, params } = group[0] as Violation;
    return translate(code, { ...withSymbols(params), type: anyOf(translate, group.map(({ type }) => type)) });
  });
}

/** Write cards and ranks with symbols. */
function withSymbols(params: Record<string, unknown>): Record<string, unknown> {
  const { one, other, rank, ranks } = params;
  return {
    ...params,
    ...(typeof one === "string" && { one: shortName(one) }),
    ...(typeof other === "string" && { other: shortName(other) }),
    ...(typeof rank === "string" && { rank: shortRank(rank) }),
    ...(Array.isArray(ranks) && { ranks: ranks.map((name) => shortRank(String(name))) }),
  };
}

/** Describe a pass that was made. */
export function describePassMade(translate: Translate, { left, open, drawn }: Pass): string {
  return [
    ...(left ? [translateCount(translate, "page_left", left)] : []),
    ...(open.length ? [translateCount(translate, "page_laid_open", open.length)] : []),
    drawn ? translateCount(translate, "page_drew", drawn) : translate("page_drew_none"),
  ].join(" ");
}

/** Describe what a pass would do: cards that leave the game, are laid open and are drawn, and how near a draw is. */
export function describePass(translate: Translate, { leave, open, draw, passes, ends }: PassEffect): string[] {
  return [
    ...(leave ? [translateCount(translate, "page_pass_leave", leave)] : []),
    ...(open ? [translateCount(translate, "page_pass_open", open)] : []),
    draw ? translateCount(translate, "page_pass_draw", draw) : translate(ends ? "page_pass_ends" : "page_pass_draw_none", { passes }),
  ];
}
