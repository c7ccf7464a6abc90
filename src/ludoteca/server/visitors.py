"""Who is calling: the address behind trusted proxies, and whether a browser was sent here by another site."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from aiohttp import web

from ludoteca.core.errors import OptionError
from ludoteca.core.words import Refusal, quote

Network = IPv4Network | IPv6Network


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses or networks of proxies whose X-Forwarded-For is believed."""
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            raise OptionError(Refusal("proxy", {"field": "--trust-proxy", "value": quote(text)})) from None
    return tuple(networks)


def address(request: web.Request, trusted: tuple[Network, ...]) -> str:
    """The visitor's address. What proxies that are not ours say of it counts for nothing."""
    peer = request.remote or "unknown"
    # A proxy may add a line of its own after the one it was sent.
    told = ",".join(request.headers.getall("X-Forwarded-For", []))
    chain = [part.strip() for part in told.split(",") if part.strip()]
    while chain and _within(peer, trusted):
        peer = chain.pop()
    return peer


def _within(text: str, networks: tuple[Network, ...]) -> bool:
    try:
        parsed = ip_address(text)
    except ValueError:
        return False
    return any(parsed in network for network in networks)


def from_elsewhere(request: web.Request, public_url: str | None) -> bool:
    """A browser says that another site's page is calling. Programs, which send no Origin, are not from elsewhere."""
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    here = {request.headers.get("Host", "").lower()}
    if public_url:
        here.add(urlsplit(public_url).netloc.lower())
    try:
        there = urlsplit(origin).netloc.lower()
    except ValueError:
        return True
    return not there or there not in here
