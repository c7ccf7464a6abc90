"""Metrics in the Prometheus text format: counters, gauges and histograms of one server."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from ludoteca.rooms.histogram import Histogram
from ludoteca.rooms.metrics import Metrics

COUNTERS = {
    "ludoteca_sockets_opened_total": "Sockets opened.",
    "ludoteca_rooms_created_total": "Rooms created.",
    "ludoteca_rooms_expired_total": "Rooms removed because they expired.",
    "ludoteca_rate_limited_total": "Requests and sockets refused by a limit.",
    "ludoteca_store_failures_total": "Commits that failed.",
    "ludoteca_store_conflicts_total": "Commits that lost against another node.",
    "ludoteca_store_unknown_total": "Commits whose outcome was unknown because the connection was lost.",
    "ludoteca_commands_decided_again_total": "Commands decided again because another node had changed the room.",
    "ludoteca_hints_received_total": "Hints received from other nodes.",
    "ludoteca_hint_gaps_total": "Hints that came without all events before them, or without their content.",
    "ludoteca_poll_found_total": "Changes of other nodes found by polling: hints were lost.",
    "ludoteca_logs_gone_back_total": "Rooms of which the store lost events that had been shown.",
    "ludoteca_bot_failures_total": "Bot moves replaced by the fallback.",
    "ludoteca_bot_requests_refused_total": "Requests to bots refused because too many from one address were waiting.",
    "ludoteca_remote_answers_total": "Moves and hints found by workers on other machines.",
    "ludoteca_remote_answers_refused_total": "Answers of workers on other machines that were wrong.",
    "ludoteca_remote_jobs_untaken_total": "Jobs that no worker took in time; this node thought itself.",
}
GAUGES = {
    "ludoteca_connections": "Connections open now, sockets included.",
    "ludoteca_sockets": "Sockets open now.",
    "ludoteca_rooms_in_memory": "Rooms in memory now.",
    "ludoteca_rooms": "Rooms in the store.",
    "ludoteca_rooms_kept": "Rooms whose bots and clocks this node runs.",
    "ludoteca_database_clock_offset_seconds": "How far this node's time is ahead of the database's clock.",
    "ludoteca_ready": "Whether this node is ready: 1 or 0.",
    "ludoteca_bot_requests_waiting": "Requests that wait for a bot's worker now.",
    "ludoteca_remote_workers": "Workers on other machines that are alive now.",
}
disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, which nobody asks for


class RoomMetrics(Collector):
    """Makes metrics of what rooms measure in plain numbers, when somebody asks."""

    def __init__(self, measured: Metrics) -> None:
        self._measured = measured

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        measured = self._measured
        commands = CounterMetricFamily("ludoteca_commands", "Commands by type and outcome.", labels=("type", "outcome"))
        for labels, count in list(measured.commands.items()):
            commands.add_metric(labels, count)
        yield commands
        about = "Seconds of a move, by stage: wait, decide, commit, show."
        moves = HistogramMetricFamily("ludoteca_move_seconds", about, labels=("stage",))
        for stage, found in measured.move_stages.items():
            moves.add_metric((stage,), found.cumulative(), found.total)
        yield moves
        about = "Seconds from a request to a bot until its answer, the wait for a worker included."
        yield _histogram("ludoteca_bot_answer_seconds", about, measured.bot_answers)
        yield _histogram(
            "ludoteca_hint_lag_seconds",
            "Seconds from a commit of another node until its hint came.",
            measured.hint_lags,
        )
        yield _histogram("ludoteca_commit_writes", "Writes that were committed together.", measured.commit_writes)


def _histogram(name: str, about: str, found: Histogram) -> HistogramMetricFamily:
    return HistogramMetricFamily(name, about, found.cumulative(), found.total)


class PrometheusMetrics(Metrics):
    """The metrics of a server. Nothing in them depends on a room, a name or an address."""

    def __init__(self, node: str = "") -> None:
        super().__init__()
        self._registry = registry = CollectorRegistry(target_info={"node": node} if node else None)
        self._counters = {name: Counter(name, about, registry=registry) for name, about in COUNTERS.items()}
        self._gauges = {name: Gauge(name, about, registry=registry) for name, about in GAUGES.items()}
        registry.register(RoomMetrics(self))

    def count(self, name: str) -> None:
        """Increment a counter."""
        self._counters[name].inc()

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything as text, with these values of the gauges."""
        for name, value in gauges.items():
            self._gauges[name].set(value)
        return generate_latest(self._registry).decode()
