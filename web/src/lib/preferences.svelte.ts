// The reader's preferences on this device: colours, motion, text, boards, sound, notifications.

import { loadItem, saveItem } from "$lib/storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";
/** In percent. */
export type TextSize = 100 | 115 | 130;
/** Automatic: shown, except on phones. */
export type Coordinates = "auto" | "shown" | "hidden";
/** How a move is made: by one click, by a second click on the same place, or by the button alone. */
export type Confirm = "once" | "twice" | "button";

export interface Preferences {
  theme: Theme;
  motion: Motion;
  textSize: TextSize;
  coordinates: Coordinates;
  /** Letters on coloured pieces, for those who cannot tell the colours apart. */
  letters: boolean;
  /** Waffe: every suit has its own colour. */
  fourColours: boolean;
  /** Flooding Islands: the name of every field stands in it. */
  fieldNames: boolean;
  /** Wege: one's own card is turned up when the turn begins. */
  openCards: boolean;
  /** Where a chosen piece may go is marked. */
  showMoves: boolean;
  /** One's turn ends by itself where nothing but a pass is possible. */
  autoPass: boolean;
  /** Per game; a game without an entry does as `confirmMode` says. */
  confirm: Record<string, Confirm>;
  /** Games for which confirming by one click was offered and declined. */
  declinedOnce: string[];
  /** Single keys that act: H for a hint, U for undo. */
  shortcuts: boolean;
  muted: boolean;
  effects: number;
  music: number;
  /** A sound when it is one's turn, somebody writes, or somebody sits down. */
  notificationSound: boolean;
  /** Browser notifications while the page is hidden. */
  alerts: boolean;
}

export const DEFAULTS: Preferences = {
  theme: "auto",
  motion: "auto",
  textSize: 100,
  coordinates: "auto",
  letters: false,
  fourColours: true,
  fieldNames: false,
  openCards: false,
  showMoves: true,
  // Off: who is new should see why a turn ends.
  autoPass: false,
  confirm: {},
  declinedOnce: [],
  shortcuts: true,
  muted: false,
  effects: 0.7,
  music: 0.5,
  notificationSound: true,
  alerts: false,
};
const CONFIRM: Record<string, Confirm> = { flooding: "button", waffe: "button", rowsandcols: "once", latice: "once" };
const PHONE = "(orientation: portrait) and (max-width: 600px), (orientation: landscape) and (max-height: 500px)";

/** The answer of a media query, kept up to date. */
class MediaMatch {
  matches = $state(false);

  constructor(text: string) {
    const query = matchMedia(text);
    this.matches = query.matches;
    query.addEventListener("change", () => (this.matches = query.matches));
  }
}

class PreferenceStore {
  current = $state<Preferences>({ ...DEFAULTS, ...loadItem<Partial<Preferences>>("preferences", {}) });
  #reducedMotion = new MediaMatch("(prefers-reduced-motion: reduce)");
  #phone = new MediaMatch(PHONE);
  #touch = new MediaMatch("(pointer: coarse)");

  /** Whether pieces jump to their places instead of moving there. */
  get reducedMotion(): boolean {
    return this.current.motion === "auto" ? this.#reducedMotion.matches : this.current.motion === "reduced";
  }

  /** Whether boards show the names of rows and columns. */
  get showsCoordinates(): boolean {
    return this.current.coordinates === "auto" ? !this.#phone.matches : this.current.coordinates === "shown";
  }

  /** How a move of a game is confirmed; unless it is chosen, fingers confirm where a click does. */
  confirmMode(game: string): Confirm {
    return this.current.confirm[game] ?? CONFIRM[game] ?? (this.#touch.matches ? "twice" : "once");
  }

  /** Whether to offer one click for a game's moves: nothing was chosen or declined, and there are more clicks now. */
  mayOfferOnce(game: string): boolean {
    return this.current.confirm[game] === undefined && !this.current.declinedOnce.includes(game) && this.confirmMode(game) !== "once";
  }

  /** Confirm the moves of a game by one click from now on, or never offer that again. */
  answerOnce(game: string, accepted: boolean): void {
    if (accepted) this.set({ confirm: { ...this.current.confirm, [game]: "once" } });
    else this.set({ declinedOnce: [...this.current.declinedOnce, game] });
  }

  /** Whether moves are made by fingers. */
  get isTouch(): boolean {
    return this.#touch.matches;
  }

  set(more: Partial<Preferences>): void {
    Object.assign(this.current, more);
    saveItem("preferences", $state.snapshot(this.current));
  }

  /** Set the preferences as attributes of the page, for the style sheets. */
  applyToPage(): void {
    const page = document.documentElement;
    page.dataset.theme = this.current.theme;
    page.dataset.motion = this.reducedMotion ? "reduced" : "full";
    page.dataset.targets = this.current.showMoves ? "shown" : "hidden";
    page.style.setProperty("--text-scale", String(this.current.textSize / 100));
  }
}

export const preferences = new PreferenceStore();
