"""Folders and files that only their owner can read: they hold hidden pieces and the tokens of seats."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

OURS = ("ludoteca.", ".ludoteca.", "console", "devices")
"""How the names of our files in the data folder begin."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> None:
    """Create the data folder for its owner alone; make an existing one private if it holds only our files.

    A folder with other files keeps its permissions, since others may need them. Our files in it are private anyway.
    """
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        if folder.is_dir() and all(entry.name.startswith(OURS) for entry in folder.iterdir()):
            keep_private(folder)


def keep_private(path: Path) -> None:
    """Take away others' permissions on a file or folder that we own. A shared folder like /tmp keeps them."""
    if sys.platform == "win32" or not path.exists():
        return
    found = path.stat()
    if found.st_uid == os.geteuid() and found.st_mode & OTHERS and not found.st_mode & stat.S_ISVTX:
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def make_private(path: Path) -> int:
    """Create a file that nobody else can read, and open it for writing; raise FileExistsError if it exists."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
