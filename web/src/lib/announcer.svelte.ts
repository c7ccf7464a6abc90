// What a screen reader is told: one polite and one urgent announcer, kept in App.svelte.

class Announcer {
  polite = $state("");
  urgent = $state("");
  #flip = false;

  announce(text: string): void {
    this.polite = this.#fresh(text);
  }

  interrupt(text: string): void {
    this.urgent = this.#fresh(text);
  }

  /** The same sentence twice is read twice only if it differs. */
  #fresh(text: string): string {
    this.#flip = !this.#flip;
    return this.#flip ? text : `${text}\u00a0`;
  }
}

export const announcer = new Announcer();
