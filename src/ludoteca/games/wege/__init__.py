"""Wege: cards with paths and streams fill a park; land wants one path, water one stream, to touch all its sides."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.wege.bot.explanations import because
from ludoteca.games.wege.bot.levels import BASELINES, BOTS, fallback
from ludoteca.games.wege.options import OPTIONS, special_count
from ludoteca.games.wege.rules import LONGEST, Wege, begin
from ludoteca.games.wege.text import ROLES, TRANSLATIONS, load, parse, position, write
from ludoteca.games.wege.text_board import show
from ludoteca.games.wege.view import choices, high_scores, news, view


def start(seats: int, options: Options, random: RandomSource) -> Wege:
    return begin(int(options["rows"]), int(options["cols"]), special_count(options), random)


GAME = Game(
    name="wege",
    title="Wege",
    about="Paths against streams: fill a park with cards and reach its sides.",
    rules_version=2,
    seats=(2, 2),
    roles=ROLES,
    options=OPTIONS,
    forms=(("rows", "cols"), ("rows", "cols", "specials"), ("specials",)),
    secrets=True,
    chance=True,
    alike=True,
    longest=LONGEST,
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
    high_scores=high_scores,
)
