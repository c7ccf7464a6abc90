"""A room in memory: one command at a time is judged, committed, applied and shown. Durable before visible."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.bots.workers import WorkerFailed, question
from ludoteca.core.errors import LudotecaError
from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY, imagine
from ludoteca.core.words import Refusal
from ludoteca.server.perspective import Perspectives
from ludoteca.store.events import Conflict, Score, StoreError
from ludoteca.store.events import Event as Stored
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.decide import Asking, Stale, decide
from ludoteca.table.due import Due, due
from ludoteca.table.scores import earned
from ludoteca.table.table import Table, apply

if TYPE_CHECKING:
    from ludoteca.server.connection import Connection
    from ludoteca.server.rooms import Rooms

log = logging.getLogger("ludoteca.room")

REMEMBERED_COMMANDS = 512
"""Ids of commands kept in memory; the store's own unique key knows the older ones."""


ROW_FRESH_MS = 5000
"""The catalogue's row of a room in play is written so seldom; its events are written every time."""


class Repeated:
    """The command was carried out before."""


Outcome = Refusal | Stale | Repeated | None
"""What became of a command; None: it took effect."""


@dataclass(slots=True)
class Pending:
    command: c.Command
    asking: Asking
    reply: Callable[[Outcome], None]


class Room:
    """The only writer of its log. Whoever submits a command gets its outcome by callback, in order."""

    def __init__(self, code: str, table: Table, seen: list[str], rooms: Rooms) -> None:
        self.code = code
        self.table = table
        self.perspectives = Perspectives(code, table)
        self.connections: set[Connection] = set()
        self.empty_since = time.monotonic()
        self._rooms = rooms
        self._busy = False
        self._waiting: deque[Pending] = deque()
        self._done: dict[str, None] = dict.fromkeys(seen[-REMEMBERED_COMMANDS:])
        now = now_ms()
        self._absent = {player.who: now for player in table.players if player.who is not None}
        self._timer: asyncio.TimerHandle | None = None
        self._row_wakes, self._row_ms = False, 0
        """What the catalogue was last told of this room, and when."""
        self._reloading: asyncio.Task[None] | None = None
        self._thinking: asyncio.Task[None] | None = None
        self._gone = False
        """The room has left memory, or the server stops: the house does nothing more here."""
        self.plan()

    # Commands

    def submit(self, command: c.Command, asking: Asking, reply: Callable[[Outcome], None]) -> None:
        """Have a command judged when its turn has come."""
        self._waiting.append(Pending(command, asking, reply))
        if not self._busy:
            self._next()

    def _next(self) -> None:
        while self._waiting and not self._busy:
            pending = self._waiting.popleft()
            name = _command_name(pending)
            if name is not None and name in self._done:
                pending.reply(Repeated())
                continue
            judgement = decide(self.table, pending.command, pending.asking)
            if isinstance(judgement, list):
                self._commit(pending, name, judgement)
            else:
                pending.reply(judgement)

    def _commit(self, pending: Pending, name: str | None, events: list[e.Event]) -> None:
        self._busy = True
        now, table = now_ms(), self.table
        stored = [
            Stored(table.seq + place, now, e.kind_of(event), e.write_event(event), name if place == 1 else None)
            for place, event in enumerate(events, start=1)
        ]

        def committed(error: StoreError | None) -> None:
            self._committed(pending, name, events, now, error)

        # Where the house may have to move, the room is to be woken after a crash; waking one in vain does no harm.
        helped = table.phase != "gathering" and len(table.people) < len(table.players)
        wakes = bool(helped or table.resigned or table.away or isinstance(events[-1], e.Started))
        scores = self._scores(events, stored[-1].seq, now)
        if wakes == self._row_wakes and now - self._row_ms < ROW_FRESH_MS:
            self._rooms.store.append(self.code, stored, None, None, None, committed, scores)
        else:
            self._row_wakes, self._row_ms = wakes, now
            self._rooms.store.append(self.code, stored, now, now if wakes else None, None, committed, scores)

    def _scores(self, events: list[e.Event], seq: int, now: int) -> list[Score]:
        """What these events bring to the lists of the best; the game is named by room and last event."""
        table = self.table
        source, players = f"{self.code}/{seq}", len(table.players)
        return [
            Score.of(feat, source, table.game.name, table.name(feat.seat), players, now)
            for feat in earned(table, events)
        ]

    def _committed(
        self, pending: Pending, name: str | None, events: list[e.Event], now: int, error: StoreError | None
    ) -> None:
        self._busy = False
        if isinstance(error, Conflict):
            # Told twice after all, or somebody else wrote: the log is the truth, so look it up.
            self._busy = True
            self._reloading = asyncio.ensure_future(self._reload(pending, name))
            return
        if error is not None:
            self._row_ms = 0
            self._rooms.metrics.count("ludoteca_store_failures_total")
            pending.reply(error.refusal)
        else:
            for place, event in enumerate(events, start=self.table.seq + 1):
                apply(self.table, event, place, now)
            if name is not None:
                self._remember(name)
            pending.reply(None)
            self.show()
            self._settle(events)
        self._next()

    async def _reload(self, pending: Pending, name: str | None) -> None:
        """Take the table up from its log; a command that is not in it after all is answered as late."""
        outcome: Outcome = Stale()
        try:
            found = await self._rooms.read(self.code)
            if found is not None:
                self.table, names = found
                self.perspectives = Perspectives(self.code, self.table)
                self._done = dict.fromkeys(names[-REMEMBERED_COMMANDS:])
                outcome = Repeated() if name in names else Stale()
        except LudotecaError as error:
            outcome = error.refusal
        self._busy = False
        pending.reply(outcome)
        self.show()
        self.plan()
        self._next()

    def _remember(self, name: str) -> None:
        self._done[name] = None
        if len(self._done) > REMEMBERED_COMMANDS:
            del self._done[next(iter(self._done))]

    def _settle(self, events: list[e.Event]) -> None:
        """After a change: whoever sits down is here or not, a finished game is marked, the next deadline is set."""
        for event in events:
            if isinstance(event, (e.Seated, e.SeatMoved)) and not self._here(event.who):
                self._absent.setdefault(event.who, now_ms())
            if isinstance(event, (e.Seated, e.SeatMoved, e.Vacated, e.Rotated)):
                self.show_presence()
            if isinstance(event, e.SeatMoved) and event.seat in self.table.away:
                self._by_house(c.Return(event.seat))
        if self.table.phase in ("over", "closed") and not isinstance(events[-1], e.AgainAsked):
            self.mark_ended()
        self.plan()

    def mark_ended(self) -> None:
        """Let the catalogue know that the game is over."""
        now = now_ms()
        self._row_wakes, self._row_ms = False, 0
        self._rooms.store.append(self.code, [], now, None, now, _ignore)

    # What the house must do

    def plan(self) -> None:
        """Set the timer for what is due next."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        next_due = None if self._gone else due(self.table, self._absent)
        if next_due is not None:
            delay = max(0.0, (next_due.at_ms - now_ms()) / 1000)
            self._timer = asyncio.get_running_loop().call_later(delay, self._act, next_due)

    def _act(self, wanted: Due) -> None:
        self._timer = None
        if wanted.what == "lapse":
            self._by_house(c.Lapse(wanted.seat))
        elif wanted.what == "fallback":
            self._by_house(c.HouseMove(wanted.seat, self._fallback(wanted.seat), self.table.on))
        elif self._thinking is None or self._thinking.done():
            self._thinking = asyncio.ensure_future(self._think(wanted.seat, self.table.on))

    async def _think(self, seat: int, on: int) -> None:
        table = self.table
        level = table.players[seat].level
        assert level is not None and table.state is not None  # noqa: S101, PT018 - due says so
        asked = question(table.game, table.state, seat, level, secrets.token_hex(16))
        try:
            move = await self._rooms.workers.ask(asked)
        except WorkerFailed as error:
            log.error("room %s: %s", self.code, error.sentence)
            self._rooms.metrics.count("ludoteca_bot_failures_total")
            move = ""
        self._thinking = None
        if self.table.on != on:
            self.plan()
            return
        refused = isinstance(table.game.read(table.state, move), Refusal)
        self._by_house(c.HouseMove(seat, self._fallback(seat) if refused else move, on))

    def _fallback(self, seat: int) -> str:
        """The fallback's move; it sees no more than the seat either."""
        state = self.table.state
        assert state is not None  # noqa: S101 - a game is being played
        random = Random(secrets.token_hex(16))
        imagined = imagine(state, seat, random.fork())
        return self.table.game.write(state, self.table.game.fallback(imagined, random))

    def _by_house(self, command: c.Command) -> None:
        def done(outcome: Outcome) -> None:
            if outcome is not None and self.table.to_move() != NOBODY:
                # Not possible just now (a full disk, an undo in between): try again in a while.
                asyncio.get_running_loop().call_later(1.0, self.plan)

        self.submit(command, Asking(c.HOUSE, secrets.token_hex(16)), done)

    # Who is here

    def join(self, connection: Connection) -> None:
        self.connections.add(connection)
        self._absent.pop(connection.who, None)
        for seat in self.table.seats_of(connection.who):
            if seat in self.table.away:
                self._by_house(c.Return(seat))
        self.show_presence()
        self.plan()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.empty_since = time.monotonic()
        if not self._here(connection.who):
            self._absent[connection.who] = now_ms()
        self.show_presence()
        self.plan()

    def _here(self, who: str) -> bool:
        return any(connection.who == who for connection in self.connections)

    def present(self) -> list[bool]:
        here = {connection.who for connection in self.connections}
        return [player.level is not None or player.who in here for player in self.table.players]

    def watchers(self) -> int:
        seated = {player.who for player in self.table.players}
        return sum(connection.who not in seated for connection in self.connections)

    # Fan-out

    def show(self) -> None:
        """Let every socket send the present table when it can."""
        for connection in self.connections:
            connection.show()

    def show_presence(self) -> None:
        for connection in self.connections:
            connection.show_presence()

    # Leaving memory

    @property
    def idle(self) -> bool:
        return not self.connections and not self._busy and not self._waiting and self._thinking is None

    def unload(self) -> None:
        """Leave memory; the store knows when to wake the room."""
        self._gone = True
        if self._timer is not None:
            self._timer.cancel()
        next_due = due(self.table, self._absent)
        self._rooms.store.set_due(self.code, None if next_due is None else next_due.at_ms)

    async def stop(self) -> None:
        self._gone = True
        if self._timer is not None:
            self._timer.cancel()
        if self._thinking is not None:
            self._thinking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._thinking


def now_ms() -> int:
    return time.time_ns() // 1_000_000


def _command_name(pending: Pending) -> str | None:
    """A command's id, told apart by sender, so that nobody's id stands in another's way."""
    return f"{pending.asking.who[:16]}.{pending.command.id}" if pending.command.id else None


def _ignore(error: StoreError | None) -> None:
    pass
