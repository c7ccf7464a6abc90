// Tokens of players: small silhouettes, 48 units wide, cut from the games' own motifs.

export const TOKENS = {
  robot: "M23 8h2v5h9a4 4 0 0 1 4 4v15a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4V17a4 4 0 0 1 4-4h9zM17 20a3 3 0 1 0 0 6 3 3 0 0 0 0-6zm14 0a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM18 30v2h12v-2z",
  bird: "M9 27c6 1 9-1 11-6 2-6 8-9 14-7l5 3-5 2c0 9-6 15-14 15-3 0-5-1-7-2l-6 4 4-6z",
  flower: "M24 19a5 5 0 0 1 0 10 5 5 0 0 1 0-10zM24 8a6 6 0 0 1 5 9 6 6 0 0 1 9 5 6 6 0 0 1-6 6 6 6 0 0 1-3 10 6 6 0 0 1-10 0 6 6 0 0 1-3-10 6 6 0 0 1-6-6 6 6 0 0 1 9-5 6 6 0 0 1 5-9z",
  leaf: "M37 9C20 9 11 18 11 29c0 3 1 5 2 6l-3 4 2 1 4-4c12 3 21-6 21-27zM16 32c4-7 9-12 15-16-5 5-9 10-12 17z",
  turtle: "M24 13c7 0 12 5 12 11s-5 10-12 10-12-4-12-10 5-11 12-11zM22 8h4v5h-4zM10 17l5-3 1 3-4 3zM38 17l-5-3-1 3 4 3zM13 33l4-3 2 3-4 4zM35 33l-4-3-2 3 4 4z",
  fish: "M8 24c5-8 13-11 21-8 3 1 6 4 8 6l5-5v14l-5-5c-2 2-5 5-8 6-8 3-16 0-21-8zm9-3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  boat: "M23 8l12 18H23zM21 13v13H12zM9 29h30l-5 9H14z",
  palm: "M22 40c0-9 0-14 2-19-5-4-9-3-14 1 1-7 6-9 12-6-2-4-6-5-9-4 4-4 10-3 12 2 4-4 10-3 12 2-4-1-7 0-9 3 6-1 9 3 9 9-4-5-7-7-11-6-1 5-1 10 0 18z",
  home: "M24 9l15 13h-4v16H13V22H9zM21 27v11h6V27z",
  hat: "M17 14c3-3 11-3 14 0l3 14H14zM6 31c6-3 30-3 36 0-4 6-32 6-36 0z",
  sun: "M24 15a9 9 0 1 1 0 18 9 9 0 0 1 0-18zM23 6h2v6h-2zM23 36h2v6h-2zM6 23h6v2H6zM36 23h6v2h-6zM11 12l1-1 4 4-1 1zM33 32l1-1 4 4-1 1zM36 11l1 1-4 4-1-1zM15 32l1 1-4 4-1-1z",
  crown: "M9 15l8 7 7-11 7 11 8-7-3 20H12zM12 37h24v3H12z",
  star: "M24 7l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z",
} as const;
/** Of people; bots wear the robot. */
export type Token = Exclude<keyof typeof TOKENS, "robot">;

export const CHOICES = Object.keys(TOKENS).filter((token) => token !== "robot") as Token[];

/** Return the token that belongs to a name: always the same one. */
export function tokenOf(name: string): Token {
  let hash = 0;
  for (const sign of name.normalize("NFKC").toLowerCase()) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return CHOICES[hash % CHOICES.length] ?? "bird";
}

/** Return the token that a player chose; the one of the name if none was chosen, or one that this page does not know. */
export function tokenFor(avatar: string, name: string): Token {
  return CHOICES.find((token) => token === avatar) ?? tokenOf(name);
}
