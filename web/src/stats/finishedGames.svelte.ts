// The finished games of this device, a short entry of each. They stay in the browser; nothing is sent.

import type { Value } from "$lib/registry.svelte";
import type { RoomSummary } from "$lib/rooms";
import { loadItem, saveItem } from "$lib/storage";
import type { LogEntry, SeatInfo, TableMessage } from "$lib/wire";

export type GameOutcome = "won" | "lost" | "drawn" | "shared";

export interface FinishedGame {
  /** The room, and the number of the event that ended the game; lists of records name games the same way. */
  id: string;
  game: string;
  at: number;
  /** `shared`: several seats were played on this device, so nobody won or lost. */
  outcome: GameOutcome;
  /** Everybody else; `level` is null for people. */
  opponents: { name: string; level: number | null }[];
  score: number | null;
  options: Record<string, Value>;
  /** The game did not count: a hint, help, or a casual table. */
  casual: boolean;
}

/** Enough for years, and small enough for every browser's storage. */
export const MAX_GAMES = 1000;

type Ended = Pick<RoomSummary, "code" | "game" | "phase" | "own_seats" | "moves" | "at" | "result" | "version" | "origin" | "options" | "casual" | "scores"> & {
  seats: Pick<SeatInfo, "kind" | "name" | "level">[];
};

/** Return the entry of a game; null unless this device played it to a result. Games from records and positions are no games of its own. */
export function entryOf({ code, game, phase, seats, own_seats: own, moves, at, result, version, origin, options, casual, scores }: Ended): FinishedGame | null {
  const [seat] = own;
  if ((phase !== "over" && phase !== "closed") || !result || seat === undefined || !moves || origin !== "deal") return null;
  return {
    id: `${code}/${version}`,
    game,
    at,
    outcome: own.length > 1 ? "shared" : outcomeOf(result, seat),
    opponents: seats.flatMap(({ kind, name, level }, other) => (own.includes(other) ? [] : [{ name, level: kind === "bot" ? level : null }])),
    score: own.length > 1 ? null : (scores?.[seat] ?? null),
    options,
    casual,
  };
}

function outcomeOf(result: number[], seat: number): GameOutcome {
  const best = Math.max(...result);
  if (result[seat] !== best) return "lost";
  return result.filter((share) => share === best).length > 1 ? "drawn" : "won";
}

class FinishedGames {
  /** In the order of their ends. */
  all = $state.raw(load());

  /** Add a game once. Another tab may have added games meanwhile. */
  add(...entries: (FinishedGame | null)[]): void {
    const before = load();
    const cleared = loadItem("finishedCleared", 0);
    const known = new Set(before.map(({ id }) => id));
    const more = entries.filter((entry) => entry !== null).filter(({ id, at }) => !known.has(id) && at > cleared);
    if (!more.length) return void (this.all = before);
    this.#save([...before, ...more].sort((one, other) => one.at - other.at).slice(-MAX_GAMES));
  }

  /** Add the game that is over at a table. */
  addFrom({ room, you, version }: TableMessage, log: LogEntry[]): void {
    this.add(entryOf({ ...room, own_seats: you.seats, version, at: log.at(-1)?.at ?? Date.now() }));
  }

  /** Forget all games, also those that the server could still tell. */
  clear(): void {
    saveItem("finishedCleared", Date.now());
    this.#save([]);
  }

  #save(games: FinishedGame[]): void {
    this.all = games;
    saveItem("finished", games);
  }
}

const load = (): FinishedGame[] => loadItem<unknown[]>("finished", []).filter(isEntry);

/** The storage may be old, or written by somebody else. */
function isEntry(entry: unknown): entry is FinishedGame {
  const { id, game, at, outcome, opponents } = (entry ?? {}) as Partial<FinishedGame>;
  return typeof id === "string" && typeof game === "string" && typeof at === "number" && typeof outcome === "string" && Array.isArray(opponents);
}

export const finishedGames = new FinishedGames();
