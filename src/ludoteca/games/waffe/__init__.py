"""Waffe Game 2: get rid of your cards first, on a field that is always a suit, a straight or groups."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.games.waffe import bot, description, text, view
from ludoteca.games.waffe.cards import CARDS
from ludoteca.games.waffe.lesson import CONDITIONS
from ludoteca.games.waffe.rules import MAX_PASSES, OPTIONS, Waffe, start_game
from ludoteca.games.waffe.violations import TRANSLATIONS


class WaffeGame(Game[Waffe]):
    name = "waffe"
    title = "Waffe Game 2"
    about = "Get rid of your cards first."
    minutes = 10
    rules_version = 2
    seats = (2, 2)
    options = OPTIONS
    options_first = True
    positional_options = (("hand",), ("hand", "jokers"))
    hidden_information = True
    chance = True
    # A card is drawn at most once and played at most once; at most MAX_PASSES passes without a draw follow each.
    max_moves = (2 * CARDS + 1) * MAX_PASSES
    translations = TRANSLATIONS
    levels = bot.BOTS
    baselines = bot.BASELINES
    lesson_conditions = CONDITIONS

    parse_move = staticmethod(text.parse_move)
    write_move = staticmethod(text.write_move)
    read_position = staticmethod(text.read_position)
    write_position = staticmethod(text.write_position)
    make_view = staticmethod(view.make_view)
    make_final_view = staticmethod(view.make_final_view)
    make_choices = staticmethod(view.make_choices)
    describe_move = staticmethod(view.describe_move)
    high_scores = staticmethod(view.high_scores)
    board = staticmethod(description.board)
    fallback = staticmethod(bot.fallback)
    explain = staticmethod(bot.explain)

    def start(self, seats: int, options: Options, random: RandomSource) -> Waffe:
        return start_game(options, random)
