// What a reader prefers on this device: colours, motion, sound, notices.

import { loadItem, saveItem } from "$lib/storage";

export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";

export interface Preferences {
  theme: Theme;
  motion: Motion;
  muted: boolean;
  effects: number;
  music: number;
  /** Notices of the browser while the page is out of sight. */
  alerts: boolean;
}

const DEFAULTS: Preferences = { theme: "auto", motion: "auto", muted: false, effects: 0.7, music: 0.4, alerts: false };

class Settings {
  now = $state<Preferences>({ ...DEFAULTS, ...loadItem<Partial<Preferences>>("settings", {}) });
  #calm = $state(false);

  constructor() {
    const asked = matchMedia("(prefers-reduced-motion: reduce)");
    this.#calm = asked.matches;
    asked.addEventListener("change", () => (this.#calm = asked.matches));
  }

  /** Whether pieces should jump to their places instead of moving there. */
  get still(): boolean {
    return this.now.motion === "auto" ? this.#calm : this.now.motion === "reduced";
  }

  set(more: Partial<Preferences>): void {
    Object.assign(this.now, more);
    saveItem("settings", $state.snapshot(this.now));
  }

  /** The page wears its preferences as attributes, which the style sheet reads. */
  wear(): void {
    const page = document.documentElement;
    page.dataset.theme = this.now.theme;
    page.dataset.motion = this.still ? "reduced" : "full";
  }
}

export const settings = new Settings();
