"""The journal of a contest: every deal that is over, a line of JSON each, so that it can be gone on with."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any, BinaryIO, Final, Self

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Json
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Refusal
from ludoteca.lab.pairings import Contest, Deal, Task, ThinkingTime
from ludoteca.lab.players import read_player

FORMAT: Final = 1
TIMES: Final = ("turns", "seconds", "longest")


class ResultsFileError(LudotecaError):
    """A journal cannot be used, or not for this contest; it was left as it is."""


def header(contest: Contest, players: list[str]) -> Json:
    """The first line: all that decides what a deal of that number comes to."""
    game = find_game(contest.game)
    bots = [(player, read_player(game, player)) for player in players]
    return {
        "arena": FORMAT,
        "version": version("ludoteca"),
        "game": game.name,
        "rules_version": game.rules_version,
        "options": contest.options,
        "seats": contest.seats,
        "seed": contest.seed,
        "players": [{"player": player, "name": bot.name, "simulations": bot.simulations} for player, bot in bots],
    }


class ResultsFile:
    """A file that a contest is written to while it goes on; what an earlier run has written is in `deals`."""

    def __init__(self, path: Path, header: Json) -> None:
        self.path = path
        self._first = _line(header)
        self.deals: dict[Task, Deal] = {}
        try:
            written = path.read_bytes() if path.exists() else b""
        except (OSError, ValueError) as error:
            raise _refused("file_unreadable", path, reason=_reason(error)) from None
        whole = self._read(written, header)
        try:
            self._file: BinaryIO = path.open("ab")
            # What is cut off was being written when a run was killed, and is played again.
            self._file.truncate(whole)
            if not whole:
                self._write(self._first)
        except (OSError, ValueError) as error:
            raise _refused("results_unwritable", path, reason=_reason(error)) from None

    def add(self, task: Task, deal: Deal) -> None:
        """Write down a deal; it is in the hands of the system when this returns."""
        times = {side: [getattr(thought, name) for name in TIMES] for side, thought in (("A", deal.a), ("B", deal.b))}
        entry = {**asdict(task), "results": deal.results, "margins": deal.margins, **times}
        try:
            self._write(_line(entry))
        except OSError as error:
            raise _refused("results_unwritable", self.path, reason=_reason(error)) from None

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _write(self, line: bytes) -> None:
        self._file.write(line)
        self._file.flush()

    def _read(self, written: bytes, header: Json) -> int:
        """Take in what is there; gives the length of what is whole."""
        if self._first.startswith(written):  # nothing yet, or killed before the first line was whole
            return len(written) if written == self._first else 0
        whole = written.rfind(b"\n") + 1
        lines = written[:whole].splitlines()
        if not lines:
            raise _refused("results_broken", self.path, line=1)
        self._compare(_parsed(lines[0]), header)
        for number, line in enumerate(lines[1:], start=2):
            try:
                task, deal = _entry(_parsed(line), header)
            except (ValueError, TypeError, KeyError):
                raise _refused("results_broken", self.path, line=number) from None
            self.deals.setdefault(task, deal)
        return whole

    def _compare(self, found: Any, wanted: Json) -> None:
        if not isinstance(found, dict) or "arena" not in found:
            raise _refused("results_broken", self.path, line=1)
        other = [name for name in wanted if found.get(name) != wanted[name]]
        if other:
            raise _refused("results_other", self.path, fields=other)


def _entry(value: Any, header: Json) -> tuple[Task, Deal]:
    task = Task(value["a"], value["b"], value["number"])
    results, margins = ([float(part) for part in value[name]] for name in ("results", "margins"))
    sides = (value["A"], value["B"])
    thoughts = [ThinkingTime(int(turns), float(seconds), float(longest)) for turns, seconds, longest in sides]
    players = [entry["player"] for entry in header["players"]]
    known = task.a in players and task.b in players and type(task.number) is int
    if not known or not len(results) == len(margins) == header["seats"] or not all(0 <= part <= 1 for part in results):
        raise ValueError("no deal of this contest")
    return task, Deal(results, margins, *thoughts)


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _line(value: Json) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _refused(code: str, path: Path, **params: object) -> ResultsFileError:
    return ResultsFileError(Refusal(code, {"file": str(path), **params}))
