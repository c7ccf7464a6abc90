import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { UpdateQueue, type Pace } from "./updateQueue";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function queueOf(pace: Partial<Pace> = {}) {
  const shown: number[] = [];
  const queue = new UpdateQueue({ isInstant: () => false, animationMs: () => 320, ...pace });
  const push = (update: number, { now = false, rests = true } = {}): void => queue.push(() => shown.push(update), { now, rests });
  return { shown, queue, push };
}

it("shows the next update half a second after the last animation", () => {
  const { shown, push } = queueOf();
  push(1);
  push(2);
  push(3);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(50 + 320 + 499);
  expect(shown).toEqual([1]);
  vi.advanceTimersByTime(1);
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(50 + 320 + 500);
  expect(shown).toEqual([1, 2, 3]);
});

it("shows an update at once when nothing has moved for a while", () => {
  const { shown, push } = queueOf();
  push(1);
  vi.advanceTimersByTime(50 + 320 + 500);
  push(2);
  expect(shown).toEqual([1, 2]);
});

it("never lets an own move wait, nor anything before it", () => {
  const { shown, push } = queueOf();
  push(1);
  push(2);
  push(3, { now: true });
  expect(shown).toEqual([1, 2, 3]);
  vi.runAllTimers();
  expect(shown).toEqual([1, 2, 3]);
});

it("shows what waits when somebody acts", () => {
  const { shown, push, queue } = queueOf();
  push(1);
  push(2);
  queue.flush();
  expect(shown).toEqual([1, 2]);
  push(3);
  expect(shown).toEqual([1, 2, 3]);
});

it("does not rest after an update in which nothing moves, and keeps the order", () => {
  const { shown, push } = queueOf();
  push(1, { rests: false });
  push(2);
  push(3, { rests: false });
  push(4, { rests: false });
  expect(shown).toEqual([1, 2]);
  vi.advanceTimersByTime(50 + 320 + 500);
  expect(shown).toEqual([1, 2, 3, 4]);
});

it("skips the queue without motion", () => {
  let instant = false;
  const { shown, push } = queueOf({ isInstant: () => instant });
  push(1);
  push(2);
  instant = true;
  push(3);
  expect(shown).toEqual([1, 2, 3]);
});

it("waits for an endless animation only so long", () => {
  const { shown, push } = queueOf({ animationMs: () => Infinity });
  push(1);
  push(2);
  vi.advanceTimersByTime(50 + 4000 + 500);
  expect(shown).toEqual([1, 2]);
});

it("shows nothing more once it is closed", () => {
  const { shown, push, queue } = queueOf();
  push(1);
  push(2);
  queue.close();
  vi.runAllTimers();
  expect(shown).toEqual([1]);
});
