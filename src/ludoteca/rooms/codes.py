"""Room codes. A code is not a secret, but must be too long to guess."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Without 0 O 1 I L, since codes are read aloud and typed on phones."""
CODE_LENGTH = 8
"""850 billion codes."""
_SEPARATORS = str.maketrans("", "", " -\u00a0\u2010\u2011\u2013")


def new_code() -> str:
    """Return a random code."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str | None:
    """Read a code as people type it, with spaces, hyphens and small letters; None if it cannot be one."""
    code = typed.translate(_SEPARATORS).upper()
    return code if len(code) == CODE_LENGTH and code.isascii() and code.isalnum() else None
