// What this device has read of a room's chat, and whose messages it hides.

import type { RoomClient } from "$lib/roomClient.svelte";
import { knownRooms, rememberRoom } from "$lib/storage";
import type { ChatMessage } from "$lib/wire";

export class ChatState {
  #client: RoomClient;
  #read = $state(0);
  #hidden = $state.raw<string[]>([]);

  constructor(client: RoomClient) {
    this.#client = client;
    const { read = 0, hidden = [] } = knownRooms()[client.code] ?? {};
    this.#read = read;
    this.#hidden = hidden;
  }

  /** The names whose messages are not shown here. */
  get hidden(): string[] {
    return this.#hidden;
  }

  get messages(): ChatMessage[] {
    return this.#client.chat.filter((message) => this.isShown(message));
  }

  get unread(): number {
    return this.messages.filter((message) => message.number > this.#read && !message.own).length;
  }

  isShown({ name, own }: ChatMessage): boolean {
    return own || !this.#hidden.includes(name);
  }

  markRead(): void {
    const last = this.#client.chat.at(-1)?.number ?? 0;
    if (last <= this.#read) return;
    this.#read = last;
    rememberRoom(this.#client.code, { read: last });
  }

  hide(name: string): void {
    this.#keep([...this.#hidden.filter((other) => other !== name), name]);
  }

  show(name: string): void {
    this.#keep(this.#hidden.filter((other) => other !== name));
  }

  #keep(names: string[]): void {
    this.#hidden = names;
    rememberRoom(this.#client.code, { hidden: names });
  }
}

const states = new WeakMap<RoomClient, ChatState>();

/** The one state of a room's chat on this page. */
export function chatState(client: RoomClient): ChatState {
  const state = states.get(client) ?? new ChatState(client);
  states.set(client, state);
  return state;
}
