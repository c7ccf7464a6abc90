"""Connections to the database file, and its schema: numbered scripts that bring a file up to date."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from ludoteca.core.words import Refusal
from ludoteca.store.events import StoreError

FILE_NAME = "ludoteca.db"
"""In the data folder; the server, the console and `ludoteca scores` share it."""
BUSY_SECONDS = 5.0
CHECKPOINT_PAGES = 4000


def create(path: Path) -> sqlite3.Connection:
    """A connection to the file at its newest schema; the file and its folders are made when they are not there."""
    try:
        if "\0" in str(path):  # SQLite would take the name up to there
            raise ValueError("embedded null byte")
        path.parent.mkdir(parents=True, exist_ok=True)
        connection = connect(path, "rwc")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            migrate(connection, path)
        except BaseException:
            connection.close()
            raise
    except (OSError, ValueError, sqlite3.Error) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StoreError(Refusal("store_unwritable", {"path": str(path), "reason": reason})) from error
    return connection


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Synchronous is FULL by SQLite's own default, but not as every distribution builds it."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Bring the schema up to date, all or none; a database of a newer program is refused."""
    scripts = sorted(
        (int(script.name.partition("_")[0]), script.read_text("utf-8"))
        for script in files(__package__).joinpath("migrations").iterdir()
        if script.name.endswith(".sql")
    )
    newest = scripts[-1][0]
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > newest:
            raise StoreError(Refusal("store_newer", {"path": str(path), "version": version, "ours": newest}))
        for number, script in scripts:
            if number > version:
                for statement in _statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _statements(script: str) -> Iterator[str]:
    """One by one, since `executescript` would commit the transaction around it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
