"""Flooding Islands: a journeyman tries to survive 365 days on an island that the weather floods."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.flooding.bot.baselines import BASELINES
from ludoteca.games.flooding.bot.explanations import explain
from ludoteca.games.flooding.bot.levels import BOTS, fallback
from ludoteca.games.flooding.perfect_play import solve
from ludoteca.games.flooding.rules import LAST_DAY, SIZE, Flooding, start_game
from ludoteca.games.flooding.text import ROLES, TRANSLATIONS, parse_move, read_position, write_move, write_position
from ludoteca.games.flooding.view import BOARD_COLOURS, describe_move, high_scores, make_choices, make_view, render


def start(seats: int, options: Options, random: RandomSource) -> Flooding:
    return start_game(int(options["size"]))


GAME = Game(
    name="flooding",
    title="Flooding Islands",
    about="One walks and dries the land, one floods it: a pursuit on a sinking grid.",
    rules_version=1,
    seats=(2, 2),
    roles=ROLES,
    options=(SIZE,),
    positional_options=(("size",),),
    hidden_information=False,
    chance=False,
    max_moves=2 * LAST_DAY - 1,
    translations=TRANSLATIONS,
    rules=lambda: read_rules(__package__),
    start=start,
    parse_move=parse_move,
    write_move=write_move,
    read_position=read_position,
    write_position=write_position,
    make_view=make_view,
    make_choices=make_choices,
    describe_move=describe_move,
    render=render,
    fallback=fallback,
    bots=BOTS,
    baselines=BASELINES,
    explain=explain,
    solve=solve,
    colours=BOARD_COLOURS,
    high_scores=high_scores,
)
