// What a board is given and may do. A board knows no rules: only the view, the choices and the news.

import type { Component } from "svelte";
import { asset, type GameInfo } from "$lib/registry.svelte";
import type { EffectName } from "$lib/sound/effects";
import type { LogEntry, TableMessage, PreviewResult } from "$lib/wire";
import type { Params } from "$lib/translations";

export interface BoardApi {
  game: GameInfo;
  /** The game's words. */
  translate(code: string, params?: Params): string;
  /** What a seat is called: the player's name, or the role. */
  playerName(seat: number): string;
  /** Make a move for the seat to move. False when it was refused; the house says why. */
  move(text: string): Promise<boolean>;
  /** Take back one's last move; true once it is. Where others must agree, which `table.undo` says, whoever plays is asked first. */
  undo(): Promise<boolean>;
  /** What a move would do, without making it. */
  preview(text: string): Promise<PreviewResult | null>;
  /** Tell a screen reader. */
  announce(text: string): void;
  /** Say something beside the board: why a click did nothing. */
  feedback(text: string): void;
  playSound(effect: EffectName): void;
}

export interface BoardProps {
  table: TableMessage;
  log: LogEntry[];
  api: BoardApi;
}

/** A board that is no Svelte component of this build: the default export of a game's `board.js`. */
export type MountBoard = (target: HTMLElement, props: BoardProps) => { update(props: BoardProps): void; unmount(): void };

export type LoadedBoard = { own: Component<BoardProps> } | { foreign: MountBoard } | null;

const boards = import.meta.glob<{ default: Component<BoardProps> }>("../../../src/ludoteca/games/*/page/Board.svelte");

/** The board of a game, loaded on demand; null where it has none and is played by its text. */
export async function loadBoard(about: GameInfo): Promise<LoadedBoard> {
  const load = boards[`../../../src/ludoteca/games/${about.name}/page/Board.svelte`];
  if (load) return { own: (await load()).default };
  if (!about.assets.includes("board.js")) return null;
  const module = (await import(/* @vite-ignore */ asset(about.name, "board.js"))) as { default: MountBoard };
  return { foreign: module.default };
}

