"""Network addresses as limits count them: by key, so that one household is one visitor."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

Network = IPv4Network | IPv6Network

SUBNET_BITS, SITE_BITS = 64, 48
"""What one IPv6 subscriber has for sure (a household picks freely among its /64), and what a site usually gets."""


def read_networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses or networks of proxies whose X-Forwarded-For is believed."""
    networks = []
    for text in texts:
        try:
            networks.append(ip_network(text, strict=False))
        except ValueError:
            raise OptionError(Refusal("proxy", {"field": "--trust-proxy", "value": quote(text)})) from None
    return tuple(networks)


@lru_cache(maxsize=4096)
def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies and sockets write it, perhaps with a port or a zone; IPv4 within IPv6 is IPv4."""
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
    """How an address is counted: IPv4 whole, IPv6 by its /64."""
    found = parse_address(text)
    if found is None:
        return "unknown"
    if isinstance(found, IPv4Address):
        return str(found)
    return str(IPv6Network((found, SUBNET_BITS), strict=False))


@lru_cache(maxsize=4096)
def site_key(key: str) -> str | None:
    """The /48 around the key of an IPv6 address, which has a bound of its own; None for IPv4."""
    if ":" not in key:
        return None
    return str(IPv6Network(key).supernet(new_prefix=SITE_BITS))


def is_within(text: str, networks: tuple[Network, ...]) -> bool:
    found = parse_address(text)
    return found is not None and any(found in network for network in networks)


def is_loopback(text: str) -> bool:
    found = parse_address(text)
    return found is not None and found.is_loopback
