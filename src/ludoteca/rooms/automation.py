"""What the server does in a room by itself: bot moves, hints, timeouts and absences.

A bot's move is found at once but played only when a human might have played it (bots/pace.py).
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from ludoteca.bots.fair_queue import Requester
from ludoteca.bots.pace import STEP, pause, shown_at_ms
from ludoteca.bots.workers import (
    Hint,
    MoveList,
    WorkerFailed,
    WorkersBusy,
    make_list_request,
    make_request,
)
from ludoteca.core.generator import Random
from ludoteca.core.state import determinize
from ludoteca.core.translations import Refusal
from ludoteca.rooms.results import CommandResult, Reply, Submit
from ludoteca.rooms.room_state import RoomState
from ludoteca.table import commands as c
from ludoteca.table.deadlines import Deadline, next_deadline

T = TypeVar("T")

log = logging.getLogger("ludoteca.automation")

RETRY_MS = 1000
"""How long to wait before repeating a command that failed, for example because the disk was full."""


@dataclass(frozen=True)
class PlannedMove:
    """A move that was found and waits for its time."""

    by: str
    """bot or fallback."""
    seat: int
    version: int
    move: str
    at_ms: int


class RoomAutomation:
    """Waits for one deadline and asks for one move at a time. Its commands are decided like everybody's."""

    def __init__(self, room: RoomState, submit: Submit) -> None:
        self._room = room
        self._services = room.services
        self._submit = submit
        self._timer: asyncio.TimerHandle | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._planned: PlannedMove | None = None
        self._is_playing = False
        """A move is being decided and committed."""
        self._hints: set[asyncio.Task[None]] = set()
        self._closed = False

    @property
    def is_hinting(self) -> bool:
        """Whether a worker is thinking about a hint, or lists moves."""
        return bool(self._hints)

    @property
    def is_busy(self) -> bool:
        """Whether a move or a hint is under way."""
        return self._thinking is not None or self._planned is not None or self._is_playing or self.is_hinting

    def schedule(self) -> None:
        """Set the timer for the next deadline. Forget a planned move if its position has passed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        deadline = None if self._closed else next_deadline(self._room.table, self._room.absent)
        if deadline is not None and not self._room.is_keeper:
            deadline = None
            if self._services.nodes is not None:
                self._services.nodes.want_lease(self._room.code)
        planned = self._planned
        if planned is not None and (deadline is None or not self._fits(planned, deadline)):
            planned = self._planned = None
        if deadline is None or self._is_handling(deadline):
            return
        if planned is None:
            self._timer = self._services.clock.call_at(deadline.at_ms, self._act, deadline)
        else:
            self._timer = self._services.clock.call_at(planned.at_ms, self._play, planned)

    def _fits(self, planned: PlannedMove, deadline: Deadline) -> bool:
        return (planned.by, planned.seat, planned.version) == (deadline.action, deadline.seat, self._room.table.version)

    def _is_handling(self, deadline: Deadline) -> bool:
        """Return whether the move is already being found or played; then `schedule` is called again afterwards."""
        if deadline.action == "bot" and self._thinking is not None and not self._thinking.done():
            return True
        return self._is_playing and deadline.action in ("bot", "fallback")

    def _act(self, deadline: Deadline) -> None:
        self._timer = None
        seat, version = deadline.seat, self._room.table.version
        if deadline.action == "absence_timeout":
            self.submit(c.AbsenceTimeout(seat))
        elif deadline.action == "flag":
            self.submit(c.Flag(seat))
        elif deadline.action == "begin":
            self.submit(c.Begin())
        elif deadline.action == "fallback":
            self._plan_move("fallback", seat, version, self._fallback_move(seat))
        else:
            self._thinking = asyncio.ensure_future(self._think(seat, version))

    async def _think(self, seat: int, version: int) -> None:
        level = self._room.table.bot_level(seat)
        begun = time.monotonic()
        try:
            move = await self._services.workers.ask(self._question(seat, level), self._requester(is_move=True))
        except WorkerFailed as error:
            self._report(error)
            move = ""
        else:
            self._services.metrics.bot_answers.add(time.monotonic() - begun)
        self._thinking = None
        self._plan_move("bot", seat, version, move)

    def _plan_move(self, by: str, seat: int, version: int, move: str) -> None:
        """Plan to play a move when its time has come, unless the position has changed by then."""
        table = self._room.table
        if table.version == version and table.automated_by(seat) == by:
            if isinstance(table.game.read_move(table.state, move), Refusal):
                move = self._fallback_move(seat)
            self._planned = PlannedMove(by, seat, version, move, self._play_at_ms(by, seat))
        self.schedule()

    def _play_at_ms(self, by: str, seat: int) -> int:
        """Return when to play a move that was found just now."""
        table, now_ms, pause_ms = (
            self._room.table,
            self._services.clock.now_ms(),
            1000 * self._services.limits.bot_pause_s,
        )
        if not table.game.curtain:  # the pause only lets people follow
            return shown_at_ms(table.changed_ms, now_ms, round(pause_ms), 0) if self._room.sessions else now_ms
        last = table.moves[-1] if table.moves else None
        continues = (
            last is not None and table.state is not None and (last.seat, last.turn) == (seat, table.state.turn())
        )
        share = pause(table.game, table.bot_level(seat) if by == "bot" else None, first=not continues)
        return shown_at_ms(table.changed_ms, now_ms, round(pause_ms * share), round(pause_ms * STEP))

    def _play(self, planned: PlannedMove) -> None:
        self._timer = self._planned = None
        self._is_playing = True

        def played(result: CommandResult) -> None:
            self._is_playing = False

        self.submit(c.AutomatedMove(planned.seat, planned.move, planned.version), played)

    def _question(self, seat: int, level: int) -> dict[str, object]:
        table = self._room.table
        assert table.state is not None  # noqa: S101 - a game is being played
        return make_request(table.game, table.state, seat, level, secrets.token_hex(16))

    def _requester(self, is_move: bool) -> Requester:
        return Requester(self._room.bot_queue_key, self._room.code, is_move)

    def _report(self, error: WorkerFailed) -> None:
        if isinstance(error, WorkersBusy):  # a client asks too much, which is no fault of the bot
            self._services.metrics.count("ludoteca_bot_requests_refused_total")
            return
        log.error("room %s: %s", self._room.code, error.sentence)
        self._services.metrics.count("ludoteca_bot_failures_total")

    def _fallback_move(self, seat: int) -> str:
        """Return the fallback's move. Like a bot, it sees no more than its seat."""
        table = self._room.table
        assert table.state is not None  # noqa: S101 - a game is being played
        random = Random(secrets.token_hex(16))
        determinized = determinize(table.state, seat, random.fork())
        return str(table.game.write_move(table.state, table.game.fallback(determinized, random)))

    def hint(self, seat: int, done: Callable[[Hint | None], None]) -> None:
        """Ask the strongest bot for a hint, and call `done` with it. The game goes on meanwhile."""
        asked = self._question(seat, self._room.table.game.levels[-1].level)
        self._ask_worker(self._services.workers.hint(asked, self._requester(is_move=False)), done)

    def list_moves(self, seat: int, text: str, done: Callable[[MoveList | None], None]) -> None:
        """List the legal moves whose text contains `text`, and call `done` with them.

        There may be millions, so a worker lists them, from what the seat sees.
        """
        table = self._room.table
        assert table.state is not None  # noqa: S101 - a game is being played
        asked = make_list_request(table.game, table.state, seat, text, secrets.token_hex(16))
        self._ask_worker(self._services.workers.list_moves(asked, self._requester(is_move=False)), done)

    def _ask_worker(self, asked: Coroutine[Any, Any, T], done: Callable[[T | None], None]) -> None:
        """Call `done` with a worker's answer, or with None if there is none."""

        async def think() -> None:
            try:
                done(await asked)
            except WorkerFailed as error:
                self._report(error)
                done(None)

        task = asyncio.ensure_future(think())
        self._hints.add(task)
        task.add_done_callback(self._hints.discard)

    def submit(self, command: c.Command, then: Reply = lambda result: None) -> None:
        """Submit a command as the server; after a failure, look at the deadlines again in a second."""

        def done(result: CommandResult) -> None:
            then(result)
            if result is not None and next_deadline(self._room.table, self._room.absent) is not None:
                clock = self._services.clock
                clock.call_at(clock.now_ms() + RETRY_MS, self.schedule)

        self._submit(command, self._room.actor(c.SERVER), done)

    def close(self) -> None:
        """Do nothing more: the room is unloaded, or the server stops."""
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()

    async def stop(self) -> None:
        """Close, and cancel what is under way."""
        self.close()
        for task in [*self._hints, *([] if self._thinking is None else [self._thinking])]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
