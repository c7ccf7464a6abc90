// The selected cards, and a preview of the field if they are played.

import type { PreviewResult } from "$lib/wire";
import type { FieldPreview } from "./view";

/** The delay before asking the server, so that several quick selections ask once. */
const DELAY_MS = 110;

export interface PreviewSource {
  preview(move: string): Promise<PreviewResult | null>;
  read(result: PreviewResult): FieldPreview;
  /** Called with the preview of the selected cards. */
  onpreview?(preview: FieldPreview): void;
}

export class PlayPreview {
  chosen = $state.raw<string[]>([]);
  /** The preview of the selected cards; while `isLoading`, of the selection before. */
  preview = $state.raw<FieldPreview | null>(null);
  isLoading = $state(false);
  #source: PreviewSource;
  #latest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(source: PreviewSource) {
    this.#source = source;
  }

  get move(): string {
    return ["play", ...this.chosen].join(" ");
  }

  /** Select or deselect a card; return whether it is selected now. */
  toggle(card: string): boolean {
    const isChosen = !this.chosen.includes(card);
    this.#choose(isChosen ? [...this.chosen, card] : this.chosen.filter((other) => other !== card));
    return isChosen;
  }

  clear(): void {
    this.#choose([]);
  }

  #choose(cards: string[]): void {
    this.chosen = cards;
    this.#latest++;
    clearTimeout(this.#timer);
    this.isLoading = cards.length > 0;
    if (cards.length) this.#timer = setTimeout(() => void this.#ask(this.#latest), DELAY_MS);
    else this.preview = null;
  }

  async #ask(request: number): Promise<void> {
    const result = await this.#source.preview(this.move);
    if (request !== this.#latest) return;
    this.isLoading = false;
    this.preview = result && this.#source.read(result);
    if (this.preview) this.#source.onpreview?.(this.preview);
  }
}
