// What the strongest bot would play in a position of a replay: asked for once, shown as long as that position is.

import type { Advice, Frame, Text } from "$lib/wire";

export class PositionAdvice {
  #ask: (at: number) => Promise<Advice>;
  #found = $state.raw<{ at: number; advice: Advice } | null>(null);
  #failed = $state.raw<{ at: number; text: string } | null>(null);
  #asked = $state(-1);

  constructor(ask: (at: number) => Promise<Advice>) {
    this.#ask = ask;
  }

  /** Ask about the position after a move, unless its answer is known or on its way. */
  async request(at: number): Promise<void> {
    if (this.#asked === at || this.#found?.at === at) return;
    this.#asked = at;
    this.#failed = null;
    try {
      const advice = await this.#ask(at);
      if (this.#asked === at) this.#found = { at, advice };
    } catch (error) {
      if (this.#asked === at) this.#failed = { at, text: (error as Error).message };
    }
    if (this.#asked === at) this.#asked = -1;
  }

  /** Return the advice for the position after a move, if it has been asked for. */
  at(at: number): Advice | null {
    return this.#found?.at === at ? this.#found.advice : null;
  }

  isThinking(at: number): boolean {
    return this.#asked === at;
  }

  /** Return why there is none. */
  failure(at: number): string {
    return this.#failed?.at === at ? this.#failed.text : "";
  }
}

/** Return whether a move that was played does what was advised, whatever chance added. A game may write one move in several ways. */
export function isSame({ texts }: Advice, played: Frame | undefined, effectOf = ({ text }: Text): string => text): boolean {
  const effects = new Set(played?.texts.map(effectOf));
  return texts.length > 0 && texts.every((text) => effects.has(effectOf(text)));
}
