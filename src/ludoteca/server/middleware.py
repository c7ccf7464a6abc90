"""What stands before every request: its place, its limits, its host and origin; and what every answer carries."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.hosts import Hosts, headers
from ludoteca.server.http_protocol import HttpProtocol
from ludoteca.server.request_context import address
from ludoteca.server.responses import error_response, refusal_response
from ludoteca.server.rooms import Rooms
from ludoteca.server.static_files import NetworkConfig, StaticFiles
from ludoteca.store.rows import StoreError

FREE_FILES = ("/assets/", "/games/")
"""Not counted against a visitor: a whole game night behind one router loads the page at once."""
SECRETS = {"key", "token"}
"""What must not stand in an address, which proxies, logs and histories keep: keys travel behind the #."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Middleware:
    """The middleware."""

    def __init__(self, rooms: Rooms, site: NetworkConfig, places: ConnectionLimits, files: StaticFiles) -> None:
        self._rooms = rooms
        self._site = site
        self._places = places
        self._files = files
        self._hosts = Hosts(site.public_urls, site.names)

    @web.middleware
    async def middleware(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Every answer, also a refusal, gets the usual headers and a sentence."""
        host = self._hosts.check(request.headers.get(hdrs.HOST))
        try:
            response = await self._answer(request, handler, host)
            if response.status == web.HTTPTooManyRequests.status_code:
                await asyncio.sleep(self._rooms.limits.requests_pause_s)
        finally:
            if isinstance(request.protocol, HttpProtocol) and request.protocol.proxied:
                request.protocol.release()
        if not response.prepared:
            response.headers.update(headers(host, host is not None and self._hosts.is_secure(host)))
        return response

    async def _answer(self, request: web.Request, handler: Handler, host: str | None) -> web.StreamResponse:
        try:
            refused = self._refuse(request, host)
            return await handler(request) if refused is None else refused
        except web.HTTPException as error:
            code = {404: "no_page", 405: "no_method", 413: "body_too_large"}.get(error.status, "bad_request")
            told = refusal_response(Refusal(code, {"high": self._rooms.limits.body_bytes}), error.status)
            return (self._files.missing(request) if error.status == 404 else None) or told
        except ConnectionError:  # gone in the middle of a request; nobody reads this
            return refusal_response(Refusal("bad_request"), 400)
        except StoreError as error:
            return refusal_response(error.refusal, 503)
        except LudotecaError as error:
            return error_response(error)

    def _refuse(self, request: web.Request, host: str | None) -> web.Response | None:
        """What nobody gets, before anything is done for it."""
        if hdrs.CONTENT_ENCODING in request.headers:
            encoded = refusal_response(Refusal("body_encoded"))
            encoded.force_close()
            return encoded
        visitor = address(request, self._site.trusted_proxies)
        refusal = self._enter(request, visitor)
        counted = not request.path.startswith(FREE_FILES)
        if refusal is None and counted and not self._rooms.requests.take(visitor):
            refusal = Refusal("too_many_requests")
        if refusal is not None:
            self._rooms.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(refusal)
        if host is None:
            told = request.headers.get(hdrs.HOST, "")
            return refusal_response(Refusal("other_host", {"value": quote(told)}), 421)
        if self._hosts.other_origin(request.headers.get(hdrs.ORIGIN), host):
            return refusal_response(Refusal("other_origin"), 403)
        if not SECRETS.isdisjoint(request.query):
            return refusal_response(Refusal("secret_in_address", {"names": " and ".join(sorted(SECRETS))}), 400)
        return None

    def _enter(self, request: web.Request, visitor: str) -> Refusal | None:
        """A request through a trusted proxy has a place of its own; a direct one has its connection's."""
        protocol = request.protocol
        if not isinstance(protocol, HttpProtocol) or not protocol.proxied:
            return None
        found = self._places.enter(visitor)
        if isinstance(found, Refusal):
            return found
        protocol.slot = found
        return None
