"""A game at the terminal: its record, the states it went through, and who sits where."""

from __future__ import annotations

import secrets
from dataclasses import replace

from ludoteca.bots.in_process import choose_move
from ludoteca.core.generator import Random
from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State, determinize


class LocalGame:
    """The record is the game; the states are what it replays to."""

    def __init__(self, record: Record, casual: bool = False) -> None:
        self.record = record
        self.casual = casual
        """Not counted among the best: a chosen seed, a file from elsewhere, help, or an undo that knew too much."""
        self.game = record.game
        self._states = list(record.steps())
        self._chance = Random(secrets.token_hex(16))

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def people(self) -> list[int]:
        """The seats that are not bots."""
        return [seat for seat, entry in enumerate(self.record.seats) if entry.bot is None]

    @property
    def over(self) -> bool:
        return self.state.seat() == NOBODY

    @property
    def turn_goes_on(self) -> bool:
        """Whether the last move belongs to the turn that is being played."""
        last = self._states[-2] if len(self._states) > 1 else None
        return last is not None and (last.seat(), last.turn()) == (self.state.seat(), self.state.turn())

    def play(self, move: int) -> None:
        """Make a legal move."""
        text = self.game.write_move(self.state, move)
        after = self.state.copy()
        after.play(move)
        self._states.append(after)
        self.record = replace(self.record, moves=(*self.record.moves, text))

    def bot_move(self) -> int | None:
        """The move of the bot whose turn it is; None when a person is to move."""
        level = self.record.seats[self.state.seat()].bot
        return None if level is None else choose_move(self.game.bot(level), self.state, self._chance)

    def advice(self) -> tuple[int, list[str]]:
        """What the best bot would play for the seat to move, and why in words. A game with help is a casual one."""
        self.casual = True
        move = choose_move(self.game.bots[-1], self.state, self._chance)
        determinized = determinize(self.state, self.state.seat(), self._chance.fork())
        return move, [self.game.translations.format(line) for line in self.game.explain(determinized, move)]

    def undo(self) -> bool:
        """Back to where a person last chose, past the bots' replies; False when nobody has chosen yet.

        A game that goes back to before something was revealed is a casual one from then on.
        """
        for length in range(len(self._states) - 1, 0, -1):
            if self._states[length - 1].seat() in self.people:
                self.casual = self.casual or self._states[length - 1].reveal_count() != self.state.reveal_count()
                del self._states[length:]
                self.record = replace(self.record, moves=self.record.moves[: length - 1])
                return True
        return False

    def news(self, move: int, seat: int | None) -> list[str]:
        """What the last move, `move`, tells a perspective."""
        told = self.game.describe_move(self._states[-2], move, self._states[-1], seat)
        return [self.game.translations.format(line) for line in told]

    def board(self, seat: int | None) -> str:
        return self.game.render(self.game.make_view(self.state, seat))

    def name(self, seat: int) -> str:
        """What to call a seat: its role, with the bot's level."""
        level = self.record.seats[seat].bot
        name = self.game.seat_name(seat)
        return name if level is None else f"{name} (bot {level})"
