// Alerts for somebody who is not looking at the page: the tab's title and, if allowed, a browser notification.

import { preferences } from "$lib/preferences.svelte";

class Alerts {
  /** The tab's title until somebody looks at the page again. */
  title = $state("");
  #permission = $state(this.supported ? Notification.permission : "denied");

  constructor() {
    const clear = (): void => {
      if (!this.#pageHidden) this.title = "";
    };
    addEventListener("focus", clear);
    document.addEventListener("visibilitychange", clear);
  }

  /** Whether this browser can show notifications; it cannot without a secure context. */
  get supported(): boolean {
    return isSecureContext && "Notification" in window;
  }

  get blocked(): boolean {
    return this.#permission === "denied";
  }

  get on(): boolean {
    return preferences.current.alerts && this.#permission === "granted";
  }

  /** Switch notifications on or off. Call it from a click only, since the browser may ask for permission. */
  async allow(on: boolean): Promise<void> {
    if (on) this.#permission = await Notification.requestPermission();
    preferences.set({ alerts: on && this.#permission === "granted" });
  }

  /** Show an alert, unless somebody is looking at the page. */
  raise(text: string, more: string): void {
    if (!this.#pageHidden) return;
    this.title = `${text} - Ludoteca`;
    if (this.supported && this.on) this.#notify(text, more);
  }

  get #pageHidden(): boolean {
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
      // Some phones have the constructor but refuse to use it; the title and the sound must do.
    }
  }
}

export const alerts = new Alerts();
