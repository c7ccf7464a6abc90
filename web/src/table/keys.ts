// Single keys at a table and in a replay, and the list of them that `?` shows.

import { preferences } from "$lib/preferences.svelte";
import type { TextCode } from "$lib/translations";

export type KeyHelp = { keys: string[] } & ({ text: TextCode } | { label: string });

const RULES: KeyHelp = { keys: ["F1"], text: "key_rules" };
const EVERYWHERE: KeyHelp[] = [
  { keys: ["F"], text: "full_screen" },
  { keys: ["M"], text: "key_sound" },
  { keys: ["?"], text: "key_keys" },
];

/** What a table has now; it decides which keys do something. */
export interface TableFeatures {
  /** A drawn board, and whether it can be zoomed. */
  board: boolean;
  zoom: boolean;
  /** A seat of one's own. */
  seated: boolean;
  hints: boolean;
  chat: boolean;
  rules: boolean;
  /** Keys of the game itself. */
  own: KeyHelp[];
}

/** Return the keys that work at a table. */
export function tableKeys(table: TableFeatures): KeyHelp[] {
  const when = (isThere: boolean, ...keys: KeyHelp[]): KeyHelp[] => (isThere ? keys : []);
  return [
    ...when(table.board, { keys: ["←", "→", "↑", "↓"], text: "key_walk" }),
    ...when(table.board && table.seated, { keys: ["Enter"], text: "key_choose" }, ...table.own),
    ...when(table.seated, { keys: ["Ctrl", "Enter"], text: "key_end_turn" }),
    { keys: ["Esc"], text: table.board && table.seated ? "key_escape" : "key_tools" },
    ...when(table.seated && table.hints, { keys: ["H"], text: "hint" }),
    ...when(table.seated, { keys: ["U"], text: "undo" }, { keys: ["P"], text: "key_recap" }),
    { keys: ["L"], text: "turns" },
    ...when(table.chat, { keys: ["C"], text: "chat" }),
    ...when(table.zoom, { keys: ["+", "−", "0"], text: "key_zoom" }),
    ...when(table.rules, RULES),
    ...EVERYWHERE,
  ];
}

export const REPLAY_KEYS: KeyHelp[] = [
  { keys: ["←", "→"], text: "key_step" },
  { keys: ["Home", "End"], text: "key_ends" },
  { keys: ["Space"], text: "key_play" },
  { keys: ["+", "−"], text: "key_speed" },
  { keys: ["H"], text: "key_advice" },
  { keys: ["V"], text: "key_view" },
  { keys: ["Esc"], text: "key_tools" },
  RULES,
  ...EVERYWHERE,
];

/** Return whether a key may be a shortcut: no modifier, nobody is typing, and no dialog is open. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return false;
  if (event.key.length === 1 && !preferences.current.shortcuts) return false;
  if (document.querySelector("dialog[open]")) return false;
  const used = event.key === " " ? "button, a, summary, input, [tabindex]:not(main)" : "input:not([type=checkbox], [type=range])";
  return !(event.target as Element | null)?.closest(`${used}, select, textarea, [contenteditable]`);
}

/** Return whether a key does something besides moving the focus. */
export function isAction({ key }: KeyboardEvent): boolean {
  return !/^(Arrow|Tab|Shift|Control|Alt|Meta|Home|End|Page)/.test(key);
}

/** Run what a key stands for. Letters count in either case. */
export function runShortcut(event: KeyboardEvent, actions: Record<string, () => unknown>): void {
  const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || !isShortcut(event)) return;
  event.preventDefault();
  action();
}

/** Ctrl+Enter presses the filled button, wherever the focus is. */
export function pressPrimary(event: KeyboardEvent): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented || document.querySelector("dialog[open]")) return;
  const primary = document.querySelector<HTMLElement>('[data-part="primary"]');
  if (!primary) return;
  event.preventDefault();
  primary.click();
}
