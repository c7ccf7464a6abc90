"""The games, a folder each. A game imports `core` only, never another game."""
