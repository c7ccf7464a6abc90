// The view and choices of Waffe, the plays on the field read from the log, and the preview of a play.

import { capitalize, locale, translateCount, type Translate } from "$lib/translations";
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
  shown: { type: string; suit?: string | null; top?: string } | null;
  arranged: ArrangedCard[][];
  hands: (string[] | null)[];
  hand_sizes: number[];
  tables: string[][];
  pack_size: number;
  gone: string[];
  passes: number;
  to_move: number | null;
  options: { shared_table: boolean; transitions: string; hand: number };
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
  /** How many of them came from the other player's open cards. */
  taken: number;
  /** The field after the play: "a straight to the king". */
  is: string;
  type: string;
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

/** Return the move of an entry of the log, or null where it tells of something else. */
export function readMove({ seat, seq, texts }: LogEntry): LoggedMove | null {
  if (seat === null) return null;
  const find = (...codes: string[]): Text | undefined => texts.find((line) => codes.includes(line.code));
  const played = find("opened", "played");
  if (played) {
    const field = find("field_is", "field_is_also")?.params;
    const taken = texts.filter(({ code, params }) => code === "from_table" && params.owner !== seat + 1).flatMap(cardsIn).length;
    return { kind: "play", seat, seq, opened: played.code === "opened", cards: cardsIn(played), taken, is: String(field?.is ?? ""), type: String(field?.type ?? "") };
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

/** Return which seat played or opened each card in these entries. */
export function markedCards(entries: LogEntry[]): Map<string, number> {
  return new Map(entries.flatMap(readMoves).flatMap((move) => (move.kind === "play" ? move.cards : move.open).map((card) => [card, move.seat] as const)));
}

const readMoves = (entry: LogEntry): LoggedMove[] => {
  const move = readMove(entry);
  return move ? [move] : [];
};

/** Return the cards that a move plays. */
export const cardsOfMove = (move: string | null): string[] => (move?.startsWith("play ") ? move.split(" ").slice(1) : []);

const LADDER = ["suit", "straight", "pairs", "triples", "fours"];

/** A type of field: what the field is and may count as too, what it can still become, or what it cannot be any more. */
export interface Step {
  type: string;
  state: "now" | "also" | "open" | "gone";
  /** Whether the chosen cards would make it this type. */
  next: boolean;
  /** How it is reached from the type before. */
  arrow: string;
}

/** Return the types of a field in the order in which they may change. */
export function ladder({ types, shown, options }: WaffeView, next: string | null = null): Step[] {
  const first = Math.min(LADDER.indexOf(types[0] ?? "suit"), 2);
  return LADDER.map((type, index) => ({
    type,
    state: type === shown?.type ? "now" : types.includes(type) ? "also" : index >= first || options.transitions === "free" ? "open" : "gone",
    next: type === next,
    arrow: !index ? "" : index < 3 && options.transitions !== "free" ? "→" : "⇄",
  }));
}

/** Say what the field is: "A straight to the king". */
export function fieldWords(translate: Translate, { shown }: WaffeView): string {
  if (!shown) return "";
  if (shown.type === "straight" && shown.top) return capitalize(translate("is_straight", { name: translate(`rank_${shown.top}`) }));
  if (shown.type !== "suit") return capitalize(translate(`is_${shown.type}`));
  return capitalize(shown.suit ? translate("is_suit", { name: translate(`suit_${shown.suit}`) }) : translate("is_jokers"));
}

/** Return the title of a field: "Straight, up to the king". */
export function fieldTitle(translate: Translate, { shown }: WaffeView): string {
  if (!shown) return translate("page_field_empty");
  if (shown.type === "straight" && shown.top) return translate("page_title_straight", { name: translate(`rank_${shown.top}`) });
  if (shown.type === "suit" && shown.suit) return translate("page_title_suit", { name: translate(`suit_${shown.suit}`) });
  return translate(`page_ladder_${shown.type}`);
}

/** What the field would become, or why the play is not allowed. */
export type FieldPreview =
  | { ok: true; is: string; type: string; also: string[]; wins: "won" | "won_by_other" | "won_both" | null }
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
  return { ok: true, is: String(field?.params.is ?? ""), type: String(field?.params.type ?? ""), also: (field?.params.also ?? []) as string[], wins };
}

/** Say why a play is not allowed, without the reasons for every type. */
export function refusal(translate: Translate, { code, params, text }: Text): string {
  if (code === "no_type") return translate("page_no_type");
  if (code !== "no_change") return sayWithSymbols(translate, { code, params, text });
  const would = anyOf(translate, params.would_be as string[]);
  return translate("page_no_change", { would, types: anyOf(translate, params.types as string[]) });
}

export const anyOf = (translate: Translate, types: string[]): string =>
  new Intl.ListFormat(locale, { type: "disjunction" }).format(types.map((type) => translate(`page_type_${type}`)));

/** Say why the field would lack each type, merging group sizes that fail for the same reason. */
function reasons(translate: Translate, violations: Violation[]): string[] {
  const alike = new Map<string, Violation[]>();
  for (const one of violations) {
    const key = translate(one.code, { ...one.params, type: "" });
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((group) => {
    const { code, params } = group[0] as Violation;
    return translate(code, { ...withSymbols(translate, params), type: anyOf(translate, group.map(({ type }) => type)) });
  });
}

/** Say a text of the game with symbols instead of codes of cards; one of the core as it is. */
export function sayWithSymbols(translate: Translate, { code, params, text }: Text): string {
  const said = translate(code, withSymbols(translate, params));
  return said === code ? text : said;
}

/** Write cards and ranks with symbols. */
function withSymbols(translate: Translate, params: Record<string, unknown>): Record<string, unknown> {
  const { one, other, rank, ranks, card, cards, also } = params;
  return {
    ...params,
    ...(Array.isArray(also) && { also: also.map((type) => translate(`word_${String(type)}`)) }),
    ...(typeof one === "string" && { one: shortName(one) }),
    ...(typeof other === "string" && { other: shortName(other) }),
    ...(typeof card === "string" && { card: shortName(card) }),
    ...(Array.isArray(cards) && { cards: cards.map((name) => shortName(String(name))).join(" ") }),
    ...(typeof rank === "string" && { rank: shortRank(rank) }),
    ...(Array.isArray(ranks) && { ranks: ranks.map((name) => shortRank(String(name))) }),
  };
}

/** Say what a play made of the field, shortly: "straight". */
export function describeResult(translate: Translate, { type, taken }: Play): string {
  const name = type && translate(`word_${type}`);
  return [taken ? translateCount(translate, "page_turn_taken", taken) : "", name].filter(Boolean).map((part) => `· ${part}`).join(" ");
}

/** "8 out, 6 opened, 4 drawn" */
function passParts(translate: Translate, left: number, opened: number, drawn: number): string {
  return [left && translate("page_turn_out", { count: left }), opened && translate("page_turn_laid_open", { count: opened }), drawn && translate("page_turn_drew", { count: drawn })].filter(Boolean).join(", ");
}

/** Say what a pass did, shortly: "· 8 out, 6 opened, 4 drawn". */
export function shortPass(translate: Translate, { left, open, drawn }: Pass): string {
  const said = passParts(translate, left, open.length, drawn);
  return said && `· ${said}`;
}

/** Say what the chosen cards would do: that they fit, what the field becomes, and how many cards are left; or why they do not fit. */
export function describePreview(translate: Translate, preview: FieldPreview, before: { type: string | null; chosen: number; left: number; other: string }, brief: boolean): { prompt: string; note: string } {
  if (!preview.ok) return { prompt: preview.why, note: brief ? "" : capitalize(preview.reasons.join("; ")) + (preview.reasons.length ? "." : "") };
  if (preview.wins) return { prompt: translate(`page_would_${preview.wins}`, { other: before.other }), note: "" };
  const keep = translateCount(translate, "page_keep", before.left);
  if (brief) return { prompt: `${capitalize(preview.is)}.`, note: `${capitalize(keep)}.` };
  const becomes = translate(before.type === null ? "page_field_opens" : before.type === preview.type ? "page_field_stays" : "page_field_becomes", { is: preview.is });
  return { prompt: translateCount(translate, "page_fit", before.chosen), note: translate("page_then", { becomes, keep }) };
}

/** Describe a pass that was made. */
export function describePassMade(translate: Translate, { left, open, drawn }: Pass): string {
  return [
    ...(left ? [translateCount(translate, "page_left", left)] : []),
    ...(open.length ? [translateCount(translate, "page_laid_open", open.length)] : []),
    drawn ? translateCount(translate, "page_drew", drawn) : translate("page_drew_none"),
  ].join(" ");
}

/** Say what a pass would do, in two lines at most: "8 out, 10 opened, 4 drawn.", or how near a draw is. */
export function describePass(translate: Translate, { leave, open, draw, passes, ends }: PassEffect): string {
  const said = passParts(translate, leave, open, draw);
  return [said && `${capitalize(said)}.`, draw ? "" : translate(ends ? "page_pass_ends" : "page_pass_draw_none", { passes })].filter(Boolean).join(" ");
}
