"""Turn SQLite's errors into store errors."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from ludoteca.core.translations import Refusal
from ludoteca.store.rows import StoreError

# Errors that one bad write can cause; all others are the database's and fail the whole batch.
OWN_FAULTS = (sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError, OverflowError, UnicodeError)

_log = logging.getLogger(__name__)


def primary(error: Exception) -> int:
    """Return SQLite's primary result code; 0 if the error is not SQLite's."""
    code: int = getattr(error, "sqlite_errorcode", 0)
    return code & 0xFF


def failure(error: Exception, path: Path) -> StoreError:
    match primary(error):
        case sqlite3.SQLITE_FULL:
            code = "store_full"
        case sqlite3.SQLITE_READONLY:
            code = "store_readonly"
        case _:
            code = "store_failed"
    # Players see this error, so the path goes only to the log.
    _log.error("%s: %s", path, error)
    return StoreError(Refusal(code))
