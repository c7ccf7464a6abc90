// What people type to join a table: its code as they read it out, or a whole link.

import type { TextCode } from "$lib/translations";

/** Where to go, with the code of the table; or what is wrong, in one sentence. */
export type JoinTarget = { path: string; code: string } | { error: TextCode };

const SEPARATORS = /[\s\-\u2010\u2011\u2013]/g;
const TABLE_PATH = /^\/r\/([^/]+)(\/replay(?:\/\d+)?)?\/?$/;

function readCode(typed: string): string | null {
  const code = typed.replace(SEPARATORS, "").toUpperCase();
  return /^[0-9A-Z]{8}$/.test(code) ? code : null;
}

/** Read a code or a link. `hosts` are the addresses of this server, with ports, the present one first. */
export function readJoinTarget(typed: string, hosts: string[]): JoinTarget {
  const text = typed.trim();
  if (!text) return { error: "code_first" };
  if (/[/.:]/.test(text)) return readLink(text, hosts);
  const code = readCode(text);
  return code ? { code, path: `/r/${code}` } : { error: "code_bad" };
}

function readLink(text: string, hosts: string[]): JoinTarget {
  let link: URL;
  try {
    link = new URL(text.startsWith("/") ? `http://${hosts[0]}${text}` : /^\w+:\/\//.test(text) ? text : `http://${text}`);
  } catch {
    return { error: "link_no_table" };
  }
  if (!/^https?:$/.test(link.protocol) || !hosts.includes(link.host)) return { error: "link_foreign" };
  const [, part = "", replay = ""] = TABLE_PATH.exec(link.pathname) ?? [];
  const code = readCode(part);
  // The key of a personal link stands behind the #.
  return code ? { code, path: `/r/${code}${replay}${link.hash}` } : { error: "link_no_table" };
}
