"""How a bot is asked for a move, so that it never sees more than its seat; worker processes."""
