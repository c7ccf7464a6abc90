"""My Game: what it declares, and where each hook is written."""

from __future__ import annotations

from typing import Any

from ludoteca import Game, IntOption, Options, RandomSource, Refusal, Text
from ludoteca import board as boards

from .bot import LEVELS
from .rules import LARGEST, LINE, MyGameState
from .text import TRANSLATIONS, parse_move, read_position, write_move, write_position
from .view import describe_board, describe_move, make_view


class MyGame(Game[MyGameState]):
    name = "my_game"
    title = "My Game"
    about = "Three in a row wins."
    rules_version = 1  # raise it when the same moves would lead to another position
    seats = (2, 2)
    options = (IntOption("size", default=3, low=LINE, high=LARGEST, help="Squares along each side of the board."),)
    positional_options = (("size",),)
    max_moves = LARGEST * LARGEST
    minutes = 2
    translations = TRANSLATIONS
    levels = LEVELS

    def start(self, seats: int, options: Options, random: RandomSource) -> MyGameState:
        return MyGameState(int(options["size"]))

    def parse_move(self, state: MyGameState, text: str) -> int | Refusal:
        return parse_move(state, text)

    def write_move(self, state: MyGameState, move: int) -> str:
        return write_move(state, move)

    def read_position(self, data: Any, random: RandomSource) -> MyGameState:
        return read_position(data)

    def write_position(self, state: MyGameState) -> dict[str, Any]:
        return write_position(state)

    def make_view(self, state: MyGameState, seat: int | None) -> dict[str, Any]:
        return make_view(state)

    def describe_move(self, before: MyGameState, move: int, after: MyGameState, seat: int | None) -> list[Text]:
        return describe_move(before, move, after)

    def board(self, view: dict[str, Any], choices: dict[str, Any]) -> boards.Board:
        return describe_board(view, choices)
