// Texts for screen readers: one polite and one assertive live region, kept in App.svelte.

class Announcer {
  politeText = $state("");
  assertiveText = $state("");
  #flip = false;

  announce(text: string): void {
    this.politeText = this.#distinct(text);
  }

  interrupt(text: string): void {
    this.assertiveText = this.#distinct(text);
  }

  /** Vary the text, since screen readers read a repeated one only if it differs. */
  #distinct(text: string): string {
    this.#flip = !this.#flip;
    return this.#flip ? text : `${text}\u00a0`;
  }
}

export const announcer = new Announcer();
