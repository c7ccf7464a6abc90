// The order of a hand, which its player may change.

/** The order in which a player has put the pieces of a hand; new pieces come last. */
export class HandOrder {
  #ids = $state.raw<string[]>([]);

  sort<P extends { id: string }>(pieces: P[]): P[] {
    const rank = new Map(this.#ids.map((id, index) => [id, index]));
    const of = ({ id }: P): number => rank.get(id) ?? Infinity;
    return pieces.toSorted((one, other) => (of(one) === of(other) ? 0 : of(one) - of(other)));
  }

  /** Whether the player has changed the order. */
  get isChanged(): boolean {
    return this.#ids.length > 0;
  }

  /** Forget the player's order. */
  clear(): void {
    this.#ids = [];
  }

  /** Put a piece where another one is, which moves aside. */
  move(pieces: { id: string }[], piece: string, place: string): void {
    const ids = this.sort(pieces).map(({ id }) => id);
    const to = ids.indexOf(place);
    if (to < 0 || !ids.includes(piece)) return;
    const others = ids.filter((id) => id !== piece);
    this.#ids = [...others.slice(0, to), piece, ...others.slice(to)];
  }
}
