"""Play in a terminal, or through a pipe. Written once for all games: a game brings `show`, its text and its words."""
