"""One server at a time: a lock on a file, which the system lets go when the process dies, however it dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Self

from ludoteca.core.words import Refusal
from ludoteca.store.events import StoreError

if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> None:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
else:
    import fcntl

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """Held from its making to `close`.

    The file is one of its own, never the database: closing a second handle of that would drop SQLite's locks. It is
    left in place, since removing it could take it from under a process that is just locking it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: int | None = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
        except (OSError, ValueError) as error:
            raise _unwritable(path, error) from None
        try:
            _lock(self._file)
        except OSError as error:
            self.close()
            if isinstance(error, BlockingIOError):
                raise StoreError(Refusal("store_locked", {"path": str(path)})) from None
            raise _unwritable(path, error) from None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def _unwritable(path: Path, error: Exception) -> StoreError:
    reason = getattr(error, "strerror", None) or str(error)
    return StoreError(Refusal("store_unwritable", {"path": str(path), "reason": reason}))
