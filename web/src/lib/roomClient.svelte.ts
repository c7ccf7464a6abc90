// The connection to a room: one socket, reopened whenever it is lost. Every table message is complete, so nothing is folded here.

import * as deals from "$lib/fairDeals";
import { request, Refusal } from "$lib/http";
import { knownRooms, newId, rememberRoom } from "$lib/storage";
import type { ChatBan, ChatMessage, ChatUpdate, HintResult, Incoming, LogEntry, Outgoing, Presence, TableMessage, PreviewResult, Text, TextBoard, Welcome } from "$lib/wire";
import { language, t } from "$lib/translations";
import { INSTANT, UpdateQueue, type Pace } from "$lib/updateQueue";

/** Refusals after which the client does not reconnect. */
const FINAL = new Set(["removed_from_room", "socket_replaced"]);
const SILENCE_MS = 25_000;
const PING_MS = 10_000;
const MAX_RETRY_MS = 15_000;
/** Delay between two requests for a room that the server is still loading. */
const LOADING_MS = 1000;
const MAX_CHAT = 200;
/** How often a command is sent again that the server refused as too fast; the delays double. */
const TOO_FAST_TRIES = 5;
const TOO_FAST_MS = 500;
/** How many positions since one's own last move are kept, to show them again. */
const MAX_RECAP = 60;

/** A command without its id, which the client adds. */
export type Command = Incoming extends infer Kind ? (Kind extends Incoming ? Omit<Kind, "id"> : never) : never;

/** Whether a command took effect; if not, `text` says why. */
export interface CommandResult {
  done: boolean;
  text: string;
  /** What the server refused, with its code, so that a game can say it in its own words. */
  refused?: Text;
}

interface PendingCommand {
  text: string;
  retry: boolean;
  resent: boolean;
  /** How often it was refused as too fast, and the timer that sends it again. */
  dropped: number;
  timer: number;
  resolve: (message: Outgoing) => void;
}

export type Listener = (table: TableMessage, before: TableMessage | null, newEntries: LogEntry[]) => void;

export class RoomClient {
  state = $state<"connecting" | "open" | "reconnecting" | "missing" | "removed">("connecting");
  /** Why the client is `reconnecting`, or the room `missing`, or this device `removed`. */
  reason = $state("");
  /** The table as it is shown; `newest` may be ahead of it, until every move has been seen. */
  table = $state.raw<TableMessage | null>(null);
  newest = $state.raw<TableMessage | null>(null);
  presence = $state.raw<Presence | null>(null);
  /** The address at which others reach this server. */
  origin = $state(location.origin);
  /** The log of this game, for the current perspective. */
  log = $state.raw<LogEntry[]>([]);
  /** The chat messages that this device may read. */
  chat = $state.raw<ChatMessage[]>([]);
  chatOpen = $state(true);
  /** Muted and removed people; only the host gets them. */
  bans = $state.raw<ChatBan[]>([]);
  /** The last hint; valid while the table has its `version`. */
  hint = $state.raw<HintResult | null>(null);
  onTable: Listener = () => undefined;
  /** Called with new messages from other people. */
  onChat: (messages: ChatMessage[]) => void = () => undefined;

  readonly code: string;
  #socket: WebSocket | null = null;
  /** A refusal that no command asked for; the server may close the connection after it. */
  #refused: string | null = null;
  #tries = 0;
  #lastMessageAt = 0;
  #retryTimer = 0;
  #pingTimer = 0;
  #left = false;
  /** How often the server has lost events of this room. */
  #epoch = 0;
  /** Server time minus this device's time, in milliseconds. */
  #clockOffset = 0;
  #pending = new Map<string, PendingCommand>();
  /** The commitment that this client has answered on its own. */
  #answered = "";
  #logs = new Map<number | null, LogEntry[]>();
  #updates: UpdateQueue;
  /** The positions since one's own last move, that one first. */
  #recap: { table: TableMessage; log: LogEntry[] }[] = [];

  constructor(code: string, pace: Pace = INSTANT) {
    this.code = code;
    this.#updates = new UpdateQueue(pace);
    this.#pingTimer = window.setInterval(() => this.#checkConnection(), PING_MS);
    addEventListener("online", this.#retryNow);
    addEventListener("offline", this.#reconnect);
    void this.#connect();
  }

  leave(): void {
    this.#left = true;
    this.#updates.close();
    clearTimeout(this.#retryTimer);
    clearInterval(this.#pingTimer);
    for (const command of this.#pending.values()) clearTimeout(command.timer);
    removeEventListener("online", this.#retryNow);
    removeEventListener("offline", this.#reconnect);
    this.#socket?.close();
  }

  /** Return the server's time. */
  now(): number {
    return Date.now() + this.#clockOffset;
  }

  /** Send now or, while disconnected, after reconnecting. The server recognises a repeated command by its id. */
  async send(command: Command): Promise<CommandResult> {
    const nonce = (command.type === "sit" || command.type === "play_again") && this.table ? deals.nonceFor(this.table.room) : {};
    const message = await this.#send({ ...command, ...nonce }, command.type !== "set_perspective");
    if (message.type === "refused") {
      const { code, params, text } = message;
      return { done: false, text, refused: { code, params, text } };
    }
    return { done: true, text: "" };
  }

  /** Return what a move would do. */
  async preview(seat: number, move: string): Promise<PreviewResult | null> {
    const message = await this.#send({ type: "preview", seat, move }, true);
    return message.type === "preview_result" ? message : null;
  }

  /** Return the text board. */
  async textBoard(): Promise<TextBoard | null> {
    const message = await this.#send({ type: "show_board" }, true);
    return message.type === "text_board" ? message : null;
  }

  /** Return the key of a new personal link for a seat. */
  async seatKey(seat: number): Promise<string | null> {
    const message = await this.#send({ type: "link", seat }, true);
    return message.type === "seat_key" ? message.key : null;
  }

  #send(command: Command, retry: boolean): Promise<Outgoing> {
    const id = newId();
    const text = JSON.stringify({ ...command, id });
    return new Promise((resolve) => {
      this.#pending.set(id, { text, retry, resent: false, dropped: 0, timer: 0, resolve });
      if (this.#open) this.#socket?.send(text);
      else if (!retry) this.#settle(id, this.#lost(id));
    });
  }

  get #open(): boolean {
    return this.state === "open" && this.#socket?.readyState === WebSocket.OPEN;
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.state = "connecting";
    try {
      await request(`/api/rooms/${encodeURIComponent(this.code)}`);
    } catch (error) {
      const refusal = error as Refusal;
      if (this.#left) return;
      if (refusal.code === "room_loading") return this.#retryWhileLoading(refusal.message);
      if (refusal.status !== 404 && refusal.status !== 400) return this.#retry(this.table && !refusal.status ? t("connection_lost") : refusal.message);
      this.state = "missing";
      this.reason = refusal.message;
      return;
    }
    if (!this.#left) this.#openSocket();
  }

  #openSocket(): void {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/api/rooms/${this.code}/socket`);
    this.#socket = socket;
    this.#lastMessageAt = Date.now();
    const current = (): boolean => this.#socket === socket && !this.#left;
    socket.onopen = () =>
      socket.send(JSON.stringify({ type: "hello", token: knownRooms()[this.code]?.token ?? null, language }));
    socket.onmessage = (event) => current() && this.#receive(JSON.parse(String(event.data)) as Outgoing);
    socket.onclose = () => current() && this.#closed();
  }

  #closed(): void {
    const reason = this.#refused ?? t("connection_lost");
    this.#refused = null;
    this.#retry(reason);
  }

  #retry(reason: string): void {
    const wait = Math.min(MAX_RETRY_MS, 500 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#socket = null;
    this.state = "reconnecting";
    this.reason = reason;
    for (const [id, { retry }] of [...this.#pending]) if (!retry) this.#settle(id, this.#lost(id));
    this.#retryTimer = window.setTimeout(() => void this.#connect(), wait);
  }

  /** The server is loading the room: ask again at a steady pace, without the growing delays of a lost connection. */
  #retryWhileLoading(reason: string): void {
    this.#socket = null;
    this.#showReason(reason);
    this.#retryTimer = window.setTimeout(() => void this.#connect(), LOADING_MS);
  }

  #lost(ack: string): Outgoing {
    return { type: "refused", ack, code: "connection_lost", params: {}, text: t("connection_lost") };
  }

  #retryNow = (): void => {
    if (this.state === "reconnecting" && !this.#socket) void this.#connect();
  };

  /** Ping the server; reconnect if it has been silent for too long. */
  #checkConnection(): void {
    if (!this.#open) return;
    if (Date.now() - this.#lastMessageAt > SILENCE_MS) this.#reconnect();
    else this.#socket?.send(JSON.stringify({ type: "ping" }));
  }

  /** Also called when the device goes offline: a new connection shows whether this server can still be reached. */
  #reconnect = (): void => {
    if (!this.#open) return;
    const dead = this.#socket;
    this.#retry(t("connection_lost"));
    dead?.close();
  };

  #receive(message: Outgoing): void {
    this.#lastMessageAt = Date.now();
    if (message.type === "welcome") this.#welcome(message);
    else if (message.type === "loading") this.#showReason(message.text);
    else if (message.type === "presence") this.presence = message;
    else if (message.type === "table") this.#updateTable(message);
    else if (message.type === "server_time") this.#clockOffset = message.now - Date.now();
    else if (message.type === "chat") this.#updateChat(message);
    else if (message.type === "hint_result") this.hint = message;
    else if (message.type === "refused" && FINAL.has(message.code)) this.#removed(message.text);
    else if (message.type === "refused" && message.ack === null) this.#refused = message.text;
    else if (message.ack !== null && !this.#sendLater(message)) this.#settle(message.ack, message);
  }

  /** The server would refuse every new connection, so stop. */
  #removed(reason: string): void {
    this.leave();
    this.state = "removed";
    this.reason = reason;
  }

  /** Show why there is no table yet; while a room with a long log is loading, the welcome follows. */
  #showReason(reason: string): void {
    this.state = "reconnecting";
    this.reason = reason;
  }

  #welcome({ token, url, now, epoch }: Welcome): void {
    if (epoch !== this.#epoch) this.#forget(epoch);
    this.#clockOffset = now - Date.now();
    this.#tries = 0;
    this.state = "open";
    this.reason = "";
    this.origin = url ?? location.origin;
    rememberRoom(this.code, { token });
    for (const command of this.#pending.values()) {
      clearTimeout(command.timer);
      command.resent = true;
      this.#socket?.send(command.text);
    }
  }

  /** The server has lost events: what was shown before may never have happened. */
  #forget(epoch: number): void {
    this.#epoch = epoch;
    this.#logs.clear();
    this.#recap = [];
  }

  #updateTable(table: TableMessage): void {
    const { newest } = this;
    if (!newest) rememberRoom(this.code, { game: table.room.game });
    deals.recordDeal(table);
    this.newest = table;
    // The answer to one's own command never waits.
    const isOwn = table.acks.some((id) => this.#pending.has(id));
    this.#updates.push(() => this.#show(table), { now: !newest || isOwn, rests: table.room.moves !== newest?.room.moves });
    for (const id of table.acks) {
      const late = table.stale.includes(id) && !this.#pending.get(id)?.resent;
      this.#settle(id, late ? { type: "refused", ack: id, code: "stale", params: {}, text: t("stale") } : table);
    }
    // Answer each commitment once, even if the server refuses the answer.
    const commitment = deals.needsNonce(table) ? (table.room.next_deal?.commitment ?? "") : "";
    if (commitment && commitment !== this.#answered) void this.ready();
    this.#answered = commitment;
  }

  #show(table: TableMessage): void {
    const before = this.table;
    const newEntries = this.#updateLog(table);
    this.table = table;
    const { you, room } = table;
    const mover = this.log.findLast(({ move }) => move > 0)?.seat ?? null;
    const isOwn = (mover !== null && you.seats.includes(mover)) || before?.you.seat !== you.seat;
    const kept = isOwn ? [] : this.#recap.filter((frame) => frame.table.room.moves < room.moves);
    this.#recap = [...kept, { table, log: this.log }].slice(-MAX_RECAP);
    this.onTable(table, before, newEntries);
  }

  /** Show the newest position: nobody acts on one that has passed. */
  catchUp(): void {
    this.#updates.flush();
  }

  /** Show what happened since one's own last move once more. */
  replayRecap(): void {
    this.catchUp();
    if (this.#recap.length < 2) return;
    for (const { table, log } of this.#recap) {
      const show = (): void => {
        this.table = table;
        this.log = log;
      };
      this.#updates.push(show, { now: false, rests: true });
    }
  }

  /** Add this device's nonce to the coming deal. */
  async ready(): Promise<CommandResult> {
    return this.table ? this.send({ type: "ready", ...deals.nonceFor(this.table.room) }) : { done: false, text: "" };
  }

  /** After a reconnect, or when this device may read more than before, `all` messages come again; those already shown are not new. */
  #updateChat({ all, open, bans, messages }: ChatUpdate): void {
    const last = all ? (this.chat.at(-1)?.number ?? Infinity) : 0;
    this.chat = (all ? messages : [...this.chat, ...messages]).slice(-MAX_CHAT);
    this.chatOpen = open;
    this.bans = bans ?? [];
    const newMessages = messages.filter((message) => message.number > last && !message.own);
    if (newMessages.length) this.onChat(newMessages);
  }

  /** Send a command again later if it was refused as too fast, up to a number of tries. */
  #sendLater(message: Outgoing): boolean {
    if (message.type !== "refused" || message.code !== "too_fast" || message.ack === null) return false;
    const command = this.#pending.get(message.ack);
    if (!command?.retry || command.dropped === TOO_FAST_TRIES) return false;
    const wait = TOO_FAST_MS * 2 ** command.dropped++ * (0.75 + Math.random() / 2);
    command.timer = window.setTimeout(() => this.#open && this.#socket?.send(command.text), wait);
    return true;
  }

  #settle(id: string, message: Outgoing): void {
    clearTimeout(this.#pending.get(id)?.timer);
    this.#pending.get(id)?.resolve(message);
    this.#pending.delete(id);
  }

  /** Keep one log per perspective: players who share this device must not read each other's entries. Return the new entries. */
  #updateLog(table: TableMessage): LogEntry[] {
    const perspective = table.you.seat;
    const known = this.#logs.get(perspective) ?? [];
    const newEntries = table.log.filter((entry) => !known.some((old) => old.seq === entry.seq));
    const all = [...known, ...newEntries].sort((one, other) => one.seq - other.seq);
    const start = all.findLastIndex((entry) => entry.texts.some((text) => text.code === "table_started"));
    const log = withoutUndone(all.slice(Math.max(start, 0)), table.room.moves);
    this.#logs.set(perspective, log);
    this.log = log;
    return newEntries;
  }
}

/** Return the entries without undone moves: a later move has the same number, or the game has fewer moves now. */
export function withoutUndone(entries: LogEntry[], moves: number): LogEntry[] {
  const last = new Map(entries.map((entry) => [entry.move, entry.seq]));
  return entries.filter((entry) => !entry.move || (entry.move <= moves && last.get(entry.move) === entry.seq));
}
