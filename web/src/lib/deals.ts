// This device's part in fair deals: it adds a nonce, keeps a receipt before the first move, and checks it at the end.

import { loadItem, saveItem } from "$lib/storage";
import { sha256 } from "$lib/sha256";
import type { DealInfo, RoomInfo, TableMessage } from "$lib/wire";

/** What is kept of a deal; `ludoteca verify RECORD RECEIPT` reads it. */
export interface Receipt {
  room: string;
  game: number;
  commitment: string;
  nonces: string[];
  /** What this device added; empty where it added nothing. */
  own: string;
}

interface Kept extends Receipt {
  /** The commitment was another one before. */
  changed: boolean;
  at: number;
}

export type Verdict = "open" | "fits" | "changed" | "secret" | "nonces" | "own";

const MOST_KEPT = 40;
export const NONCE = /^[A-Za-z0-9_-]{16,64}$/;

const kept = (): Record<string, Kept> => loadItem<Record<string, Kept>>("deals", {});
const key = (room: string, game: number): string => `${room}/${game}`;

function keep(deal: Kept): Kept {
  const all = Object.entries({ ...kept(), [key(deal.room, deal.game)]: deal }).sort(([, one], [, other]) => other.at - one.at);
  saveItem("deals", Object.fromEntries(all.slice(0, MOST_KEPT)));
  return deal;
}

/** For tests. */
export const forget = (): void => saveItem("deals", {});

/** 22 letters. Works without a secure context. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** What is kept of a deal, begun with the first commitment that was seen of it. */
function find(room: string, { game, commitment }: { game: number; commitment: string }): Kept {
  const known = kept()[key(room, game)] ?? { room, game, commitment, nonces: [], own: "", changed: false, at: Date.now() };
  return known.commitment === commitment || known.changed ? known : keep({ ...known, changed: true });
}

/** What goes with `sit`, `again` and `ready`: this device's nonce for the coming deal, if there is one. */
export function answer({ code, next_deal: next }: RoomInfo): { nonce?: string; commitment?: string } {
  if (!next) return {};
  const deal = find(code, next);
  const { own } = keep({ ...deal, own: deal.own || newNonce() });
  return { nonce: own, commitment: next.commitment };
}

/** The nonce that this device adds to the coming deal, where one was made or typed. */
export const ownNonce = ({ code, next_deal: next }: RoomInfo): string => (next ? find(code, next).own : "");

/** One's own nonce, typed: then nothing depends on what this page would draw. */
export function choose({ code, next_deal: next }: RoomInfo, nonce: string): void {
  if (next) keep({ ...find(code, next), own: nonce });
}

/** Whether this device holds a seat in the game to come and has not added what it knows of. */
export function unanswered({ room, you }: TableMessage): boolean {
  const next = room.next_deal;
  if (!next || !you.seats.length) return false;
  const waited = room.phase === "waiting" || you.seats.every((seat) => room.offers.play_again.includes(seat));
  return waited && !(ownNonce(room) && you.seats.every((seat) => next.answered.includes(seat)));
}

/** Take note of what a table says of its deals. */
export function look({ room, you }: TableMessage): void {
  if (room.next_deal) {
    const next = find(room.code, room.next_deal);
    if (!kept()[key(room.code, next.game)]) keep(next);
  }
  if (!room.deal) return;
  const deal = find(room.code, room.deal);
  // Who stood up again before the start has no part in it.
  if (!deal.nonces.length) keep({ ...deal, nonces: room.deal.nonces, own: you.seats.length ? deal.own : "" });
}

/** The receipt of the deal at the table. */
export function receipt(room: RoomInfo): Receipt | null {
  if (!room.deal) return null;
  const { commitment, nonces, own } = find(room.code, room.deal);
  return { room: room.code, game: room.deal.game, commitment, nonces, own };
}

/** How the deal at the table, or the coming one, compares with what is kept of it. */
export function verdict(room: RoomInfo): Verdict {
  if (room.next_deal && find(room.code, room.next_deal).changed) return "changed";
  return room.deal ? check(find(room.code, room.deal), room.deal) : "open";
}

export function check(known: Receipt & { changed: boolean }, { nonces, secret }: DealInfo): Verdict {
  if (known.changed) return "changed";
  if (known.nonces.join("/") !== nonces.join("/")) return "nonces";
  if (known.own && !nonces.includes(known.own)) return "own";
  if (secret === null) return "open";
  return sha256(secret) === known.commitment ? "fits" : "secret";
}
