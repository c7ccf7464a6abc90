"""What a game is: states, options, positions, records, translations and conformance. It knows no game by name."""
