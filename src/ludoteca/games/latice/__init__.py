"""Latice: lay tiles by colour or shape; empty rack and pool, or lay more tiles than the other."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.latice.bot.explanations import because
from ludoteca.games.latice.bot.levels import BASELINES, BOTS, fallback
from ludoteca.games.latice.rules import COPIES, KINDS, OPTIONS, TURNS, Latice, begin
from ludoteca.games.latice.text import TRANSLATIONS, load, parse, position, write
from ludoteca.games.latice.view import PAINT, choices, high_scores, news, show, view


def start(seats: int, options: Options, random: RandomSource) -> Latice:
    return begin(options, random)


GAME = Game(
    name="latice",
    title="Latice",
    about="Lay tiles by colour or shape; suns and crowded squares pay for more.",
    rules_version=2,
    seats=(2, 2),
    roles=(),
    options=OPTIONS,
    forms=(("turns",),),
    secrets=True,
    chance=True,
    # Every tile once; as many points as tiles could ever earn, spent on buying; and an end to every turn.
    longest=KINDS * COPIES * (1 + 6 // 2) + TURNS.high,
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
    colours=PAINT,
    high_scores=high_scores,
)
