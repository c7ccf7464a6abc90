/**
 * Ludoteca's board kit, version 1. A board describes itself, and the kit draws it: board, hand, prompt, buttons and turns of the log, with
 * keyboard, touch, zoom, hints and screen readers. Import it from the server that shows the board:
 *
 *     import { defineBoard } from "/kit/1/kit.js";
 *     export default defineBoard(({ table, api }) => ({ prompt: "...", grid: { ... } }));
 */

/** A sentence, with its code and parameters for other languages. */
export interface Text {
  code: string;
  params: Record<string, unknown>;
  text: string;
}

/** What one move did, as this perspective may know it. */
export interface LogEntry {
  seq: number;
  seat: number | null;
  move: number;
  texts: Text[];
}

/** The table as this perspective sees it. It is whole: draw it, and forget the one before. */
export interface Table<View, Choices> {
  version: number;
  /** What the game's `make_view` returned. */
  view: View;
  /** What the game's `make_choices` returned; empty if it is somebody else's turn. */
  choices: Choices;
  /** The seat whose side is shown, and all seats of this device. */
  you: { seat: number | null; seats: number[] };
}

export interface BoardApi {
  /** Return a text of the game. */
  translate(code: string, params?: Record<string, unknown>): string;
  /** Return the player's name, or the role of a seat without one. */
  playerName(seat: number): string;
  /** Make a move for the seat to move. Resolves to false if it was refused; the page shows why. */
  move(text: string): Promise<boolean>;
  /** Say what a move would do, without making it. */
  preview(text: string): Promise<{ refused: Text | null; texts: Text[] } | null>;
  /** Tell a screen reader. */
  announce(text: string): void;
  /** Say beside the board why a press did nothing. */
  feedback(text: string): void;
}

export interface BoardProps<View, Choices> {
  table: Table<View, Choices>;
  log: LogEntry[];
  api: BoardApi;
  /** A move to mark: a hint, or advice in a replay. The kit marks the cells that it names. */
  hint: string | null;
  /** What happened since one's own last turn. The kit marks the cells that its texts name. */
  recap: LogEntry[];
}

/** Pieces by name, each as SVG in 100 x 100 units. Use attributes, not `style`: the page forbids inline styles. */
export type Pieces = Record<string, string>;

export interface GridCell {
  /** Its name in moves and texts: "b2". */
  name: string;
  /** What is there, for screen readers: "cross". The kit says the name before it. */
  label: string;
  /** The piece on it. */
  piece?: string | null;
  /** The move that a press makes; null if it makes none. */
  move?: string | null;
  /** The colour of this cell, if it is not that of the grid. */
  ground?: string;
}

export interface Grid {
  columns: number;
  rows: number;
  /** Row by row from the top left. */
  cells: GridCell[];
  pieces: Pieces;
  /** The name of the board for screen readers. */
  label?: string;
  /** The colour of the cells. */
  ground?: string;
  /** The colour of the lines between them. */
  lines?: string;
}

export interface HandPiece {
  /** Unique in the hand; equal pieces have different ids. */
  id: string;
  /** What piece it is; null if it is face down. */
  piece: string | null;
  /** For screen readers. */
  label: string;
  /** The cells it may be laid on, and the move that lays it there. */
  targets?: Record<string, string>;
  /** The move that a press makes, if it is not laid on a cell. */
  move?: string | null;
}

export interface Hand {
  label: string;
  pieces: HandPiece[];
  /** Shown when no piece is left. */
  emptyText?: string;
}

export interface Button {
  label: string;
  move: string;
  /** Whether it may be pressed; otherwise it says why not. */
  allowed?: boolean;
  /** Asked before the move is made. */
  question?: { text: string; yes: string; no: string };
}

export interface Board {
  /** What to do: one sentence. */
  prompt: string;
  /** What else there is to say. */
  note?: string;
  grid: Grid;
  hand?: Hand;
  buttons?: Button[];
}

/** A turn in the log. */
export interface Turn {
  /** Pictures of the pieces that were moved, as SVG in 100 x 100 units, and their names. */
  pieces?: { svg: string; label: string }[];
  text?: string;
  /** What it earned: "+3". */
  points?: string;
}

export interface TurnProps {
  entries: LogEntry[];
  /** Who played. */
  name: string;
  api: BoardApi;
}

/** A part of a table, for the exports of `board.js`: the board is its default export, a turn of the log is `TurnLine`. */
export interface Part {
  readonly kit: 1;
}

/** Return a board that is drawn from its description; the default export of `board.js`. */
export declare function defineBoard<View = any, Choices = any>(describe: (props: BoardProps<View, Choices>) => Board): Part;

/** Return a turn of the log that is drawn from its description; the export `TurnLine` of `board.js`. */
export declare function defineTurnLine(describe: (props: TurnProps) => Turn): Part;
