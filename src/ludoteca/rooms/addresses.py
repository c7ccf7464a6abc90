"""Network addresses. Limits count keys, so that one household is one client."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

Network = IPv4Network | IPv6Network

SUBNET_BITS, SITE_BITS = 64, 48
"""An IPv6 subscriber has at least a /64 to choose addresses from; a site usually gets a /48."""


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Read the addresses or networks of trusted proxies."""
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            raise OptionError(Refusal("proxy", {"field": "--trust-proxy", "value": quote(text)})) from None
    return tuple(networks)


@lru_cache(maxsize=4096)
def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address as proxies and sockets write it, perhaps with a port or a zone. IPv4 in IPv6 becomes IPv4."""
    text = text.strip().strip('"')
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (found.ipv4_mapped or found) if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def address_key(text: str) -> str:
    """Return the key of an address: the whole IPv4 address, or the /64 of an IPv6 address."""
    found = parse_address(text)
    if found is None:
        return "unknown"
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((found, SUBNET_BITS), strict=False))


@lru_cache(maxsize=4096)
def site_key(key: str) -> str | None:
    """Return the /48 of an IPv6 key, which has limits of its own; None for IPv4."""
    if ":" not in key:
        return None
    return str(IPv6Network(key).supernet(new_prefix=SITE_BITS))


def is_within(text: str, networks: tuple[Network, ...]) -> bool:
    """Return whether an address is in one of the networks."""
    found = parse_address(text)
    return found is not None and any(found in network for network in networks)


def is_loopback(text: str) -> bool:
    """Return whether an address is this machine's own."""
    found = parse_address(text)
    return found is not None and found.is_loopback
