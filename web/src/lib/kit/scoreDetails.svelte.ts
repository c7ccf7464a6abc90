// What a press on a player's score opens: the lines that a game's points come from.

class ScoreDetails {
  /** Null while the board on the page has none. */
  open = $state.raw<(() => void) | null>(null);

  /** Offer details while a board is shown; use it as an effect. */
  offer(open: () => void): () => void {
    this.open = open;
    return () => {
      if (this.open === open) this.open = null;
    };
  }
}

export const scoreDetails = new ScoreDetails();
