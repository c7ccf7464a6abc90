"""Wege: cards with paths and streams fill a park. Land builds a path, water a stream, to touch all its sides."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.wege.bot.baselines import BASELINES
from ludoteca.games.wege.bot.explanations import explain
from ludoteca.games.wege.bot.levels import BOTS, fallback
from ludoteca.games.wege.options import OPTIONS, special_count
from ludoteca.games.wege.rules import MAX_MOVES, Wege, start_game
from ludoteca.games.wege.text import ROLES, TRANSLATIONS, parse_move, read_position, write_move, write_position
from ludoteca.games.wege.text_board import render
from ludoteca.games.wege.view import describe_move, high_scores, make_choices, make_view


def start(seats: int, options: Options, random: RandomSource) -> Wege:
    return start_game(int(options["rows"]), int(options["cols"]), special_count(options), random)


GAME = Game(
    name="wege",
    title="Wege",
    about="Paths against streams: fill a park with cards and reach its sides.",
    rules_version=2,
    seats=(2, 2),
    roles=ROLES,
    options=OPTIONS,
    positional_options=(("rows", "cols"), ("rows", "cols", "specials"), ("specials",)),
    hidden_information=True,
    chance=True,
    shared_view=True,
    max_moves=MAX_MOVES,
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
