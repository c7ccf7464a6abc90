// Choosing cards, and hearing at once what the field would become.

import type { PreviewResult } from "$lib/wire";
import type { Verdict } from "./story";

/** So long nothing is asked, for somebody who chooses several in a row. */
const PAUSE_MS = 110;

export interface Asking {
  preview(move: string): Promise<PreviewResult | null>;
  read(tried: PreviewResult): Verdict;
  /** A verdict on the cards that are chosen now. */
  told?(verdict: Verdict): void;
}

export class Trying {
  chosen = $state.raw<string[]>([]);
  /** On the cards chosen now, or just before while `asking`. */
  verdict = $state.raw<Verdict | null>(null);
  asking = $state(false);
  #api: Asking;
  #round = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(api: Asking) {
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
    this.asking = cards.length > 0;
    if (cards.length) this.#timer = setTimeout(() => void this.#ask(this.#round), PAUSE_MS);
    else this.verdict = null;
  }

  async #ask(round: number): Promise<void> {
    const tried = await this.#api.preview(this.move);
    if (round !== this.#round) return;
    this.asking = false;
    this.verdict = tried && this.#api.read(tried);
    if (this.verdict) this.#api.told?.(this.verdict);
  }
}
