// A lesson that somebody plays: the step, the moves tried on it, and what came of them. The server judges; nothing is stored there.

import type { TableActions, Question } from "$lib/board";
import type { GameInfo } from "$lib/registry.svelte";
import { asset } from "$lib/registry.svelte";
import { request } from "$lib/http";
import { lessonProgress, saveProgress } from "$lib/lessonProgress";
import { t } from "$lib/translations";
import type { PreviewResult, Text, TryResult } from "$lib/wire";

/** A step as the page needs it; its texts are the game's `lesson_N_title` and so on. */
export interface StepInfo {
  seat: number;
  accept: string[];
}

const SEPARATOR = " | ";
const MISSES_BEFORE_HELP = 2;
/** How long a miss stays on the board, and how long each move that is shown. */
const MISS_MS = 1500;
const SHOWN_MOVE_MS = 900;

export const loadSteps = async (game: GameInfo): Promise<StepInfo[]> =>
  (await request<{ steps: StepInfo[] }>(asset(game.name, "lesson.json"))).steps;

export class LessonRun {
  number = $state(1);
  tried = $state.raw<TryResult | null>(null);
  /** Counts every change, so that a board starts over. */
  version = $state(0);
  reached = $state(false);
  finished = $state(false);
  /** What is said to a miss. */
  note = $state("");
  helps = $state(false);
  error = $state("");
  question = $state.raw<Question | null>(null);
  #start: TryResult | null = null;
  #misses = 0;
  #busy = $state(false);
  #timer = 0;
  /** A late answer to an earlier step counts no more. */
  #visit = 0;

  constructor(
    readonly game: GameInfo,
    readonly steps: StepInfo[],
    readonly onrefused: (text: string) => void,
    /** What the server says, in the words of the page. */
    readonly inWords: (text: Text) => string,
    readonly translate: (code: string) => string,
  ) {}

  get step(): StepInfo {
    return this.steps[this.number - 1]!;
  }

  /** A text of the step. */
  text(part: "title" | "text" | "goal"): string {
    return this.translate(`lesson_${this.number}_${part}`);
  }

  get isLast(): boolean {
    return this.number === this.steps.length;
  }

  get moves(): string[] {
    return this.tried?.moves ?? [];
  }

  /** Whether the learner may move now. */
  get isOpen(): boolean {
    return !this.reached && !this.#timer && !this.#busy && this.tried !== null;
  }

  /** The next move of a line that reaches the goal from here. */
  get shownMove(): string | null {
    if (!this.helps || this.reached) return null;
    return this.#lineFrom(this.moves)?.[this.moves.length] ?? null;
  }

  /** Go to a step; its texts change together with the board. */
  async go(number: number): Promise<void> {
    this.leave();
    const next = Math.min(Math.max(number, 1), this.steps.length);
    const start = await this.#try([], next);
    if (!start) return;
    this.number = next;
    this.reached = this.finished = this.helps = false;
    this.note = this.error = "";
    this.question = null;
    this.#misses = 0;
    saveProgress(this.game.name, { step: this.number, finished: lessonProgress(this.game.name).finished });
    this.#show((this.#start = start));
  }

  leave(): void {
    this.#visit += 1;
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Make a move; return false if it is not allowed, and say why. */
  async move(text: string): Promise<boolean> {
    if (!this.isOpen) return false;
    this.note = "";
    const tried = await this.#try([...this.moves, text]);
    if (!tried) return false;
    if (tried.refused) {
      this.onrefused(tried.comment?.text || this.inWords(tried.refused) || tried.refused.text);
      return false;
    }
    this.#show(tried);
    if (tried.outcome === "goal") this.#reach();
    else if (tried.outcome === "miss") this.#miss(tried);
    return true;
  }

  /** Say what a move would do, without making it. */
  async preview(text: string): Promise<PreviewResult | null> {
    if (!this.isOpen) return null;
    const { number, moves } = this;
    const tried = await request<TryResult>(`/api/games/${this.game.name}/try`, { step: number, moves: [...moves, text] }).catch(() => null);
    return tried && number === this.number ? { type: "preview_result", ack: null, refused: tried.refused, texts: tried.refused ? null : tried.texts } : null;
  }

  async undo(): Promise<boolean> {
    if (!this.isOpen || !this.moves.length) return false;
    const tried = await this.#try(this.moves.slice(0, -1));
    if (tried) this.#show(tried);
    return tried !== null;
  }

  /** Play a line that reaches the goal, from the start of the step. */
  async showMe(): Promise<void> {
    const line = this.#lineFrom([]);
    if (!line || !this.#start || this.reached) return;
    this.leave();
    const visit = this.#visit;
    this.note = "";
    this.#show(this.#start);
    for (let count = 1; count <= line.length; count += 1) {
      const tried = await this.#try(line.slice(0, count));
      if (!tried || visit !== this.#visit) return;
      this.#show(tried);
      if (count < line.length) {
        await new Promise((resolve) => (this.#timer = window.setTimeout(resolve, SHOWN_MOVE_MS)));
        if (visit !== this.#visit) return;
        this.#timer = 0;
      }
    }
    this.#reach();
  }

  #lineFrom(moves: string[]): string[] | null {
    const lines = this.step.accept.map((line) => line.split(SEPARATOR));
    return lines.find((line) => moves.every((move, index) => line[index] === move)) ?? null;
  }

  #show(tried: TryResult): void {
    this.tried = tried;
    this.version += 1;
  }

  #reach(): void {
    this.reached = true;
    this.helps = false;
    this.finished = this.isLast;
    const before = lessonProgress(this.game.name);
    saveProgress(this.game.name, { step: this.isLast ? 1 : this.number + 1, finished: before.finished || this.isLast });
  }

  /** Say what was missed, and set the position back after a while. */
  #miss(tried: TryResult): void {
    this.note = tried.comment?.text ?? "";
    this.#misses += 1;
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.helps = this.#misses >= MISSES_BEFORE_HELP;
      if (this.#start) this.#show(this.#start);
    }, MISS_MS);
  }

  async #try(moves: string[], step = this.number): Promise<TryResult | null> {
    const visit = this.#visit;
    this.#busy = true;
    try {
      const tried = await request<TryResult>(`/api/games/${this.game.name}/try`, { step, moves });
      this.error = "";
      return visit === this.#visit ? tried : null;
    } catch (error) {
      this.error = (error as Error).message;
      return null;
    } finally {
      this.#busy = false;
    }
  }

  /** What a board may do besides moving. */
  readonly actions: TableActions = this.#makeActions();

  #makeActions(): TableActions {
    const run = () => this;
    return {
      get undo() {
        const enabled = run().isOpen && run().moves.length > 0;
        return { label: t("undo"), enabled, why: enabled ? "" : t("undo_nothing") };
      },
      get hint() {
        return { label: t("hint"), enabled: run().isOpen, why: "" };
      },
      get autoplay() {
        return { label: t("autoplay_turn"), enabled: false, why: t("lesson_own_moves") };
      },
      autoplaying: false,
      rule: "",
      adviceLabel: "",
      offer: null,
      get advice() {
        const move = run().shownMove;
        return move === null ? null : { move, texts: [{ code: "", params: {}, text: run().text("goal") }], explanations: [] };
      },
      get question() {
        return run().question;
      },
      pending: "",
      withdraw: null,
      ask(question) {
        const close = (then?: () => void) => () => {
          run().question = null;
          then?.();
        };
        run().question = { ...question, onyes: close(question.onyes), onno: close(question.onno) };
      },
      requestUndo: () => this.undo(),
      requestHint: async () => void (this.helps = true),
      requestAutoplay: async () => undefined,
    };
  }
}
