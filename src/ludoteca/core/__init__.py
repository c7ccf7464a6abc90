"""What a game is. Everything else in the house stands on this folder, and it knows no game by name."""
