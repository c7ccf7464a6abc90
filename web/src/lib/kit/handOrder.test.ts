import { expect, it } from "vitest";
import { HandOrder } from "./handOrder.svelte";

const pieces = (...ids: string[]): { id: string }[] => ids.map((id) => ({ id }));
const order = (hand: HandOrder, ...ids: string[]): string => hand.sort(pieces(...ids)).map(({ id }) => id).join("");

it("a piece that is moved takes the place of another, to the left and to the right", () => {
  const hand = new HandOrder();
  expect(order(hand, ..."abcd")).toBe("abcd");
  hand.move(pieces(..."abcd"), "d", "b");
  expect(order(hand, ..."abcd")).toBe("adbc");
  hand.move(pieces(..."abcd"), "a", "c");
  expect(order(hand, ..."abcd")).toBe("dbca");
  hand.move(pieces(..."abcd"), "a", "?");
  expect(order(hand, ..."abcd")).toBe("dbca");
});

it("new pieces come last", () => {
  const hand = new HandOrder();
  hand.move(pieces(..."abc"), "c", "a");
  expect(order(hand, ..."xacy")).toBe("caxy");
});

it("a cleared order is the given one", () => {
  const hand = new HandOrder();
  expect(hand.isChanged).toBe(false);
  hand.move(pieces(..."abc"), "c", "a");
  expect(hand.isChanged).toBe(true);
  hand.clear();
  expect([hand.isChanged, order(hand, ..."abc")]).toEqual([false, "abc"]);
});
