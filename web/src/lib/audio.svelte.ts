// The sound of the page. The engine is loaded on the first click or key press; browsers allow no sound before.

import { asset, type GameInfo } from "$lib/registry.svelte";
import { request } from "$lib/http";
import type { Preferences } from "$lib/preferences.svelte";
import type { EffectName } from "$lib/sound/effects";

type Sound = typeof import("$lib/sound/engine");
const NOTIFICATIONS: readonly EffectName[] = ["turn", "chat", "join"];

class Audio {
  #sound: Sound | null = null;
  #engine: InstanceType<Sound["SoundEngine"]> | null = null;
  #game: GameInfo | null = null;
  #volumes: Partial<Preferences> = {};
  #notifies = true;

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
    if (this.#notifies || !NOTIFICATIONS.includes(effect)) this.#engine?.play(effect);
  }

  /** Play an effect on request, even if it would not be played otherwise. */
  test(effect: EffectName): void {
    this.#engine?.play(effect);
  }

  /** Play the music of a game; silence for a game without music. */
  music(game: GameInfo | null): void {
    if (this.#game === game) return;
    this.#game = game;
    void this.#start();
  }

  configure({ muted, effects, music, notificationSound }: Preferences): void {
    this.#notifies = notificationSound;
    this.#volumes = { muted, effects, music };
    this.#engine?.configure(this.#volumes);
  }

  async #wake(): Promise<void> {
    this.#sound = await import("$lib/sound/engine");
    this.#engine = new this.#sound.SoundEngine();
    this.#engine.configure(this.#volumes);
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
      console.warn(error); // The game works without music.
    }
  }
}

export const audio = new Audio();
