"""The bots of Flooding Islands."""

from ludoteca.games.flooding.bot.baselines import BASELINES
from ludoteca.games.flooding.bot.explanations import explain
from ludoteca.games.flooding.bot.levels import BOTS, fallback
from ludoteca.games.flooding.bot.perfect_play import solve

__all__ = ["BASELINES", "BOTS", "explain", "fallback", "solve"]
