"""Step through a record."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.terminal.terminal import Terminal
from ludoteca.terminal.texts import game_words, language, t


class Replay:
    """All positions of a record. A record with an impossible move is refused before anything is shown."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.game: Game[Any] = record.game
        self.states: list[State] = list(record.steps())
        self.names = [
            self.game.seat_name(number, language()) if seat.name in ("", self.game.role(number)) else seat.name
            for number, seat in enumerate(record.seats)
        ]

    @property
    def last(self) -> int:
        """The number of the last position; the first is 0."""
        return len(self.states) - 1

    def heading(self) -> str:
        """Say what was played, and by whom."""
        return t("replay_heading", game=self.game.title, names=", ".join(self.names), count=self.last)

    def to_move(self, number: int) -> int | None:
        """Return the seat to move in a position; None after the end."""
        seat = self.states[number].seat()
        return None if seat == NOBODY else seat

    def view(self, number: int, seat: int | None) -> dict[str, Any]:
        """Return what a perspective sees of a position. The last one is seen as after a game."""
        make = self.game.make_final_view if number == self.last else self.game.make_view
        return make(self.states[number], seat)

    def describe_move(self, number: int, seat: int | None) -> list[str]:
        """Say what led to a position, as one perspective may know it."""
        if not number:
            return []
        before, after = self.states[number - 1], self.states[number]
        move = self.game.read_move(before, self.record.moves[number - 1])
        if isinstance(move, Refusal):
            return []
        texts = self.game.describe_move(before, move, after, seat)
        return [game_words(self.game).format(text, self.names) for text in texts]


class ReplayConsole:
    """Shows a replay line by line."""

    def __init__(self, replay: Replay, terminal: Terminal) -> None:
        self._replay = replay
        self._terminal = terminal

    def print_all(self) -> None:
        """Print every position."""
        for number in range(self._replay.last + 1):
            self._print_position(number)

    def run(self) -> None:
        """Let the reader go to any position until they quit."""
        last, number = self._replay.last, 0
        self._terminal.print(f"{self._replay.heading()}\n{t('replay_help')}")
        self._print_position(number)
        while (line := self._terminal.ask(f"{number}/{last}> ")) is not None:
            word = line.strip().lower()
            if word in ("quit", "q"):
                break
            target = self._target(word, number)
            if target is None:
                self._terminal.print(t("replay_help"))
            elif not 0 <= target <= last:
                self._terminal.print(t("replay_bounds", last=last))
            else:
                number = target
                self._print_position(number)

    def _target(self, word: str, number: int) -> int | None:
        last = self._replay.last
        named = {"": number + 1, "next": number + 1, "back": number - 1, "b": number - 1, "start": 0, "end": last}
        if word in named:
            return named[word]
        return int(word) if word.isascii() and word.isdigit() and len(word) < 9 else None

    def _print_position(self, number: int) -> None:
        replay = self._replay
        for line in replay.describe_move(number, replay.to_move(number - 1) if number else None):
            self._terminal.print(line)
        view = replay.view(number, replay.to_move(number))
        self._terminal.print_board(replay.game, view, replay.names)
