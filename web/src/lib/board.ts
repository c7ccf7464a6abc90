// What a board gets and may call. A board knows no rules, only the view, the choices and the log.

import type { Component } from "svelte";
import { asset, type GameInfo } from "$lib/registry.svelte";
import type { EffectName } from "$lib/sound/effects";
import type { LogEntry, TableMessage, PreviewResult } from "$lib/wire";
import type { Params } from "$lib/translations";

export interface BoardApi {
  game: GameInfo;
  /** Return a text of the game. */
  translate(code: string, params?: Params): string;
  /** Return the player's name, or the role of a seat without one. */
  playerName(seat: number): string;
  /** Make a move for the seat to move. Return false if it was refused; the page shows why. */
  move(text: string): Promise<boolean>;
  /** Undo the last move; return true once it is undone. If others must agree (`table.undo` says so), ask the player first. */
  undo(): Promise<boolean>;
  /** Return what a move would do, without making it. */
  preview(text: string): Promise<PreviewResult | null>;
  /** Announce a text to screen readers. */
  announce(text: string): void;
  /** Show a text beside the board, for example why a click did nothing. */
  feedback(text: string): void;
  playSound(effect: EffectName): void;
}

export interface BoardProps {
  table: TableMessage;
  log: LogEntry[];
  api: BoardApi;
}

/** Mounts a board that is not part of this build: the default export of a game's `board.js`. */
export type MountBoard = (target: HTMLElement, props: BoardProps) => { update(props: BoardProps): void; unmount(): void };

export type LoadedBoard = { component: Component<BoardProps> } | { mount: MountBoard } | null;

const boards = import.meta.glob<{ default: Component<BoardProps> }>("../../../src/ludoteca/games/*/page/Board.svelte");

/** Load the board of a game; null if it has none and is played as text. */
export async function loadBoard(game: GameInfo): Promise<LoadedBoard> {
  const load = boards[`../../../src/ludoteca/games/${game.name}/page/Board.svelte`];
  if (load) return { component: (await load()).default };
  if (!game.assets.includes("board.js")) return null;
  const module = (await import(/* @vite-ignore */ asset(game.name, "board.js"))) as { default: MountBoard };
  return { mount: module.default };
}

