"""Webhooks: whoever runs the server lists targets by name, a room may choose one, and no other address is called.

A call says that it is somebody's turn, or that the game is over; it holds no more than anybody may see.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable, Mapping
from typing import Any

from aiohttp import ClientError, ClientSession, ClientTimeout

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote
from ludoteca.table.settings import MAX_WEBHOOK_NAME

log = logging.getLogger("ludoteca.webhooks")

LONGEST_S = 5.0
MOST_WAITING = 200
"""Calls under way; more are dropped rather than piled up."""


def read_webhooks(given: Iterable[str]) -> dict[str, str]:
    """Names and addresses from texts like `club=https://example.org/hook`."""
    hooks = {}
    for text in given:
        name, _, url = text.partition("=")
        if not name.strip() or len(name) > MAX_WEBHOOK_NAME or not url.startswith(("http://", "https://")):
            raise OptionError(Refusal("webhook", {"high": MAX_WEBHOOK_NAME, "value": quote(text)}))
        hooks[name.strip()] = url
    return hooks


class Webhooks:
    """Calls go out one after another per message, without being waited for; what fails is logged and forgotten."""

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._targets = dict(targets)
        self._session: ClientSession | None = None
        self._calls: set[asyncio.Task[None]] = set()

    @property
    def names(self) -> list[str]:
        return sorted(self._targets)

    def unknown(self, name: str | None) -> Refusal | None:
        """Why a room may not choose this target."""
        if not name or name in self._targets:
            return None
        return Refusal("webhook_unknown", {"value": quote(name), "names": self.names})

    def call(self, name: str, message: dict[str, Any]) -> None:
        """Tell the target of that name, if there is one."""
        url = self._targets.get(name)
        if url is None or len(self._calls) >= MOST_WAITING:
            return
        task = asyncio.ensure_future(self._post(name, url, message))
        self._calls.add(task)
        task.add_done_callback(self._calls.discard)

    async def _post(self, name: str, url: str, message: dict[str, Any]) -> None:
        if self._session is None:
            self._session = ClientSession(timeout=ClientTimeout(total=LONGEST_S))
        try:
            # A redirect could lead to an address that nobody has listed.
            async with self._session.post(url, json=message, allow_redirects=False) as answer:
                if answer.status >= 300:
                    log.warning("webhook %s answered %d", name, answer.status)
        except (ClientError, TimeoutError, OSError) as error:
            log.warning("webhook %s could not be called: %s", name, type(error).__name__)

    async def close(self) -> None:
        for task in list(self._calls):
            task.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)
        if self._session is not None:
            await self._session.close()
