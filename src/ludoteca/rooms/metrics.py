"""What rooms measure. A server that publishes it derives from `Metrics`; in a terminal nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping


class Metrics:
    """Takes what rooms count and measure, and forgets it."""

    def count(self, name: str) -> None:
        """Increment a counter."""

    def count_command(self, kind: str, outcome: str) -> None:
        """Count a command by type and outcome."""

    def observe_move(self, stage: str, seconds: float) -> None:
        """Add the time that a move spent in one of its stages."""

    def observe_bot(self, seconds: float) -> None:
        """Add the time that a bot took to answer."""

    def observe_commit(self, writes: int) -> None:
        """Add the number of writes in one commit."""

    def observe_hint(self, seconds: float) -> None:
        """Add how late a hint of another node came."""

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything as text, with these values of the gauges."""
        return ""
