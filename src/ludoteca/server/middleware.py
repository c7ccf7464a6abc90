"""Checks before every request (limits, host, origin) and the headers of every response."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from aiohttp import hdrs, web

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms.addresses import is_within
from ludoteca.rooms.services import RoomServices
from ludoteca.server.compression import compress_response
from ludoteca.server.connection_limits import ConnectionLimits
from ludoteca.server.hosts import Hosts, headers
from ludoteca.server.http_protocol import HttpProtocol
from ludoteca.server.logs import REQUEST_ID_HEADER, begin_request
from ludoteca.server.network_config import NetworkConfig
from ludoteca.server.request_context import begin_language, client_address
from ludoteca.server.request_limits import RequestLimits
from ludoteca.server.responses import error_response, refusal_response
from ludoteca.server.static_files import StaticFiles
from ludoteca.store.rows import StoreError

UNCOUNTED_PATHS = ("/assets/", "/games/")
"""Not rate limited: a whole game night behind one router may load the page at once."""
SECRET_PARAMETERS = {"key", "token"}
"""Refused in query strings, which proxies, logs and histories keep. Keys travel in the fragment, after the #."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Middleware:
    """aiohttp middleware; `handle` wraps every handler."""

    def __init__(
        self,
        services: RoomServices,
        network: NetworkConfig,
        limits: ConnectionLimits,
        request_limits: RequestLimits,
        files: StaticFiles,
    ) -> None:
        self._services = services
        self._request_limits = request_limits
        self._network = network
        self._connection_limits = limits
        self._files = files
        self._hosts = Hosts(network.public_urls, network.host_names)

    @web.middleware
    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a request; refusals too get the usual headers and a sentence."""
        given = request.headers.get(REQUEST_ID_HEADER)
        is_proxy = given is not None and is_within(request.remote or "", self._network.trusted_proxies)
        request_id = begin_request(given if is_proxy else None)
        begin_language(request)
        host = self._hosts.check(request.headers.get(hdrs.HOST))
        try:
            response = await self._respond(request, handler, host)
            if response.status == web.HTTPTooManyRequests.status_code:
                await asyncio.sleep(self._services.limits.requests_pause_s)
        finally:
            if isinstance(request.protocol, HttpProtocol) and request.protocol.proxied:
                request.protocol.release()
        await compress_response(request, response)
        if not response.prepared:
            response.headers.update(headers(host, host is not None and self._hosts.is_secure(host)))
            response.headers[REQUEST_ID_HEADER] = request_id
        return response

    async def _respond(self, request: web.Request, handler: Handler, host: str | None) -> web.StreamResponse:
        try:
            refused = self._check(request, host)
            return await handler(request) if refused is None else refused
        except web.HTTPException as error:
            code = {404: "no_page", 405: "no_method", 413: "body_too_large"}.get(error.status, "bad_request")
            refused = refusal_response(Refusal(code, {"high": self._services.limits.body_bytes}), error.status)
            return (await self._files.not_found_page(request) if error.status == 404 else None) or refused
        except ConnectionError:  # the client has gone; nobody reads this
            return refusal_response(Refusal("bad_request"), 400)
        except StoreError as error:
            return refusal_response(error.refusal, 503)
        except LudotecaError as error:
            return error_response(error)

    def _check(self, request: web.Request, host: str | None) -> web.Response | None:
        """Return a refusal for a request that must not reach its handler."""
        if hdrs.CONTENT_ENCODING in request.headers:
            encoded = refusal_response(Refusal("body_encoded"))
            encoded.force_close()
            return encoded
        address = client_address(request, self._network.trusted_proxies)
        refusal = self._take_slot(request, address)
        counted = not request.path.startswith(UNCOUNTED_PATHS)
        if refusal is None and counted and not self._request_limits.requests.take(address):
            refusal = Refusal("too_many_requests")
        if refusal is not None:
            self._services.metrics.count("ludoteca_rate_limited_total")
            return refusal_response(refusal)
        if host is None:
            value = quote(request.headers.get(hdrs.HOST, ""))
            return refusal_response(Refusal("other_host", {"value": value}), 421)
        if self._hosts.other_origin(request.headers.get(hdrs.ORIGIN), host):
            return refusal_response(Refusal("other_origin"), 403)
        if not SECRET_PARAMETERS.isdisjoint(request.query):
            return refusal_response(
                Refusal("secret_in_address", {"names": " and ".join(sorted(SECRET_PARAMETERS))}), 400
            )
        return None

    def _take_slot(self, request: web.Request, address: str) -> Refusal | None:
        """Take a connection slot for a request from a trusted proxy; a direct connection already has one."""
        protocol = request.protocol
        if not isinstance(protocol, HttpProtocol) or not protocol.proxied:
            return None
        slot = self._connection_limits.take_slot(address)
        if isinstance(slot, Refusal):
            return slot
        protocol.slot = slot
        return None
