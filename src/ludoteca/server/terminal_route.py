"""Lists the games begun in this machine's terminal, for a browser that has the terminal's token."""

from __future__ import annotations

import asyncio

from aiohttp import web

from ludoteca.core.translations import Refusal
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.request_context import bearer_token, client_address
from ludoteca.server.request_limits import RequestLimits
from ludoteca.server.responses import refusal_response
from ludoteca.store.terminal_games import TerminalGames


class TerminalRoute:
    """The handler. The token is a bearer secret like that of any seat, and only the data folder's own is accepted.

    So nobody can make a browser play with a token of theirs: the server does not know it.
    """

    def __init__(self, games: TerminalGames | None, network: NetworkConfig, limits: RequestLimits) -> None:
        self._games = games
        self._network = network
        self._limits = limits

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the handler."""
        router.add_post("/api/terminal/games", self._list)

    async def _list(self, request: web.Request) -> web.Response:
        """Send the codes of the rooms, newest first. It reads two small files, in a thread."""
        if not self._limits.known_rooms.take(client_address(request, self._network.trusted_proxies)):
            return refusal_response(Refusal("too_many_requests"))
        token, codes = bearer_token(request), None
        if self._games is not None and token is not None:
            codes = await asyncio.get_running_loop().run_in_executor(None, self._games.codes_for, token)
        if codes is None:
            return refusal_response(Refusal("terminal_token"), 403)
        return web.json_response({"codes": codes})
