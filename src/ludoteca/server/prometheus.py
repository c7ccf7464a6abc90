"""Metrics in the Prometheus text format: counters, gauges and histograms of one server."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate

from prometheus_client import CollectorRegistry, Counter, Gauge, disable_created_metrics, generate_latest
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

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
STAGES = ("wait", "decide", "commit", "show")
"""The stages of a move: it waits for the one before, is decided, committed to disk, and shown to everybody."""
SECONDS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
WRITES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series for each, which nobody asks for


class Buckets:
    """Counts values by size. Only the event loop adds to it, so that it needs no lock: a move adds four."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def add(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def cumulative(self) -> list[tuple[str, float]]:
        """Return how many values each bound has below it."""
        names = [*map(str, map(float, self.bounds)), "+Inf"]
        return list(zip(names, map(float, accumulate(self.counts)), strict=True))


class HotMetrics(Collector):
    """What every move counts, in plain numbers; they become metrics when somebody asks."""

    def __init__(self) -> None:
        self.commands: dict[tuple[str, str], int] = {}
        self.stages = {stage: Buckets(SECONDS) for stage in STAGES}
        self.bots = Buckets(SECONDS)
        self.hints = Buckets(SECONDS)
        self.writes = Buckets(WRITES)

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics."""
        commands = CounterMetricFamily("ludoteca_commands", "Commands by type and outcome.", labels=("type", "outcome"))
        for labels, count in list(self.commands.items()):
            commands.add_metric(labels, count)
        yield commands
        about = "Seconds of a move, by stage: wait, decide, commit, show."
        moves = HistogramMetricFamily("ludoteca_move_seconds", about, labels=("stage",))
        for stage, found in self.stages.items():
            moves.add_metric((stage,), found.cumulative(), found.total)
        yield moves
        about = "Seconds from a request to a bot until its answer, the wait for a worker included."
        yield HistogramMetricFamily("ludoteca_bot_answer_seconds", about, self.bots.cumulative(), self.bots.total)
        about = "Seconds from a commit of another node until its hint came."
        yield HistogramMetricFamily("ludoteca_hint_lag_seconds", about, self.hints.cumulative(), self.hints.total)
        about = "Writes that were committed together."
        yield HistogramMetricFamily("ludoteca_commit_writes", about, self.writes.cumulative(), self.writes.total)


class PrometheusMetrics(Metrics):
    """The metrics of a server. Nothing in them depends on a room, a name or an address."""

    def __init__(self, node: str = "") -> None:
        self._registry = registry = CollectorRegistry(target_info={"node": node} if node else None)
        self._counters = {name: Counter(name, about, registry=registry) for name, about in COUNTERS.items()}
        self._gauges = {name: Gauge(name, about, registry=registry) for name, about in GAUGES.items()}
        self._hot = HotMetrics()
        registry.register(self._hot)

    def count(self, name: str) -> None:
        """Increment a counter."""
        self._counters[name].inc()

    def count_command(self, kind: str, outcome: str) -> None:
        """Count a command by type and outcome."""
        commands = self._hot.commands
        commands[kind, outcome] = commands.get((kind, outcome), 0) + 1

    def observe_move(self, stage: str, seconds: float) -> None:
        """Add the time that a move spent in one of its stages."""
        self._hot.stages[stage].add(seconds)

    def observe_bot(self, seconds: float) -> None:
        """Add the time that a bot took to answer."""
        self._hot.bots.add(seconds)

    def observe_commit(self, writes: int) -> None:
        """Add the number of writes in one commit."""
        self._hot.writes.add(writes)

    def observe_hint(self, seconds: float) -> None:
        """Add how late a hint of another node came."""
        self._hot.hints.add(seconds)

    def text(self, gauges: Mapping[str, float]) -> str:
        """Return everything as text, with these values of the gauges."""
        for name, value in gauges.items():
            self._gauges[name].set(value)
        return generate_latest(self._registry).decode()
