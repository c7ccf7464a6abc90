// The sound of the page. The engine is fetched when somebody first touches the page; before that all is silent.

import { asset, type GameInfo } from "$lib/registry.svelte";
import { request } from "$lib/http";
import type { Preferences } from "$lib/preferences.svelte";
import type { EffectName } from "$lib/sound/effects";

type Sound = typeof import("$lib/sound/engine");

class Audio {
  #sound: Sound | null = null;
  #engine: InstanceType<Sound["SoundEngine"]> | null = null;
  #game: GameInfo | null = null;
  #wanted: Partial<Preferences> = {};

  constructor() {
    const wake = (): void => {
      removeEventListener("pointerdown", wake);
      removeEventListener("keydown", wake);
      void this.#wake();
    };
    addEventListener("pointerdown", wake);
    addEventListener("keydown", wake);
  }

  play(effect: EffectName): void {
    this.#engine?.play(effect);
  }

  /** The music of a game from now on; none for a game that brings none. */
  music(about: GameInfo | null): void {
    if (this.#game === about) return;
    this.#game = about;
    void this.#start();
  }

  obey({ muted, effects, music }: Preferences): void {
    this.#wanted = { muted, effects, music };
    this.#engine?.configure(this.#wanted);
  }

  async #wake(): Promise<void> {
    this.#sound = await import("$lib/sound/engine");
    this.#engine = new this.#sound.SoundEngine();
    this.#engine.configure(this.#wanted);
    this.#engine.unlock();
    await this.#start();
  }

  async #start(): Promise<void> {
    const game = this.#game;
    if (!game?.assets.includes("music.json")) return this.#engine?.stopMusic();
    if (!this.#sound) return;
    try {
      const piece = this.#sound.parsePiece(await request(asset(game.name, "music.json")));
      if (this.#game === game) this.#engine?.startMusic(piece);
    } catch (error) {
      console.warn(error); // A game without music is still a game.
    }
  }
}

export const audio = new Audio();
