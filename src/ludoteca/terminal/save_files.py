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
from ludoteca.core.translations import Refusal
from ludoteca.store.private import make_private, private_folder

LARGEST_FILE = 4_000_000
CASUAL = "-casual.json"


def read_file(path: Path) -> Record:
    """The record in a file; RecordError also when the file cannot be read."""
    return parse_record(read_bytes(path))


def read_bytes(path: Path) -> bytes:
    """What is in a file; RecordError when it cannot be read."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise RecordError(Refusal("file_too_large", {"file": str(path), "high": LARGEST_FILE}))
        return path.read_bytes()
    except OSError as error:
        raise RecordError(Refusal("file_unreadable", {"file": str(path), "reason": error.strerror})) from None


def write_file(path: Path, text: str) -> None:
    """Written beside and moved into place, so that a file is never half written."""
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(make_private(beside), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(beside, path)
    finally:
        beside.unlink(missing_ok=True)


class SaveFile:
    """The file that a running game saves itself to, made with its first move."""

    def __init__(self, folder: Path, path: Path | None = None) -> None:
        self._folder = folder
        self.path = path

    def keep(self, record: Record, casual: bool = False) -> None:
        """Save the game as it stands; its file's name remembers that it is a casual one."""
        if self.path is None:
            private_folder(self._folder.parent)
            self._running.mkdir(parents=True, exist_ok=True)
            stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
            self.path = self._running / f"{record.game.name}-{stamp}-{secrets.token_hex(2)}.json"
        if casual and not self.casual:
            before, self.path = self.path, self.path.with_name(f"{self.path.stem}{CASUAL}")
            write_file(self.path, record.text())
            before.unlink(missing_ok=True)
        else:
            write_file(self.path, record.text())

    @property
    def casual(self) -> bool:
        return self.path is not None and self.path.name.endswith(CASUAL)

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
