// The reader's language, fixed for as long as the page is open: chosen in the preferences, else named by the address
// (`?lang=fi`), else the browser's. Its texts are loaded before anything is drawn.

import { loadItem, saveItem } from "$lib/storage";

type Texts = Record<string, string>;

const files = import.meta.glob<Texts>(["../locales/*.json", "!../locales/en.json"], { import: "default" });
const fileOf = (tag: string): string => `../locales/${tag}.json`;

export const ENGLISH = "en";
/** English with accents and longer words, for tests: it shows texts that no translator could reach. Nobody is offered it. */
export const PSEUDO = "en-XA";
/** The languages that the page itself has texts in. */
export const pageLanguages = [ENGLISH, ...Object.keys(files).map((file) => /([^/]+)\.json$/.exec(file)?.[1] ?? "")].sort();

/** Return the first wanted language that there is, itself or without its region. */
export function chooseLanguage(wanted: readonly string[], available: readonly string[]): string {
  for (const tag of wanted) {
    for (let key = tag.toLowerCase(); key; key = key.slice(0, Math.max(0, key.lastIndexOf("-")))) {
      const found = available.find((one) => one.toLowerCase() === key);
      if (found) return found;
    }
  }
  return ENGLISH;
}

/** The tag that was chosen in the preferences; "" for the browser's language. A game may have languages that the page has not. */
export const chosenLanguage = wellFormed(loadItem("language", ""));

function wellFormed(tag: unknown): string {
  return typeof tag === "string" && /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})?$/.test(tag) ? tag : "";
}

function readerLanguage(): string {
  const asked = typeof location === "undefined" ? "" : (new URLSearchParams(location.search).get("lang") ?? "");
  return chooseLanguage([asked, ...(globalThis.navigator?.languages ?? [])], pageLanguages);
}

export const language = chosenLanguage || readerLanguage();
/** Intl knows no pseudo-language. */
export const locale = language === PSEUDO ? ENGLISH : language;

/** Choose a language, "" for the browser's, and show the page in it. */
export function setLanguage(tag: string): void {
  saveItem("language", wellFormed(tag));
  globalThis.location.reload();
}

/** Return a language's own name: "suomi". */
export function languageName(tag: string): string {
  return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
}

async function loadTexts(): Promise<Texts> {
  try {
    return (await files[fileOf(language)]?.()) ?? {};
  } catch {
    return {}; // offline: English stands in
  }
}

const pseudo = language === PSEUDO ? await import("./pseudoLanguage") : null;
/** The texts of the page in this language; English stands in for a missing one. */
export const texts: Texts = language === ENGLISH || pseudo ? {} : await loadTexts();
/** Change English texts and pages into the pseudo-language; in all other languages they stay as they are. */
export const english = (sentence: string): string => pseudo?.sentence(sentence) ?? sentence;
export const englishPage = (markdown: string): string => pseudo?.markdown(markdown) ?? markdown;
