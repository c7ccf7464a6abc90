"""The bots of RowsAndCols."""

from ludoteca.games.rowsandcols.bot.baselines import BASELINES
from ludoteca.games.rowsandcols.bot.explanations import explain
from ludoteca.games.rowsandcols.bot.levels import BOTS, fallback

__all__ = ["BASELINES", "BOTS", "explain", "fallback"]
