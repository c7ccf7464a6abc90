// Calling somebody who looks elsewhere: by the title of the tab and, where that was allowed, by a notice of the browser.

import { preferences } from "$lib/preferences.svelte";

class Alerts {
  /** What the tab says until somebody looks at it again. */
  title = $state("");
  #permission = $state(this.able ? Notification.permission : "denied");

  constructor() {
    const look = (): void => {
      if (!this.#elsewhere) this.title = "";
    };
    addEventListener("focus", look);
    document.addEventListener("visibilitychange", look);
  }

  /** Whether this browser can show notices at all; without a secure context it cannot. */
  get able(): boolean {
    return isSecureContext && "Notification" in window;
  }

  get blocked(): boolean {
    return this.#permission === "denied";
  }

  get on(): boolean {
    return preferences.current.alerts && this.#permission === "granted";
  }

  /** From a switch only: the browser asks the reader at the first time. */
  async allow(on: boolean): Promise<void> {
    if (on) this.#permission = await Notification.requestPermission();
    preferences.set({ alerts: on && this.#permission === "granted" });
  }

  /** Nobody is called who is looking. */
  raise(text: string, more: string): void {
    if (!this.#elsewhere) return;
    this.title = `${text} - Ludoteca`;
    if (this.able && this.on) this.#notify(text, more);
  }

  get #elsewhere(): boolean {
    return document.hidden || !document.hasFocus();
  }

  #notify(text: string, body: string): void {
    try {
      const notice = new Notification(text, { body, tag: location.pathname, icon: "/favicon.svg" });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Phones may have the name but not the thing; the title and the sound must do.
    }
  }
}

export const alerts = new Alerts();
