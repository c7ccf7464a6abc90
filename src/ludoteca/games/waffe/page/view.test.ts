import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { translateCount, translator } from "$lib/translations";
import type { LogEntry, PreviewResult, Text } from "$lib/wire";
import { cardName, HATS, inkOf, jokerMeaning, RANK_LINES, shortName, sorted, SUIT_SHAPES } from "./cards";
import english from "./locales/en.json";
import { PlayPreview } from "./playPreview.svelte";
import { describePass, describePassMade, lastMove, playsOnField, readChoices, readPreview } from "./view";

const translate = translator(english);

const line = (code: string, params: Record<string, unknown> = {}): Text => ({ code, params, text: code });
let seq = 0;
const entry = (seat: number | null, ...texts: Text[]): LogEntry => ({ seq: ++seq, at: 0, seat, move: 1, texts });
const LOG = [
  entry(null, line("table_started")),
  entry(0, line("opened", { cards: ["3C"] }), line("field_is_also", { is: "a suit of clubs", also: ["straight"] })),
  entry(1, line("passed", { count: 1 }), line("laid_open", { cards: ["7C", "8C"] }), line("drew_count", { count: 4 }), line("opens")),
  entry(0, line("opened", { cards: ["7S"] }), line("field_is", { is: "a suit of spades" })),
  entry(1, line("played", { cards: ["7H", "J1"] }), line("from_table", { owner: 2, cards: ["7H"] }), line("field_is", { is: "triples" })),
];

describe("the history of the field", () => {
  it("goes back to the last pass", () => {
    const plays = playsOnField(LOG, ["7S", "7H", "J1"]);
    expect(plays.map(({ seat, opened, cards, is }) => [seat, opened, cards, is])).toEqual([
      [0, true, ["7S"], "a suit of spades"],
      [1, false, ["7H", "J1"], "triples"],
    ]);
    expect(playsOnField(LOG.slice(0, 3), [])).toEqual([]);
  });
  it("leaves out plays whose cards are gone, and works when the log lacks its beginning", () => {
    expect(playsOnField(LOG, ["7S"]).map(({ cards }) => cards)).toEqual([["7S"]]);
    expect(playsOnField(LOG.slice(4), ["7S", "7H", "J1"])).toHaveLength(1);
  });
  it("ends with the last move", () => {
    expect(lastMove(LOG)).toMatchObject({ kind: "play", seat: 1, cards: ["7H", "J1"] });
    expect(lastMove(LOG.slice(0, 3))).toMatchObject({ kind: "pass", left: 1, open: ["7C", "8C"], drawn: 4 });
    expect(lastMove([])).toBeNull();
  });
});

const result = (refused: Text | null, texts: Text[] | null = null): PreviewResult => ({ type: "preview_result", ack: null, refused, texts });

describe("a preview", () => {
  it("says what the field would become, and who would win", () => {
    const field = line("field_is_also", { is: "a straight to the king", also: ["pairs"] });
    expect(readPreview(translate, result(null, [line("played"), field]))).toEqual({ ok: true, is: "a straight to the king", also: ["pairs"], wins: null });
    expect(readPreview(translate, result(null, [field, line("won_by_other")]))).toMatchObject({ wins: "won_by_other" });
  });
  it("says why not, merging sizes that fail alike and writing cards with symbols", () => {
    const uneven = (type: string, size: number) => ({ type, code: "violation_groups_uneven", params: { type, size, cards: 5 } });
    const violations = [{ type: "suit", code: "violation_suit", params: { one: "7S", other: "TH" } }, uneven("pairs", 2), uneven("fours", 4)];
    expect(readPreview(translate, result(line("no_type", { violations })))).toEqual({
      ok: false,
      why: "These make no type.",
      reasons: ["no suit, as 7♠\uFE0E and 10♥\uFE0E differ", "no pairs or fours, as 5 cards do not come out even"],
    });
    const changed = readPreview(translate, result(line("no_change", { would_be: ["pairs"], types: ["suit"], violations: [] })));
    expect(changed).toMatchObject({ ok: false, why: "It would be pairs, which may not follow a suit." });
  });
  it("repeats the server's sentence for any other refusal", () => {
    expect(readPreview(translate, result(line("card_gone")))).toEqual({ ok: false, why: "card_gone", reasons: [] });
  });
});

describe("the play preview", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const field = (is: string): PreviewResult => result(null, [line("field_is", { is })]);

  it("asks once for several quick selections, and reports the last", async () => {
    const preview = vi.fn(async (move: string) => field(move));
    const onpreview = vi.fn();
    const playPreview = new PlayPreview({ preview, read: (one) => readPreview(translate, one), onpreview });
    expect([playPreview.toggle("7S"), playPreview.toggle("8S"), playPreview.toggle("7S")]).toEqual([true, true, false]);
    await vi.runAllTimersAsync();
    expect(preview.mock.calls).toEqual([["play 8S"]]);
    expect(playPreview.preview).toMatchObject({ ok: true, is: "play 8S" });
    expect(onpreview).toHaveBeenCalledOnce();
  });
  it("ignores an answer that comes too late", async () => {
    let answer: (one: PreviewResult) => void = () => undefined;
    const playPreview = new PlayPreview({ preview: () => new Promise((done) => (answer = done)), read: (one) => readPreview(translate, one) });
    playPreview.toggle("7S");
    await vi.runAllTimersAsync();
    playPreview.clear();
    answer(field("late"));
    await vi.runAllTimersAsync();
    expect([playPreview.preview, playPreview.isLoading, playPreview.chosen]).toEqual([null, false, []]);
  });
});

describe("the texts", () => {
  it("name every card, and every card has a drawing", () => {
    for (const rank of Object.keys(RANK_LINES)) for (const suit of Object.keys(SUIT_SHAPES)) expect(cardName(translate, rank + suit)).toMatch(/^\w+ of \w+$/);
    expect(Object.keys(RANK_LINES)).toHaveLength(13);
    expect(Object.keys(HATS)).toEqual(["K", "Q", "J"]);
    expect([cardName(translate, "TD"), cardName(translate, "JS"), cardName(translate, "J2"), shortName("TC")]).toEqual(["10 of diamonds", "jack of spades", "joker", "10♣\uFE0E"]);
    expect([jokerMeaning(translate, "T"), jokerMeaning(translate, "H"), jokerMeaning(translate, null)]).toEqual(["10", "hearts", ""]);
  });
  it("describe a pass before and after it", () => {
    expect(describePass(translate, { leave: 1, open: 3, draw: 6, passes: 0, ends: false })).toEqual([
      "1 card of the field leaves the game.",
      "Your 3 cards in hand are laid open.",
      "You draw 6 cards.",
    ]);
    expect(describePass(translate, { leave: 0, open: 0, draw: 0, passes: 2, ends: false })).toEqual([translate("page_pass_draw_none", { passes: 2 })]);
    expect(describePass(translate, { leave: 0, open: 0, draw: 0, passes: 4, ends: true })).toEqual([translate("page_pass_ends")]);
    expect(describePassMade(translate, { kind: "pass", seat: 0, seq: 1, left: 2, open: ["7C"], drawn: 0 })).toBe("2 cards left the game. 1 card was laid open. No card was drawn.");
    expect(translateCount(translate, "page_play", 1)).toBe("Play 1 card");
  });
});

it("hands are sorted by rank or by suit, jokers last", () => {
  const hand = ["KS", "J1", "AC", "JC", "AS"];
  expect(sorted(hand, "rank")).toEqual(["AC", "AS", "JC", "KS", "J1"]);
  expect(sorted(hand, "suit")).toEqual(["AC", "JC", "AS", "KS", "J1"]);
});

it("four colours are four, and two are two", () => {
  const inks = (four: boolean) => new Set([..."CDHS"].map((suit) => inkOf(suit, four))).size;
  expect([inks(true), inks(false)]).toEqual([4, 2]);
});

it("there are no choices out of turn", () => {
  expect(readChoices({})).toBeNull();
  expect(readChoices({ kind: "cards", play: true })?.play).toBe(true);
});
