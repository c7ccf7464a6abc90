"""The token that identifies this terminal to a server and holds its seats there."""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from urllib.parse import quote

from ludoteca.store.private import make_private, private_folder

MIN_LENGTH, MAX_LENGTH = 16, 100


def device_token(folder: Path, server: str) -> str:
    """Return the token for a server. It is made on first use, in a file that only the user can read."""
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
            if MIN_LENGTH <= len(token) <= MAX_LENGTH and token.isascii():
                return token
            path.unlink()
    return new_token()


def new_token() -> str:
    return secrets.token_urlsafe(24)
