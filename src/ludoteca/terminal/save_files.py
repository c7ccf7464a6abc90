"""Saved games of the console: records in the data folder, running games apart from finished ones."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.records import Record, parse_record
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.store.private import make_private, private_folder

MAX_FILE_BYTES = 4_000_000
CASUAL_SUFFIX = "-casual.json"


def read_file(path: Path) -> Record:
    """Read a record from a file; RecordError if that is not possible."""
    return parse_record(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """Read a whole file; RecordError if that is not possible."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise RecordError(Refusal("file_too_large", {"file": str(path), "high": MAX_FILE_BYTES}))
        return path.read_bytes()
    except OSError as error:
        raise RecordError(Refusal("file_unreadable", {"file": str(path), "reason": error.strerror})) from None


def write_file(path: Path, text: str) -> None:
    """Write a file atomically: a temporary file beside it is renamed, so that no file is ever half written."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(make_private(temporary), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)


class SaveFile:
    """The file of a running game, created with its first move."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        self._folder = folder
        self.path = path

    def write(self, record: Record, casual: bool = False) -> None:
        """Save the game as it stands. The file name remembers that a game is casual."""
        if self.path is None:
            private_folder(self._folder.parent)
            self._running.mkdir(parents=True, exist_ok=True)
            stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
            self.path = self._running / f"{record.game.name}-{stamp}-{secrets.token_hex(2)}.json"
        if casual and not self.is_casual:
            before, self.path = self.path, self.path.with_name(f"{self.path.stem}{CASUAL_SUFFIX}")
            write_file(self.path, record.text())
            before.unlink(missing_ok=True)
        else:
            write_file(self.path, record.text())

    @property
    def is_casual(self) -> bool:
        return self.path is not None and self.path.name.endswith(CASUAL_SUFFIX)

    def finish(self) -> Path | None:
        """Move the file of a finished game to where it is no longer offered; return its path."""
        if self.path is not None and self.path.parent == self._running:
            finished = self._folder / "finished"
            finished.mkdir(parents=True, exist_ok=True)
            self.path = self.path.rename(finished / self.path.name)
        return self.path

    def load_latest(self, game: str, warn: Callable[[str], None]) -> Record | None:
        """Load the running game that was saved last, and save to its file from now on.

        Files that cannot be used are left alone, with a warning.
        """
        for path in sorted(self._running.glob(f"{game}-*.json"), key=_modified_at, reverse=True):
            try:
                record = read_file(path)
                is_over = record.end().seat() == NOBODY
            except LudotecaError as error:
                warn(f"The saved game {path} cannot be continued. {error.sentence}")
                continue
            if record.game.name == game and not is_over:
                self.path = path
                return record
        return None

    @property
    def _running(self) -> Path:
        return self._folder / "running"


def _modified_at(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
