// Every text of the page comes from a words file: the page's own here, a game's from its folder.

import english from "../locales/en.json";

export type Code = keyof typeof english;
export type Params = Record<string, unknown>;
export type Translations = Record<string, string>;
export type Translate = (code: string, params?: Params) => string;

export const language = "en";

/** A sentence with its gaps filled; one that is missing leaves dots, since a sentence with a gap beats none. */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => spoken(params[name]));
}

function spoken(value: unknown): string {
  if (value === undefined) return "…";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** The page's own words. */
export function t(code: Code, params: Params = {}): string {
  return fill(english[code], params);
}

/** The same for a count: the words file has the code with `_one` and `_other`. */
export function counted(code: string, count: number, params: Params = {}): string {
  const form = `${code}_${new Intl.PluralRules(language).select(count)}` as Code;
  return t(form in english ? form : (`${code}_other` as Code), { count, ...params });
}

/** The words of a game. A code without words is said as it stands rather than not at all. */
export function translator(sentences: Translations): Translate {
  return (code, params = {}) => fill(sentences[code] ?? code, params);
}

/** Return a game's text for a count: its locale file has the code with `_one` and `_other`. */
export function translateCount(translate: Translate, code: string, count: number, params: Params = {}): string {
  return translate(`${code}_${new Intl.PluralRules(language).select(count)}`, { count, ...params });
}

/** Numbers as they stand, or with their signs where some are below zero. */
export function signed(numbers: number[]): string[] {
  const format = new Intl.NumberFormat(language, { signDisplay: numbers.some((one) => one < 0) ? "exceptZero" : "auto" });
  return numbers.map((one) => format.format(one));
}

export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

/** A room's code as it is read out: in two groups. */
export const formatRoomCode = (code: string): string => code.replace(/^(.{4})(.{4})$/, "$1 $2");
