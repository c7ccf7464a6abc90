// Requests to the server. A refusal becomes an error with the server's sentence.

import { language, t } from "$lib/translations";

export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    text: string,
  ) {
    super(text);
  }
}

/** GET a URL or, with a body, POST to it: a string as it is, anything else as JSON. The token identifies this device's seats. */
export async function request<T>(url: string, body?: unknown, token?: string): Promise<T> {
  const options: RequestInit = { headers: { "Accept-Language": language, ...(token ? { Authorization: `Bearer ${token}` } : {}) } };
  if (body !== undefined) Object.assign(options, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
  let response: Response;
  try {
    response = await fetch(url, options);
  } catch {
    throw new Refusal(0, "unreachable", t("unreachable"));
  }
  const content: unknown = await response.json().catch(() => null);
  if (response.ok && content !== null) return content as T;
  const refusal = (content ?? {}) as { code?: string; text?: string };
  throw new Refusal(response.status, refusal.code ?? "unreachable", refusal.text ?? t("unreachable"));
}

export async function requestText(url: string): Promise<string> {
  const response = await fetch(url);
  if (!response.ok) throw new Refusal(response.status, "no_page", t("unreachable"));
  return response.text();
}
