// What the card in hand would earn on the cell that is looked at, asked from the server and kept until the position changes.

import type { BoardApi } from "$lib/board";
import { formatList } from "$lib/translations";
import { gainsOf, signed, type Gain, type ScoreLines } from "./view";

const DELAY_MS = 90;

export interface ChipText {
  seat: number;
  /** "+3 you". */
  points: string;
  /** The score lines they come from: "sides and gnomes". */
  line: string;
}

interface Position {
  version: number;
  score: ScoreLines[];
  /** The move looked at, or null. */
  move: string | null;
}

export class PointsPreview {
  #api: BoardApi;
  #position: () => Position;
  /** The seat that is "you", if only one is. */
  #own: () => number | null;
  #found = $state.raw<{ move: string; gains: Gain[] } | null>(null);
  #known = new Map<string, Gain[]>();
  #version = -1;

  /** Create one while a component is set up. */
  constructor(api: BoardApi, position: () => Position, own: () => number | null) {
    this.#api = api;
    this.#position = position;
    this.#own = own;
    $effect(() => this.#update(position()));
  }

  /** What to show at the cell; empty if the move changes no points. */
  get texts(): ChipText[] {
    const found = this.#found;
    if (!found || found.move !== this.#position().move) return [];
    return found.gains.map((gain) => ({ seat: gain.seat, points: this.#points(gain), line: this.#lines(gain) }));
  }

  #update({ version, score, move }: Position): (() => void) | undefined {
    if (this.#version !== version) this.#known = new Map();
    this.#version = version;
    if (move === null || !this.#api.actions) return;
    const known = this.#known.get(move);
    if (known) {
      this.#found = { move, gains: known };
      return;
    }
    const timer = setTimeout(() => void this.#ask(move, score), DELAY_MS);
    return () => clearTimeout(timer);
  }

  async #ask(move: string, before: ScoreLines[]): Promise<void> {
    const texts = (await this.#api.preview(move))?.texts;
    if (!texts || this.#position().move !== move) return;
    const gains = gainsOf(texts, before);
    this.#known.set(move, gains);
    this.#found = { move, gains };
    if (gains.length) this.#api.announce(formatList(gains.map((gain) => `${this.#points(gain)} ${this.#lines(gain)}`)));
  }

  #points({ seat, points }: Gain): string {
    const name = seat === this.#own() ? this.#api.translate("page_you") : this.#api.playerName(seat);
    return this.#api.translate("page_gain", { points: signed(points), name });
  }

  #lines({ seat, lines }: Gain): string {
    return formatList(lines.map((line) => this.#api.translate(`page_gain_${line}${line === "enclosed" ? `_${seat}` : ""}`)));
  }
}
