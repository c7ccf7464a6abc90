"""The bots of Waffe: search, evaluation and the levels that people can play against."""

from ludoteca.games.waffe.bot.baselines import BASELINES
from ludoteca.games.waffe.bot.explanations import explain
from ludoteca.games.waffe.bot.levels import BOTS, fallback

__all__ = ["BASELINES", "BOTS", "explain", "fallback"]
