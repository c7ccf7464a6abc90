"""A lock that lets one server at a time use a data folder. The system releases it however the process dies."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Self

from ludoteca.core.translations import Refusal
from ludoteca.store.private import private_folder
from ludoteca.store.rows import StoreError

if sys.platform == "win32":
    import msvcrt

    def _open(folder: Path) -> int:
        # Windows does not let anybody delete an open file.
        return os.open(folder / "ludoteca.lock", os.O_RDWR | os.O_CREAT, 0o600)

    def _lock(file: int) -> None:
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None
else:
    import fcntl

    def _open(folder: Path) -> int:
        return os.open(folder, os.O_RDONLY | os.O_DIRECTORY)

    def _lock(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


class Lock:
    """A lock on the data folder, held until `close`.

    It is not on a file in the folder, because deleting that file would let a second server in. It is never on the
    database, because closing a second handle would drop SQLite's locks.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            private_folder(folder)
            self._file: int | None = _open(folder)
        except (OSError, ValueError) as error:
            raise StoreError.unwritable(folder, error) from None
        try:
            _lock(self._file)
        except OSError as error:
            self.close()
            if isinstance(error, BlockingIOError):
                raise StoreError(Refusal("store_locked", {"path": str(folder)})) from None
            raise StoreError.unwritable(folder, error) from None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
