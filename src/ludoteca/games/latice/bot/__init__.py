"""The bots of Latice: search, evaluation and the levels that people can play against."""

from ludoteca.games.latice.bot.baselines import BASELINES
from ludoteca.games.latice.bot.explanations import explain
from ludoteca.games.latice.bot.levels import BOTS, fallback

__all__ = ["BASELINES", "BOTS", "explain", "fallback"]
