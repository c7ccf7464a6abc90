"""What SQLite's errors mean to those who asked the store for something."""

from __future__ import annotations

import logging
import sqlite3
from pathlib import Path

from ludoteca.core.translations import Refusal
from ludoteca.store.rows import StoreError

# What one write can bring upon itself; all else is the database's trouble and fails the whole batch.
OWN_FAULTS = (sqlite3.DataError, sqlite3.InterfaceError, sqlite3.ProgrammingError, OverflowError, UnicodeError)

_log = logging.getLogger(__name__)


def primary(error: Exception) -> int:
    """SQLite's result code without its finer distinctions; 0 when the error is not SQLite's."""
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
    # Players are told this, so where the file lies goes into the log only.
    _log.error("%s: %s", path, error)
    return StoreError(Refusal(code))
