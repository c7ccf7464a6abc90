import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const source = readFileSync(new URL("./tokens.css", import.meta.url), "utf-8");

/** A token's colour in both themes. */
function colours(name: string): [string, string] {
  const value = new RegExp(`--${name}: ([^;]+);`).exec(source)?.[1] ?? "";
  const pair = /light-dark\((#\w+), (#\w+)\)/.exec(value);
  return pair ? [pair[1] ?? "", pair[2] ?? ""] : [value, value];
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const TEXT = [
  ["ink", "card"],
  ["ink", "paper"],
  ["ink", "hover"],
  ["soft", "card"],
  ["soft", "paper"],
  ["soft", "hover"],
  ["accent", "card"],
  ["accent", "paper"],
  ["accent-ink", "accent"],
  ["accent-ink", "accent-hover"],
  ["good", "card"],
  ["bad", "card"],
  ["bad-ink", "bad"],
  ["bad-ink", "bad-hover"],
  ["hint", "card"],
  ["hint-ink", "hint"],
  ["night-ink", "night"],
  ["night-soft", "night"],
  ["gold-ink", "gold"],
] as const;
const MARKS = [["control", "card"], ["control", "paper"], ["control", "hover"], ["focus", "card"], ["focus", "paper"], ["focus", "hover"], ["night-focus", "night"], ["hint", "card"], ["hint", "hover"], ...Array.from({ length: 6 }, (_, seat) => [`seat-${seat}`, "card"])] as [string, string][];

test.each(TEXT)("%s can be read on %s in both themes", (ink, ground) => {
  const [inks, grounds] = [colours(ink), colours(ground)];
  for (const theme of [0, 1] as const) expect(contrast(inks[theme], grounds[theme])).toBeGreaterThanOrEqual(4.5);
});

test.each(MARKS)("%s can be seen on %s in both themes", (mark, ground) => {
  const [marks, grounds] = [colours(mark), colours(ground)];
  for (const theme of [0, 1] as const) expect(contrast(marks[theme], grounds[theme])).toBeGreaterThanOrEqual(3);
});

const controls = readFileSync(new URL("./controls.css", import.meta.url), "utf-8");
/** Every kind of button: its text, and its grounds at rest, under the pointer and pressed. `mix` is the text at 12 % over a ground. */
const BUTTONS: Record<string, { ink: string; grounds: string[]; mix?: string[] }> = {
  outlined: { ink: "ink", grounds: ["card", "hover"] },
  main: { ink: "accent-ink", grounds: ["accent", "accent-hover"] },
  danger: { ink: "bad-ink", grounds: ["bad", "bad-hover"] },
  hint: { ink: "hint", grounds: ["card", "hover"] },
  link: { ink: "accent", grounds: ["card", "paper"] },
  plain: { ink: "ink", grounds: [], mix: ["card", "paper", "hover"] },
  "plain in the header": { ink: "night-ink", grounds: [], mix: ["night"] },
};

/** Lay 12 % of a colour over another one, as `color-mix(in srgb, …)` does. */
function mixed(over: string, ground: string): string {
  const part = (at: number): string => {
    const [one, other] = [over, ground].map((colour) => parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(0.12 * one + 0.88 * other).toString(16).padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

test.each(Object.entries(BUTTONS))("a button that is %s can be read in all its states, in both themes", (_, { ink, grounds, mix = [] }) => {
  const inks = colours(ink);
  for (const theme of [0, 1] as const) {
    const all = [...grounds.map((name) => colours(name)[theme]), ...mix.map((name) => mixed(inks[theme], colours(name)[theme]))];
    for (const ground of all) expect(contrast(inks[theme], ground)).toBeGreaterThanOrEqual(4.5);
  }
});

test("no button has a background that is not checked", () => {
  const rules = [...controls.matchAll(/([^{}]*)\{([^{}]*)\}/g)].filter(([, selector = ""]) => /\bbutton\b/.test(selector));
  const grounds = rules.flatMap(([, , body = ""]) => [...body.matchAll(/background: var\(--([\w-]+)\)/g)].map((match) => match[1] ?? ""));
  expect(grounds.length).toBeGreaterThan(4);
  for (const ground of grounds) expect(Object.values(BUTTONS).flatMap((button) => button.grounds)).toContain(ground);
  // What plain buttons lie on under the pointer, which `mixed` computes.
  expect(controls).toContain("color-mix(in srgb, currentColor 12%, transparent)");
});
