import { expect, test } from "vitest";
import type { LogEntry, TableMessage } from "$lib/wire";
import { recapOf } from "./recap";
import { turnsOf } from "./turns";

const entry = (seq: number, move: number, seat: number | null): LogEntry => ({ seq, at: 0, seat, move, texts: [] });
const LOG = [entry(1, 0, null), entry(2, 1, 0), entry(3, 2, 0), entry(4, 3, 1), entry(5, 0, 1), entry(6, 4, 2), entry(7, 5, 2)];
const table = (seat: number | null, seats: number[]): TableMessage => ({ you: { seat, seats, curtain: false, host: false } }) as unknown as TableMessage;

test("consecutive moves of one seat are one turn, and whatever else happened stands by itself", () => {
  expect(turnsOf(LOG).map(({ number, seat, entries }) => [number, seat, entries.length])).toEqual([
    [0, null, 1],
    [1, 0, 2],
    [2, 1, 1],
    [0, 1, 1],
    [3, 2, 2],
  ]);
});

test("a player sees every move since their own last one", () => {
  expect(recapOf(LOG, table(0, [0]), null).map(({ move }) => move)).toEqual([3, 4, 5]);
  expect(recapOf(LOG, table(2, [2]), null)).toEqual([]);
});

test("a turn chosen in the log is marked instead", () => {
  expect(recapOf(LOG, table(0, [0]), 2).map(({ move }) => move)).toEqual([1, 2]);
});

test("a spectator sees the last turn, a player before the first turn of their own everything", () => {
  expect(recapOf(LOG, table(null, []), null).map(({ move }) => move)).toEqual([4, 5]);
  expect(recapOf(LOG, table(3, [3]), null)).toHaveLength(5);
});
