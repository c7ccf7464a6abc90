"""The bots of Latice: search, evaluation and the levels that people can play against."""
