// The reader's preferences on this device: colours, motion, sound, notifications.

import { loadItem, saveItem } from "$lib/storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";

export interface Preferences {
  theme: Theme;
  motion: Motion;
  muted: boolean;
  effects: number;
  music: number;
  /** Browser notifications while the page is hidden. */
  alerts: boolean;
}

const DEFAULTS: Preferences = { theme: "auto", motion: "auto", muted: false, effects: 0.7, music: 0.4, alerts: false };

class PreferenceStore {
  current = $state<Preferences>({ ...DEFAULTS, ...loadItem<Partial<Preferences>>("preferences", {}) });
  #systemReducedMotion = $state(false);

  constructor() {
    const query = matchMedia("(prefers-reduced-motion: reduce)");
    this.#systemReducedMotion = query.matches;
    query.addEventListener("change", () => (this.#systemReducedMotion = query.matches));
  }

  /** Whether pieces jump to their places instead of moving there. */
  get reducedMotion(): boolean {
    return this.current.motion === "auto" ? this.#systemReducedMotion : this.current.motion === "reduced";
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
  }
}

export const preferences = new PreferenceStore();
