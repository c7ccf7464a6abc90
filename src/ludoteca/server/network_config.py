"""How clients reach the server, and what it believes about them."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.rooms.addresses import Network


@dataclass(frozen=True)
class NetworkConfig:
    """The server's addresses, trusted proxies and metrics token."""

    public_urls: tuple[str, ...] = ()
    """Given by the host; browsers may come from any of them, and links use the first."""
    detected_url: str | None = None
    """The server's address in the local network, if it could be detected."""
    trusted_proxies: tuple[Network, ...] = ()
    """Proxies whose X-Forwarded-For is believed."""
    host_names: frozenset[str] = frozenset()
    """Names of this machine, which browsers may use too."""
    service_worker: bool = True
    """Whether browsers may keep the page; if not, those that did forget it."""
    metrics_token: str | None = None
    """Allows reading /metrics from another machine."""

    @property
    def share_url(self) -> str | None:
        """The address to put into links, if one is known."""
        return next(iter(self.public_urls), self.detected_url)
