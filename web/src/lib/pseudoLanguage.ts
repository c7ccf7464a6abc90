// The pseudo-language en-XA, as core/languages.py writes it too: accented and longer, with placeholders unchanged.

const PLAIN = "aceghijklnorstuwyzACDEGHIJKLNORSTUWYZ";
const ACCENTED = "åçéĝĥîĵķļñöŕšţûŵýžÅÇÐÉĜĤÎĴĶĻÑÖŔŠŢÛŴÝŽ";
const KEPT = /(\{[^}]*\}|`[^`]*`|\(step:[^)]*\))/;
/** Every so many letters one more. */
const LONGER = 3;

const accent = (text: string): string => [...text].map((letter) => ACCENTED[PLAIN.indexOf(letter)] ?? letter).join("");
const accentWords = (text: string): string =>
  text
    .split(KEPT)
    .map((part, index) => (index % 2 ? part : accent(part)))
    .join("");

export function sentence(text: string): string {
  const letters = text.replace(/\{[^}]*\}|`[^`]*`/g, "").length;
  return text && `[${accentWords(text)}${letters ? ` ${"ẋ".repeat(Math.floor(letters / LONGER))}` : ""}]`;
}

export const markdown = (text: string): string =>
  text
    .split("\n")
    .map((line) => (line.startsWith("    ") ? line : accentWords(line)))
    .join("\n");
