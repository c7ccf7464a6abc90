"""What rooms measure, in plain numbers. A server that publishes it derives from `Metrics`."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.rooms.histogram import SECONDS, WRITES, Histogram

STAGES = ("wait", "decide", "commit", "show")
"""The stages of a move: it waits for the one before, is decided, committed to disk, and shown to everybody."""


class Metrics:
    """Takes what rooms count and measure."""

    def __init__(self) -> None:
        self.commands: dict[tuple[str, str], int] = {}
        """Commands by type and outcome."""
        self.move_stages = {stage: Histogram(SECONDS) for stage in STAGES}
        """Seconds that moves spent in each of their stages."""
        self.bot_answers = Histogram(SECONDS)
        """Seconds that bots took to answer."""
        self.hint_lags = Histogram(SECONDS)
        """Seconds by which hints of other nodes came late."""
        self.commit_writes = Histogram(WRITES)
        """Writes in one commit."""

    def count(self, name: str) -> None:
        """Increment a counter; here, forget it."""

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything as text, with these values of the gauges."""
        return ""
