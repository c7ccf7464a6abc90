"""The games begun in the terminal of a data folder: the terminal token, which holds their seats, and their rooms.

The terminal writes this, and the server of the same folder reads it: a browser that has the token sees these games too.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from ludoteca.store.private import make_private, private_folder

FOLDER = "console"
MAX_ROOMS = 40
"""The newest rooms that are listed."""
MAX_BYTES = 1 << 20
MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH = 16, 100


class TerminalGames:
    """The token and the rooms of one data folder. Only the owner of the folder can read them."""

    def __init__(self, data: Path) -> None:
        self._folder = data / FOLDER
        self._token_file = self._folder / "devices" / "local"
        self._rooms_file = self._folder / "rooms"

    def token(self) -> str:
        """Return the token; make one on first use."""
        return read_or_make_token(self._token_file)

    def add(self, code: str) -> None:
        """Add a room, as the newest."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(self._rooms_file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        try:
            os.write(file, f"{code}\n".encode())
        finally:
            os.close(file)

    def codes(self) -> list[str]:
        """Return the codes of the rooms, newest first."""
        try:
            with self._rooms_file.open("rb") as file:
                file.seek(max(0, self._rooms_file.stat().st_size - MAX_BYTES))
                words = file.read(MAX_BYTES).decode("ascii", "replace").split()
        except OSError:
            return []
        return list(dict.fromkeys(reversed(words)))[:MAX_ROOMS]

    def codes_for(self, token: str) -> list[str] | None:
        """Return the codes if this is the terminal's token, else None."""
        own = _read_token(self._token_file)
        return self.codes() if own and secrets.compare_digest(own.encode(), token.encode()) else None


def read_or_make_token(path: Path) -> str:
    """Return the token in a file. It is made on first use, readable by the user alone."""
    private_folder(path.parents[2])
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for _ in range(2):
        try:
            with os.fdopen(make_private(path), "w") as file:
                file.write(token := new_token())
                return token
        except FileExistsError:
            found = _read_token(path)
            if found:
                return found
            path.unlink()
    return new_token()


def new_token() -> str:
    return secrets.token_urlsafe(24)


def _read_token(path: Path) -> str:
    """Return the token in a file; "" if there is none."""
    try:
        token = path.read_text("ascii", "replace").strip()
    except OSError:
        return ""
    return token if MIN_TOKEN_LENGTH <= len(token) <= MAX_TOKEN_LENGTH and token.isascii() else ""
