"""What a request says about its sender: address, token, and whether it comes from this machine."""

from __future__ import annotations

import secrets

from aiohttp import web

from ludoteca.server.addresses import Network, address_key, is_loopback, is_within, parse_address

FORWARDING_HEADERS = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""Proxies add these; a request without them may be direct."""
MIN_TOKEN_LENGTH, MAX_TOKEN_LENGTH = 16, 100


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


def is_direct_local(request: web.Request) -> bool:
    """Return whether a program on this machine sent the request, without a proxy in between."""
    return is_loopback(request.remote or "") and not any(name in request.headers for name in FORWARDING_HEADERS)


def bearer_token(request: web.Request) -> str | None:
    """Return the token of the Authorization header. It never stands in a URL: too many places remember those."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def device_token(token: str | None) -> str:
    """Return the token that a device sent if it is usable, or a new one."""
    return token if token and MIN_TOKEN_LENGTH <= len(token) <= MAX_TOKEN_LENGTH else secrets.token_urlsafe(24)
