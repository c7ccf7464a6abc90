"""Play in a terminal or through a pipe. Written once for all games; a game brings its text board and its texts."""
