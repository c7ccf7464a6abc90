"""What this terminal is known by to each server: a token, which holds its seats there."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from urllib.parse import quote

from ludoteca.store.private import make_private, private_folder

SHORTEST, LONGEST = 16, 100


def device_token(folder: Path, server: str) -> str:
    """The token for a server, made on the first visit; nobody else on this machine may read it."""
    path = folder / "devices" / quote(server, safe="")
    private_folder(folder.parent)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    for _ in range(2):
        try:
            with os.fdopen(make_private(path), "w") as file:
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
