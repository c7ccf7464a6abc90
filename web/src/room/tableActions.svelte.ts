// What a player may do at a table besides moving: undo, hint, "play for me", and the questions that others ask.

import { announcer } from "$lib/announcer.svelte";
import type { ActionState, Question, TableActions } from "$lib/board";
import { preferences } from "$lib/preferences.svelte";
import type { Command, CommandResult, RoomClient } from "$lib/roomClient.svelte";
import { t, tCount } from "$lib/translations";
import type { Advice, HintResult } from "$lib/wire";
import type { TableSummary } from "./tableSummary";

type Send = (command: Command) => Promise<CommandResult>;

export class RoomActions implements TableActions {
  #client: RoomClient;
  #summary: () => TableSummary;
  #send: Send;
  /** A question that this player has opened; others' offers come after it. */
  #own = $state.raw<{ question: Question; version: number } | null>(null);
  /** The position for which a hint was requested, and the turn that the computer plays. */
  #requested = $state(-1);
  #autoplayed = $state("");
  /** The hint of which the second best move is shown. */
  #second = $state.raw<HintResult | null>(null);

  #rule: () => string;
  #offersOnce: () => boolean;

  constructor(client: RoomClient, summary: () => TableSummary, send: Send, rule: () => string, offersOnce: () => boolean) {
    this.#client = client;
    this.#summary = summary;
    this.#send = send;
    this.#rule = rule;
    this.#offersOnce = offersOnce;
  }

  get rule(): string {
    return this.#rule();
  }

  get #seat(): number {
    return this.#summary().actingSeat ?? 0;
  }

  get #mayAct(): boolean {
    const { room, table } = this.#summary();
    return room.phase === "playing" && this.#summary().isMine(room.to_move) && !table.you.curtain;
  }

  /** The hint for the present position, if there is one. */
  get #hint(): HintResult | null {
    const { table, room } = this.#summary();
    const hint = this.#client.hint;
    return room.phase === "playing" && hint?.version === table.version && this.#summary().isMine(hint.seat) ? hint : null;
  }

  get #showsSecond(): boolean {
    return this.#second !== null && this.#second === this.#hint;
  }

  get advice(): Advice | null {
    return (this.#showsSecond ? this.#hint?.second : this.#hint?.advice) ?? null;
  }

  get adviceLabel(): string {
    return this.#showsSecond ? t("second_best") : "";
  }

  get undo(): ActionState {
    const { table, room } = this.#summary();
    const { undo } = table;
    if (table.you.curtain) return { label: t("undo"), enabled: false, why: t("lift_first") };
    const closed = !undo || undo.how === "closed" || room.phase !== "playing";
    const waits = room.offers.undo !== null;
    return { label: t(undo?.how === "ask" ? "undo_ask" : "undo"), enabled: !closed && !waits, why: closed ? this.#undoClosed() : "" };
  }

  #undoClosed(): string {
    const why = this.#summary().table.undo?.why;
    if (why?.code === "undo_later") return tCount("undo_later", Number(why.params.moves));
    return why?.text ?? t("undo_nothing");
  }

  get hint(): ActionState {
    const { room, table } = this.#summary();
    if (table.you.curtain) return { label: t("hint"), enabled: false, why: t("lift_first") };
    if (this.#mayAct && this.#thinking) return { label: t("bot_thinking"), enabled: false, why: t("bot_thinking") };
    if (this.#mayAct && this.advice) return this.#otherHint();
    const enabled = this.#mayAct && room.hints_allowed && !this.#hint;
    return { label: t("hint"), enabled, why: !room.hints_allowed ? t("hints_closed") : enabled && !room.casual ? t("hint_makes_casual") : "" };
  }

  /** What Hint does once a move is advised: show the other of the two. */
  #otherHint(): ActionState {
    if (!this.#hint?.second) return { label: t("hint"), enabled: false, why: t("hint_only_move") };
    return this.#showsSecond ? { label: t("hint_first"), enabled: true, why: t("hint_first_help") } : { label: t("hint_second"), enabled: true, why: t("hint_second_help") };
  }

  get autoplay(): ActionState {
    const { room } = this.#summary();
    return { label: t("autoplay_turn"), enabled: this.#mayAct && room.hints_allowed && !this.autoplaying, why: room.hints_allowed ? "" : t("hints_closed") };
  }

  get #thinking(): boolean {
    return this.#requested === this.#summary().table.version && !this.#hint && this.#client.state === "open";
  }

  get #turn(): string {
    const { room } = this.#summary();
    return `${room.match.leg}/${room.turn}/${room.to_move}`;
  }

  /** The computer plays the rest of this turn. */
  get autoplaying(): boolean {
    const texts = this.#client.log.flatMap((entry) => entry.texts);
    const last = texts.findLast(({ code }) => code === "table_autoplay_started" || code === "table_undone");
    return this.#autoplayed === this.#turn && last?.code === "table_autoplay_started";
  }

  /** What must be answered before anything else: one's own question, or what others ask. */
  get question(): Question | null {
    const { table } = this.#summary();
    if (this.#own?.version === table.version) return this.#own.question;
    return this.#offered();
  }

  #offered(): Question | null {
    const summary = this.#summary();
    const { offers } = summary.room;
    const { version } = summary.table;
    const seat = summary.actingSeat;
    if (summary.room.phase !== "playing" || seat === null) return null;
    if (offers.undo !== null && !summary.isMine(offers.undo)) {
      const name = summary.name(offers.undo);
      const answer = (yes: boolean): void => void this.#send({ type: "answer_undo", seat, yes, version });
      return { text: t("undo_asked", { name }), moveCount: offers.undo_move_count, yes: t("agree"), no: t("decline"), onyes: () => answer(true), onno: () => answer(false) };
    }
    if (offers.abandon.length && !offers.abandon.some((one) => summary.isMine(one))) {
      const answer = (yes: boolean): void => void this.#send({ type: "abandon", seat, version, yes });
      return { text: t("abandon_asked", { names: summary.names(offers.abandon) }), yes: t("agree"), no: t("decline"), onyes: () => answer(true), onno: () => answer(false) };
    }
    return null;
  }

  get offer(): Question | null {
    const { room } = this.#summary();
    if (!this.#mayAct || this.pending || !preferences.mayOfferOnce(room.game) || (!room.clock && !this.#offersOnce())) return null;
    const answer = (accepted: boolean) => (): void => {
      preferences.answerOnce(room.game, accepted);
      announcer.announce(t(accepted ? "once_accepted" : "once_declined"));
    };
    return { text: t(preferences.isTouch ? "once_offer_touch" : "once_offer"), yes: t("yes"), no: t("no"), onyes: answer(true), onno: answer(false) };
  }

  /** What others have not answered yet. */
  get pending(): string {
    const summary = this.#summary();
    if (summary.room.phase === "playing" && summary.table.you.curtain && summary.room.to_move !== null && summary.isMine(summary.room.to_move)) return t("pass_device", { name: summary.name(summary.room.to_move) });
    if (this.autoplaying) return t("autoplay_started");
    const { offers } = summary.room;
    if (offers.undo !== null && summary.isMine(offers.undo)) return t("undo_waits", { names: this.#others(offers.undo_agreed) });
    if (offers.abandon.some((one) => summary.isMine(one))) return t("abandon_waits", { names: this.#others(offers.abandon) });
    return "";
  }

  /** The people who have not agreed yet, besides this device. */
  #others(agreed: number[]): string {
    const summary = this.#summary();
    return summary.names(summary.room.seats.flatMap(({ kind, resigned }, seat) => (kind === "person" && !resigned && !summary.isMine(seat) && !agreed.includes(seat) ? [seat] : [])));
  }

  get withdraw(): (() => void) | null {
    const summary = this.#summary();
    const { offers } = summary.room;
    const { version } = summary.table;
    if (summary.room.phase !== "playing") return null;
    const withdraw = (request: "undo" | "abandon", seat: number) => (): void => void this.#send({ type: "withdraw", seat, request, version });
    if (offers.undo !== null && summary.isMine(offers.undo)) return withdraw("undo", offers.undo);
    const asked = offers.abandon.find((seat) => summary.isMine(seat));
    return asked === undefined ? null : withdraw("abandon", asked);
  }

  /** Ask something in place of prompt and buttons, until it is answered or the position changes. */
  ask(question: Question): void {
    const close = (then?: () => void) => (): void => {
      this.#own = null;
      then?.();
    };
    this.#own = { question: { ...question, onyes: close(question.onyes), onno: close(question.onno) }, version: this.#summary().table.version };
    announcer.announce(question.text);
  }

  /** Answer one's own question with no; false if there is none. */
  dismiss(): boolean {
    if (this.#own?.version !== this.#summary().table.version) return false;
    this.#own.question.onno?.();
    return true;
  }

  async requestUndo(): Promise<boolean> {
    const { table } = this.#summary();
    if (!this.undo.enabled) return false;
    const send = async (): Promise<boolean> => (await this.#send({ type: "undo", seat: this.#seat, version: table.version })).done;
    if (table.undo?.how !== "ask") return send();
    this.ask({ text: t("undo_what"), moveCount: table.undo.move_count, yes: t("ask"), no: t("cancel"), onyes: () => void send() });
    return false;
  }

  async requestHint(): Promise<void> {
    const { table } = this.#summary();
    if (!this.hint.enabled) return;
    if (this.#hint?.second) return void (this.#second = this.#showsSecond ? null : this.#hint);
    this.#client.hint = null;
    this.#requested = table.version;
    announcer.announce(t("bot_thinking"));
    if (!(await this.#send({ type: "hint", seat: this.#seat, version: table.version })).done) this.#requested = -1;
  }

  async requestAutoplay(): Promise<void> {
    const turn = this.#turn;
    if (!this.autoplay.enabled) return;
    const done = (await this.#send({ type: "autoplay_turn", seat: this.#seat, version: this.#summary().table.version })).done;
    if (done) this.#autoplayed = turn;
  }

  resign(): void {
    const { table } = this.#summary();
    const send = (): void => void this.#send({ type: "resign", seat: this.#seat, version: table.version });
    this.ask({ text: t("resign_sure"), yes: t("resign"), no: t("keep_playing"), danger: true, onyes: send });
  }

  /** Offer to end without a result; against the computer that ends the game, so it is asked first. */
  abandon(): void {
    const { table, room } = this.#summary();
    const send = (): void => void this.#send({ type: "abandon", seat: this.#seat, version: table.version, yes: true });
    const alone = !room.seats.some(({ kind, resigned }, seat) => kind === "person" && !resigned && !this.#summary().isMine(seat));
    if (alone) this.ask({ text: t("abandon_sure"), yes: t("abandon_alone"), no: t("keep_playing"), danger: true, onyes: send });
    else send();
  }
}
