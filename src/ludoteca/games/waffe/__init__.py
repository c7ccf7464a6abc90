"""Waffe Game 2: be rid of your cards first, on a field that is always a suit, a straight or groups."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.waffe.bot.explanations import because
from ludoteca.games.waffe.bot.levels import BASELINES, BOTS, fallback
from ludoteca.games.waffe.cards import CARDS
from ludoteca.games.waffe.rules import LAST_PASS, OPTIONS, Waffe, begin
from ludoteca.games.waffe.text import load, parse, position, write
from ludoteca.games.waffe.text_board import show
from ludoteca.games.waffe.view import choices, high_scores, news, view
from ludoteca.games.waffe.violations import TRANSLATIONS


def start(seats: int, options: Options, random: RandomSource) -> Waffe:
    return begin(options, random)


GAME = Game(
    name="waffe",
    title="Waffe Game 2",
    about="Be rid of your cards first, on a field that is a suit, a straight or groups.",
    rules_version=2,
    seats=(2, 2),
    roles=(),
    options=OPTIONS,
    forms=(("hand",), ("hand", "jokers")),
    secrets=True,
    chance=True,
    # A card is drawn and played at most once each; after either come at most so many passes that draw nothing.
    longest=(2 * CARDS + 1) * LAST_PASS,
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
