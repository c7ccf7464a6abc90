// The selected cards, and a preview of the field if they are played.

import type { PreviewResult } from "$lib/wire";
import type { FieldPreview } from "./view";

/** The delay before asking the server, so that several quick selections ask once. */
const PAUSE_MS = 110;

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
  #api: PreviewSource;
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: PreviewSource) {
    this.#api = api;
  }

  get move(): string {
    return ["play", ...this.chosen].join(" ");
  }

  /** Select or deselect a card; return whether it is selected now. */
  toggle(card: string): boolean {
    const on = !this.chosen.includes(card);
    this.#choose(on ? [...this.chosen, card] : this.chosen.filter((other) => other !== card));
    return on;
  }

  clear(): void {
    this.#choose([]);
  }

  #choose(cards: string[]): void {
    this.chosen = cards;
    this.#round++;
    clearTimeout(this.#timer);
    this.isLoading = cards.length > 0;
    if (cards.length) this.#timer = setTimeout(() => void this.#ask(this.#round), PAUSE_MS);
    else this.preview = null;
  }

  async #ask(round: number): Promise<void> {
    const result = await this.#api.preview(this.move);
    if (round !== this.#round) return;
    this.isLoading = false;
    this.preview = result && this.#api.read(result);
    if (this.preview) this.#api.onpreview?.(this.preview);
  }
}
