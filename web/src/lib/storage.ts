// What this device stores: in localStorage, or for this tab alone where there is none.

const tab = new Map<string, unknown>();
const PREFIX = "ludoteca.";

export function saveItem(key: string, value: unknown): void {
  tab.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private mode, or the storage is full: this tab keeps the value.
  }
}

export function loadItem<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text !== null) return (JSON.parse(text) as T | null) ?? fallback;
  } catch {
    // As above.
  }
  return (tab.get(key) as T | undefined) ?? fallback;
}

/** A room that this device has visited; the token holds its seats. */
export interface KnownRoom {
  token?: string;
  game?: string;
  /** The number of the last chat message read. */
  read?: number;
  /** Names whose chat messages this device does not show. */
  hidden?: string[];
  /** This device has made a move there. */
  played?: boolean;
  at: number;
}

export const knownRooms = (): Record<string, KnownRoom> => loadItem<Record<string, KnownRoom>>("rooms", {});

export function rememberRoom(code: string, more: Partial<KnownRoom>): void {
  const rooms = knownRooms();
  saveItem("rooms", { ...rooms, [code]: { ...rooms[code], at: Date.now(), ...more } });
}

export function forgetRoom(code: string): void {
  const { [code]: _, ...others } = knownRooms();
  saveItem("rooms", others);
}

/** Return a random id. Works without a secure context, where `crypto.randomUUID` is missing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
