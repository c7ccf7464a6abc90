// This device's part in fair deals: add a nonce, keep a receipt before the first move, check it at the end.

import { loadItem, saveItem } from "$lib/storage";
import { sha256 } from "$lib/sha256";
import type { DealInfo, RoomInfo, TableMessage } from "$lib/wire";

/** What a player keeps of a deal; `ludoteca verify RECORD RECEIPT` reads it. */
export interface Receipt {
  room: string;
  game: number;
  commitment: string;
  nonces: string[];
  /** The nonce of this device, or an empty string. */
  own: string;
}

interface StoredDeal extends Receipt {
  /** The server changed the commitment. */
  changed: boolean;
  at: number;
}

export type Verdict = "open" | "fits" | "changed" | "secret" | "nonces" | "own";

const MAX_STORED = 40;
export const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

const storedDeals = (): Record<string, StoredDeal> => loadItem<Record<string, StoredDeal>>("deals", {});
const key = (room: string, game: number): string => `${room}/${game}`;

function storeDeal(deal: StoredDeal): StoredDeal {
  const all = Object.entries({ ...storedDeals(), [key(deal.room, deal.game)]: deal }).sort(([, a], [, b]) => b.at - a.at);
  saveItem("deals", Object.fromEntries(all.slice(0, MAX_STORED)));
  return deal;
}

/** Forget all deals; for tests. */
export const forgetDeals = (): void => saveItem("deals", {});

/** Return 22 random characters. Works without a secure context. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** Return what is stored of a deal; the first commitment seen is the one that counts. */
function findDeal(room: string, { game, commitment }: { game: number; commitment: string }): StoredDeal {
  const known = storedDeals()[key(room, game)] ?? { room, game, commitment, nonces: [], own: "", changed: false, at: Date.now() };
  return known.commitment === commitment || known.changed ? known : storeDeal({ ...known, changed: true });
}

/** Return the nonce that goes with `sit`, `play_again` and `ready`; nothing if no deal is coming. */
export function nonceFor({ code, next_deal: next }: RoomInfo): { nonce?: string; commitment?: string } {
  if (!next) return {};
  const deal = findDeal(code, next);
  const { own } = storeDeal({ ...deal, own: deal.own || newNonce() });
  return { nonce: own, commitment: next.commitment };
}

/** Return this device's nonce for the coming deal, or an empty string. */
export const ownNonce = ({ code, next_deal: next }: RoomInfo): string => (next ? findDeal(code, next).own : "");

/** Use a nonce that the player typed, so that nothing depends on this page's random numbers. */
export function setNonce({ code, next_deal: next }: RoomInfo, nonce: string): void {
  if (next) storeDeal({ ...findDeal(code, next), own: nonce });
}

/** Return whether this device plays in the coming game and has not added its nonce yet. */
export function needsNonce({ room, you }: TableMessage): boolean {
  const next = room.next_deal;
  if (!next || !you.seats.length) return false;
  const joined = room.phase === "waiting" || you.seats.every((seat) => room.offers.play_again.includes(seat));
  return joined && !(ownNonce(room) && you.seats.every((seat) => next.answered.includes(seat)));
}

/** Store what a table says about its deals. */
export function recordDeal({ room, you }: TableMessage): void {
  if (room.next_deal) {
    const next = findDeal(room.code, room.next_deal);
    if (!storedDeals()[key(room.code, next.game)]) storeDeal(next);
  }
  if (!room.deal) return;
  const deal = findDeal(room.code, room.deal);
  // A player who stood up before the start has no part in it.
  if (!deal.nonces.length) storeDeal({ ...deal, nonces: room.deal.nonces, own: you.seats.length ? deal.own : "" });
}

/** Return the receipt of the current deal. */
export function receipt(room: RoomInfo): Receipt | null {
  if (!room.deal) return null;
  const { commitment, nonces, own } = findDeal(room.code, room.deal);
  return { room: room.code, game: room.deal.game, commitment, nonces, own };
}

/** Compare the current or the coming deal with what is stored of it. */
export function verdict(room: RoomInfo): Verdict {
  if (room.next_deal && findDeal(room.code, room.next_deal).changed) return "changed";
  return room.deal ? check(findDeal(room.code, room.deal), room.deal) : "open";
}

export function check(known: Receipt & { changed: boolean }, { nonces, secret }: DealInfo): Verdict {
  if (known.changed) return "changed";
  if (known.nonces.join("/") !== nonces.join("/")) return "nonces";
  if (known.own && !nonces.includes(known.own)) return "own";
  if (secret === null) return "open";
  return sha256(secret) === known.commitment ? "fits" : "secret";
}
