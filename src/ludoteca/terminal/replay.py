"""Stepping through a record."""

from __future__ import annotations

from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.terminal.terminal import Terminal

HELP = "Enter: next move; back; a number: the position after that move; start; end; quit."


class Replay:
    """All positions of a record; it is refused before anything is shown if a move in it cannot be played."""

    def __init__(self, record: Record, lines: Terminal) -> None:
        self._record = record
        self._game = record.game
        self._states: list[State] = list(record.steps())
        self._last = len(self._states) - 1
        self._lines = lines

    def show_all(self) -> None:
        """Every position, one after the other."""
        for number in range(self._last + 1):
            self._show(number)

    def run(self) -> None:
        seats = ", ".join(seat.name for seat in self._record.seats)
        self._lines.say(f"{self._game.title}: {seats}. {self._last} moves. {HELP}")
        number = 0
        self._show(number)
        while (line := self._lines.ask(f"{number}/{self._last}> ")) is not None:
            word = line.strip().lower()
            if word in ("quit", "q"):
                break
            wanted = self._target(word, number)
            if wanted is None:
                self._lines.say(HELP)
            elif not 0 <= wanted <= self._last:
                self._lines.say(f"The record has the positions 0 to {self._last}.")
            else:
                number = wanted
                self._show(number)

    def _target(self, word: str, number: int) -> int | None:
        named = {"": number + 1, "next": number + 1, "back": number - 1, "b": number - 1, "start": 0, "end": self._last}
        if word in named:
            return named[word]
        return int(word) if word.isascii() and word.isdigit() and len(word) < 9 else None

    def _show(self, number: int) -> None:
        state = self._states[number]
        if number:
            for line in self._told(number):
                self._lines.say(line)
        seat = state.seat()
        view = self._game.make_view(state, None if seat == NOBODY else seat)
        self._lines.draw(self._game.render(view), self._game.colours)

    def _told(self, number: int) -> list[str]:
        before, after = self._states[number - 1], self._states[number]
        move = self._game.read_move(before, self._record.moves[number - 1])
        if isinstance(move, Refusal):
            return []
        told = self._game.describe_move(before, move, after, before.seat())
        return [self._game.translations.format(line) for line in told]
