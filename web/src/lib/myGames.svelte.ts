// The rooms that this device knows, and how things stand there.

import { request } from "$lib/http";
import { forgetRoom, knownRooms } from "$lib/storage";
import { inOrder, type RoomSummary } from "$lib/rooms";

/** As many as the server tells of at once. */
const MOST_ROOMS = 40;
/** Longer than the server keeps a game open that nobody visits. */
const FORGET_AFTER_MS = 100 * 24 * 60 * 60 * 1000;

class MyGames {
  /** In order; null until the server has answered. */
  games = $state.raw<RoomSummary[] | null>(null);

  /**
   * The server tells of rooms in which this device has a seat or is the host, and of none that it is still loading. So a room
   * that it does not tell of is only left out here; its token is kept until there can be no game left to come back to.
   */
  async refresh(): Promise<void> {
    const latest = Object.entries(knownRooms())
      .sort(([, one], [, other]) => other.at - one.at)
      .slice(0, MOST_ROOMS);
    if (!latest.length) return void (this.games = []);
    const rooms = Object.fromEntries(latest.map(([code, { token = "" }]) => [code, token]));
    const found = await request<Record<string, RoomSummary>>("/api/rooms/known", { rooms }).catch(() => null);
    if (!found) return;
    const old = Date.now() - FORGET_AFTER_MS;
    for (const [code, { at }] of latest) if (!found[code] && at < old) forgetRoom(code);
    // What was forgotten meanwhile is not brought back by a late answer.
    const known = knownRooms();
    this.games = inOrder(Object.values(found).filter(({ code }) => code in known));
  }

  forget(code: string): void {
    forgetRoom(code);
    this.games = this.games?.filter((game) => game.code !== code) ?? null;
  }
}

export const myGames = new MyGames();
