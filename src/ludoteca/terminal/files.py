"""Read records from files, and write files that are never half written."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ludoteca.core.errors import RecordError
from ludoteca.core.records import Record, parse_record
from ludoteca.core.system_errors import system_reason
from ludoteca.core.translations import Refusal
from ludoteca.rooms.codes import read_code
from ludoteca.store.private import make_private

MAX_FILE_BYTES = 4_000_000


def read_file(path: Path) -> Record:
    """Read a record from a file; RecordError if that is not possible."""
    return parse_record(read_bytes(path))


def find_record(text: str, data: Path) -> Record:
    """Read a record from a file, or from the room of the data folder that has this code."""
    path, code = Path(text), read_code(text)
    if code is None or path.exists():
        return read_file(path)
    # Imported late, so that reading a file does not wait for the modules of rooms.
    from ludoteca.rooms.creating import public_record
    from ludoteca.store.database import FILE_NAME
    from ludoteca.store.sqlite import SqliteStore
    from ludoteca.table.events import read_event
    from ludoteca.table.fold import fold

    with SqliteStore(data / FILE_NAME) as store:
        found = store.load(code)
    if found is None:
        raise RecordError(Refusal("no_room", {"code": code}))
    return public_record(fold((event.seq, event.at_ms, read_event(event.body)) for event in found[1]))


def read_bytes(path: Path) -> bytes:
    """Read a whole file; RecordError if that is not possible."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise RecordError(Refusal("file_too_large", {"file": str(path), "high": MAX_FILE_BYTES}))
        return path.read_bytes()
    except OSError as error:
        raise RecordError(Refusal("file_unreadable", {"file": str(path), "reason": system_reason(error)})) from None


def write_file(path: Path, text: str) -> None:
    """Write a file atomically: a temporary file beside it is renamed, so that no file is ever half written."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(make_private(temporary), "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
