"""The bots of Wege: search, evaluation and the levels that people can play against."""

from ludoteca.games.wege.bot.baselines import BASELINES
from ludoteca.games.wege.bot.explanations import explain
from ludoteca.games.wege.bot.levels import BOTS, fallback

__all__ = ["BASELINES", "BOTS", "explain", "fallback"]
