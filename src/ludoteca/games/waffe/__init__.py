"""Waffe Game 2: get rid of your cards first, on a field that is always a suit, a straight or groups."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.waffe.bot.baselines import BASELINES
from ludoteca.games.waffe.bot.explanations import explain
from ludoteca.games.waffe.bot.levels import BOTS, fallback
from ludoteca.games.waffe.cards import CARDS
from ludoteca.games.waffe.rules import MAX_PASSES, OPTIONS, Waffe, start_game
from ludoteca.games.waffe.text import parse_move, read_position, write_move, write_position
from ludoteca.games.waffe.text_board import render
from ludoteca.games.waffe.view import describe_move, high_scores, make_choices, make_view
from ludoteca.games.waffe.violations import TRANSLATIONS


def start(seats: int, options: Options, random: RandomSource) -> Waffe:
    return start_game(options, random)


GAME = Game(
    name="waffe",
    title="Waffe Game 2",
    about="Get rid of your cards first, on a field that is a suit, a straight or groups.",
    rules_version=2,
    seats=(2, 2),
    roles=(),
    options=OPTIONS,
    positional_options=(("hand",), ("hand", "jokers")),
    hidden_information=True,
    chance=True,
    # A card is drawn at most once and played at most once; at most MAX_PASSES passes without a draw follow each.
    max_moves=(2 * CARDS + 1) * MAX_PASSES,
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
    high_scores=high_scores,
)
