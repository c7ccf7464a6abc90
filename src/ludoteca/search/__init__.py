"""Thinking ahead in any game: knows the contract of a state, and what a game tells of itself."""
