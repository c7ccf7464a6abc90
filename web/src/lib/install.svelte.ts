// Installing the page like a program. Browsers allow it over https and on this machine; elsewhere nothing of it is there.

/** What Chromium sends when it would offer to install the page; not in TypeScript's library. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

class Install {
  #prompt = $state.raw<InstallPrompt | null>(null);

  /** Whether a click can install the page now. */
  get isOffered(): boolean {
    return this.#prompt !== null;
  }

  /** Name the manifest, and start the service worker when the page is there. */
  prepare(): void {
    if (!isSecureContext || !("serviceWorker" in navigator)) return;
    const link = document.createElement("link");
    link.rel = "manifest";
    link.href = "/manifest.webmanifest";
    document.head.append(link);
    addEventListener("beforeinstallprompt", (event) => {
      event.preventDefault();
      this.#prompt = event as InstallPrompt;
    });
    addEventListener("appinstalled", () => (this.#prompt = null));
    // Without a service worker, in a private window for example, everything works as before.
    addEventListener("load", () => void navigator.serviceWorker.register("/sw.js").catch(() => undefined));
  }

  /** Ask the browser to install the page; it can be asked only once. */
  async ask(): Promise<void> {
    const prompt = this.#prompt;
    this.#prompt = null;
    await prompt?.prompt();
  }
}

export const install = new Install();
