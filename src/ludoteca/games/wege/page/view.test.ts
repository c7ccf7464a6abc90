import { describe as group, expect, it } from "vitest";
import { translator } from "$lib/translations";
import type { LogEntry } from "$lib/wire";
import { FALLING, REACH, RISING, STRAIGHT, WINDING } from "./drawing";
import english from "./locales/en.json";
import { describeCard, faceOf, facingCells, fitOf, gainsOf, gnomeCorner, gnomeTerrain, joinedCorner, joiningCards, lastMove, parseMove, pointOf, readChoices, terrainAt, turnsTo, turnsToFit, writeMove } from "./view";
import type { Face, LaidCard, ScoreLines, WegeView } from "./view";

const translate = translator(english);
const plain = (kind: Face["kind"]): Face => ({ kind, gnome: null });
const laid = (kind: Face["kind"], rotation: number, gnome: Face["gnome"] = null): LaidCard => ({ kind, gnome, rotation, by: 0 });

group("choices", () => {
  const choices = { place: { c1: [1, 3] }, swap: { b1: [1, 3] } };
  it("say how the card fits a cell", () => {
    expect([1, 2].map((rotation) => fitOf(choices, "c1", rotation))).toEqual(["place", "turn"]);
    expect([3, 0].map((rotation) => fitOf(choices, "b1", rotation))).toEqual(["swap", "turn_swap"]);
    expect(fitOf(choices, "a1", 1)).toBeNull();
    expect(fitOf(null, "c1", 1)).toBeNull();
  });
  it("are missing out of turn", () => {
    expect(readChoices({})).toBeNull();
    expect(readChoices({ kind: "cells", ...choices })?.place.c1).toEqual([1, 3]);
  });
  it("say how far to turn, always clockwise", () => {
    expect([0, 1, 2, 3].map((from) => turnsTo(from, [1, 3]))).toEqual([1, 0, 1, 0]);
    expect(turnsTo(3, [2])).toBe(3);
    expect([0, 1].map((rotation) => turnsToFit(choices, rotation))).toEqual([1, 0]);
  });
});

group("a card", () => {
  it("joins opposite corners", () => {
    expect([0, 1, 2, 3].map((rotation) => joinedCorner(plain("land"), rotation, "land"))).toEqual([0, 1, 0, 1]);
    expect(joinedCorner(plain("land"), 0, "water")).toBeNull();
    expect([0, 1].map((rotation) => joinedCorner(plain("water"), rotation, "water"))).toEqual([0, 1]);
    expect([joinedCorner(plain("bridge"), 0, "land"), joinedCorner(plain("bridge"), 0, "water")]).toEqual([0, 1]);
    expect([joinedCorner(plain("bridge"), 3, "land"), joinedCorner(plain("bridge"), 3, "water")]).toEqual([1, 0]);
    expect(joinedCorner(plain("cossack"), 0, "land")).toBeNull();
  });
  it("turns its gnome with it", () => {
    expect(gnomeCorner({ kind: "land", gnome: "path" }, 2)).toBe(2);
    expect(gnomeCorner({ kind: "land", gnome: "off" }, 3)).toBe(0);
    expect(gnomeCorner(plain("land"), 3)).toBeNull();
    const kinds = (["land", "water"] as const).flatMap((kind) => (["path", "off"] as const).map((gnome) => gnomeTerrain({ kind, gnome })));
    expect(kinds).toEqual(["land", "water", "water", "land"]);
  });
  it("is described in words", () => {
    expect(describeCard(translate, { kind: "land", gnome: "path" }, 0)).toBe("path card, gnome on the path, path from top left to bottom right, gnome top left");
    expect(describeCard(translate, { kind: "water", gnome: "off" }, 1)).toBe("stream card, gnome on land, stream from top right to bottom left, gnome bottom right");
    expect(describeCard(translate, plain("bridge"), 1)).toBe("bridge, path from top right to bottom left, stream from top left to bottom right");
    expect(describeCard(translate, plain("cossack"), 2)).toBe("cossack, land top left and bottom right");
  });
});

group("the drawing", () => {
  const ends = (path: string): string[] => [...path.matchAll(/M([\d.]+ [\d.]+)/g), ...path.matchAll(/([\d.]+ [\d.]+)(?=M|$)/g)].map((found) => found[1] ?? "").sort();
  const far = 100 - REACH;
  it("meets the edge at the same distance from the corner on every card", () => {
    const falling = [`${REACH} 0`, `0 ${REACH}`, `100 ${far}`, `${far} 100`].sort();
    for (const { banks } of [WINDING, STRAIGHT, FALLING]) expect(ends(banks)).toEqual(falling);
    expect(ends(RISING.banks)).toEqual([`${far} 0`, `100 ${REACH}`, `0 ${far}`, `${REACH} 100`].sort());
  });
});

group("the park", () => {
  it("alternates land and water", () => {
    expect([terrainAt("land", [0, 0]), terrainAt("land", [1, 0]), terrainAt("water", [2, 3])]).toEqual(["land", "water", "land"]);
    expect([0, 1, 2, 3].map((corner) => pointOf("b3", corner))).toEqual([[1, 2], [2, 2], [2, 3], [1, 3]]);
  });
  it("finds the cards that join a group", () => {
    const cards = { a1: laid("land", 0), b1: laid("bridge", 1), b2: laid("land", 2), c3: laid("land", 0), a2: laid("water", 0) };
    const points: [number, number][] = [[0, 0], [1, 1], [2, 0], [2, 2]];
    expect(joiningCards(cards, points, "land")).toEqual([
      { cell: "a1", corner: 0 },
      { cell: "b1", corner: 1 },
      { cell: "b2", corner: 0 },
      { cell: "c3", corner: 0 },
    ]);
    expect(joiningCards(cards, [[1, 0], [2, 1]], "water")).toEqual([{ cell: "b1", corner: 0 }]);
  });
  it("finds facing gnomes", () => {
    const cards = { a1: laid("land", 2, "path"), b2: laid("land", 0, "path"), b1: laid("land", 1), c2: laid("water", 0, "path") };
    const view = { cards, marks: { facing: [{ point: [1, 1], gnomes: 2, points: 2 }] } } as unknown as WegeView;
    expect([...facingCells(view)]).toEqual(["a1", "b2"]);
  });
});

it("the last move is found in the log", () => {
  const line = (code: string, params: Record<string, unknown>) => ({ code, params, text: "" });
  const log: LogEntry[] = [
    { seq: 4, at: 0, seat: 0, move: 1, texts: [line("placed", { cell: "c3", card: "land_card", rotation: 1 }), line("turned_up", {})] },
    { seq: 5, at: 0, seat: 1, move: 2, texts: [line("swapped", { cell: "c4", card: "water_off", rotation: 2 }), line("now_sides", {})] },
    { seq: 6, at: 0, seat: null, move: 0, texts: [line("table_away", {})] },
  ];
  expect(lastMove(log)).toEqual({ seq: 5, kind: "swapped", seat: 1, cell: "c4", face: { kind: "water", gnome: "off" }, rotation: 2 });
  expect(lastMove([])).toBeNull();
});

it("moves are read and written", () => {
  for (const move of ["c3/1", "x p16/0"]) {
    const read = parseMove(move);
    expect(read && writeMove(read.cell, read.rotation, read.swap)).toBe(move);
  }
  expect(["c3", "c3/4", "y c3/1", null].map(parseMove)).toEqual([null, null, null, null]);
});

it("cards of the log are known by their names", () => {
  expect(["land_card", "water_path", "land_off", "cossack_card", "bridge_card"].map(faceOf)).toEqual([
    plain("land"),
    { kind: "water", gnome: "path" },
    { kind: "land", gnome: "off" },
    plain("cossack"),
    plain("bridge"),
  ]);
});

group("what a move changes", () => {
  const text = (code: string, params: Record<string, unknown>) => ({ code, params, text: "" });
  it("is given by score lines during play", () => {
    const texts = [
      text("placed", { cell: "c3" }),
      text("now_sides", { player: "land", before: 4, after: 7 }),
      text("now_gnomes", { player: "land", before: 2, after: 0 }),
      text("now_islands", { player: "water", before: 0, after: 4 }),
    ];
    expect(gainsOf(texts)).toEqual([
      { seat: 0, points: 1, lines: ["sides", "gnomes"] },
      { seat: 1, points: 4, lines: ["enclosed"] },
    ]);
  });
  it("is given by the final score at the end", () => {
    const before: ScoreLines[] = [
      { sides: 4, ponds: 0, gnomes: 2, cossacks: 1, total: 7, sides_touched: 2 },
      { sides: 4, islands: 0, gnomes: 0, cossacks: 0, total: 4, sides_touched: 2 },
    ];
    const texts = [text("final_land", { ...before[0], ponds: 8 }), text("final_water", { ...before[1] }), text("won", {})];
    expect(gainsOf(texts, before)).toEqual([{ seat: 0, points: 8, lines: ["enclosed"] }]);
    expect(gainsOf(texts)).toEqual([]);
  });
});
