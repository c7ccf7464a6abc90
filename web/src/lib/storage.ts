// What this device remembers: in the browser's storage, or for this tab alone where there is none.

const tab = new Map<string, unknown>();
const PREFIX = "ludoteca.";

export function saveItem(key: string, value: unknown): void {
  tab.set(key, value);
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    // Private mode, or the storage is full: this tab remembers.
  }
}

export function loadItem<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    if (text !== null) return (JSON.parse(text) as T | null) ?? otherwise;
  } catch {
    // As above.
  }
  return (tab.get(key) as T | undefined) ?? otherwise;
}

/** A room this device has been in; the token holds its seats. */
export interface KnownRoom {
  token?: string;
  game?: string;
  /** The number of the last chat message that was read. */
  read?: number;
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

/** Works without a secure context, where `crypto.randomUUID` is missing. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
