"""What bots of all games share: tree search and the transposition table."""
