// The rooms that this device has visited, with their current state.

import { request } from "$lib/http";
import { forgetRoom, knownRooms } from "$lib/storage";
import { refreshTerminalGames } from "$lib/terminalGames";
import { sortRooms, type RoomSummary } from "$lib/rooms";

/** The server describes at most this many rooms per request. */
const MAX_ROOMS = 40;
/** Longer than the server keeps a game that nobody visits. */
const FORGET_AFTER_MS = 100 * 24 * 60 * 60 * 1000;

class MyGames {
  /** Sorted; null until the server has answered. */
  games = $state.raw<RoomSummary[] | null>(null);

  /**
   * The server describes only loaded rooms in which this device has a seat or is the host. A room it leaves out is not shown,
   * but its token is kept for as long as the game may still exist. A game against the computer without a move is not shown either.
   */
  async refresh(): Promise<void> {
    await refreshTerminalGames();
    const latest = Object.entries(knownRooms())
      .sort(([, a], [, b]) => b.at - a.at)
      .slice(0, MAX_ROOMS);
    if (!latest.length) return void (this.games = []);
    const rooms = Object.fromEntries(latest.map(([code, { token = "" }]) => [code, token]));
    const found = await request<Record<string, RoomSummary>>("/api/rooms/known", { rooms }).catch(() => null);
    if (!found) return;
    const old = Date.now() - FORGET_AFTER_MS;
    for (const [code, { at }] of latest) if (!found[code] && at < old) forgetRoom(code);
    // A late response must not bring back rooms that were forgotten meanwhile.
    const known = knownRooms();
    this.games = sortRooms(Object.values(found).filter(({ code, untouched }) => code in known && !untouched));
  }

  forget(code: string): void {
    forgetRoom(code);
    this.games = this.games?.filter((game) => game.code !== code) ?? null;
  }
}

export const myGames = new MyGames();
