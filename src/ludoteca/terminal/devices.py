"""What this terminal is known by to each server: a token, which holds its seats there."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from urllib.parse import quote

SHORTEST, LONGEST = 16, 100


def device_token(folder: Path, server: str) -> str:
    """The token for a server, made on the first visit; nobody else on this machine may read it."""
    path = folder / "devices" / quote(server, safe="")
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for _ in range(2):
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(token := new_token())
                return token
        except FileExistsError:
            token = path.read_text("ascii", "replace").strip()
            if SHORTEST <= len(token) <= LONGEST and token.isascii():
                return token
            path.unlink()
    return new_token()


def new_token() -> str:
    return secrets.token_urlsafe(24)
