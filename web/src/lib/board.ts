// What a board gets and may call. A board knows no rules, only the view, the choices and the log.

import type { Component } from "svelte";
import type { Part } from "../../public/kit/1/kit";
import { asset, type GameInfo } from "$lib/registry.svelte";
import type { EffectName } from "$lib/sound/effects";
import type { Advice, LogEntry, PreviewResult, TableMessage, Text } from "$lib/wire";
import type { Params, Translate } from "$lib/translations";

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
  /** Undo, hint and questions; null where nothing can be done, as in a replay. */
  actions: TableActions | null;
}

/** An action beside moving, as the table allows it now. */
export interface ActionState {
  label: string;
  enabled: boolean;
  /** Why it is not allowed. */
  why: string;
}

/** A question in place of prompt and buttons. */
export interface Question {
  text: string;
  yes: string;
  no: string;
  danger?: boolean;
  /** For an undo: how many moves would stand. */
  moveCount?: number | null;
  onyes(): void;
  onno?(): void;
}

/** What a player may do at a table besides moving. */
export interface TableActions {
  readonly undo: ActionState;
  readonly hint: ActionState;
  readonly autoplay: ActionState;
  readonly autoplaying: boolean;
  /** The move that a hint advises now. */
  readonly advice: Advice | null;
  /** What to say before it: "Second best:", or nothing. */
  readonly adviceLabel: string;
  /** A sentence of the rules that the prompt adds for the first turns of somebody's first game; else "". */
  readonly rule: string;
  readonly question: Question | null;
  /** A question that needs no answer, in one line beside the prompt: whether to confirm moves by one click. */
  readonly offer: Question | null;
  /** What others have not answered yet. */
  readonly pending: string;
  /** Withdraws what others have not answered; null where nothing was asked. */
  readonly withdraw: (() => void) | null;
  ask(question: Question): void;
  requestUndo(): Promise<boolean>;
  requestHint(): Promise<void>;
  requestAutoplay(): Promise<void>;
}

/** Where a game's parts lie; a board's module exports one as `layout`. */
export interface BoardLayout {
  /** The hand on a desk: a column beside the board, a row below it, or none. */
  hand: "beside" | "below" | "none";
  /** A square board is as wide as it is high; any other fills its area. */
  shape: "square" | "fill";
  /** Width of the column beside the board. */
  handWidth?: string;
  /** Height of the row below the board. */
  dock?: string;
  /** Width of the board on a phone's side; as high as the window unless given. */
  sideWidth?: string;
  /** Width of the rail on a desk; what the board leaves unless given. */
  railWidth?: string;
  /** Height that the log keeps below a board that fills its area, in portrait. */
  logHeight?: string;
  /** All players in one card in the order of their seats, instead of one's own beside the buttons. */
  playersTogether?: boolean;
  /** The menu is a sheet in the middle with the records at its right, instead of a drawer. */
  menuSheet?: boolean;
  /** The background of the table, a CSS image, given the view. */
  mood(view: Json | null): string;
}

/** For boards that name none. */
export const DEFAULT_LAYOUT: BoardLayout = { hand: "none", shape: "fill", mood: () => "linear-gradient(160deg, #cfe8f0, #f2e3c2)" };

export interface BoardProps {
  table: TableMessage;
  log: LogEntry[];
  api: BoardApi;
  /** A move to draw in violet: a hint, or advice in a replay. */
  hint: string | null;
  /** Log entries to mark on the board, in the colours of their seats: what happened since one's own last turn, or the turn chosen in the log. */
  recap: LogEntry[];
}

/** One turn in the log, drawn by the game: icons, names and points instead of a sentence. */
export interface TurnLineProps {
  entries: LogEntry[];
  /** Who played: a name, or "You". */
  name: string;
  api: BoardApi;
}

/** What a game shows in an opponent's strip, such as a hand that lies open. */
export interface SeatExtraProps {
  view: Json;
  seat: number;
  api: BoardApi;
}

/** A third tab beside turns and chat, and in the menu of phones; its name is the game's text `page_tab`. */
export interface RailTabProps {
  view: Json;
  api: BoardApi;
}

/** Mounts a board that is not part of this build: the default export of a game's `board.js`. */
export type MountBoard = (target: HTMLElement, props: BoardProps) => { update(props: BoardProps): void; unmount(): void };

export type Json = Record<string, unknown>;
/** What a board's module may export beside the board. */
export interface BoardParts {
  layout?: BoardLayout;
  TurnLine?: Component<TurnLineProps>;
  RailTab?: Component<RailTabProps>;
  /** What the server says, in the words of the page: names of pieces instead of codes. Empty for what the board shows anyway. */
  inWords?: (text: Text, api: BoardApi) => string;
  /** A hint, or advice in a replay: the move in words, and one reason for it. The board draws it. */
  adviceOf?: (api: BoardApi, advice: Advice) => { text: string; reason: string };
  /** What a text says of a move, where one move can be written in several ways. */
  effectOf?: (text: Text) => string;
  SeatExtra?: Component<SeatExtraProps>;
  /** Keys of the game itself, for the list that `?` opens; `text` is a text of the game. */
  keys?: { keys: string[]; text: string }[];
  /** What stands below a player's name besides role and level: "3 points, 23 tiles left to draw". */
  seatDetail?: (view: Json, seat: number, translate: Translate) => string;
  /** Whether moves should be quick by now, so that the page offers to confirm them by one click. */
  offersOnce?: (view: Json) => boolean;
  /** What stands in the status besides whose turn it is: "16 of 20". */
  statusNote?: (view: Json, translate: Translate) => string;
}
/** What the module of a board that is not part of this build exports: its board mounts itself, or is made by the board kit. */
type ExternalBoard = Omit<BoardParts, "layout"> & { layout?: Partial<BoardLayout>; default: MountBoard | (Component<BoardProps> & Part) };
export type LoadedBoard = (BoardParts & { layout: BoardLayout } & ({ own: Component<BoardProps> } | { foreign: MountBoard })) | null;

const boards = import.meta.glob<BoardParts & { default: Component<BoardProps> }>("../../../src/ludoteca/games/*/page/Board.svelte");

/** Where /kit/1/kit.js finds the board kit. */
const KIT = Symbol.for("ludoteca.kit.1");

/** The board of a game, loaded on demand; null where it has none and is played by its text. */
export async function loadBoard(about: GameInfo): Promise<LoadedBoard> {
  const load = boards[`../../../src/ludoteca/games/${about.name}/page/Board.svelte`];
  if (load) {
    const { default: own, ...parts } = await load();
    return { own, ...parts, layout: parts.layout ?? DEFAULT_LAYOUT };
  }
  if (!about.assets.includes("board.js")) return null;
  Object.assign(globalThis, { [KIT]: await import("../kit/kit") });
  const { default: board, layout, ...parts } = (await import(/* @vite-ignore */ asset(about.name, "board.js"))) as ExternalBoard;
  const table = { ...parts, layout: { ...DEFAULT_LAYOUT, ...layout } };
  return "kit" in board ? { own: board, ...table } : { foreign: board, ...table };
}

