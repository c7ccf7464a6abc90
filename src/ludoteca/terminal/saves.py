"""Saved games of the terminal: records in the data folder, running ones apart from finished ones."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.records import Record, parse_record
from ludoteca.core.state import NOBODY
from ludoteca.core.words import Refusal

LARGEST_FILE = 4_000_000


def read_file(path: Path) -> Record:
    """The record in a file; RecordError also when the file cannot be read."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RecordError(Refusal("file_too_large", {"file": str(path), "high": LARGEST_FILE}))
        return parse_record(path.read_bytes())
    except OSError as error:
        raise RecordError(Refusal("file_unreadable", {"file": str(path), "reason": error.strerror})) from None


def write_file(path: Path, record: Record) -> None:
    """Written beside and moved into place, so that a file is never half a record."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        beside.write_text(record.text(), "utf-8")
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


class Save:
    """The file that a running game saves itself to, made with its first move."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        self._folder = folder
        self.path = path

    def keep(self, record: Record) -> None:
        """Save the game as it stands."""
        if self.path is None:
            self._running.mkdir(parents=True, exist_ok=True)
            stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
            self.path = self._running / f"{record.game.name}-{stamp}-{secrets.token_hex(2)}.json"
        write_file(self.path, record)

    def finish(self) -> Path | None:
        """Put the file of a game that is over aside, where it is no longer offered; says where it is."""
        if self.path is not None and self.path.parent == self._running:
            finished = self._folder / "finished"
            finished.mkdir(parents=True, exist_ok=True)
            self.path = self.path.rename(finished / self.path.name)
        return self.path

    def latest(self, game: str, complain: Callable[[str], None]) -> Record | None:
        """The running game saved last, taken up by this save; files that cannot be used are left and complained of."""
        for path in sorted(self._running.glob(f"{game}-*.json"), key=_changed, reverse=True):
            try:
                record = read_file(path)
                over = record.end().seat() == NOBODY
            except LudotecaError as error:
                complain(f"The saved game {path} cannot be continued. {error.sentence}")
                continue
            if record.game.name == game and not over:
                self.path = path
                return record
        return None

    @property
    def _running(self) -> Path:
        return self._folder / "running"


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
