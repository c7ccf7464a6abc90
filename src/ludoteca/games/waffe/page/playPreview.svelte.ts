// Choosing cards, and hearing at once what the field would become.

import type { PreviewResult } from "$lib/wire";
import type { FieldPreview } from "./view";

/** So long nothing is asked, for somebody who chooses several in a row. */
const PAUSE_MS = 110;

export interface PreviewSource {
  preview(move: string): Promise<PreviewResult | null>;
  read(result: PreviewResult): FieldPreview;
  /** A preview on the cards that are chosen now. */
  onpreview?(preview: FieldPreview): void;
}

export class PlayPreview {
  chosen = $state.raw<string[]>([]);
  /** On the cards chosen now, or just before while `isLoading`. */
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

  /** True when it is chosen now. */
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
