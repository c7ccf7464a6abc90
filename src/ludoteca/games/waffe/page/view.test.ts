import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { translateCount, translator } from "$lib/translations";
import type { LogEntry, PreviewResult, Text } from "$lib/wire";
import { cardName, HATS, inkOf, jokerMeaning, RANK_LINES, shortName, sorted, SUIT_SHAPES } from "./cards";
import english from "./locales/en.json";
import { PlayPreview } from "./playPreview.svelte";
import { cardsOfMove, describePass, describePassMade, describePreview, describeResult, fieldTitle, ladder, lastMove, markedCards, readChoices, readMove, readPreview, sayWithSymbols, shortPass } from "./view";
import type { FieldPreview, Pass, Play, WaffeView } from "./view";

const translate = translator(english);

const line = (code: string, params: Record<string, unknown> = {}): Text => ({ code, params, text: code });
let seq = 0;
const entry = (seat: number | null, ...texts: Text[]): LogEntry => ({ seq: ++seq, at: 0, seat, move: 1, texts });
const LOG = [
  entry(null, line("table_started")),
  entry(0, line("opened", { cards: ["3C"] }), line("field_is_also", { is: "a suit of clubs", also: ["straight"] })),
  entry(1, line("passed", { count: 1 }), line("laid_open", { cards: ["7C", "8C"] }), line("drew_count", { count: 4 }), line("opens")),
  entry(0, line("opened", { cards: ["7S"] }), line("field_is", { is: "a suit of spades" })),
  entry(1, line("played", { cards: ["7H", "J1"] }), line("from_table", { owner: 2, cards: ["7H"] }), line("field_is", { is: "triples", type: "triples" })),
];

describe("the log", () => {
  it("tells which seat played or opened a card", () => {
    expect([...markedCards(LOG.slice(2))]).toEqual([["7C", 1], ["8C", 1], ["7S", 0], ["7H", 1], ["J1", 1]]);
    expect(markedCards(LOG.slice(0, 1)).size).toBe(0);
  });
  it("says a turn in a line", () => {
    expect(describeResult(translate, readMove(LOG[4]!) as Play)).toBe("· triples");
    const taken = entry(1, line("played", { cards: ["7H"] }), line("from_table", { owner: 1, cards: ["7H"] }), line("field_is", { type: "pairs" }));
    expect(describeResult(translate, readMove(taken) as Play)).toBe("· 1 borrowed · pairs");
    expect(shortPass(translate, readMove(LOG[2]!) as Pass)).toBe("· 1 out, 2 opened, 4 drawn");
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
    const field = line("field_is_also", { is: "a straight to the king", type: "straight", also: ["pairs"] });
    expect(readPreview(translate, result(null, [line("played"), field]))).toEqual({ ok: true, is: "a straight to the king", type: "straight", also: ["pairs"], wins: null });
    expect(readPreview(translate, result(null, [field, line("won_by_other")]))).toMatchObject({ wins: "won_by_other" });
  });
  it("says why not, merging sizes that fail alike and writing cards with symbols", () => {
    const uneven = (type: string, size: number) => ({ type, code: "violation_groups_uneven", params: { type, size, cards: 5 } });
    const violations = [{ type: "suit", code: "violation_suit", params: { one: "7S", other: "TH" } }, uneven("pairs", 2), uneven("fours", 4)];
    expect(readPreview(translate, result(line("no_type", { violations })))).toEqual({
      ok: false,
      why: "These cards form no type.",
      reasons: ["no suit, as 7♠\uFE0E and 10♥\uFE0E differ", "5 cards cannot form pairs or fours"],
    });
    const changed = readPreview(translate, result(line("no_change", { would_be: ["pairs"], types: ["suit"], violations: [] })));
    expect(changed).toMatchObject({ ok: false, why: "It would be pairs, which may not follow a suit." });
  });
  it("repeats any other refusal, with symbols for cards", () => {
    expect(readPreview(translate, result(line("card_gone", { card: "7S" })))).toEqual({ ok: false, why: "7♠\uFE0E has left the game.", reasons: [] });
    expect(readPreview(translate, result(line("a_refusal_of_the_core")))).toMatchObject({ why: "a_refusal_of_the_core" });
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
    expect(describePass(translate, { leave: 1, open: 3, draw: 6, passes: 0, ends: false })).toBe("1 out, 3 opened, 6 drawn.");
    expect(describePass(translate, { leave: 0, open: 2, draw: 0, passes: 2, ends: false })).toBe(`2 opened. ${translate("page_pass_draw_none")}`);
    expect(describePass(translate, { leave: 0, open: 0, draw: 0, passes: 4, ends: true })).toBe(translate("page_pass_ends"));
    expect(describePassMade(translate, { kind: "pass", seat: 0, seq: 1, left: 2, open: ["7C"], drawn: 0 })).toBe("2 cards left the game. 1 card was laid open. No card was drawn.");
    expect(translateCount(translate, "page_play", 1)).toBe("Play 1 card");
  });
  it("say what the chosen cards do, and how many are left", () => {
    const pairs = { ok: true, is: "pairs", type: "pairs", also: [], wins: null } satisfies FieldPreview;
    const before = { type: "pairs", chosen: 2, left: 4, other: "Vera" };
    expect(describePreview(translate, pairs, before, false)).toEqual({ prompt: "These 2 cards fit.", note: "The field stays pairs; you keep 4 cards." });
    expect(describePreview(translate, pairs, { ...before, type: "straight", left: 1 }, false).note).toBe("The field becomes pairs; you keep 1 card.");
    expect(describePreview(translate, pairs, before, true)).toEqual({ prompt: "Pairs.", note: "You keep 4 cards." });
    expect(describePreview(translate, { ...pairs, wins: "won_by_other" }, before, false).prompt).toContain("Vera");
    expect(describePreview(translate, { ok: false, why: "No.", reasons: ["one", "two"] }, before, false)).toEqual({ prompt: "No.", note: "One; two." });
  });
  it("name no card by its code", () => {
    expect(sayWithSymbols(translate, line("explain_cards_wait", { cards: ["7S", "J1"] }))).toContain("7♠\uFE0E ★");
    expect(sayWithSymbols(translate, line("no_such_code"))).toBe("no_such_code");
    expect([cardsOfMove("play 7S J1"), cardsOfMove("pass"), cardsOfMove(null)]).toEqual([["7S", "J1"], [], []]);
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

describe("the ladder of types", () => {
  const view = (types: string[], transitions = "strict"): WaffeView => ({ types, shown: types[0] ? { type: types[0] } : null, options: { shared_table: true, transitions, hand: 10 } }) as unknown as WaffeView;
  const states = (one: WaffeView): string[] => ladder(one).map(({ state }) => state);
  it("shows what the field is, what it can become, and what is gone", () => {
    expect(states(view([]))).toEqual(["open", "open", "open", "open", "open"]);
    expect(states(view(["suit", "straight"]))).toEqual(["now", "also", "open", "open", "open"]);
    expect(states(view(["straight"]))).toEqual(["gone", "now", "open", "open", "open"]);
    expect(states(view(["triples"]))).toEqual(["gone", "gone", "open", "now", "open"]);
    expect(states(view(["triples"], "free"))).toEqual(["open", "open", "open", "now", "open"]);
  });
  it("marks what the chosen cards would make", () => {
    expect(ladder(view(["suit"]), "straight").filter(({ next }) => next).map(({ type }) => type)).toEqual(["straight"]);
    expect(ladder(view(["suit"])).map(({ arrow }) => arrow)).toEqual(["", "→", "→", "⇄", "⇄"]);
  });
  it("has a title", () => {
    const titled = (shown: WaffeView["shown"]): string => fieldTitle(translate, { shown } as WaffeView);
    expect([titled(null), titled({ type: "straight", top: "K" }), titled({ type: "suit", suit: "H" }), titled({ type: "pairs" })]).toEqual([
      "The field is empty",
      "Straight, up to king",
      "Suit of hearts",
      "Pairs",
    ]);
  });
});
