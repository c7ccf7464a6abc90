"""Why the system refused something, in the reader's language: its own words are English."""

from __future__ import annotations

import errno
from typing import Any, Final

from ludoteca.core.translations import Text, nested

CODES: Final = {
    errno.ENOENT: "reason_missing",
    errno.EACCES: "reason_denied",
    errno.EPERM: "reason_denied",
    errno.EISDIR: "reason_folder",
    errno.ENOTDIR: "reason_no_folder",
    errno.ENOSPC: "reason_full",
    errno.EROFS: "reason_read_only",
    errno.ECONNREFUSED: "reason_refused",
    errno.EHOSTUNREACH: "reason_no_route",
    errno.ENETUNREACH: "reason_no_route",
}
"""The reasons that a player may meet."""


def system_reason(error: BaseException, otherwise: str = "") -> Any:
    """Return the reason of an error as a parameter of a text.

    Rare ones are in the words of the system; an error without any has those of the code `otherwise`, or its own.
    """
    is_name = type(error).__name__ == "gaierror"  # its numbers are not those of the others
    code = "reason_no_host" if is_name else CODES.get(getattr(error, "errno", None) or 0)
    words = getattr(error, "strerror", None)
    if code or (not words and otherwise):
        return nested(Text(code or otherwise))
    return words or str(error)
