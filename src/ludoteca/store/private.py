"""Folders and files for their owner alone: games hold what players must not see, and tokens that hold seats."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

OURS = ("ludoteca.", ".ludoteca.", "console", "devices")
"""How the names of all begin that we put into a folder of games."""
OTHERS = stat.S_IRWXG | stat.S_IRWXO


def private_folder(folder: Path) -> None:
    """Make the folder of the games, for its owner alone; one that is there and holds nothing else is made so.

    A folder with other things in it is left alone: others may need them. What we keep there is closed by itself.
    """
    try:
        folder.mkdir(mode=0o700, parents=True)
    except FileExistsError:
        if folder.is_dir() and all(entry.name.startswith(OURS) for entry in folder.iterdir()):
            keep_private(folder)


def keep_private(path: Path) -> None:
    """Take from others what they may do with our own file or folder; one that all share, such as /tmp, stays so."""
    if sys.platform == "win32" or not path.exists():
        return
    found = path.stat()
    if found.st_uid == os.geteuid() and found.st_mode & OTHERS and not found.st_mode & stat.S_ISVTX:
        path.chmod(stat.S_IMODE(found.st_mode) & ~OTHERS)


def make_private(path: Path) -> int:
    """A new file that nobody else may read, opened for writing; FileExistsError when something is there."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
