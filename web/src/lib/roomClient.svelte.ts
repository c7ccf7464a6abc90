// The line to a room: one socket, opened again whenever it is lost. A table message is whole, so nothing is folded here.

import * as deals from "$lib/deals";
import { request, Refusal } from "$lib/http";
import { knownRooms, newId, rememberRoom } from "$lib/storage";
import type { ChatBan, ChatMessage, ChatUpdate, HintResult, Incoming, LogEntry, Outgoing, Presence, TableMessage, PreviewResult, Welcome } from "$lib/wire";
import { t } from "$lib/translations";

/** After these refusals the line is not opened again by itself. */
const FINAL = new Set(["removed_from_room", "socket_replaced"]);
const SILENCE_MS = 25_000;
const PING_MS = 10_000;
const LONGEST_WAIT_MS = 15_000;
/** Between two questions for a room that is being taken up. */
const LOADING_MS = 1000;
const MOST_CHAT = 200;
/** How often a command that the server dropped for haste is sent again, after pauses that double. */
const TOO_FAST_TRIES = 5;
const TOO_FAST_MS = 500;

/** A command without its id, which the line gives. */
export type Command = Incoming extends infer Kind ? (Kind extends Incoming ? Omit<Kind, "id"> : never) : never;

/** How a command was taken: done, or changed nothing and why. */
export interface CommandResult {
  done: boolean;
  text: string;
}

interface Waiting {
  text: string;
  again: boolean;
  resent: boolean;
  /** How often it was dropped for haste, and the timer that sends it again. */
  dropped: number;
  timer: number;
  resolve: (message: Outgoing) => void;
}

export type Listener = (table: TableMessage, before: TableMessage | null, fresh: LogEntry[]) => void;

export class RoomClient {
  state = $state<"connecting" | "open" | "waiting" | "missing" | "removed">("connecting");
  /** In `waiting`, `missing` and `removed`: why. */
  why = $state("");
  table = $state.raw<TableMessage | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** Where others reach this server. */
  origin = $state(location.origin);
  /** What happened in this game, as the present perspective was told. */
  log = $state.raw<LogEntry[]>([]);
  /** What was said, as far as this device is to hear it. */
  chat = $state.raw<ChatMessage[]>([]);
  chatOpen = $state(true);
  /** For the host: who is muted, and who was removed. */
  bans = $state.raw<ChatBan[]>([]);
  /** The last hint; it belongs to the position that it names. */
  hinted = $state.raw<HintResult | null>(null);
  onTable: Listener = () => undefined;
  /** Messages of others that are new. */
  onChat: (fresh: ChatMessage[]) => void = () => undefined;

  readonly code: string;
  #socket: WebSocket | null = null;
  /** Why the server may be about to close the line. */
  #refused: string | null = null;
  #tries = 0;
  #heard = 0;
  #timer = 0;
  #pulse = 0;
  #left = false;
  /** How far the server's time is ahead of this device's. */
  #ahead = 0;
  #waiting = new Map<string, Waiting>();
  /** The commitment that this line has answered by itself. */
  #answered = "";
  #logs = new Map<number | null, LogEntry[]>();

  constructor(code: string) {
    this.code = code;
    this.#pulse = window.setInterval(() => this.#beat(), PING_MS);
    addEventListener("online", this.#hurry);
    addEventListener("offline", this.#giveUp);
    void this.#connect();
  }

  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
    clearInterval(this.#pulse);
    for (const one of this.#waiting.values()) clearTimeout(one.timer);
    removeEventListener("online", this.#hurry);
    removeEventListener("offline", this.#giveUp);
    this.#socket?.close();
  }

  /** The server's time. */
  now(): number {
    return Date.now() + this.#ahead;
  }

  /** Sent now or, if the line is down, once it is back; the server knows a repeated command by its id. */
  async send(command: Command): Promise<CommandResult> {
    const adds = (command.type === "sit" || command.type === "play_again") && this.table ? deals.answer(this.table.room) : {};
    const message = await this.#ask({ ...command, ...adds }, command.type !== "set_perspective");
    if (message.type === "refused") return { done: false, text: message.text };
    return { done: true, text: "" };
  }

  /** What a move would do. */
  async preview(seat: number, move: string): Promise<PreviewResult | null> {
    const message = await this.#ask({ type: "preview", seat, move }, true);
    return message.type === "preview_result" ? message : null;
  }

  /** The text board. */
  async show(): Promise<string> {
    const message = await this.#ask({ type: "show_board" }, true);
    return (message.type === "text_board" && message.text) || "";
  }

  /** The secret of a personal link for a seat. */
  async key(seat: number): Promise<string | null> {
    const message = await this.#ask({ type: "link", seat }, true);
    return message.type === "seat_key" ? message.key : null;
  }

  #ask(command: Command, again: boolean): Promise<Outgoing> {
    const id = newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve) => {
      this.#waiting.set(id, { text, again, resent: false, dropped: 0, timer: 0, resolve });
      if (this.#open) this.#socket?.send(text);
      else if (!again) this.#settle(id, this.#lost(id));
    });
  }

  get #open(): boolean {
    return this.state === "open" && this.#socket?.readyState === WebSocket.OPEN;
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#timer);
    this.state = "connecting";
    try {
      await request(`/api/rooms/${encodeURIComponent(this.code)}`);
    } catch (error) {
      const refusal = error as Refusal;
      if (this.#left) return;
      if (refusal.code === "room_loading") return this.#waitFor(refusal.message);
      if (refusal.status !== 404 && refusal.status !== 400) return this.#retry(this.table && !refusal.status ? t("connection_lost") : refusal.message);
      this.state = "missing";
      this.why = refusal.message;
      return;
    }
    if (!this.#left) this.#dial();
  }

  #dial(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${this.code}/socket`);
    this.#socket = socket;
    this.#heard = Date.now();
    const current = (): boolean => this.#socket === socket && !this.#left;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "hello", token: knownRooms()[this.code]?.token ?? null }));
    socket.onmessage = (event) => current() && this.#receive(JSON.parse(String(event.data)) as Outgoing);
    socket.onclose = () => current() && this.#closed();
  }

  #closed(): void {
    const why = this.#refused ?? t("connection_lost");
    this.#refused = null;
    this.#retry(why);
  }

  #retry(why: string): void {
    const wait = Math.min(LONGEST_WAIT_MS, 500 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#socket = null;
    this.state = "waiting";
    this.why = why;
    for (const [id, { again }] of [...this.#waiting]) if (!again) this.#settle(id, this.#lost(id));
    this.#timer = window.setTimeout(() => void this.#connect(), wait);
  }

  /** The room is on its way: asked for again at the same pace, not ever more seldom. */
  #waitFor(why: string): void {
    this.#socket = null;
    this.#loading(why);
    this.#timer = window.setTimeout(() => void this.#connect(), LOADING_MS);
  }

  #lost(ack: string): Outgoing {
    return { type: "refused", ack, code: "connection_lost", params: {}, text: t("connection_lost") };
  }

  #hurry = (): void => {
    if (this.state === "waiting" && !this.#socket) void this.#connect();
  };

  /** A quiet line is asked for a sign of life; a dead one is given up. */
  #beat(): void {
    if (!this.#open) return;
    if (Date.now() - this.#heard > SILENCE_MS) this.#giveUp();
    else this.#socket?.send(JSON.stringify({ type: "ping" }));
  }

  /** Also when the device says that it is offline: whether this server is still reached shows when it is called anew. */
  #giveUp = (): void => {
    if (!this.#open) return;
    const dead = this.#socket;
    this.#retry(t("connection_lost"));
    dead?.close();
  };

  #receive(message: Outgoing): void {
    this.#heard = Date.now();
    if (message.type === "welcome") this.#welcomed(message);
    else if (message.type === "loading") this.#loading(message.text);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "table") this.#take(message);
    else if (message.type === "now") this.#ahead = message.now - Date.now();
    else if (message.type === "chat") this.#hear(message);
    else if (message.type === "hint_result") this.hinted = message;
    else if (message.type === "refused" && FINAL.has(message.code)) this.#dismissed(message.text);
    else if (message.type === "refused" && message.ack === null) this.#refused = message.text;
    else if (message.ack !== null && !this.#sendLater(message)) this.#settle(message.ack, message);
  }

  /** Sent away for good: calling again would be answered the same. */
  #dismissed(why: string): void {
    this.leave();
    this.state = "removed";
    this.why = why;
  }

  /** A room with a long log is being taken up: the welcome follows. */
  #loading(why: string): void {
    this.state = "waiting";
    this.why = why;
  }

  #welcomed({ token, url, now }: Welcome): void {
    this.#ahead = now - Date.now();
    this.#tries = 0;
    this.state = "open";
    this.why = "";
    this.origin = url ?? location.origin;
    rememberRoom(this.code, { token });
    for (const one of this.#waiting.values()) {
      clearTimeout(one.timer);
      one.resent = true;
      this.#socket?.send(one.text);
    }
  }

  #take(table: TableMessage): void {
    const before = this.table;
    if (!before) rememberRoom(this.code, { game: table.room.game });
    const fresh = this.#keepNews(table);
    deals.look(table);
    this.table = table;
    this.onTable(table, before, fresh);
    for (const id of table.acks) {
      const late = table.stale.includes(id) && !this.#waiting.get(id)?.resent;
      this.#settle(id, late ? { type: "refused", ack: id, code: "stale", params: {}, text: t("stale") } : table);
    }
    // Once, until the server has it or another deal is coming: a refusal is not asked for again.
    const wanted = deals.unanswered(table) ? (table.room.next_deal?.commitment ?? "") : "";
    if (wanted && wanted !== this.#answered) void this.ready();
    this.#answered = wanted;
  }

  /** Add this device's nonce to the coming deal. */
  async ready(): Promise<CommandResult> {
    return this.table ? this.send({ type: "ready", ...deals.answer(this.table.room) }) : { done: false, text: "" };
  }

  /** Told anew after a lost line, and when one may hear more than before; what was heard is not new then. */
  #hear({ all, open, bans, messages }: ChatUpdate): void {
    const last = all ? (this.chat.at(-1)?.number ?? Infinity) : 0;
    this.chat = (all ? messages : [...this.chat, ...messages]).slice(-MOST_CHAT);
    this.chatOpen = open;
    this.bans = bans ?? [];
    const fresh = messages.filter((one) => one.number > last && !one.own);
    if (fresh.length) this.onChat(fresh);
  }

  /** A command that was dropped for haste is sent again in a while, unless that has been tried often enough. */
  #sendLater(message: Outgoing): boolean {
    if (message.type !== "refused" || message.code !== "too_fast" || message.ack === null) return false;
    const one = this.#waiting.get(message.ack);
    if (!one?.again || one.dropped === TOO_FAST_TRIES) return false;
    const wait = TOO_FAST_MS * 2 ** one.dropped++ * (0.75 + Math.random() / 2);
    one.timer = window.setTimeout(() => this.#open && this.#socket?.send(one.text), wait);
    return true;
  }

  #settle(id: string, message: Outgoing): void {
    clearTimeout(this.#waiting.get(id)?.timer);
    this.#waiting.get(id)?.resolve(message);
    this.#waiting.delete(id);
  }

  /** News by perspective, so that what one player at this device was told is not shown to another. */
  #keepNews(table: TableMessage): LogEntry[] {
    const eyes = table.you.seat;
    const known = this.#logs.get(eyes) ?? [];
    const fresh = table.log.filter((entry) => !known.some((old) => old.seq === entry.seq));
    const all = [...known, ...fresh].sort((one, other) => one.seq - other.seq);
    const began = all.findLastIndex((entry) => entry.texts.some((line) => line.code === "table_started"));
    const kept = pruned(all.slice(Math.max(began, 0)), table.room.moves);
    this.#logs.set(eyes, kept);
    this.log = kept;
    return fresh;
  }
}

/** Without the moves that were taken back: a later move has their number, or the game is shorter by now. */
export function pruned(entries: LogEntry[], moves: number): LogEntry[] {
  const last = new Map(entries.map((entry) => [entry.move, entry.seq]));
  return entries.filter((entry) => !entry.move || (entry.move <= moves && last.get(entry.move) === entry.seq));
}
