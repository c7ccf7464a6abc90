// The pieces of a hand or rack. Equal pieces need ids, so that the right one moves.

export interface HandPiece {
  id: string;
  /** What piece it is, as moves write it; null when face down. */
  kind: string | null;
}

/** Return the pieces of a hand; of a hidden hand, `size` pieces face down. */
export function handPieces(kinds: string[] | null, size: number): HandPiece[] {
  if (!kinds) return Array.from({ length: size }, (_, index) => ({ id: `?${index}`, kind: null }));
  const counts = new Map<string, number>();
  return kinds.map((kind) => {
    const count = counts.get(kind) ?? 0;
    counts.set(kind, count + 1);
    return { id: `${kind}#${count}`, kind };
  });
}

/** Return the kind of a piece that is face up. */
export const kindOf = (id: string): string => id.split("#")[0] ?? "";
