"""The results file of a contest: one line of JSON per played deal, so that the contest can be continued."""

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
from ludoteca.lab.pairings import Contest, DealResult, Pairing, ThinkingTime
from ludoteca.lab.players import read_player

FORMAT: Final = 1
TIMES: Final = ("turns", "seconds", "longest_turn")


class ResultsFileError(LudotecaError):
    """A results file cannot be used, or not for this contest; it was left unchanged."""


def make_header(contest: Contest, players: list[str]) -> Json:
    """Return the first line: everything that decides the outcome of a numbered deal."""
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
    """A file that gets every deal as soon as it is played; `deals` holds those of earlier runs."""

    def __init__(self, path: Path, header: Json) -> None:
        self.path = path
        self._header_line = _encode(header)
        self.deals: dict[Pairing, DealResult] = {}
        try:
            written = path.read_bytes() if path.exists() else b""
        except (OSError, ValueError) as error:
            raise _error("file_unreadable", path, reason=_reason(error)) from None
        complete = self._read(written, header)
        try:
            self._file: BinaryIO = path.open("ab")
            # An incomplete last line was being written when a run was killed; its deal is played again.
            self._file.truncate(complete)
            if not complete:
                self._write(self._header_line)
        except (OSError, ValueError) as error:
            raise _error("results_unwritable", path, reason=_reason(error)) from None

    def add(self, pairing: Pairing, deal: DealResult) -> None:
        """Write a deal, and flush it to the operating system."""
        sides = {"time_a": deal.a, "time_b": deal.b}
        times = {side: [getattr(time, name) for name in TIMES] for side, time in sides.items()}
        entry = {**asdict(pairing), "results": deal.results, "margins": deal.margins, **times}
        try:
            self._write(_encode(entry))
        except OSError as error:
            raise _error("results_unwritable", self.path, reason=_reason(error)) from None

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
        """Read what the file holds; return the length of its complete lines."""
        if self._header_line.startswith(written):  # empty, or killed before the first line was complete
            return len(written) if written == self._header_line else 0
        complete = written.rfind(b"\n") + 1
        lines = written[:complete].splitlines()
        if not lines:
            raise _error("results_broken", self.path, line=1)
        self._compare(_parse(lines[0]), header)
        for number, line in enumerate(lines[1:], start=2):
            try:
                pairing, deal = _read_entry(_parse(line), header)
            except (ValueError, TypeError, KeyError):
                raise _error("results_broken", self.path, line=number) from None
            self.deals.setdefault(pairing, deal)
        return complete

    def _compare(self, found: Any, wanted: Json) -> None:
        if not isinstance(found, dict) or "arena" not in found:
            raise _error("results_broken", self.path, line=1)
        different = [name for name in wanted if found.get(name) != wanted[name]]
        if different:
            raise _error("results_other", self.path, fields=different)


def _read_entry(value: Any, header: Json) -> tuple[Pairing, DealResult]:
    pairing = Pairing(value["a"], value["b"], value["number"])
    results, margins = ([float(part) for part in value[name]] for name in ("results", "margins"))
    sides = (value["time_a"], value["time_b"])
    times = [ThinkingTime(int(turns), float(seconds), float(longest)) for turns, seconds, longest in sides]
    players = [entry["player"] for entry in header["players"]]
    known = pairing.a in players and pairing.b in players and type(pairing.number) is int
    if not known or not len(results) == len(margins) == header["seats"] or not all(0 <= part <= 1 for part in results):
        raise ValueError("not a deal of this contest")
    return pairing, DealResult(results, margins, *times)


def _parse(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _encode(value: Json) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _error(code: str, path: Path, **params: object) -> ResultsFileError:
    return ResultsFileError(Refusal(code, {"file": str(path), **params}))
