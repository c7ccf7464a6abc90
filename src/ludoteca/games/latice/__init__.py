"""Latice: lay tiles by colour or shape. Empty your rack and pool, or lay more tiles than your opponent."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.games.latice import bot, description, text, view
from ludoteca.games.latice.lesson import CONDITIONS
from ludoteca.games.latice.rules import COPIES, KINDS, OPTIONS, TURNS, Latice, start_game


class LaticeGame(Game[Latice]):
    name = "latice"
    title = "Latice"
    about = "Match tiles by colour or shape."
    minutes = 15
    rules_version = 2
    seats = (2, 2)
    options = OPTIONS
    positional_options = (("turns",),)
    hidden_information = True
    chance = True
    # Each tile is laid once, each tile earns at most 6 points (3 bought actions), and each turn is ended once.
    max_moves = KINDS * COPIES * (1 + 6 // 2) + TURNS.high
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

    def start(self, seats: int, options: Options, random: RandomSource) -> Latice:
        return start_game(options, random)
