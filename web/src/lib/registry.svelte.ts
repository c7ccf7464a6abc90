// What the house offers, as GET /api/games tells it.

import { request, requestText } from "$lib/http";
import { language, type Translations } from "$lib/translations";

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
}

export interface Bot {
  level: number;
  name: string;
  about: string;
  /** 0 where it was not measured. */
  rating: number;
}

export interface GameInfo {
  name: string;
  title: string;
  about: string;
  seats: [number, number];
  roles: string[];
  seat_names: string[];
  hidden_information: boolean;
  /** People at one screen must not see each other's side. */
  curtain: boolean;
  options: Option[];
  bots: Bot[];
  assets: string[];
}

class Registry {
  games = $state.raw<GameInfo[]>([]);
  #webhooks: Promise<string[]> | null = null;

  async load(): Promise<void> {
    if (!this.games.length) this.games = await request<GameInfo[]>("/api/games");
  }

  /** Names of webhooks that a room may choose from; most servers have none. */
  webhooks(): Promise<string[]> {
    this.#webhooks ??= request<{ webhooks: string[] }>("/api/info").then(
      ({ webhooks }) => webhooks,
      () => [],
    );
    return this.#webhooks;
  }

  find(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const registry = new Registry();

export const asset = (game: string, file: string): string => `/games/${game}/${file}`;

export function art(about: GameInfo | undefined): string | null {
  return about?.assets.includes("art.svg") ? asset(about.name, "art.svg") : null;
}

/** "3 · fair, 1180": a bot as one chooses it. */
export const botLabel = ({ level, name, rating }: Bot): string => `${level} · ${name}${rating ? `, ${rating}` : ""}`;

/** The words of a game; in English where a language is missing. */
export async function loadTranslations(about: GameInfo): Promise<Translations> {
  const file = [`locales/${language}.json`, "locales/en.json"].find((name) => about.assets.includes(name));
  return file ? request<Translations>(asset(about.name, file)) : {};
}

export const rulesOf = (about: GameInfo): Promise<string> => requestText(asset(about.name, "rules.md"));

/** The level to begin with: the middle one, which most people can beat. */
export const defaultLevel = (about: GameInfo): number => about.bots[about.bots.length >> 1]?.level ?? 1;
