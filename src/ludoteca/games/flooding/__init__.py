"""Flooding Islands: a journeyman tries to survive 365 days on an island that the weather floods."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.flooding.bot.baselines import BASELINES
from ludoteca.games.flooding.bot.explanations import because
from ludoteca.games.flooding.bot.levels import BOTS, fallback
from ludoteca.games.flooding.perfect_play import solve
from ludoteca.games.flooding.rules import LAST_DAY, SIZE, Flooding, start_game
from ludoteca.games.flooding.text import ROLES, TRANSLATIONS, load, parse, position, write
from ludoteca.games.flooding.view import PAINT, choices, high_scores, news, show, view


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
    forms=(("size",),),
    secrets=False,
    chance=False,
    longest=2 * LAST_DAY - 1,
    translations=TRANSLATIONS,
    rules=lambda: read_rules(__package__),
    start=start,
    parse=parse,
    write=write,
    load=load,
    position=position,
    view=view,
    choices=choices,
    news=news,
    show=show,
    fallback=fallback,
    bots=BOTS,
    sparring=BASELINES,
    because=because,
    solve=solve,
    colours=PAINT,
    high_scores=high_scores,
)
