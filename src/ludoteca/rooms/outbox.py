"""What carries messages to a client: a socket, or the terminal of the same process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

NextUpdate = Callable[[], bytes | None]
"""Returns the update that is due next; None if there is none."""


class Outbox(Protocol):
    """Carries messages to one client: replies in order and, when there are none, the next update."""

    next_update: NextUpdate
    """Set by the session."""

    def __len__(self) -> int:
        """Count the replies that the client has not taken yet."""

    def append(self, reply: bytes) -> None:
        """Queue a reply and send what can be sent."""

    def flush(self) -> None:
        """Send until nothing is left or the client has to catch up."""

    def close(self, comes_again: bool = False) -> None:
        """Disconnect after what is queued; if the client shall come again, say so."""

    def drop(self) -> None:
        """Disconnect at once."""
