"""RowsAndCols: lay bricks in rows of one colour or one shape; every row you touch counts."""

from ludoteca.core.game import Game
from ludoteca.core.generator import RandomSource
from ludoteca.core.options import Options
from ludoteca.core.translations import read_rules
from ludoteca.games.rowsandcols.board import BRICKS
from ludoteca.games.rowsandcols.bot.explanations import because
from ludoteca.games.rowsandcols.bot.levels import BASELINES, BOTS, fallback
from ludoteca.games.rowsandcols.rules import FEWEST_PLAYERS, MOST_PLAYERS, SWAP_ROUNDS, RowsAndCols, begin
from ludoteca.games.rowsandcols.text import TRANSLATIONS, load, parse, position, write
from ludoteca.games.rowsandcols.text_board import show
from ludoteca.games.rowsandcols.view import choices, high_scores, news, view


def start(seats: int, options: Options, random: RandomSource) -> RowsAndCols:
    return begin(seats, random)


GAME = Game(
    name="rowsandcols",
    title="RowsAndCols",
    about="Lay bricks in rows of one colour or one shape; every row you touch counts.",
    rules_version=2,
    seats=(FEWEST_PLAYERS, MOST_PLAYERS),
    roles=(),
    options=(),
    forms=(),
    secrets=True,
    chance=True,
    # Every brick laid in a turn of its own, and before it all the swaps or passes that do not end the game.
    longest=BRICKS * (2 + SWAP_ROUNDS * MOST_PLAYERS),
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
