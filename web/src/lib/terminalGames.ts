// Games begun in this machine's terminal. Its token comes in the fragment of a link that the terminal prints; the server
// accepts only the token of its own data folder, so that nobody can slip a browser a token of theirs.

import { request } from "$lib/http";
import { knownRooms, loadItem, rememberRoom, saveItem } from "$lib/storage";

const LINK = /^#terminal=([\w-]{16,100})$/;
const ROOM = /^\/r\/([A-Z0-9]+)$/;

interface TerminalToken {
  token: string;
  /** Rooms that were added once; whoever removes one from the list does not get it back. */
  added: string[];
}

export const isTerminalLink = (hash: string): boolean => LINK.test(hash);

/** Take the token out of the address, where it would be kept in the history, and add the terminal's games to this browser's. */
export async function openTerminalLink(): Promise<void> {
  const token = LINK.exec(location.hash)?.[1];
  if (!token) return;
  history.replaceState(history.state, "", location.pathname + location.search);
  const codes = await fetchCodes(token).catch(() => null);
  if (!codes) return;
  const code = ROOM.exec(location.pathname.toUpperCase().replace("/R/", "/r/"))?.[1];
  addRooms(token, codes, code && codes.includes(code) ? [code] : []);
}

/** Add games that were begun in the terminal since. */
export async function refreshTerminalGames(): Promise<void> {
  const token = loadItem<TerminalToken | null>("terminal", null)?.token;
  const codes = token ? await fetchCodes(token).catch(() => null) : null;
  if (token && codes) addRooms(token, codes, []);
}

const fetchCodes = async (token: string): Promise<string[]> => (await request<{ codes: string[] }>("/api/terminal/games", {}, token)).codes;

function addRooms(token: string, codes: string[], wanted: string[]): void {
  const added = loadItem<TerminalToken | null>("terminal", null)?.added ?? [];
  // The newest last, so that it is the one remembered last.
  for (const code of [...codes].reverse()) {
    if (wanted.includes(code) || (!added.includes(code) && !(code in knownRooms()))) rememberRoom(code, { token });
  }
  saveItem("terminal", { token, added: codes } satisfies TerminalToken);
}
