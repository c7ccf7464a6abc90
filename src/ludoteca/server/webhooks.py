"""Webhooks: the server's operator lists targets by name, and a room may choose one. No other URL is ever called.

A call says whose turn it is, or that the game is over. It holds nothing that a spectator could not see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout

from ludoteca.core.errors import OptionError
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.settings import MAX_WEBHOOK_NAME
from ludoteca.table.table import Table

log = logging.getLogger("ludoteca.webhooks")

TIMEOUT_S = 5.0
MAX_PENDING_CALLS = 200
"""Further calls are dropped."""


def read_webhooks(given: Iterable[str]) -> dict[str, str]:
    """Read names and URLs from texts such as `club=https://example.org/hook`."""
    targets = {}
    for text in given:
        name, _, url = text.partition("=")
        if not name.strip() or len(name) > MAX_WEBHOOK_NAME or not url.startswith(("http://", "https://")):
            raise OptionError(Refusal("webhook", {"high": MAX_WEBHOOK_NAME, "value": quote(text)}))
        targets[name.strip()] = url
    return targets


class Webhooks:
    """Calls targets in the background. A call that fails is logged and not repeated."""

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._targets = dict(targets)
        self._session: ClientSession | None = None
        self._calls: set[asyncio.Task[None]] = set()

    @property
    def names(self) -> list[str]:
        """The names that a room may choose from."""
        return sorted(self._targets)

    def unknown(self, name: str | None) -> Refusal | None:
        """Return a refusal unless the name is empty or one of the targets."""
        if not name or name in self._targets:
            return None
        return Refusal("webhook_unknown", {"value": quote(name), "names": self.names})

    def call(self, name: str, message: dict[str, Any]) -> None:
        """Post a message to the target of that name, if there is one."""
        url = self._targets.get(name)
        if url is None or len(self._calls) >= MAX_PENDING_CALLS:
            return
        task = asyncio.ensure_future(self._post(name, url, message))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _post(self, name: str, url: str, message: dict[str, Any]) -> None:
        if self._session is None:
            self._session = ClientSession(timeout=ClientTimeout(total=TIMEOUT_S))
        try:
            # A redirect could lead to a URL that the operator has not listed.
            async with self._session.post(url, json=message, allow_redirects=False) as response:
                if response.status >= 300:
                    log.warning("webhook %s returned status %d", name, response.status)
        except (ClientError, TimeoutError, OSError) as error:
            log.warning("webhook %s could not be called: %s", name, type(error).__name__)

    async def close(self) -> None:
        """Cancel calls that are under way."""
        for task in list(self._calls):
            task.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)
        if self._session is not None:
            await self._session.close()


class RoomNotifier:
    """Calls a room's webhook when it becomes a person's turn or the game ends."""

    def __init__(self, webhooks: Webhooks, code: str, table: Table) -> None:
        self._webhooks = webhooks
        self._code = code
        self._last = (table.leg, table.phase, table.to_move())

    def update(self, table: Table) -> None:
        """Call the webhook if the table has changed in a way that it reports."""
        seat = table.to_move()
        now = (table.leg, table.phase, seat)
        if now == self._last:
            return
        self._last = now
        event = {"playing": "turn", "over": "over"}.get(table.phase)
        if not table.settings.webhook or event is None or (seat != NOBODY and not table.players[seat].is_person):
            return
        name, moves = None if seat == NOBODY else table.name(seat), len(table.moves)
        message = {"room": self._code, "game": table.game.name, "event": event, "name": name, "moves": moves}
        self._webhooks.call(table.settings.webhook, message)
