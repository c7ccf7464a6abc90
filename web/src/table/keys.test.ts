import { describe, expect, it, vi } from "vitest";
import { preferences } from "$lib/preferences.svelte";
import { isAction, pressPrimary, runShortcut, tableKeys, type TableFeatures } from "./keys";

vi.mock("$lib/preferences.svelte", () => ({ preferences: { current: { shortcuts: true } } }));

function press(key: string, more: Partial<KeyboardEvent> = {}): { event: KeyboardEvent; prevented: () => boolean } {
  let prevented = false;
  const event = { key, target: null, defaultPrevented: false, preventDefault: () => (prevented = true), ...more } as unknown as KeyboardEvent;
  return { event, prevented: () => prevented };
}

describe("shortcuts", () => {
  const open = (dialog: unknown) => vi.stubGlobal("document", { querySelector: () => dialog });

  it("run in either case and take the key", () => {
    open(null);
    const hint = vi.fn();
    const { event, prevented } = press("H");
    runShortcut(event, { h: hint });
    expect(hint).toHaveBeenCalledOnce();
    expect(prevented()).toBe(true);
  });

  it("leave other keys alone", () => {
    open(null);
    const { event, prevented } = press("x");
    runShortcut(event, { h: vi.fn() });
    expect(prevented()).toBe(false);
  });

  it("wait while a dialog is open, with a modifier, while somebody types, and for a key that was used", () => {
    const hint = vi.fn();
    open({});
    runShortcut(press("h").event, { h: hint });
    open(null);
    runShortcut(press("h", { ctrlKey: true }).event, { h: hint });
    runShortcut(press("h", { target: { closest: () => ({}) } as unknown as Element }).event, { h: hint });
    runShortcut(press("h", { defaultPrevented: true }).event, { h: hint });
    expect(hint).not.toHaveBeenCalled();
  });

  it("can be turned off, all but function keys", () => {
    open(null);
    const [hint, rules] = [vi.fn(), vi.fn()];
    preferences.current.shortcuts = false;
    for (const key of ["h", "F1"]) runShortcut(press(key).event, { h: hint, F1: rules });
    preferences.current.shortcuts = true;
    expect(hint).not.toHaveBeenCalled();
    expect(rules).toHaveBeenCalledOnce();
  });

  it("leave the space bar to what has the focus", () => {
    open(null);
    const recap = vi.fn();
    runShortcut(press(" ", { target: { closest: (selector: string) => selector.includes("button") } as unknown as Element }).event, { " ": recap });
    expect(recap).not.toHaveBeenCalled();
    runShortcut(press(" ").event, { " ": recap });
    expect(recap).toHaveBeenCalledOnce();
  });
});

it("tells keys that act from keys that move the focus", () => {
  expect(["Enter", " ", "h", "Escape", "F1"].every((key) => isAction(press(key).event))).toBe(true);
  expect(["ArrowLeft", "Tab", "Shift", "PageDown"].some((key) => isAction(press(key).event))).toBe(false);
});

it("presses the filled button by Ctrl+Enter", () => {
  const click = vi.fn();
  vi.stubGlobal("document", { querySelector: (selector: string) => (selector.startsWith("dialog") ? null : { click }) });
  pressPrimary(press("Enter").event);
  expect(click).not.toHaveBeenCalled();
  pressPrimary(press("Enter", { ctrlKey: true }).event);
  expect(click).toHaveBeenCalledOnce();
});

describe("the list of keys", () => {
  const ALL: TableFeatures = { board: true, zoom: true, seated: true, hints: true, chat: true, rules: true, own: [{ keys: ["R"], label: "Turn the card" }] };
  const names = (more: Partial<TableFeatures> = {}): string[] => tableKeys({ ...ALL, ...more }).flatMap(({ keys }) => keys);

  it("has each key once", () => {
    const keys = tableKeys(ALL).map((key) => key.keys.join());
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("names only keys that work at this table", () => {
    expect(names()).toEqual(expect.arrayContaining(["H", "U", "P", "R", "C", "0", "F1", "L", "Ctrl"]));
    expect(names({ hints: false })).not.toContain("H");
    expect(names({ chat: false })).not.toContain("C");
    expect(names({ zoom: false })).not.toContain("0");
    expect(names({ rules: false })).not.toContain("F1");
    for (const key of ["H", "U", "P", "R", "Enter", "Ctrl"]) expect(names({ seated: false })).not.toContain(key);
    expect(names({ board: false })).not.toContain("←");
  });
});
