"""Webhooks: the server's operator lists targets by name, and a room may choose one. No other URL is ever called.

What a call says is in rooms/notifier.py.
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


class HttpWebhooks:
    """Calls targets in the background. A call that fails is logged and not repeated."""

    def __init__(self, targets: Mapping[str, str]) -> None:
        self._targets = dict(targets)
        self._session: ClientSession | None = None
        self._calls: set[asyncio.Task[None]] = set()

    @property
    def names(self) -> list[str]:
        """The names that a room may choose from."""
        return sorted(self._targets)

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
