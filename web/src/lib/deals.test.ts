import { beforeEach, describe, expect, it } from "vitest";
import * as deals from "./deals";
import { sha256 } from "./sha256";
import type { RoomInfo, TableMessage } from "./wire";

const SECRET = "0123456789abcdef0123456789abcdef";

function table(more: Partial<RoomInfo>, seats: number[] = [0]): TableMessage {
  const room = { code: "ABCDEF", phase: "waiting", deal: null, next_deal: null, offers: { play_again: [] }, ...more };
  return { room, you: { seats } } as unknown as TableMessage;
}
const coming = (commitment = sha256(SECRET), answered: number[] = []): Partial<RoomInfo> => ({ next_deal: { game: 1, commitment, answered, at: null } });
const dealt = (nonces: string[], secret: string | null = null, commitment = sha256(SECRET)): Partial<RoomInfo> => ({
  phase: secret ? "over" : "playing",
  deal: { game: 1, commitment, nonces, missing: [], secret },
});

beforeEach(() => deals.forget());

describe("a fair deal", () => {
  it("is answered with one nonce per commitment, of 22 letters", () => {
    const { room } = table(coming());
    const { nonce, commitment } = deals.answer(room);
    expect(nonce).toMatch(/^[A-Za-z0-9_-]{22}$/);
    expect(commitment).toBe(sha256(SECRET));
    expect(deals.answer(room).nonce).toBe(nonce);
    expect(deals.answer(table({}).room)).toEqual({});
  });

  it("is answered by who holds a seat, before the start or once another game was asked for", () => {
    expect(deals.unanswered(table(coming()))).toBe(true);
    expect(deals.unanswered(table(coming(), []))).toBe(false);
    expect(deals.unanswered(table({ ...coming(), phase: "over" }))).toBe(false);
    expect(deals.unanswered(table({ ...coming(), phase: "over", offers: { play_again: [0] } as RoomInfo["offers"] }))).toBe(true);
  });

  it("is answered again where the server knows an answer that this page does not", () => {
    expect(deals.unanswered(table(coming(undefined, [0])))).toBe(true);
    deals.answer(table(coming()).room);
    expect(deals.unanswered(table(coming(undefined, [0])))).toBe(false);
  });

  it("fits when secret and nonces are what was announced", () => {
    const own = deals.answer(table(coming()).room).nonce ?? "";
    deals.look(table(dealt([own, ""])));
    expect(deals.receipt(table(dealt([own, ""])).room)).toEqual({ room: "ABCDEF", game: 1, commitment: sha256(SECRET), nonces: [own, ""], own });
    expect(deals.verdict(table(dealt([own, ""])).room)).toBe("open");
    expect(deals.verdict(table(dealt([own, ""], SECRET)).room)).toBe("fits");
  });

  it("does not fit when anything changed", () => {
    const own = deals.answer(table(coming()).room).nonce ?? "";
    deals.look(table(dealt([own, ""])));
    expect(deals.verdict(table(dealt([own, ""], "another secret")).room)).toBe("secret");
    expect(deals.verdict(table(dealt([own, "another"], SECRET)).room)).toBe("nonces");
    expect(deals.verdict(table(dealt([own, ""], SECRET, sha256("other"))).room)).toBe("changed");
  });

  it("warns when a commitment changes without a game", () => {
    deals.look(table(coming()));
    expect(deals.verdict(table(coming()).room)).toBe("open");
    deals.look(table(coming(sha256("another"))));
    expect(deals.verdict(table(coming(sha256("another"))).room)).toBe("changed");
  });

  it("says when one's own nonce was left out", () => {
    deals.answer(table(coming()).room);
    deals.look(table(dealt(["", ""])));
    expect(deals.verdict(table(dealt(["", ""])).room)).toBe("own");
  });

  it("asks nothing of who stood up before the start", () => {
    deals.answer(table(coming()).room);
    deals.look(table(dealt(["", ""]), []));
    expect(deals.verdict(table(dealt(["", ""], SECRET), []).room)).toBe("fits");
  });

  it("takes a nonce that was typed", () => {
    const { room } = table(coming());
    deals.choose(room, "typed-by-a-person");
    expect(deals.answer(room).nonce).toBe("typed-by-a-person");
  });
});
