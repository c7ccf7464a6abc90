// How far this device has come in the lesson of each game.

import { loadItem, saveItem } from "$lib/storage";
import type { GameInfo } from "$lib/registry.svelte";

export interface Progress {
  /** Where to go on. */
  step: number;
  finished: boolean;
}

export const hasLesson = (game: GameInfo): boolean => game.assets.includes("lesson.json");

export const lessonProgress = (game: string): Progress => ({ step: 1, finished: false, ...loadItem<Record<string, Partial<Progress>>>("lessons", {})[game] });

export function saveProgress(game: string, progress: Progress): void {
  saveItem("lessons", { ...loadItem<Record<string, Progress>>("lessons", {}), [game]: progress });
}
