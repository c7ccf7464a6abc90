"""The bots of Waffe: search, evaluation and the levels that people can play against."""
