"""Host names that this server accepts, so that a foreign web page cannot reach a server in a home network."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]{1,253})(?P<port>:[0-9]{1,5})?")

HEADERS = {
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "no-referrer",
    "Server": "ludoteca",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""Sent with every response, beside the Content-Security-Policy."""


def read_urls(texts: Iterable[str]) -> tuple[str, ...]:
    """Read the public URLs of the server."""
    return tuple(_read_url(text) for text in texts)


def _read_url(text: str) -> str:
    with suppress(ValueError):
        if text.startswith(("http://", "https://")) and HOST.fullmatch(urlsplit(text).netloc.lower()):
            return text.rstrip("/")
    raise OptionError(Refusal("url", {"field": "--url", "value": quote(text)}))


@dataclass(frozen=True)
class Hosts:
    """The server's public URLs and the names of this machine."""

    urls: tuple[str, ...] = ()
    names: frozenset[str] = frozenset()

    def check(self, header: str | None) -> str | None:
        """Return the Host header in a form that is safe to repeat; None if this server does not have that name."""
        host = (header or "").lower()
        if HOST.fullmatch(host) is None:
            return None
        name = _name(host)
        known = name in self.names or any(name == urlsplit(url).hostname for url in self.urls)
        return host if known or _is_localhost(name) or _is_ip(name) else None

    def is_secure(self, host: str) -> bool:
        """Return whether browsers treat this host as secure: it is this machine or has a public https URL."""
        name = _name(host)
        if name in {urlsplit(url).hostname for url in self.urls if url.startswith("https:")}:
            return True
        return _is_localhost(name) or (_is_ip(name) and ip_address(name).is_loopback)

    def other_origin(self, origin: str | None, host: str) -> bool:
        """Return whether the page of another site sends the request. Programs send no Origin and are accepted."""
        if origin is None:
            return False
        here = {host, *(urlsplit(url).netloc.lower() for url in self.urls)}
        try:
            there = urlsplit(origin).netloc.lower()
        except ValueError:
            return True
        return not there or there not in here


def headers(host: str | None, secure: bool = False) -> dict[str, str]:
    """Return the headers of every response.

    Browsers differ in whether 'self' includes sockets, so the policy names the checked host. They complain about an
    opener policy unless the host is secure.
    """
    sockets = f" ws://{host} wss://{host}" if host else ""
    policy = (
        f"default-src 'self'; img-src 'self' data:; connect-src 'self'{sockets}; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
    )
    opener = {"Cross-Origin-Opener-Policy": "same-origin"} if secure else {}
    return {"Content-Security-Policy": policy, **opener, **HEADERS}


@cache
def own_names() -> frozenset[str]:
    """Return the names of this machine in its network. May ask a name server, so the answer is cached."""
    names = {socket.gethostname().lower(), socket.getfqdn().lower()}
    short = {name.partition(".")[0] for name in names}
    return frozenset(name for name in names | short | {f"{name}.local" for name in short} if name)


def _name(host: str) -> str:
    """Return the host without its port."""
    found = HOST.fullmatch(host)
    return found["name"].strip("[]").rstrip(".") if found else ""


def _is_localhost(name: str) -> bool:
    return name == "localhost" or name.endswith(".localhost")


def _is_ip(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
