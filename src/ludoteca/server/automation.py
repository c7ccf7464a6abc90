"""What the house does in a room: its bots' moves, hints, and what is due when somebody is away or out of time.

A move is thought of, held until its time has come (bots/pace.py), and then played as anybody's.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.pace import STEP, pause, shown_at_ms
from ludoteca.bots.workers import Advice, WorkerFailed, WorkersBusy, make_request
from ludoteca.core.generator import Random
from ludoteca.core.state import determinize
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table.deadlines import Deadline, next_deadline

if TYPE_CHECKING:
    from ludoteca.server.room import CommandResult, Room
    from ludoteca.server.rooms import Rooms

log = logging.getLogger("ludoteca.automation")

RETRY_MS = 1000
"""What was not possible just now (a full disk, an undo in between) is tried again after that long."""


@dataclass(frozen=True)
class Held:
    """A move that waits for its time."""

    by: str
    """bot or fallback."""
    seat: int
    version: int
    move: str
    at_ms: int


class RoomAutomation:
    """One deadline and one thought at a time; its commands are judged as anybody's."""

    def __init__(self, room: Room, rooms: Rooms) -> None:
        self._room = room
        self._rooms = rooms
        self._timer: asyncio.TimerHandle | None = None
        self._thought: asyncio.Task[None] | None = None
        self._held: Held | None = None
        self._playing = False
        """A move of the house's is being judged and committed."""
        self._hints: set[asyncio.Task[None]] = set()
        self._gone = False
        """The room has left memory, or the server stops: the house does nothing more here."""

    @property
    def is_hinting(self) -> bool:
        return bool(self._hints)

    @property
    def is_busy(self) -> bool:
        return self._thought is not None or self._held is not None or self._playing or bool(self._hints)

    def schedule(self) -> None:
        """Set the timer for what is due next. A held move whose position is no more is forgotten."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        next_due = None if self._gone else next_deadline(self._room.table, self._room.absent)
        held = self._held
        if held is not None and (next_due is None or not self._fits(held, next_due)):
            held = self._held = None
        if next_due is None or self._at_work(next_due):
            return
        if held is None:
            self._timer = self._rooms.clock.call_at(next_due.at_ms, self._act, next_due)
        else:
            self._timer = self._rooms.clock.call_at(held.at_ms, self._play, held)

    def _fits(self, held: Held, wanted: Deadline) -> bool:
        return (held.by, held.seat, held.version) == (wanted.action, wanted.seat, self._room.table.version)

    def _at_work(self, wanted: Deadline) -> bool:
        """The move is being found or played already; what comes of it plans again."""
        if wanted.action == "bot" and self._thought is not None and not self._thought.done():
            return True
        return self._playing and wanted.action in ("bot", "fallback")

    def _act(self, wanted: Deadline) -> None:
        self._timer = None
        seat = wanted.seat
        if wanted.action == "absence_timeout":
            self.submit(c.AbsenceTimeout(seat))
        elif wanted.action == "flag":
            self.submit(c.Flag(seat))
        elif wanted.action == "begin":
            self.submit(c.Begin())
        elif wanted.action == "fallback":
            self._hold("fallback", seat, self._room.table.version, self._fallback(seat))
        else:
            self._thought = asyncio.ensure_future(self._think(seat, self._room.table.version))

    async def _think(self, seat: int, version: int) -> None:
        table = self._room.table
        try:
            move = await self._rooms.workers.ask(
                self._question(seat, table.bot_level(seat)), self._requester(is_move=True)
            )
        except WorkerFailed as error:
            self._failed(error)
            move = ""
        self._thought = None
        self._hold("bot", seat, version, move)

    def _hold(self, by: str, seat: int, version: int, move: str) -> None:
        """Show a move when its time has come, unless the position has changed by then."""
        table = self._room.table
        if table.version == version and table.automated_by(seat) == by:
            refused = isinstance(table.game.read_move(table.state, move), Refusal)
            self._held = Held(by, seat, version, self._fallback(seat) if refused else move, self._shown_at_ms(by, seat))
        self.schedule()

    def _shown_at_ms(self, by: str, seat: int) -> int:
        """When to show a move that has just been found."""
        table, now_ms, shortest_ms = self._room.table, self._rooms.clock.now_ms(), 1000 * self._rooms.limits.bot_pause_s
        if not table.game.curtain:  # only so that people can follow
            return shown_at_ms(table.changed_ms, now_ms, round(shortest_ms), 0) if self._room.connections else now_ms
        last = table.moves[-1] if table.moves else None
        goes_on = last is not None and table.state is not None and (last.seat, last.turn) == (seat, table.state.turn())
        share = pause(table.game, table.bot_level(seat) if by == "bot" else None, first=not goes_on)
        return shown_at_ms(table.changed_ms, now_ms, round(shortest_ms * share), round(shortest_ms * STEP))

    def _play(self, held: Held) -> None:
        self._timer = self._held = None
        self._playing = True

        def played(outcome: CommandResult) -> None:
            self._playing = False

        self.submit(c.AutomatedMove(held.seat, held.move, held.version), played)

    def _question(self, seat: int, level: int) -> dict[str, object]:
        table = self._room.table
        assert table.state is not None  # noqa: S101 - a game is being played
        return make_request(table.game, table.state, seat, level, secrets.token_hex(16))

    def _requester(self, is_move: bool) -> Requester:
        return Requester(self._room.bot_queue_key, self._room.code, is_move)

    def _failed(self, error: WorkerFailed) -> None:
        if isinstance(error, WorkersBusy):  # somebody asks too much, which is no fault of ours
            self._rooms.metrics.count("ludoteca_bot_requests_refused_total")
            return
        log.error("room %s: %s", self._room.code, error.sentence)
        self._rooms.metrics.count("ludoteca_bot_failures_total")

    def _fallback(self, seat: int) -> str:
        """The fallback's move; it sees no more than the seat either."""
        table = self._room.table
        assert table.state is not None  # noqa: S101 - a game is being played
        random = Random(secrets.token_hex(16))
        determinized = determinize(table.state, seat, random.fork())
        return str(table.game.write_move(table.state, table.game.fallback(determinized, random)))

    def hint(self, seat: int, told: Callable[[Advice | None], None]) -> None:
        """Ask the best bot for a hint, blind as any; the game goes on meanwhile."""
        asked = self._question(seat, self._room.table.game.bots[-1].level)

        async def think() -> None:
            try:
                told(await self._rooms.workers.advise(asked, self._requester(is_move=False)))
            except WorkerFailed as error:
                self._failed(error)
                told(None)

        task = asyncio.ensure_future(think())
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    def submit(self, command: c.Command, then: Callable[[CommandResult], None] = lambda outcome: None) -> None:
        def done(outcome: CommandResult) -> None:
            then(outcome)
            if outcome is not None and next_deadline(self._room.table, self._room.absent) is not None:
                clock = self._rooms.clock
                clock.call_at(clock.now_ms() + RETRY_MS, self.schedule)

        self._room.submit(command, self._room.actor(c.SERVER, self._rooms.new_secret()), done)

    def leave(self) -> None:
        self._gone = True
        if self._timer is not None:
            self._timer.cancel()

    async def stop(self) -> None:
        self.leave()
        for task in [*self._hints, *([] if self._thought is None else [self._thought])]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
