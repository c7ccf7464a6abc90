import { beforeEach, describe, expect, it } from "vitest";
import * as deals from "./fairDeals";
import { sha256 } from "./sha256";
import type { RoomInfo, TableMessage } from "./wire";

const SECRET = "0123456789abcdef0123456789abcdef";

function table(more: Partial<RoomInfo>, seats: number[] = [0]): TableMessage {
  const room = { code: "ABCDEF", phase: "waiting", deal: null, next_deal: null, offers: { play_again: [] }, ...more };
  return { room, you: { seats } } as unknown as TableMessage;
}
const coming = (commitment = sha256(SECRET), answered: number[] = []): Partial<RoomInfo> => ({ next_deal: { game: 1, commitment, answered } });
const dealt = (nonces: string[], secret: string | null = null, commitment = sha256(SECRET)): Partial<RoomInfo> => ({
  phase: secret ? "over" : "playing",
  deal: { game: 1, commitment, nonces, missing: [], secret },
});

beforeEach(() => deals.forgetDeals());

describe("a fair deal", () => {
  it("gets one nonce per commitment, of 22 characters", () => {
    const { room } = table(coming());
    const { nonce, commitment } = deals.nonceFor(room);
    expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(commitment).toBe(sha256(SECRET));
    expect(deals.nonceFor(room).nonce).toBe(nonce);
    expect(deals.nonceFor(table({}).room)).toEqual({});
  });

  it("gets a nonce from seated players, before the start or after they asked to play again", () => {
    expect(deals.needsNonce(table(coming()))).toBe(true);
    expect(deals.needsNonce(table(coming(), []))).toBe(false);
    expect(deals.needsNonce(table({ ...coming(), phase: "over" }))).toBe(false);
    expect(deals.needsNonce(table({ ...coming(), phase: "over", offers: { play_again: [0] } as RoomInfo["offers"] }))).toBe(true);
  });

  it("gets a new nonce if the server knows one that this page does not", () => {
    expect(deals.needsNonce(table(coming(undefined, [0])))).toBe(true);
    deals.nonceFor(table(coming()).room);
    expect(deals.needsNonce(table(coming(undefined, [0])))).toBe(false);
  });

  it("fits when secret and nonces are what was announced", () => {
    const own = deals.nonceFor(table(coming()).room).nonce ?? "";
    deals.recordDeal(table(dealt([own, ""])));
    expect(deals.receipt(table(dealt([own, ""])).room)).toEqual({ room: "ABCDEF", game: 1, commitment: sha256(SECRET), nonces: [own, ""], own });
    expect(deals.verdict(table(dealt([own, ""])).room)).toBe("open");
    expect(deals.verdict(table(dealt([own, ""], SECRET)).room)).toBe("fits");
  });

  it("does not fit when anything changed", () => {
    const own = deals.nonceFor(table(coming()).room).nonce ?? "";
    deals.recordDeal(table(dealt([own, ""])));
    expect(deals.verdict(table(dealt([own, ""], "another secret")).room)).toBe("secret");
    expect(deals.verdict(table(dealt([own, "another"], SECRET)).room)).toBe("nonces");
    expect(deals.verdict(table(dealt([own, ""], SECRET, sha256("other"))).room)).toBe("changed");
  });

  it("warns when a commitment changes without a game", () => {
    deals.recordDeal(table(coming()));
    expect(deals.verdict(table(coming()).room)).toBe("open");
    deals.recordDeal(table(coming(sha256("another"))));
    expect(deals.verdict(table(coming(sha256("another"))).room)).toBe("changed");
  });

  it("says when the player's own nonce was left out", () => {
    deals.nonceFor(table(coming()).room);
    deals.recordDeal(table(dealt(["", ""])));
    expect(deals.verdict(table(dealt(["", ""])).room)).toBe("own");
  });

  it("ignores a player who stood up before the start", () => {
    deals.nonceFor(table(coming()).room);
    deals.recordDeal(table(dealt(["", ""]), []));
    expect(deals.verdict(table(dealt(["", ""], SECRET), []).room)).toBe("fits");
  });

  it("uses a typed nonce", () => {
    const { room } = table(coming());
    deals.setNonce(room, "typed-by-a-person");
    expect(deals.nonceFor(room).nonce).toBe("typed-by-a-person");
  });
});
