"""A game played in this process: its record and the states it went through."""

from __future__ import annotations

import secrets
from dataclasses import replace

from ludoteca.bots.in_process import choose_move
from ludoteca.core.generator import Random
from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State, determinize


class LocalGame:
    """A record, kept together with the states that it replays to."""

    def __init__(self, record: Record, casual: bool = False) -> None:
        self.record = record
        self.casual = casual
        """Does not count for high scores: a chosen seed, a loaded file, a hint, or an undo past a reveal."""
        self.game = record.game
        self._states = list(record.steps())
        self._random = Random(secrets.token_hex(16))

    @property
    def state(self) -> State:
        return self._states[-1]

    @property
    def people(self) -> list[int]:
        """The seats that are not bots."""
        return [seat for seat, entry in enumerate(self.record.seats) if entry.bot is None]

    @property
    def is_over(self) -> bool:
        return self.state.seat() == NOBODY

    @property
    def is_mid_turn(self) -> bool:
        """Whether the last move belongs to the turn that is being played."""
        last = self._states[-2] if len(self._states) > 1 else None
        return last is not None and (last.seat(), last.turn()) == (self.state.seat(), self.state.turn())

    def play(self, move: int) -> None:
        """Play a legal move."""
        text = self.game.write_move(self.state, move)
        after = self.state.copy()
        after.play(move)
        self._states.append(after)
        self.record = replace(self.record, moves=(*self.record.moves, text))

    def bot_move(self) -> int | None:
        """Choose a move if it is a bot's turn; None if a person is to move."""
        level = self.record.seats[self.state.seat()].bot
        return None if level is None else choose_move(self.game.bot(level), self.state, self._random)

    def advise(self) -> tuple[int, list[str]]:
        """Return what the best bot would play for the seat to move, and why. The game becomes casual."""
        self.casual = True
        move = choose_move(self.game.bots[-1], self.state, self._random)
        determinized = determinize(self.state, self.state.seat(), self._random.fork())
        return move, [self.game.translations.format(line) for line in self.game.explain(determinized, move)]

    def undo(self) -> bool:
        """Go back to the last choice of a person, past the bots' replies; False if there is none.

        Going back past a reveal makes the game casual for good.
        """
        for length in range(len(self._states) - 1, 0, -1):
            if self._states[length - 1].seat() in self.people:
                self.casual = self.casual or self._states[length - 1].reveal_count() != self.state.reveal_count()
                del self._states[length:]
                self.record = replace(self.record, moves=self.record.moves[: length - 1])
                return True
        return False

    def describe_last_move(self, move: int, seat: int | None) -> list[str]:
        """Describe the last move, `move`, as a perspective may know it."""
        texts = self.game.describe_move(self._states[-2], move, self._states[-1], seat)
        return [self.game.translations.format(text) for text in texts]

    def board(self, seat: int | None) -> str:
        return self.game.render(self.game.make_view(self.state, seat))

    def name(self, seat: int) -> str:
        """Return the name of a seat's role, with the bot's level."""
        level = self.record.seats[seat].bot
        name = self.game.seat_name(seat)
        return name if level is None else f"{name} (bot {level})"
