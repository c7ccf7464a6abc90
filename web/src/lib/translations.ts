// Every text of the page comes from a locale file: the page's own from here, a game's from its folder.

import { english, language, locale, texts } from "$lib/language";
import source from "../locales/en.json";

export { language, locale };

export type TextCode = keyof typeof source;
export type Params = Record<string, unknown>;
export type Translations = Record<string, string>;
export type Translate = (code: string, params?: Params) => string;

/** Fill the placeholders of a sentence; a missing value leaves dots, since a sentence with a gap beats none. */
export function fill(sentence: string, params: Params = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => formatValue(params[name]));
}

function formatValue(value: unknown): string {
  if (value === undefined) return "…";
  if (Array.isArray(value)) return new Intl.ListFormat(locale, { type: "unit" }).format(value.map(formatValue));
  return typeof value === "number" ? formatNumber(value) : String(value);
}

/** Return a text of the page. */
export function t(code: TextCode, params: Params = {}): string {
  return fill(texts[code] ?? english(source[code]), params);
}

/** Return a text of the page for a count: the locale file has the code with `_one`, `_other` and so on. */
export function tCount(code: string, count: number, params: Params = {}): string {
  const form = `${code}_${pluralForm(count)}` as TextCode;
  return t(form in texts || form in source ? form : (`${code}_other` as TextCode), { count, ...params });
}

/** Return the plural form of a count: "one", "other" and so on. */
export const pluralForm = (count: number): Intl.LDMLPluralRule => new Intl.PluralRules(locale).select(count);

/** Return a function that translates a game's codes. A code without a translation is shown as it is. */
export function translator(translations: Translations): Translate {
  return (code, params = {}) => fill(translations[code] ?? code, params);
}

/** Return a game's text for a count: its locale file has the code with `_one`, `_other` and so on. */
export function translateCount(translate: Translate, code: string, count: number, params: Params = {}): string {
  const form = `${code}_${pluralForm(count)}`;
  const text = translate(form, { count, ...params });
  return text === form ? translate(`${code}_other`, { count, ...params }) : text;
}

/** Format a number. Digits are not grouped: large numbers are bounds, or ratings. */
export function formatNumber(number: number, digits = 0): string {
  return new Intl.NumberFormat(locale, { useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits || 20 }).format(number + 0); // no "-0"
}

/** Format a share of 100: "45%". */
export const formatPercent = (percent: number): string => new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 }).format(percent / 100);

/** Format numbers, with signs if any is negative. */
export function formatSigned(numbers: number[]): string[] {
  const format = new Intl.NumberFormat(locale, { signDisplay: numbers.some((number) => number < 0) ? "exceptZero" : "auto" });
  return numbers.map((number) => format.format(number));
}

export const capitalize = (text: string): string => text.slice(0, 1).toLocaleUpperCase(locale) + text.slice(1);

/** "Ada", "Ada and Bo", "Ada, Bo and Cy". */
export function formatList(names: string[]): string {
  return new Intl.ListFormat(locale, { type: "conjunction" }).format(names);
}

/** Split a room's code into two groups, as people read it out. */
export const formatRoomCode = (code: string): string => code.replace(/^(.{4})(.{4})$/, "$1 $2");
