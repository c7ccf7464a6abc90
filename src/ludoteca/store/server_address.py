"""Which process uses a data folder: the address of a server, for terminals on this machine, or another terminal.

It is in a file that only the owner can write, so that nobody else can have a terminal send its token elsewhere. It
counts only while the folder is locked: a process that was killed leaves its file behind.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from ludoteca.store.private import make_private

FILE = "ludoteca.address"
MAX_LENGTH = 300
TERMINAL = "terminal"
"""Stands in the file instead of an address while a terminal uses the folder."""


def publish_address(folder: Path, url: str) -> None:
    """Say that a server of this folder answers at a URL, or that a terminal uses it."""
    withdraw_address(folder)
    with suppress(OSError), os.fdopen(make_private(folder / FILE), "w") as file:
        file.write(url)


def withdraw_address(folder: Path) -> None:
    """Say that nobody uses this folder, or not yet."""
    with suppress(OSError):
        (folder / FILE).unlink(missing_ok=True)


def read_address_file(folder: Path) -> str | None:
    """Return the URL of the server that uses this folder, or `TERMINAL`; None if it is not known."""
    try:
        return (folder / FILE).read_text("utf-8")[:MAX_LENGTH].strip() or None
    except (OSError, UnicodeDecodeError):
        return None
