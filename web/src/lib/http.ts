// Requests to the server of this page. What it refuses becomes an error with its own sentence.

import { t } from "$lib/translations";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** With a body it is posted: a text as it stands, anything else as JSON. A token says whose seats one holds. */
export async function request<T>(url: string, body?: unknown, token?: string): Promise<T> {
  const wanted: RequestInit = token ? { headers: { Authorization: `Bearer ${token}` } } : {};
  if (body !== undefined) Object.assign(wanted, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
  let answer: Response;
  try {
    answer = await fetch(url, wanted);
  } catch {
    throw new Refusal(0, "unreachable", t("unreachable"));
  }
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok && content !== null) return content as T;
  const said = (content ?? {}) as { code?: string; text?: string };
  throw new Refusal(answer.status, said.code ?? "unreachable", said.text ?? t("unreachable"));
}

export async function requestText(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Refusal(answer.status, "no_page", t("unreachable"));
  return answer.text();
}
