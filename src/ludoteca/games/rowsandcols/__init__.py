"""RowsAndCols: lay bricks in rows of one colour or one shape; every row you touch counts."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.rowsandcols.board import BRICKS
from ludoteca.games.rowsandcols.bot.baselines import BASELINES
from ludoteca.games.rowsandcols.bot.explanations import explain
from ludoteca.games.rowsandcols.bot.levels import BOTS, fallback
from ludoteca.games.rowsandcols.rules import MAX_PLAYERS, MIN_PLAYERS, SWAP_ROUNDS, RowsAndCols, start_game
from ludoteca.games.rowsandcols.text import TRANSLATIONS, parse_move, read_position, write_move, write_position
from ludoteca.games.rowsandcols.text_board import render
from ludoteca.games.rowsandcols.view import describe_move, high_scores, make_choices, make_view


def start(seats: int, options: Options, random: RandomSource) -> RowsAndCols:
    return start_game(seats, random)


GAME = Game(
    name="rowsandcols",
    title="RowsAndCols",
    about="Lay bricks in rows of one colour or one shape; every row you touch counts.",
    rules_version=2,
    seats=(MIN_PLAYERS, MAX_PLAYERS),
    roles=(),
    options=(),
    positional_options=(),
    hidden_information=True,
    chance=True,
    # Every brick in a turn of its own, preceded by all swaps or passes that do not end the game.
    max_moves=BRICKS * (2 + SWAP_ROUNDS * MAX_PLAYERS),
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
