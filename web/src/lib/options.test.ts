import { expect, it } from "vitest";
import { describeOptions, optionLabel } from "./options";
import type { GameInfo, Option } from "./registry.svelte";

const NO_BREAK_SPACE = "\u00a0";

const option = (name: string, kind: Option["kind"], initial: Option["default"], more: Partial<Option> = {}): Option => ({
  name,
  title: name.slice(0, 1).toUpperCase() + name.slice(1),
  kind,
  default: initial,
  help: "",
  bounds: "",
  labels: {},
  summaries: {},
  ...more,
});
const game = (...options: Option[]): GameInfo => ({ options }) as GameInfo;

it("says options with the game's own words, which may use other options", () => {
  const info = game(
    option("rows", "int", 6, { summaries: { "": "{rows} × {cols} park" } }),
    option("cols", "int", 6, { summaries: { "": "" } }),
    option("jokers", "int", 3, { summaries: { "0": "no jokers", "": "{value} jokers" } }),
    option("passing", "bool", false, { summaries: { true: "pass only when nothing fits" } }),
  );
  expect(describeOptions(info, { cols: 8 })).toEqual(["6 × 8 park", "3 jokers", "no clock"]);
  expect(describeOptions(info, { jokers: 0, passing: true })).toEqual(["6 × 6 park", "no jokers", "pass only when nothing fits", "no clock"]);
});

it("has plain words for games that say nothing, without raw values", () => {
  const info = game(
    option("size", "int", 10),
    option("open", "bool", false),
    option("bell", "bool", true),
    option("refill", "choice", "at_end", { choices: ["at_end", "each"], labels: { each: "After each tile" } }),
    option("strict", "bool", false, { labels: { false: "Any", true: "In order" } }),
  );
  expect(describeOptions(info, {})).toEqual(["Size: 10", "Bell", "Refill: At end", "Strict: Any", "no clock"]);
  expect(describeOptions(info, { open: true, bell: false, refill: "each", strict: true })).toEqual(["Size: 10", "Open", "Without: Bell", "Refill: After each tile", "Strict: In order", "no clock"]);
  expect(optionLabel(info.options[0]!, 7)).toBe("7");
});

it("says clock, rounds and help", () => {
  const says = (...settings: [Parameters<typeof describeOptions>[2], boolean?]): string => describeOptions(game(), {}, ...settings).join(" · ").replaceAll(NO_BREAK_SPACE, " ");
  expect(says({}, true)).toBe("no clock · hints allowed");
  expect(says({ legs: 2, casual: true, clock: { per: "game", seconds: 300, increment_s: 3 } })).toBe("two rounds · 5 min + 3 sec each · casual, hints allowed");
  expect(says({ clock: { per: "turn", seconds: 86_400 } })).toBe("1 day a turn");
  expect(says({ clock: { per: "game", seconds: 5400 } })).toBe("1 hr 30 min each");
  expect(describeOptions(game(), {}, { clock: { per: "game", seconds: 300 } })[0]).toBe(`5${NO_BREAK_SPACE}min${NO_BREAK_SPACE}each`);
});
