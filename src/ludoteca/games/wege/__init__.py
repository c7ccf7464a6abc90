"""Wege: cards with paths and streams fill a park. Land builds a path, water a stream, to touch all its sides."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.games.wege import bot, description, text, view
from ludoteca.games.wege.lesson import CONDITIONS
from ludoteca.games.wege.options import OPTIONS, special_count
from ludoteca.games.wege.rules import MAX_MOVES, Wege, start_game


class WegeGame(Game[Wege]):
    name = "wege"
    title = "Wege"
    about = "One path, one stream, four sides."
    minutes = 15
    rules_version = 2
    seats = (2, 2)
    roles = text.ROLES
    options = OPTIONS
    positional_options = (("rows", "cols"), ("rows", "cols", "specials"), ("specials",))
    hidden_information = True
    chance = True
    shared_view = True
    max_moves = MAX_MOVES
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

    def start(self, seats: int, options: Options, random: RandomSource) -> Wege:
        return start_game(int(options["rows"]), int(options["cols"]), special_count(options), random)
