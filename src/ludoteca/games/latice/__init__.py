"""Latice: lay tiles by colour or shape. Empty your rack and pool, or lay more tiles than your opponent."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.latice.bot.baselines import BASELINES
from ludoteca.games.latice.bot.explanations import explain
from ludoteca.games.latice.bot.levels import BOTS, fallback
from ludoteca.games.latice.rules import COPIES, KINDS, OPTIONS, TURNS, Latice, start_game
from ludoteca.games.latice.text import TRANSLATIONS, parse_move, read_position, write_move, write_position
from ludoteca.games.latice.view import BOARD_COLOURS, describe_move, high_scores, make_choices, make_view, render


def start(seats: int, options: Options, random: RandomSource) -> Latice:
    return start_game(options, random)


GAME = Game(
    name="latice",
    title="Latice",
    about="Lay tiles by colour or shape; suns and crowded squares pay for more.",
    rules_version=2,
    seats=(2, 2),
    roles=(),
    options=OPTIONS,
    positional_options=(("turns",),),
    hidden_information=True,
    chance=True,
    # Each tile is laid once, each tile earns at most 6 points (3 bought actions), and each turn is ended once.
    max_moves=KINDS * COPIES * (1 + 6 // 2) + TURNS.high,
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
    colours=BOARD_COLOURS,
    high_scores=high_scores,
)
