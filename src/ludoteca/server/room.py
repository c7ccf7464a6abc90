"""A room in memory: one command at a time is judged, committed, applied and shown. Durable before visible."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.server import messages as m
from ludoteca.server.automation import RoomAutomation
from ludoteca.server.chat_room import ChatRoom
from ludoteca.server.loading import REMEMBERED_COMMANDS, Loaded
from ludoteca.server.perspective import Perspectives
from ludoteca.store.rows import Conflict, HighScoreRow, StoredEvent, StoreError
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.deadlines import absence_deadline, next_deadline
from ludoteca.table.decide import Actor, Decision, Stale, decide
from ludoteca.table.fold import apply
from ludoteca.table.highscores import earned_high_scores

if TYPE_CHECKING:
    from ludoteca.server.connection import Connection
    from ludoteca.server.rooms import Rooms

log = logging.getLogger("ludoteca.room")

RETRY_S = 1.0
SLOW_COMMIT_MS = 1000
"""A commit that took longer stopped the clocks."""
ROW_FRESH_MS = 5000
"""The catalogue's row of a room in play is written so seldom; its events are written every time."""


SNAPSHOT_EVERY = 256
"""Events of a room in memory after which its table is written as a snapshot."""
SNAPSHOT_LEAST = 64
"""Events for which it is worth it when a room leaves memory."""


class Repeated:
    """The command was carried out before."""


CommandResult = Refusal | Stale | Repeated | None
"""What became of a command; None: it took effect."""


@dataclass(slots=True)
class Pending:
    command: c.Command
    actor: Actor
    reply: Callable[[CommandResult], None]


class Room:
    """The only writer of its log. Whoever submits a command gets its outcome by callback, in order."""

    def __init__(self, code: str, loaded: Loaded, rooms: Rooms, outages: list[tuple[int, int]] | None = None) -> None:
        table = loaded.table
        self.code = code
        self.table = table
        self.perspectives = Perspectives(code, table)
        self.connections: set[Connection] = set()
        self.empty_since = time.monotonic()
        self.opened = table.created_ms
        self.rooms = rooms
        self.host_address = ""
        self._visited_ms = 0
        """When somebody was last here, as far as this time in memory goes."""
        self._busy = False
        self._waiting: deque[Pending] = deque()
        self._outages = outages or []
        """Spans in which nobody could play, to be made up for before anything else is judged."""
        self._done: dict[str, None] = dict.fromkeys(loaded.names)
        self._snapshot_seq = loaded.kept
        """The seq of the last snapshot."""
        begins = self._absence_begins()
        self.absent = {player.device: begins for player in table.players if player.device is not None}
        """When the absence of each device that is not connected begins."""
        self._absence: m.Absence | None = None
        """What was last told of an absent player."""
        self._row_wakes, self._row_ms = False, 0
        """What the catalogue was last told of this room, and when."""
        self._reloading: asyncio.Task[None] | None = None
        self._alerted = (table.leg, table.phase, table.to_move())
        """Who was waited for when the webhook was last told."""
        self.chat = ChatRoom(self)
        self.automation = RoomAutomation(self, rooms)
        self.schedule()
        self._next()

    # Commands

    def actor(self, who: str, new_secret: str, address: str = "") -> Actor:
        """Who asks, at this moment; `address` is the network address it asks from."""
        now = self.rooms.clock.now_ms()
        absent = frozenset(one for one, begins in self.absent.items() if begins <= now)
        return Actor(who, new_secret, now, absent, address and self.rooms.hash_address(self.code, address))

    def submit(self, command: c.Command, actor: Actor, reply: Callable[[CommandResult], None]) -> None:
        """Have a command judged when its turn has come."""
        self._waiting.append(Pending(command, actor, reply))
        if not self._busy:
            self._next()

    def _next(self) -> None:
        while (self._outages or self._waiting) and not self._busy:
            if self._outages:
                self._make_up()
                continue
            pending = self._waiting.popleft()
            name = _command_name(pending)
            if name is not None and name in self._done:
                pending.reply(Repeated())
                continue
            decision = self._decide(pending)
            if isinstance(decision, list):
                self._commit(pending, name, decision)
            else:
                pending.reply(decision)

    def _decide(self, pending: Pending) -> Decision | Stale:
        command = pending.command
        if isinstance(command, c.AbsenceTimeout) and self._is_connected(self.table.players[command.seat].device or ""):
            return Refusal("not_absent", {"name": self.table.name(command.seat)})  # back in the last moment
        return decide(self.table, command, pending.actor)

    def _make_up(self) -> None:
        """Let the clocks stand still for the outages. As long as that cannot be written, nothing else is judged."""
        spans, self._outages = self._outages, []

        def done(outcome: CommandResult) -> None:
            if outcome is None:
                return
            self._outages, self._busy = [*spans, *self._outages], True
            waiting, self._waiting = self._waiting, deque()
            for pending in waiting:
                pending.reply(outcome)
            asyncio.get_running_loop().call_later(RETRY_S, self._go_on)

        # The time is not asked for here: that could find another outage, and come here again.
        actor = Actor(c.SERVER, "")
        decision = decide(self.table, c.RecordOutage(spans), actor)
        if isinstance(decision, list):
            self._commit(Pending(c.RecordOutage(spans), actor, done), None, decision)

    def _wait_made_up(self, written_ms: int) -> None:
        """Nobody could know the new position before it was on disk: where that took long, it does not count."""
        shown = self.rooms.clock.now_ms()
        if self.table.changed_ms == written_ms and shown - written_ms > SLOW_COMMIT_MS:
            self.add_outage(written_ms, shown)

    def _go_on(self) -> None:
        self._busy = False
        self._next()

    def add_outage(self, begun_ms: int, until_ms: int) -> None:
        """Nobody could play in that time: neither clocks nor the wait for absent players count it."""
        for connection in self.connections:
            connection.reply(m.Now(until_ms))
        for who, begins in self.absent.items():
            self.absent[who] = max(begins, self.table.changed_ms) + until_ms - begun_ms
        if self.table.clock_runs:
            self._outages.append((begun_ms, until_ms))
            self._next()
        else:
            self.schedule()

    def _commit(self, pending: Pending, name: str | None, events: list[e.Event]) -> None:
        self._busy = True
        table = self.table
        now = max(self.rooms.clock.now_ms(), table.at_ms)
        stored = [
            StoredEvent(table.seq + index, now, e.kind_of(event), e.write_event(event), name if index == 1 else None)
            for index, event in enumerate(events, start=1)
        ]

        def committed(error: StoreError | None) -> None:
            self._committed(pending, name, events, now, error)

        # Where the server may have to move or begin, it wakes the room after a crash; waking one in vain does no harm.
        helped = table.phase != "waiting" and len(table.person_seats) < len(table.players)
        begins = isinstance(events[-1], (e.Started, e.Seated, e.BotSeated, e.PlayAgainAsked, e.NonceAdded))
        wakes = bool(helped or table.resigned or table.away or table.clock_runs or begins)
        scores = self._scores(events, stored[-1].seq, now)
        if wakes == self._row_wakes and now - self._row_ms < ROW_FRESH_MS:
            self.rooms.store.append(self.code, stored, None, None, None, committed, scores)
        else:
            self._row_wakes, self._row_ms = wakes, now
            self.rooms.store.append(self.code, stored, now, now if wakes else None, None, committed, scores)

    def _scores(self, events: list[e.Event], seq: int, now: int) -> list[HighScoreRow]:
        """What these events bring to the lists of the best; the game is named by room and last event."""
        table = self.table
        source, levels = f"{self.code}/{seq}", [player.level for player in table.players]
        return [
            HighScoreRow.of(high_score, source, table.game.name, table.name(high_score.seat), levels, now)
            for high_score in earned_high_scores(table, events)
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
            self.rooms.metrics.count("ludoteca_store_failures_total")
            pending.reply(error.refusal)
        else:
            for index, event in enumerate(events, start=self.table.seq + 1):
                apply(self.table, event, index, now)
            if name is not None:
                self._remember(name)
            pending.reply(None)
            self.show()
            self._settle(events)
            self._wait_made_up(now)
        self._next()

    async def _reload(self, pending: Pending, name: str | None) -> None:
        """Take the table up from its log; a command that is not in it after all is answered as late."""
        outcome: CommandResult = Stale()
        try:
            found = await self.rooms.loader.read(self.code, lambda: None)
            if found is not None:
                self.table, names, self._snapshot_seq = found
                self.perspectives = Perspectives(self.code, self.table)
                self._done = dict.fromkeys(names)
                aside = asyncio.get_running_loop().run_in_executor
                if name is not None and await aside(None, self.rooms.store.has_command, self.code, name):
                    outcome = Repeated()
        except LudotecaError as error:
            outcome = error.refusal
        self._busy = False
        pending.reply(outcome)
        self.show()
        self.schedule()
        self._next()

    def _remember(self, name: str) -> None:
        self._done[name] = None
        if len(self._done) > REMEMBERED_COMMANDS:
            del self._done[next(iter(self._done))]

    def _settle(self, events: list[e.Event]) -> None:
        """After a change: whoever sits down is here or not, a finished game is marked, the next deadline is set."""
        for event in events:
            if isinstance(event, (e.Seated, e.SeatMoved)) and not self._is_connected(event.device):
                self.absent.setdefault(event.device, self._absence_begins())
            if isinstance(event, (e.Seated, e.SeatMoved, e.Vacated, e.Rotated)):
                self.show_presence()
            if isinstance(event, e.SeatMoved) and event.seat in self.table.away:
                self.automation.submit(c.Return(event.seat))
        self._alert()
        ended = self.table.phase in ("over", "closed") and self.table.ready_ms is None
        if ended and not isinstance(events[-1], (e.PlayAgainAsked, e.NonceAdded)):
            self.mark_ended()
        self._keep(SNAPSHOT_EVERY)
        self.schedule()

    def _keep(self, least: int) -> None:
        """Have a snapshot written, if the log has grown by so much since the last."""
        if self.table.seq - self._snapshot_seq >= least:
            self._snapshot_seq = self.table.seq
            self.rooms.loader.keep(self.code, self.table, self._done)

    def mark_ended(self) -> None:
        """Let the catalogue know that the game is over."""
        now = self.rooms.clock.now_ms()
        self._row_wakes, self._row_ms = False, 0
        self.rooms.store.append(self.code, [], now, None, now, _ignore)

    def _alert(self) -> None:
        """Tell the webhook that the room has chosen when somebody else is waited for, or the game is over."""
        table = self.table
        waited = (table.leg, table.phase, table.to_move())
        if waited == self._alerted:
            return
        self._alerted = waited
        seat = table.to_move()
        event = {"playing": "turn", "over": "over"}.get(table.phase)
        if not table.settings.webhook or event is None or (seat != NOBODY and not table.players[seat].is_person):
            return
        name, moves = None if seat == NOBODY else table.name(seat), len(table.moves)
        message = {"room": self.code, "game": table.game.name, "event": event, "name": name, "moves": moves}
        self.rooms.webhooks.call(table.settings.webhook, message)

    def schedule(self) -> None:
        if self.table.clock_runs:
            self.rooms.clocked_rooms.add(self.code)
        else:
            self.rooms.clocked_rooms.discard(self.code)
        self.rooms.lobby.update(self)
        self.automation.schedule()
        absence = self.absence()
        if absence != self._absence:
            self._absence = absence
            self.show_presence()

    # Who is here

    @property
    def bot_queue_key(self) -> str:
        """Who pays for what is thought about here: the address it was opened from, or that of its host, or itself."""
        return self.rooms.creator_addresses.get(self.code) or self.host_address or self.code

    def join(self, connection: Connection) -> None:
        self.connections.add(connection)
        if connection.device == self.table.host:
            self.host_address = connection.address
        self.absent.pop(connection.device, None)
        for seat in self.table.seats_of(connection.device):
            if seat in self.table.away | self.table.open_seats | self.table.open_agreed.keys():
                self.automation.submit(c.Return(seat))
        self.show_presence()
        self.schedule()

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.empty_since = time.monotonic()
        self._visited_ms = self.rooms.clock.now_ms()
        if not self._is_connected(connection.device):
            self.absent[connection.device] = self._absence_begins()
        self.show_presence()
        self.schedule()

    def _absence_begins(self) -> int:
        """When somebody is absent who is not connected from now on."""
        return self.rooms.clock.now_ms() + int(1000 * self.rooms.limits.absent_after_s)

    def absence(self) -> m.Absence | None:
        """What happens to an absent player whose turn it is, and when."""
        due = absence_deadline(self.table, self.absent)
        return None if due is None else m.Absence(due.seat, due.at_ms)

    def _is_connected(self, who: str) -> bool:
        return any(connection.device == who for connection in self.connections)

    def connected_seats(self) -> list[bool]:
        here = {connection.device for connection in self.connections}
        return [player.level is not None or player.device in here for player in self.table.players]

    def is_member(self, who: str) -> bool:
        """The device has a seat here, or is the host: it comes before those who look on."""
        return who == self.table.host or bool(self.table.seats_of(who))

    def host_connected(self) -> bool:
        return self._is_connected(self.table.host)

    def spectators(self) -> int:
        seated = {player.device for player in self.table.players}
        return sum(connection.device not in seated for connection in self.connections)

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
        busy = self._busy or self._waiting or self._outages or self.automation.is_busy or self.chat.unsaved
        return not self.connections and not busy

    def unload(self) -> None:
        """Leave memory; the store knows when to wake the room."""
        self._keep(SNAPSHOT_LEAST)
        self.automation.leave()
        self.rooms.clocked_rooms.discard(self.code)
        self.rooms.lobby.remove(self)
        next_due = next_deadline(self.table, self.absent)
        self.rooms.store.set_due(self.code, None if next_due is None else next_due.at_ms)
        if self._visited_ms:
            self.rooms.store.visit(self.code, self._visited_ms)

    async def stop(self) -> None:
        await self.automation.stop()
        if self._visited_ms or self.connections:
            self.rooms.store.visit(self.code, self.rooms.clock.now_ms())


def _command_name(pending: Pending) -> str | None:
    """A command's id, told apart by sender, so that nobody's id stands in another's way."""
    return f"{pending.actor.device[:16]}.{pending.command.id}" if pending.command.id else None


def _ignore(error: StoreError | None) -> None:
    pass
