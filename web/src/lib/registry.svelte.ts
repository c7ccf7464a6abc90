// The installed games, as GET /api/games lists them.

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
  /** 0 if not measured. */
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
  /** Players who share a screen must not see each other's side. */
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

  /** Return the webhooks that a room may choose; most servers have none. */
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

export function art(game: GameInfo | undefined): string | null {
  return game?.assets.includes("art.svg") ? asset(game.name, "art.svg") : null;
}

/** Return the label of a bot: "3 · fair, 1180". */
export const botLabel = ({ level, name, rating }: Bot): string => `${level} · ${name}${rating ? `, ${rating}` : ""}`;

/** Load the translations of a game; English if the language is missing. */
export async function loadTranslations(game: GameInfo): Promise<Translations> {
  const file = [`locales/${language}.json`, "locales/en.json"].find((name) => game.assets.includes(name));
  return file ? request<Translations>(asset(game.name, file)) : {};
}

export const loadRules = (game: GameInfo): Promise<string> => requestText(asset(game.name, "rules.md"));

/** Return the middle level, which most people can beat. */
export const defaultLevel = (game: GameInfo): number => game.bots[game.bots.length >> 1]?.level ?? 1;
