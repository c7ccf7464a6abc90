"""The rules. Two players mark squares in turn; three marks in a row win, a full board is a tie."""

from __future__ import annotations

from ludoteca import NOBODY, Refusal, State, square_name

EMPTY = -1
LINE = 3
LARGEST = 6


class MyGameState(State):
    """A board of size x size squares, numbered row by row from the top left."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.squares = [EMPTY] * (size * size)
        self.played = 0
        self.winner = NOBODY

    def copy(self) -> MyGameState:
        other = MyGameState(self.size)
        other.squares = self.squares[:]
        other.played = self.played
        other.winner = self.winner
        return other

    def seat(self) -> int:
        is_over = self.winner != NOBODY or self.played == len(self.squares)
        return NOBODY if is_over else self.played % 2

    def turn(self) -> int:
        return self.played

    def moves(self) -> list[int]:
        if self.seat() == NOBODY:
            return []
        return [square for square, mark in enumerate(self.squares) if mark == EMPTY]

    def why_not(self, move: int) -> Refusal | None:
        if self.seat() == NOBODY:
            return Refusal("game_over")
        if not 0 <= move < len(self.squares):
            return Refusal("no_square", {"last": square_name(len(self.squares) - 1, self.size)})
        return None if self.squares[move] == EMPTY else Refusal("taken", {"square": square_name(move, self.size)})

    def play(self, move: int) -> None:
        self.squares[move] = self.played % 2
        if self.has_line(move):
            self.winner = self.played % 2
        self.played += 1

    def has_line(self, square: int) -> bool:
        """Return whether a mark is part of a line."""
        return any(
            1 + self._count(square, across, down) + self._count(square, -across, -down) >= LINE
            for across, down in ((1, 0), (0, 1), (1, 1), (1, -1))
        )

    def _count(self, square: int, across: int, down: int) -> int:
        """Count equal marks from a square in one direction."""
        column, row, count = square % self.size + across, square // self.size + down, 0
        while 0 <= column < self.size and 0 <= row < self.size:
            if self.squares[row * self.size + column] != self.squares[square]:
                break
            column, row, count = column + across, row + down, count + 1
        return count

    def scores(self) -> list[int]:
        return [int(self.winner == seat) for seat in range(2)]

    def result(self) -> list[float]:
        return [0.5, 0.5] if self.winner == NOBODY else [float(self.winner == seat) for seat in range(2)]
