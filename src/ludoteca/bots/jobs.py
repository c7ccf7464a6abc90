"""Thinking jobs for workers on other machines: what they hold, and what nodes and workers ask of the table of jobs.

The methods of both protocols are short and called from threads. A LudotecaError says that the table cannot be reached.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, Protocol

from ludoteca.bots.worker_pool import WorkerError
from ludoteca.core.game import Json
from ludoteca.core.registry import find_game

MAX_POSITION: Final = 65_536
"""Bytes of a position; a larger one is thought about by the node itself."""
MAX_ANSWER: Final = 16_384
"""Bytes of an answer."""
MAX_ATTEMPTS: Final = 3
LEASE_MS: Final = 6_000
BEAT_S: Final = 2.0
"""How often a worker says that it lives, and renews its leases."""
WORKER_DEAD_MS: Final = 10_000
JOB_OLD_MS: Final = 120_000
"""No node waits that long for a job."""


@dataclass(frozen=True)
class Job:
    """A position to think about, as its seat may know it."""

    id: str
    game: str
    rules_version: int
    level: str
    kind: str
    """move; advice, which comes with explanations; or hint, which also has the second best move."""
    quick: bool
    seat: int
    seed: str
    position: str

    def request(self) -> Json:
        """Return the request for a worker process."""
        return {
            "game": self.game,
            "position": json.loads(self.position),
            "seat": self.seat,
            "seed": self.seed,
            "level": self.level,
            "quick": self.quick,
            "explain": self.kind != "move",
            "second": self.kind == "hint",
        }


def make_job(request: Json, quick: bool) -> Job:
    """Make a job from a request, whose position is determinized; WorkerError if it is too large."""
    position = json.dumps(request["position"])
    if len(position) > MAX_POSITION:  # ASCII
        raise WorkerError(f"The position has more than {MAX_POSITION} bytes.")
    game = find_game(request["game"])
    return Job(
        # Random: the table may be emptied by a crash, and a number that is used twice would mix up two answers.
        secrets.token_hex(12),
        game.name,
        game.rules_version,
        str(request["level"]),
        "hint" if request.get("second") else "advice" if request.get("explain") else "move",
        quick,
        request["seat"],
        # The seed of advice contains the code of its room, which is not a worker's business.
        sha256(str(request["seed"]).encode()).hexdigest(),
        position,
    )


@dataclass(frozen=True)
class JobStatus:
    """How far a job is."""

    id: str
    attempt: int
    is_taken: bool
    """Whether a worker has a valid lease."""
    worker: str
    answer: str | None


Games = Mapping[str, int]
"""Games by name, with the version of their rules."""


class NodeJobs(Protocol):
    """The table of jobs as a node uses it."""

    def post(self, job: Job) -> None: ...

    def look(self, ids: Collection[str]) -> list[JobStatus]:
        """Return the status of those of these jobs that are there."""

    def refuse(self, status: JobStatus) -> None:
        """Offer a job again whose answer was wrong, to others than this worker."""

    def take_back(self, job_id: str) -> bool:
        """Remove a job unless a worker has it; return whether it is gone."""

    def remove(self, ids: Collection[str]) -> None: ...

    def workers(self) -> list[Games]:
        """Return the games of each living worker."""

    def remove_old(self) -> None:
        """Remove what nodes have left behind that are gone."""

    def listen(self, on_answer: Callable[[], None]) -> None:
        """Call `on_answer` from a thread whenever a job of this node may have an answer."""

    def close(self) -> None: ...


@dataclass(frozen=True)
class ClaimedJob:
    """A job that this worker may think about as long as it renews the lease."""

    job: Job
    attempt: int


class WorkerJobs(Protocol):
    """The table of jobs as a worker uses it."""

    def beat(self) -> None:
        """Say that this worker lives."""

    def claim(self, count: int, quick_only: bool) -> list[ClaimedJob]:
        """Take up to `count` jobs: quick ones first, then moves, then advice and hints, the oldest first."""

    def renew(self, claimed: Sequence[ClaimedJob]) -> set[str]:
        """Renew the leases; return the ids of those that this worker still has."""

    def answer(self, claimed: ClaimedJob, answer: str) -> None: ...

    def give_back(self, claimed: Sequence[ClaimedJob]) -> None:
        """Let others take these jobs at once."""

    def listen(self, on_job: Callable[[], None]) -> None:
        """Call `on_job` from a thread whenever there may be a new job."""

    def close(self) -> None:
        """Stop, and say that this worker is gone."""
