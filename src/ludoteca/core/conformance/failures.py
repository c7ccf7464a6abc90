"""What a failed check says: one sentence with the check, the seed and the moves that show the fault."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from ludoteca.core.options import Value
from ludoteca.core.translations import quote

MOST_SHOWN_MOVES = 60
"""A sentence shows so many moves at most, the last ones; `ConformanceError.where` has them all."""
LONGEST_MESSAGE = 200
OUR_CODE = ("ludoteca.core", "ludoteca.search", "importlib", "json", "contextlib", "pathlib")
"""Modules whose functions are not named as the place of an error: an author cannot mend them."""


@dataclass(frozen=True)
class Where:
    """The game that shows a fault: `game.new(seats, seed, options)`, and then these moves."""

    seats: int
    options: Mapping[str, Value]
    seed: str
    moves: tuple[str, ...] = field(default=())

    def after(self, moves: list[str]) -> Where:
        """Return the same game after other moves."""
        return replace(self, moves=tuple(moves))

    def __str__(self) -> str:
        shown = ", ".join(self.moves[-MOST_SHOWN_MOVES:])
        left_out = len(self.moves) - MOST_SHOWN_MOVES
        moves = f"moves: {shown}" if self.moves else "before the first move"
        if left_out > 0:
            moves = f"{len(self.moves)} moves, of which the last {MOST_SHOWN_MOVES} are: {shown}"
        return f"{self.seats} seats, options {dict(self.options)}, seed {self.seed!r}, {moves}"


class ConformanceError(AssertionError):
    """A game breaks the contract. `check` names what failed, `where` the game that shows it, if one was played."""

    def __init__(self, complaint: str, game: str = "", check: str = "", where: Where | None = None) -> None:
        self.complaint = complaint
        self.game = game
        self.check = check
        self.where = where
        head = f"{game} fails {check}: " if check else ""
        super().__init__(f"{head}{complaint}{f' ({where})' if where else ''}")


@contextmanager
def checking(game: str, check: str, where: Where | None = None) -> Iterator[None]:
    """Name the check and the moves in every error that leaves the block, also in one that a game raises itself."""
    try:
        yield
    except ConformanceError as error:
        if error.check:
            raise
        raise ConformanceError(error.complaint, game, check, where) from None
    except Exception as error:  # a game's own code can raise anything
        raise ConformanceError(describe_error(error), game, check, where) from error


def describe_error(error: Exception) -> str:
    """Say which function of the game raised an error, and where it is."""
    frames = [
        (frame.f_code.co_name, Path(frame.f_code.co_filename).name, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith("<")
        and not str(frame.f_globals.get("__name__", "")).startswith(OUR_CODE)
    ]
    reason = " ".join(str(error).split())[:LONGEST_MESSAGE]
    raised = f"raises {type(error).__name__}" + (f": {reason}" if reason else "")
    if not frames:
        return f"the game {raised}"
    name, file, line = frames[-1]
    return f"{name}() {raised} ({file}, line {line})"


def require_type(value: object, types: type | tuple[type, ...], name: str, wanted: str) -> None:
    """Complain unless a value is of a type; True is no number."""
    is_bool = isinstance(value, bool) and types is int
    if not isinstance(value, types) or is_bool:
        raise ConformanceError(f"{name} must be {wanted}, not {quote(value)}")
