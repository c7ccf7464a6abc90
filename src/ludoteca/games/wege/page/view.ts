// The view and choices of Wege, the geometry and names of its cards, and the last move read from the log.

import { squareAt } from "$lib/kit/cells";
import type { Translate } from "$lib/translations";
import type { LogEntry, Text } from "$lib/wire";

export type Kind = "land" | "water" | "bridge" | "cossack";
export type Terrain = "land" | "water";
export type Point = [number, number];

export interface Face {
  kind: Kind;
  gnome: "path" | "off" | null;
}

export interface LaidCard extends Face {
  rotation: number;
  by: number;
}

export interface Group {
  sides: number;
  points: Point[];
  cells: string[];
}

export interface ScoreMarks {
  path: Group | null;
  stream: Group | null;
  ponds: Point[][];
  islands: Point[][];
  facing: { point: Point; gnomes: number; points: number }[];
}

export interface ScoreLines {
  sides: number;
  /** Land has ponds, water has islands. */
  ponds?: number;
  islands?: number;
  gnomes: number;
  cossacks: number;
  total: number;
  sides_touched: number;
}

export interface WegeView {
  rows: number;
  cols: number;
  top_left: Terrain | null;
  cards: Record<string, LaidCard>;
  hand: Face | null;
  hand_is_replaced: boolean;
  deck: number;
  left: (Face & { count: number })[];
  provisional: boolean;
  score: [ScoreLines, ScoreLines];
  marks: ScoreMarks;
  to_move: number | null;
  result: number[] | null;
}

export const TERRAINS: readonly Terrain[] = ["land", "water"];
export const ROTATIONS = 4;

// Choices

/** For each cell, the rotations in which the card in hand can be placed or swapped in. */
export interface CardChoices {
  place: Record<string, number[]>;
  swap: Record<string, number[]>;
}

export function readChoices(choices: Record<string, unknown>): CardChoices | null {
  return choices.kind === "cells" ? (choices as unknown as CardChoices) : null;
}

/** How the card in hand fits a cell: as it is turned, or only if turned further; by placing or by a swap. */
export type Fit = "place" | "swap" | "turn" | "turn_swap";

export function fitOf(choices: CardChoices | null, cell: string, rotation: number): Fit | null {
  const place = choices?.place[cell];
  if (place) return place.includes(rotation) ? "place" : "turn";
  const swap = choices?.swap[cell];
  if (swap) return swap.includes(rotation) ? "swap" : "turn_swap";
  return null;
}

/** Return the number of clockwise quarter turns to the nearest of these rotations. */
export function turnsTo(from: number, rotations: number[]): number {
  return Math.min(...rotations.map((one) => (one - from + ROTATIONS) % ROTATIONS));
}

/** Return the number of quarter turns after which the card fits somewhere: 0 if it does already. */
export function turnsToFit(choices: CardChoices, rotation: number): number {
  return turnsTo(rotation, Object.values(choices.place).flat());
}

// Shapes

/** The corners of a cell, clockwise from the top left. */
export const CORNERS: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

/** Return the corner of the card's gnome, or null. */
export function gnomeCorner(face: Face, rotation: number): number | null {
  if (!face.gnome) return null;
  return (rotation + (face.gnome === "path" ? 0 : 1)) % ROTATIONS;
}

/** Return the owner of the gnome: the terrain it sits on. */
export function gnomeTerrain(face: Face): Terrain {
  return (face.kind === "land") === (face.gnome === "path") ? "land" : "water";
}

/** Return the grid point of a cell's corner. */
export function pointOf(cell: string, corner: number): Point {
  const { x, y } = squareAt(cell);
  const [dx, dy] = CORNERS[corner % ROTATIONS] ?? [0, 0];
  return [x + dx, y + dy];
}

/** Return the upper corner, 0 or 1, that a path or stream joins to the opposite one, or null. */
export function joinedCorner(face: Face, rotation: number, terrain: Terrain): 0 | 1 | null {
  if (face.kind === "cossack" || (face.kind !== "bridge" && face.kind !== terrain)) return null;
  const first = face.kind === "bridge" && terrain === "water" ? 1 : 0;
  return (rotation + first) % 2 ? 1 : 0;
}

/** Return the cells whose cards join points of a group, each with the upper corner of its path or stream. */
export function joiningCards(cards: Record<string, LaidCard>, points: Point[], terrain: Terrain): { cell: string; corner: 0 | 1 }[] {
  const members = new Set(points.map(String));
  return Object.entries(cards).flatMap(([cell, card]) => {
    const corner = joinedCorner(card, card.rotation, terrain);
    return corner !== null && members.has(String(pointOf(cell, corner))) ? [{ cell, corner }] : [];
  });
}

export function terrainAt(topLeft: Terrain, [x, y]: Point): Terrain {
  const other = topLeft === "land" ? "water" : "land";
  return (x + y) % 2 ? other : topLeft;
}

/** Return the cells with facing gnomes. */
export function facingCells(view: WegeView): Set<string> {
  const points = new Set(view.marks.facing.map((one) => String(one.point)));
  const cells = Object.entries(view.cards).filter(([cell, card]) => {
    const corner = gnomeCorner(card, card.rotation);
    return corner !== null && points.has(String(pointOf(cell, corner)));
  });
  return new Set(cells.map(([cell]) => cell));
}

// Texts

export function faceName(translate: Translate, face: Face): string {
  return translate(`page_face_${face.kind}${face.gnome ? `_${face.gnome}` : ""}`);
}

/** Describe a card: "land card with path gnome, path from top left to bottom right, gnome top left". */
export function describeCard(translate: Translate, face: Face, rotation: number): string {
  const corner = (corner: number): string => translate(`page_corner_${corner % ROTATIONS}`);
  const parts = [faceName(translate, face)];
  for (const terrain of TERRAINS) {
    const upper = joinedCorner(face, rotation, terrain);
    if (upper !== null) parts.push(translate(terrain === "land" ? "page_path" : "page_stream", { from: corner(upper), to: corner(upper + 2) }));
  }
  if (face.kind === "cossack") parts.push(translate("page_land_corners", { from: corner(rotation % 2), to: corner((rotation % 2) + 2) }));
  const gnome = gnomeCorner(face, rotation);
  if (gnome !== null) parts.push(translate("page_gnome_at", { corner: corner(gnome) }));
  return parts.join(", ");
}

// Moves in text

/** Read a move: "c3/1" places the card in hand, "x c3/1" swaps a bridge in. */
export function parseMove(text: string | null): { cell: string; rotation: number; swap: boolean } | null {
  const found = /^(x )?([a-z]\d+)\/([0-3])$/.exec(text ?? "");
  return found ? { cell: found[2] ?? "", rotation: Number(found[3]), swap: found[1] !== undefined } : null;
}

export const writeMove = (cell: string, rotation: number, swap: boolean): string => `${swap ? "x " : ""}${cell}/${rotation}`;

/** The card that a text of the log names: "a water card with an off-path gnome". */
export function faceOf(name: string): Face {
  const [kind, gnome] = name.split("_");
  return { kind: kind as Face["kind"], gnome: gnome === "path" || gnome === "off" ? gnome : null };
}

// Points

export const LINES = ["sides", "enclosed", "gnomes", "cossacks"] as const;
export type Line = (typeof LINES)[number];

/** Return the points of a score line; ponds are land's, islands water's. */
export function linePoints(lines: ScoreLines | undefined, line: Line): number {
  return (line === "enclosed" ? (lines?.ponds ?? lines?.islands) : lines?.[line]) ?? 0;
}

/** What a move changes for a seat: the points, and the score lines they come from. */
export interface Gain {
  seat: number;
  points: number;
  lines: Line[];
}

/** Read what a move changes from its texts. At the end the texts tell final lines, which are compared with the score before. */
export function gainsOf(texts: Text[], before: ScoreLines[] = []): Gain[] {
  return TERRAINS.map((terrain, seat): Gain => {
    const changes = texts.flatMap((text): { line: Line; points: number }[] => {
      const name = text.code.replace("now_", "");
      const line: Line = name === "ponds" || name === "islands" ? "enclosed" : (name as Line);
      if (text.code.startsWith("now_") && text.params.player === terrain) return [{ line, points: Number(text.params.after) - Number(text.params.before) }];
      if (text.code !== `final_${terrain}` || !before[seat]) return [];
      return LINES.map((one) => ({ line: one, points: linePoints(text.params as unknown as ScoreLines, one) - linePoints(before[seat], one) }));
    });
    const changed = changes.filter(({ points }) => points);
    return { seat, points: changed.reduce((sum, { points }) => sum + points, 0), lines: changed.map(({ line }) => line) };
  }).filter(({ lines }) => lines.length);
}

/** "+3", or "−3" with a true minus sign. */
export const signed = (points: number): string => (points < 0 ? `−${-points}` : `+${points}`);

// The log

export interface LoggedMove {
  seq: number;
  kind: "placed" | "swapped";
  seat: number;
  cell: string;
  /** The card laid; after a swap, the card that the bridge replaced. */
  face: Face;
  rotation: number;
}

export function readMove(entry: LogEntry): LoggedMove | null {
  const line = entry.move > 0 ? entry.texts.find(isMove) : undefined;
  if (!line) return null;
  const { cell, card, rotation } = line.params;
  return { seq: entry.seq, kind: line.code as LoggedMove["kind"], seat: entry.seat ?? 0, cell: String(cell), face: faceOf(String(card)), rotation: Number(rotation ?? 0) };
}

export function lastMove(log: LogEntry[]): LoggedMove | null {
  const entry = log.findLast((one) => one.move > 0 && one.texts.some(isMove));
  return entry ? readMove(entry) : null;
}

const isMove = ({ code }: { code: string }): boolean => code === "placed" || code === "swapped";
