"""Codes of rooms. A code is an address, not a secret, but nobody should find rooms by trying."""

from __future__ import annotations

import secrets

ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""No 0 O, 1 I L: codes are read aloud and typed on phones."""
CODE_LENGTH = 8
"""850 thousand million codes."""
_SEPARATORS = str.maketrans("", "", " -\u00a0\u2010\u2011\u2013")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def read_code(typed: str) -> str | None:
    """A code as people type it, with blanks or hyphens in it and in small letters; None when it cannot be one."""
    code = typed.translate(_SEPARATORS).upper()
    return code if len(code) == CODE_LENGTH and code.isascii() and code.isalnum() else None
