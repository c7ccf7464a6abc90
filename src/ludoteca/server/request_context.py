"""Who is calling: the address behind trusted proxies."""

from __future__ import annotations

from aiohttp import web

from ludoteca.server.addresses import Network, address_key, is_loopback, is_within, parse_address

FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")
"""What proxies add; a request that has none of it may be direct."""


def address(request: web.Request, trusted: tuple[Network, ...]) -> str:
    """The key of the visitor's address. What proxies that are not ours say of it counts for nothing."""
    peer = request.remote or ""
    # A proxy may add a line of its own after the one it was sent.
    told = ",".join(request.headers.getall("X-Forwarded-For", []))
    chain = [part.strip() for part in told.split(",") if part.strip()]
    # What is no address ends the chain: the proxy that sent it counts.
    while chain and is_within(peer, trusted) and parse_address(chain[-1]) is not None:
        peer = chain.pop()
    return address_key(peer)


def is_direct_local(request: web.Request) -> bool:
    """A program on this machine is calling, and no proxy speaks for another."""
    return is_loopback(request.remote or "") and not any(name in request.headers for name in FORWARDED)
