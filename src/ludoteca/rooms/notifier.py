"""Tells a room's webhook when it becomes a person's turn and when the game ends.

A message holds nothing that a spectator could not see.
"""

from __future__ import annotations

from typing import Any, Protocol

from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.table import Table


class Webhooks(Protocol):
    """Named targets that rooms may choose from."""

    @property
    def names(self) -> list[str]:
        """The names that a room may choose from."""

    def call(self, name: str, message: dict[str, Any]) -> None:
        """Send a message to the target of that name, if there is one."""

    async def close(self) -> None:
        """Cancel calls that are under way."""


class NoWebhooks:
    """No targets."""

    names: list[str] = []  # noqa: RUF012 - never changed

    def call(self, name: str, message: dict[str, Any]) -> None:
        """Do nothing: there is no target."""

    async def close(self) -> None:
        """Do nothing."""


def why_not_webhook(webhooks: Webhooks, name: str | None) -> Refusal | None:
    """Return a refusal unless the name is empty or one of the targets."""
    if not name or name in webhooks.names:
        return None
    return Refusal("webhook_unknown", {"value": quote(name), "names": webhooks.names})


class RoomNotifier:
    """Calls a room's webhook when the table has changed in a way that it reports."""

    def __init__(self, webhooks: Webhooks, code: str, table: Table) -> None:
        self._webhooks = webhooks
        self._code = code
        self._last = (table.leg, table.phase, table.to_move())

    def update(self, table: Table, calls: bool = True) -> None:
        """Call the webhook if it is somebody else's turn now, or the game is over; or leave that to another node."""
        seat = table.to_move()
        now = (table.leg, table.phase, seat)
        if now == self._last:
            return
        self._last = now
        if not calls or not table.settings.webhook or (seat != NOBODY and not table.players[seat].is_person):
            return
        event = {"playing": "turn", "over": "over"}.get(table.phase)
        if event is None:
            return
        name, moves = None if seat == NOBODY else table.name(seat), len(table.moves)
        message = {"room": self._code, "game": table.game.name, "event": event, "name": name, "moves": moves}
        self._webhooks.call(table.settings.webhook, message)
