// Every text of the page comes from a locale file: the page's own from here, a game's from its folder.

import english from "../locales/en.json";

export type TextCode = keyof typeof english;
export type Params = Record<string, unknown>;
export type Translations = Record<string, string>;
export type Translate = (code: string, params?: Params) => string;

export const language = "en";

/** Fill the placeholders of a sentence; a missing value leaves dots, since a sentence with a gap beats none. */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => formatValue(params[name]));
}

function formatValue(value: unknown): string {
  if (value === undefined) return "…";
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** Return a text of the page. */
export function t(code: TextCode, params: Params = {}): string {
  return fill(english[code], params);
}

/** Return a text of the page for a count: the locale file has the code with `_one` and `_other`. */
export function tCount(code: string, count: number, params: Params = {}): string {
  const form = `${code}_${new Intl.PluralRules(language).select(count)}` as TextCode;
  return t(form in english ? form : (`${code}_other` as TextCode), { count, ...params });
}

/** Return a function that translates a game's codes. A code without a translation is shown as it is. */
export function translator(translations: Translations): Translate {
  return (code, params = {}) => fill(translations[code] ?? code, params);
}

/** Return a game's text for a count: its locale file has the code with `_one` and `_other`. */
export function translateCount(translate: Translate, code: string, count: number, params: Params = {}): string {
  return translate(`${code}_${new Intl.PluralRules(language).select(count)}`, { count, ...params });
}

/** Format numbers, with signs if any is negative. */
export function formatSigned(numbers: number[]): string[] {
  const format = new Intl.NumberFormat(language, { signDisplay: numbers.some((number) => number < 0) ? "exceptZero" : "auto" });
  return numbers.map((number) => format.format(number));
}

export const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}

/** Split a room's code into two groups, as people read it out. */
export const formatRoomCode = (code: string): string => code.replace(/^(.{4})(.{4})$/, "$1 $2");
