"""Reversi for Ludoteca: rules, texts, positions, text board and bots."""

from __future__ import annotations

from typing import Any

import ludoteca
from ludoteca import NOBODY, Options, Random, RandomSource, Refusal, State, Text, search, square_name, square_number
from ludoteca import board as boards

SIZE, EMPTY, PASS = 8, -1, 64
CORNERS = (0, 7, 56, 63)
DIRECTIONS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y]
DISCS = "xo"
TRANSLATIONS = ludoteca.read_translations(__package__)
PIECES = {"x": boards.Piece("x", "x", Text("role_black")), "o": boards.Piece("o", "o", Text("role_white"))}


class ReversiState(State):
    def __init__(self) -> None:
        self.discs, self.mover, self.turns = [EMPTY] * PASS, 0, 0
        for square, seat in ((27, 1), (28, 0), (35, 0), (36, 1)):
            self.discs[square] = seat
        self.find_legal()

    def copy(self) -> ReversiState:
        other = ReversiState.__new__(ReversiState)
        other.discs, other.legal, other.mover, other.turns = self.discs[:], self.legal, self.mover, self.turns
        return other

    def flips(self, square: int, seat: int) -> list[int]:
        """Return the discs that a disc of a seat would turn over."""
        found: list[int] = []
        for across, down in DIRECTIONS if self.discs[square] == EMPTY else ():
            line: list[int] = []
            x, y = square % SIZE + across, square // SIZE + down
            while 0 <= x < SIZE and 0 <= y < SIZE and self.discs[y * SIZE + x] == 1 - seat:
                line.append(y * SIZE + x)
                x, y = x + across, y + down
            if 0 <= x < SIZE and 0 <= y < SIZE and self.discs[y * SIZE + x] == seat:
                found += line
        return found

    def find_legal(self) -> None:
        """List what the mover may do: place a disc, otherwise pass, and nothing if nobody can place one."""
        self.legal = [square for square in range(PASS) if self.flips(square, self.mover)]
        if not self.legal and any(self.flips(square, 1 - self.mover) for square in range(PASS)):
            self.legal = [PASS]

    def seat(self) -> int:
        return self.mover if self.legal else NOBODY

    def turn(self) -> int:
        return self.turns

    def moves(self) -> list[int]:
        return self.legal

    def why_not(self, move: int) -> Refusal | None:
        reason = "game_over" if not self.legal else "must_place" if move == PASS else "turns_nothing"
        return None if move in self.legal else Refusal(reason)

    def play(self, move: int) -> None:
        for square in [] if move == PASS else [move, *self.flips(move, self.mover)]:
            self.discs[square] = self.mover
        self.mover, self.turns = 1 - self.mover, self.turns + 1
        self.find_legal()

    def scores(self) -> list[int]:
        return [self.discs.count(seat) for seat in range(2)]

    def result(self) -> list[float]:
        own, other = self.scores()
        return [0.5, 0.5] if own == other else [float(own > other), float(own < other)]


class Corners(search.SearchPolicy[ReversiState]):
    """Playouts take corners: they are never turned over."""

    def playout_move(self, state: ReversiState, random: Random) -> int:
        move = next((corner for corner in CORNERS if corner in state.legal), None)
        return state.random_move(random) if move is None else move


def choose(state: ReversiState, random: Random, simulations: int) -> int:
    return search.tree_search(state, state.seat(), random, simulations, policy=Corners()).best()


class Reversi(ludoteca.Game[ReversiState]):
    name = "reversi"
    title = "Reversi"
    about = "Enclose the other side's discs and turn them over."
    rules_version = 1
    seats = (2, 2)
    roles = ("black", "white")
    max_moves = 2 * PASS
    minutes = 15
    translations = TRANSLATIONS
    levels = (
        ludoteca.Bot(1, "beginner", "Thinks briefly.", choose, simulations=40),
        ludoteca.Bot(2, "strong", "Thinks longer.", choose, simulations=250),
    )

    def start(self, seats: int, options: Options, random: RandomSource) -> ReversiState:
        return ReversiState()

    def parse_move(self, state: ReversiState, text: str) -> int | Refusal:
        square = PASS if text == "pass" else square_number(text, SIZE, SIZE)
        return square if square >= 0 else Refusal("no_square", {"text": ludoteca.quote(text)})

    def write_move(self, state: ReversiState, move: int) -> str:
        return "pass" if move == PASS else square_name(move, SIZE)

    def write_position(self, state: ReversiState) -> dict[str, Any]:
        discs = "".join("." if disc == EMPTY else DISCS[disc] for disc in state.discs)
        rows = [discs[row : row + SIZE] for row in range(0, PASS, SIZE)]
        return {"rows": rows, "turns": state.turns, "to_move": self.roles[state.mover]}

    def read_position(self, data: Any, random: RandomSource) -> ReversiState:
        fields = ludoteca.Fields(data, ("rows", "turns", "to_move"), TRANSLATIONS)
        rows, state = fields.array("rows"), ReversiState()
        if len(rows) != SIZE or any(type(row) is not str or len(row) != SIZE or set(row) - set("xo.") for row in rows):
            raise fields.error("rows", {})
        state.discs = [DISCS.find(disc) for disc in "".join(rows)]
        state.mover = fields.one_of("to_move", self.roles)
        state.turns = fields.integer("turns", 0, self.max_moves)
        state.find_legal()
        return state

    def make_view(self, state: ReversiState, seat: int | None) -> dict[str, Any]:
        return {**self.write_position(state), "seat": self.seat(state), "scores": state.scores()}

    def describe_move(self, before: ReversiState, move: int, after: ReversiState, seat: int | None) -> list[Text]:
        player = before.mover + 1
        if move == PASS:
            return [Text("passed", {"player": player})]
        count = len(before.flips(move, before.mover))
        return [Text("placed", {"player": player, "square": square_name(move, SIZE), "count": count})]

    def board(self, view: dict[str, Any], choices: dict[str, Any]) -> boards.Board:
        discs, moves = "".join(view["rows"]), choices.get("moves", [])
        empty = (".", Text("empty"), "dim")
        cells = [boards.Cell(square_name(n, 8), n % 8, n // 8, *empty, PIECES.get(discs[n])) for n in range(PASS)]
        targets = tuple(boards.Target(move, move) for move in moves if move != "pass")
        actions = (boards.Action("pass", Text("pass")),) if moves == ["pass"] else ()
        score = Text("score", {"black": view["scores"][0], "white": view["scores"][1]})
        grid = boards.Grid(*boards.squares(SIZE, SIZE), tuple(cells))
        chosen = boards.Moves(Text("choose"), targets, actions=actions) if moves else None
        return boards.Board((score,), view["seat"], grid, moves=chosen)
