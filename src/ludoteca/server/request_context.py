"""What a request says about its sender: address, token, language, and whether it comes from this machine."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextvars import ContextVar

from aiohttp import hdrs, web

from ludoteca.core.languages import ENGLISH, choose_language, read_accept_language
from ludoteca.core.registry import known_languages
from ludoteca.rooms.addresses import Network, address_key, is_loopback, is_within, parse_address
from ludoteca.server.network_config import NetworkConfig

FORWARDING_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""Proxies add these; a request without them may be direct."""
MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH = 16, 100
LANGUAGE_PARAMETER = "lang"
"""The language of a page may stand in its address, so that each has one of its own (`hreflang`)."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def begin_language(request: web.Request) -> None:
    """Give the present task the language of its request."""
    _language.set(wanted_language(request, [request.query.get(LANGUAGE_PARAMETER, "")]))


def request_language() -> str:
    """Return the language of the request that the present task answers."""
    return _language.get()


def wanted_language(request: web.Request, first: Iterable[str] = ()) -> str:
    """Return the best language for a reader: one of `first`, else by the header Accept-Language, else English."""
    wanted = [*first, *read_accept_language(request.headers.get(hdrs.ACCEPT_LANGUAGE, ""))]
    return choose_language(wanted, known_languages()) or ENGLISH


def client_address(request: web.Request, trusted_proxies: tuple[Network, ...]) -> str:
    """Return the key of the client's address. Only trusted proxies may say that it is not the peer's."""
    peer = request.remote or ""
    # A proxy may add a header of its own after the one it received.
    forwarded = ",".join(request.headers.getall("X-Forwarded-For", []))
    chain = [part.strip() for part in forwarded.split(",") if part.strip()]
    # Anything that is not an address ends the chain: the proxy that sent it counts.
    while chain and is_within(peer, trusted_proxies) and parse_address(chain[-1]) is not None:
        peer = chain.pop()
    return address_key(peer)


def share_url(request: web.Request, network: NetworkConfig) -> str:
    """Return the address for links: the configured one, or the host that the middleware has checked."""
    return network.share_url or f"{request.scheme}://{request.host}"


def is_direct_local(request: web.Request) -> bool:
    """Return whether a program on this machine sent the request, without a proxy in between."""
    return is_loopback(request.remote or "") and not any(name in request.headers for name in FORWARDING_HEADERS)


def bearer_token(request: web.Request) -> str | None:
    """Return the token of the Authorization header. It never stands in a URL: too many places remember those."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    # No token has other characters, and some cannot even be encoded to compare them.
    return token.strip() if scheme.lower() == "bearer" and token.strip() and token.isascii() else None


def device_token(token: str | None) -> str:
    """Return the token that a device sent if it is usable, or a new one."""
    return token if token and MIN_TOKEN_LENGTH <= len(token) <= MAX_TOKEN_LENGTH else secrets.token_urlsafe(24)
