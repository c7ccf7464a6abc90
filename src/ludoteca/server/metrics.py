"""Counters and gauges in the Prometheus text format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

HELP = {
    "ludoteca_commands_total": "Commands by type and outcome.",
    "ludoteca_sockets_opened_total": "Sockets opened.",
    "ludoteca_rooms_created_total": "Rooms created.",
    "ludoteca_rooms_expired_total": "Rooms removed because they expired.",
    "ludoteca_rate_limited_total": "Requests and sockets refused by a limit.",
    "ludoteca_store_failures_total": "Commits that failed.",
    "ludoteca_bot_failures_total": "Bot moves replaced by the fallback.",
    "ludoteca_bot_requests_refused_total": "Requests to bots refused because too many from one address were waiting.",
    "ludoteca_connections": "Connections open now, sockets included.",
    "ludoteca_sockets": "Sockets open now.",
    "ludoteca_rooms_in_memory": "Rooms in memory now.",
    "ludoteca_rooms": "Rooms in the store.",
}


class Metrics:
    """The counters of a server."""

    def __init__(self) -> None:
        self._counts: Counter[tuple[str, str]] = Counter()
        self._commands: Counter[tuple[str, str]] = Counter()

    def count(self, name: str, labels: str = "") -> None:
        """Increment a counter."""
        self._counts[name, labels] += 1

    def count_command(self, kind: str, outcome: str) -> None:
        """Count a command by type and outcome."""
        self._commands[kind, outcome] += 1

    def text(self, gauges: Mapping[str, int]) -> str:
        """Return all counters and these gauges as text."""
        lines = []
        for (command, outcome), count in self._commands.items():
            self._counts["ludoteca_commands_total", f'type="{command}",outcome="{outcome}"'] = count
        for name, about in HELP.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines += [f"# HELP {name} {about}", f"# TYPE {name} {kind}"]
            if kind == "gauge":
                lines.append(f"{name} {gauges[name]}")
                continue
            found = {labels: count for (counted, labels), count in sorted(self._counts.items()) if counted == name}
            for labels, count in (found or {"": 0}).items():
                lines.append(f"{name}{{{labels}}} {count}" if labels else f"{name} {count}")
        return "\n".join(lines) + "\n"
