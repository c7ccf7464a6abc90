"""Step through a record."""

from __future__ import annotations

from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.terminal.terminal import Terminal

HELP = "Enter: next move. Or type: back, start, end, quit, or the number of a move."


class Replay:
    """All positions of a record. A record with an impossible move is refused before anything is shown."""

    def __init__(self, record: Record, terminal: Terminal) -> None:
        self._record = record
        self._game = record.game
        self._states: list[State] = list(record.steps())
        self._last = len(self._states) - 1
        self._terminal = terminal

    def print_all(self) -> None:
        """Print every position."""
        for number in range(self._last + 1):
            self._print_position(number)

    def run(self) -> None:
        """Let the reader go to any position until they quit."""
        seats = ", ".join(seat.name for seat in self._record.seats)
        self._terminal.print(f"{self._game.title}: {seats}. {self._last} moves.\n{HELP}")
        number = 0
        self._print_position(number)
        while (line := self._terminal.ask(f"{number}/{self._last}> ")) is not None:
            word = line.strip().lower()
            if word in ("quit", "q"):
                break
            target = self._target(word, number)
            if target is None:
                self._terminal.print(HELP)
            elif not 0 <= target <= self._last:
                self._terminal.print(f"Give a number from 0 to {self._last}.")
            else:
                number = target
                self._print_position(number)

    def _target(self, word: str, number: int) -> int | None:
        named = {"": number + 1, "next": number + 1, "back": number - 1, "b": number - 1, "start": 0, "end": self._last}
        if word in named:
            return named[word]
        return int(word) if word.isascii() and word.isdigit() and len(word) < 9 else None

    def _print_position(self, number: int) -> None:
        state = self._states[number]
        if number:
            for line in self._describe_move(number):
                self._terminal.print(line)
        seat = state.seat()
        view = self._game.make_view(state, None if seat == NOBODY else seat)
        self._terminal.print_board(self._game.render(view), self._game.colours)

    def _describe_move(self, number: int) -> list[str]:
        before, after = self._states[number - 1], self._states[number]
        move = self._game.read_move(before, self._record.moves[number - 1])
        if isinstance(move, Refusal):
            return []
        texts = self._game.describe_move(before, move, after, before.seat())
        return [self._game.translations.format(text) for text in texts]
