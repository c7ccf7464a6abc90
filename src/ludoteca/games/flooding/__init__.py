"""Flooding Islands: a journeyman tries to survive 365 days on an island that the weather floods."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.games.flooding import bot, description, text, view
from ludoteca.games.flooding.lesson import CONDITIONS
from ludoteca.games.flooding.rules import LAST_DAY, SIZE, Flooding, start_game


class FloodingGame(Game[Flooding]):
    name = "flooding"
    title = "Flooding Islands"
    about = "Walk the drying land, or flood it."
    minutes = 10
    rules_version = 1
    seats = (2, 2)
    roles = text.ROLES
    newcomer_seat = text.ROLES.index("weather")
    options = (SIZE,)
    positional_options = (("size",),)
    max_moves = 2 * LAST_DAY - 1
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
    solve = staticmethod(bot.solve)

    def start(self, seats: int, options: Options, random: RandomSource) -> Flooding:
        return start_game(int(options["size"]))
