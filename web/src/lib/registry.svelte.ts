// The installed games, as GET /api/games lists them.

import { request, requestText } from "$lib/http";
import { ENGLISH, english, englishPage, language, pageLanguages } from "$lib/language";
import type { Translations } from "$lib/translations";

export type Value = number | boolean | string;

export interface Option {
  name: string;
  title: string;
  kind: "int" | "bool" | "choice";
  default: Value;
  help: string;
  bounds: string;
  low?: number;
  high?: number;
  step?: number;
  choices?: string[];
  /** What values are called, where the game says it. A number's values with labels are offered as buttons. */
  labels: Record<string, string>;
  /** Patterns that say a value in a list of what was agreed; "" for all other values. */
  summaries: Record<string, string>;
}

export interface Bot {
  level: number;
  name: string;
  /** What it is called at a table: "Otto". */
  player_name: string;
  /** What further ones of its level are called. */
  more_names: string[];
  about: string;
  /** 0 if not measured. */
  rating: number;
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  /** About how long a game takes; 0 if nobody knows. */
  minutes: number;
  seats: [number, number];
  roles: string[];
  seat_names: string[];
  /** The seat for somebody's first game. */
  newcomer_seat: number;
  /** Choosing options is the first thing to do. */
  options_first: boolean;
  hidden_information: boolean;
  /** Players who share a screen must not see each other's side. */
  curtain: boolean;
  options: Option[];
  bots: Bot[];
  assets: string[];
}

class Registry {
  games = $state.raw<GameInfo[]>([]);
  #info: Promise<{ webhooks: string[]; url: string | null }> | null = null;

  async load(): Promise<void> {
    if (!this.games.length) this.games = await request<GameInfo[]>("/api/games");
  }

  #loadInfo(): Promise<{ webhooks: string[]; url: string | null }> {
    this.#info ??= request<{ webhooks: string[]; url: string | null }>("/api/info").catch(() => ({ webhooks: [], url: null }));
    return this.#info;
  }

  /** Return the webhooks that a room may choose; most servers have none. */
  async webhooks(): Promise<string[]> {
    return (await this.#loadInfo()).webhooks;
  }

  /** Return further addresses of this server, as links to its tables have them. */
  async shareHosts(): Promise<string[]> {
    const { url } = await this.#loadInfo();
    return url ? [new URL(url).host] : [];
  }

  find(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const registry = new Registry();

export const asset = (game: string, file: string): string => `/games/${game}/${file}`;

export function art(game: GameInfo | undefined): string | null {
  return game?.assets.includes("art.svg") ? asset(game.name, "art.svg") : null;
}

/** Return the label of a bot: "3 · fair, 1180". */
export const botLabel = ({ level, name, rating }: Bot): string => `${level} · ${name}${rating ? `, ${rating}` : ""}`;

/** Load the translations of a game; English stands in for each that the language does not have. */
export async function loadTranslations(game: GameInfo): Promise<Translations> {
  const load = (tag: string): Promise<Translations> | Translations =>
    game.assets.includes(`locales/${tag}.json`) ? request<Translations>(asset(game.name, `locales/${tag}.json`)) : {};
  const [source, own] = await Promise.all([load(ENGLISH), language === ENGLISH ? {} : load(language)]);
  return { ...Object.fromEntries(Object.entries(source).map(([code, sentence]) => [code, english(sentence)])), ...own };
}

/** The languages to choose from: those of the page, and those that a game brings. */
export function knownLanguages(): string[] {
  const brought = registry.games.flatMap((game) => game.assets.map((name) => /^locales\/(.+)\.json$/.exec(name)?.[1] ?? ""));
  return [...new Set([...pageLanguages, ...brought.filter(Boolean)])].sort();
}

/** Load the rules of a game in this language or in English; the short text for the drawer, where the game has one. */
export async function loadRules(game: GameInfo, short = false): Promise<string> {
  const wanted = (short ? ["rules-short", "rules"] : ["rules"]).flatMap((name) => [`${name}.${language}.md`, `${name}.md`]);
  return englishPage(await requestText(asset(game.name, wanted.find((name) => game.assets.includes(name)) ?? "rules.md")));
}

/** Return the middle level, which most people can beat. */
export const defaultLevel = (game: GameInfo): number => game.bots[game.bots.length >> 1]?.level ?? 1;
