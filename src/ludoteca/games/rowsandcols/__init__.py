"""RowsAndCols: lay bricks in rows of one colour or one shape; every row you touch counts."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.games.rowsandcols import bot, description, text, view
from ludoteca.games.rowsandcols.board import BRICKS
from ludoteca.games.rowsandcols.lesson import CONDITIONS
from ludoteca.games.rowsandcols.rules import MAX_PLAYERS, MIN_PLAYERS, SWAP_ROUNDS, RowsAndCols, start_game


class RowsAndColsGame(Game[RowsAndCols]):
    name = "rowsandcols"
    title = "RowsAndCols"
    about = "Build rows; score every row you touch."
    minutes = 20
    rules_version = 2
    seats = (MIN_PLAYERS, MAX_PLAYERS)
    hidden_information = True
    chance = True
    # Every brick in a turn of its own, preceded by all swaps or passes that do not end the game.
    max_moves = BRICKS * (2 + SWAP_ROUNDS * MAX_PLAYERS)
    translations = text.TRANSLATIONS
    levels = bot.BOTS
    baselines = bot.BASELINES
    lesson_conditions = CONDITIONS

    parse_move = staticmethod(text.parse_move)
    write_move = staticmethod(text.write_move)
    read_position = staticmethod(text.read_position)
    write_position = staticmethod(text.write_position)
    make_view = staticmethod(view.make_view)
    make_choices = staticmethod(view.make_choices)
    describe_move = staticmethod(view.describe_move)
    high_scores = staticmethod(view.high_scores)
    board = staticmethod(description.board)
    fallback = staticmethod(bot.fallback)
    explain = staticmethod(bot.explain)

    def start(self, seats: int, options: Options, random: RandomSource) -> RowsAndCols:
        return start_game(seats, random)
