"""Connections to the database file, and its schema: numbered migration scripts."""

from __future__ import annotations

import os
import secrets
import sqlite3
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from ludoteca.core.translations import Refusal
from ludoteca.store.private import keep_private, make_private, private_folder
from ludoteca.store.rows import StoreError

FILE_NAME = "ludoteca.db"
"""In the data folder; the server, the console and `ludoteca highscores` share it."""
BUSY_SECONDS = 5.0
CHECKPOINT_PAGES = 4000
CACHE_KIB = 16_000
"""Each room that is played in needs a page of the log; SQLite's own 2 MB hold 500 pages."""


def create(path: Path) -> sqlite3.Connection:
    """Open the file, creating it and its folder if needed, and bring its schema up to date.

    An empty file, a file without our tables, or a write-ahead log without its file is refused: it is no new database.
    """
    try:
        if "\0" in str(path):  # SQLite would cut the name there
            raise ValueError("embedded null byte")
        private_folder(path.parent)
        if not path.exists():
            if _beside(path, "-wal").exists():
                raise StoreError(Refusal("store_lost", {"path": str(path)}))
            _make(path)
        connection = _open(path)
    except (OSError, ValueError, sqlite3.Error) as error:
        raise StoreError.unwritable(path, error) from error
    return connection


def _make(path: Path) -> None:
    """Create the file under another name and rename it when it is complete, so that a crash leaves no half of one."""
    beside = _beside(path, f".{secrets.token_hex(4)}.new")
    os.close(make_private(beside))
    try:
        connection = connect(beside, "rw")
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            migrate(connection, path)
        finally:
            connection.close()
        _name(beside, path)
    finally:
        beside.unlink(missing_ok=True)


def _name(beside: Path, path: Path) -> None:
    try:
        os.link(beside, path)
    except FileExistsError:  # another process was faster; its file is as good
        return
    except OSError:  # a file system without hard links
        os.rename(beside, path)
    if sys.platform != "win32":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _open(path: Path) -> sqlite3.Connection:
    if path.stat().st_size == 0:
        raise StoreError(Refusal("store_empty", {"path": str(path)}))
    for end in ("", "-wal", "-shm"):
        keep_private(_beside(path, end))
    connection = connect(path, "rw")
    try:
        refuse_other(version_of(connection), path)
        migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def version_of(connection: sqlite3.Connection) -> int:
    """Return the schema version of a database; 0 if it is not ours."""
    version: int
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return version if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'room'").fetchone() else 0


def _beside(path: Path, end: str) -> Path:
    return path.with_name(path.name + end)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a connection. Some distributions build SQLite with another default than synchronous = FULL."""
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA temp_store = MEMORY")  # a savepoint's journal is no file, for every batch
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT_PAGES}")
        connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    except BaseException:
        connection.close()
        raise
    return connection


def scripts() -> list[tuple[int, str]]:
    """Return the numbered migration scripts in order. A database's version is the number of the last one it has run.

    The first script creates the whole schema. Databases with a lower version are older and no longer read.
    """
    return sorted(
        (int(script.name.partition("_")[0]), script.read_text("utf-8"))
        for script in files(__package__).joinpath("migrations").iterdir()
        if script.name.endswith(".sql")
    )


def refuse_other(version: int, path: Path) -> None:
    """Refuse a database whose version can neither be read nor migrated."""
    numbers = [number for number, _ in scripts()]
    if not version:
        raise StoreError(Refusal("store_empty", {"path": str(path)}))
    if version < numbers[0]:
        raise StoreError(Refusal("store_too_old", {"path": str(path)}))
    if version > numbers[-1]:
        raise StoreError(Refusal("store_newer", {"path": str(path), "version": version, "ours": numbers[-1]}))


def migrate(connection: sqlite3.Connection, path: Path) -> None:
    """Run the missing migration scripts in one transaction."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        version = version_of(connection)
        if version:
            refuse_other(version, path)
        for number, script in scripts():
            if number > version:
                for statement in _statements(script):
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {number}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _statements(script: str) -> Iterator[str]:
    """Yield the statements of a script; `executescript` would commit the surrounding transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
