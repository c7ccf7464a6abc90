"""The bots of Wege: search, evaluation and the levels that people can play against."""
