// Loads a game's table before it is opened, so that one's first turn comes at once.

import type { GameInfo } from "$lib/registry.svelte";

const fetched = new Set<string>();

/** Load the page of tables and the board of a game. Called when somebody is about to start it. */
export function prefetchTable(game: GameInfo): void {
  if (fetched.has(game.name)) return;
  fetched.add(game.name);
  void import("../pages/Room.svelte");
  void import("$lib/board").then(({ loadBoard }) => loadBoard(game)).catch(() => fetched.delete(game.name));
}
