"""A loaded room. It decides one command at a time, commits it, applies it, and only then shows the result.

Commands are idempotent: the room remembers their ids, and a repeated command changes nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal
from ludoteca.server import messages as m
from ludoteca.server.automation import RoomAutomation
from ludoteca.server.chat_room import ChatRoom
from ludoteca.server.loading import REMEMBERED_COMMANDS, Loaded
from ludoteca.server.table_messages import TableMessages
from ludoteca.server.webhooks import RoomNotifier
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

RETRY_S = 1.0
SLOW_COMMIT_MS = 1000
"""Clocks stand still during a commit that takes longer than this."""
ROW_INTERVAL_MS = 5000
"""How often the room index is updated during play. Events are written every time."""
SNAPSHOT_EVERY = 256
"""Events between two snapshots of a loaded room."""
SNAPSHOT_MIN = 64
"""Events that make a snapshot worthwhile when a room is unloaded."""


class Repeated:
    """The result of a command that was already carried out."""


CommandResult = Refusal | Stale | Repeated | None
"""The result of a command; None means that it took effect."""


@dataclass(slots=True)
class Pending:
    """A command that waits for its turn."""

    command: c.Command
    actor: Actor
    reply: Callable[[CommandResult], None]

    @property
    def key(self) -> str | None:
        """The command's id, unique per sender; None if it has no id."""
        return f"{self.actor.device[:16]}.{self.command.id}" if self.command.id else None


class Room:
    """A table with its connections, chat and automation. Nothing else writes to its log."""

    def __init__(self, code: str, loaded: Loaded, rooms: Rooms, outages: list[tuple[int, int]] | None = None) -> None:
        table = loaded.table
        self.code = code
        self.table = table
        self.messages = TableMessages(code, table)
        self.connections: set[Connection] = set()
        self.empty_since = time.monotonic()
        self.opened_ms = table.created_ms
        self.rooms = rooms
        self.host_address = ""
        self._last_visit_ms = 0
        """When the last client left; 0 if there was none since the room was loaded."""
        self._is_committing = False
        self._queue: deque[Pending] = deque()
        self._outages = outages or []
        """Times in which nobody could play. They are recorded before any other command is decided."""
        self._recent_commands: dict[str, None] = dict.fromkeys(loaded.command_keys)
        self._snapshot_seq = loaded.snapshot_seq
        absent_from_ms = self._absent_from_ms()
        self.absent = {player.device: absent_from_ms for player in table.players if player.device is not None}
        """For each device that is not connected, when its absence begins."""
        self._shown_absence: m.Absence | None = None
        self._row_wakes, self._row_written_ms = False, 0
        """What was last written to the room index about waking this room, and when."""
        self._reloading: asyncio.Task[None] | None = None
        self._notifier = RoomNotifier(rooms.webhooks, code, table)
        self.chat = ChatRoom(self)
        self.automation = RoomAutomation(self, rooms)
        self.schedule()
        self._next()

    # Commands

    def actor(self, device: str, new_secret: str, address: str = "") -> Actor:
        """Make the actor of a command that a device sends now from this network address."""
        now = self.rooms.clock.now_ms()
        absent = frozenset(one for one, from_ms in self.absent.items() if from_ms <= now)
        return Actor(device, new_secret, now, absent, address and self.rooms.hash_address(self.code, address))

    def submit(self, command: c.Command, actor: Actor, reply: Callable[[CommandResult], None]) -> None:
        """Queue a command; `reply` is called with its result. Results come in the order of the commands."""
        self._queue.append(Pending(command, actor, reply))
        if not self._is_committing:
            self._next()

    def _next(self) -> None:
        while (self._outages or self._queue) and not self._is_committing:
            if self._outages:
                self._record_outages()
                continue
            pending = self._queue.popleft()
            if pending.key is not None and pending.key in self._recent_commands:
                pending.reply(Repeated())
                continue
            decision = self._decide(pending)
            if isinstance(decision, list):
                self._commit(pending, decision)
            else:
                pending.reply(decision)

    def _decide(self, pending: Pending) -> Decision | Stale:
        command = pending.command
        if isinstance(command, c.AbsenceTimeout) and self._is_connected(self.table.players[command.seat].device or ""):
            return Refusal("not_absent", {"name": self.table.name(command.seat)})  # came back at the last moment
        return decide(self.table, command, pending.actor)

    def _record_outages(self) -> None:
        """Record outages, so that clocks do not count them. Nothing else is decided until they are on disk."""
        outages, self._outages = self._outages, []

        def done(result: CommandResult) -> None:
            if result is None:
                return
            self._outages, self._is_committing = [*outages, *self._outages], True
            queue, self._queue = self._queue, deque()
            for pending in queue:
                pending.reply(result)
            asyncio.get_running_loop().call_later(RETRY_S, self._retry)

        # Do not ask the clock here: it could find another outage and call this again.
        actor = Actor(c.SERVER, "")
        decision = decide(self.table, c.RecordOutage(outages), actor)
        if isinstance(decision, list):
            self._commit(Pending(c.RecordOutage(outages), actor, done), decision)

    def _retry(self) -> None:
        self._is_committing = False
        self._next()

    def add_outage(self, begun_ms: int, until_ms: int) -> None:
        """Add a time in which nobody could play: neither clocks nor absences count it."""
        for connection in self.connections:
            connection.reply(m.ServerTime(until_ms))
        for device, from_ms in self.absent.items():
            self.absent[device] = max(from_ms, self.table.changed_ms) + until_ms - begun_ms
        if self.table.clock_runs:
            self._outages.append((begun_ms, until_ms))
            self._next()
        else:
            self.schedule()

    def _commit(self, pending: Pending, events: list[e.Event]) -> None:
        self._is_committing = True
        table = self.table
        now = max(self.rooms.clock.now_ms(), table.at_ms)
        stored = [
            StoredEvent(
                table.seq + number, now, e.kind_of(event), e.write_event(event), pending.key if number == 1 else None
            )
            for number, event in enumerate(events, start=1)
        ]

        def committed(error: StoreError | None) -> None:
            self._committed(pending, events, now, error)

        # If the server may have to act next, wake the room after a crash. Waking a room in vain does no harm.
        has_bots = table.phase != "waiting" and len(table.person_seats) < len(table.players)
        may_begin = isinstance(events[-1], (e.Started, e.Seated, e.BotSeated, e.PlayAgainAsked, e.NonceAdded))
        wakes = bool(has_bots or table.resigned or table.away or table.clock_runs or may_begin)
        scores = self._high_scores(events, stored[-1].seq, now)
        if wakes == self._row_wakes and now - self._row_written_ms < ROW_INTERVAL_MS:
            self.rooms.store.append(self.code, stored, None, None, None, committed, scores)
        else:
            self._row_wakes, self._row_written_ms = wakes, now
            self.rooms.store.append(self.code, stored, now, now if wakes else None, None, committed, scores)

    def _high_scores(self, events: list[e.Event], seq: int, now: int) -> list[HighScoreRow]:
        """Return the high scores that these events bring. Room and last event identify the game."""
        table = self.table
        source, levels = f"{self.code}/{seq}", [player.level for player in table.players]
        return [
            HighScoreRow.of(high_score, source, table.game.name, table.name(high_score.seat), levels, now)
            for high_score in earned_high_scores(table, events)
        ]

    def _committed(self, pending: Pending, events: list[e.Event], now: int, error: StoreError | None) -> None:
        self._is_committing = False
        if isinstance(error, Conflict):
            # A repeated command after all, or another writer. The log is the truth, so read it.
            self._is_committing = True
            self._reloading = asyncio.ensure_future(self._reload(pending))
            return
        if error is not None:
            self._row_written_ms = 0
            self.rooms.metrics.count("ludoteca_store_failures_total")
            pending.reply(error.refusal)
        else:
            for seq, event in enumerate(events, start=self.table.seq + 1):
                apply(self.table, event, seq, now)
            if pending.key is not None:
                self._remember(pending.key)
            pending.reply(None)
            self.send_table()
            self._after(events)
            self._discount_slow_commit(now)
        self._next()

    def _discount_slow_commit(self, written_ms: int) -> None:
        """Treat a slow commit as an outage: nobody could see the new position before it was on disk."""
        shown_ms = self.rooms.clock.now_ms()
        if self.table.changed_ms == written_ms and shown_ms - written_ms > SLOW_COMMIT_MS:
            self.add_outage(written_ms, shown_ms)

    async def _reload(self, pending: Pending) -> None:
        """Read the table from its log again. A command that is not in the log is answered as stale."""
        result: CommandResult = Stale()
        try:
            loaded = await self.rooms.loader.read(self.code, lambda: None)
            if loaded is not None:
                self.table, command_keys, self._snapshot_seq = loaded
                self.messages = TableMessages(self.code, self.table)
                self._recent_commands = dict.fromkeys(command_keys)
                run, store = asyncio.get_running_loop().run_in_executor, self.rooms.store
                if pending.key is not None and await run(None, store.has_command, self.code, pending.key):
                    result = Repeated()
        except LudotecaError as error:
            result = error.refusal
        self._is_committing = False
        pending.reply(result)
        self.send_table()
        self.schedule()
        self._next()

    def _remember(self, command_key: str) -> None:
        self._recent_commands[command_key] = None
        if len(self._recent_commands) > REMEMBERED_COMMANDS:
            del self._recent_commands[next(iter(self._recent_commands))]

    def _after(self, events: list[e.Event]) -> None:
        """Follow up on events that were applied: absences, presence, webhook, room index, snapshot, deadlines."""
        for event in events:
            if isinstance(event, (e.Seated, e.SeatMoved)) and not self._is_connected(event.device):
                self.absent.setdefault(event.device, self._absent_from_ms())
            if isinstance(event, (e.Seated, e.SeatMoved, e.Vacated, e.Rotated)):
                self.send_presence()
            if isinstance(event, e.SeatMoved) and event.seat in self.table.away:
                self.automation.submit(c.Return(event.seat))
        self._notifier.update(self.table)
        ended = self.table.phase in ("over", "closed") and self.table.ready_ms is None
        if ended and not isinstance(events[-1], (e.PlayAgainAsked, e.NonceAdded)):
            self.mark_ended()
        self._save_snapshot(SNAPSHOT_EVERY)
        self.schedule()

    def _save_snapshot(self, min_events: int) -> None:
        """Save a snapshot if the log has grown by this many events since the last one."""
        if self.table.seq - self._snapshot_seq >= min_events:
            self._snapshot_seq = self.table.seq
            self.rooms.loader.save_snapshot(self.code, self.table, self._recent_commands)

    def mark_ended(self) -> None:
        """Note in the room index that the game is over."""
        now = self.rooms.clock.now_ms()
        self._row_wakes, self._row_written_ms = False, 0
        self.rooms.store.append(self.code, [], now, None, now, _ignore)

    def schedule(self) -> None:
        """Update whatever depends on the table or on who is connected: lobby, deadlines, shown absence."""
        if self.table.clock_runs:
            self.rooms.clocked_rooms.add(self.code)
        else:
            self.rooms.clocked_rooms.discard(self.code)
        self.rooms.lobby.update(self)
        self.automation.schedule()
        absence = self.absence()
        if absence != self._shown_absence:
            self._shown_absence = absence
            self.send_presence()

    # Connections

    @property
    def bot_queue_key(self) -> str:
        """Who is charged for bot time: the address that created the room, its host's address, or the room."""
        return self.rooms.creator_addresses.get(self.code) or self.host_address or self.code

    def join(self, connection: Connection) -> None:
        """Add a connection. Seats of its device are no longer absent."""
        self.connections.add(connection)
        if connection.device == self.table.host:
            self.host_address = connection.address
        self.absent.pop(connection.device, None)
        for seat in self.table.seats_of(connection.device):
            if seat in self.table.away | self.table.open_seats | self.table.open_agreed.keys():
                self.automation.submit(c.Return(seat))
        self.send_presence()
        self.schedule()

    def leave(self, connection: Connection) -> None:
        """Remove a connection. If it was its device's last, the device will be absent."""
        self.connections.discard(connection)
        self.empty_since = time.monotonic()
        self._last_visit_ms = self.rooms.clock.now_ms()
        if not self._is_connected(connection.device):
            self.absent[connection.device] = self._absent_from_ms()
        self.send_presence()
        self.schedule()

    def _absent_from_ms(self) -> int:
        """Return when a device that disconnects now counts as absent."""
        return self.rooms.clock.now_ms() + int(1000 * self.rooms.limits.absent_after_s)

    def absence(self) -> m.Absence | None:
        """Return the absent player whose turn it is, and the deadline."""
        deadline = absence_deadline(self.table, self.absent)
        return None if deadline is None else m.Absence(deadline.seat, deadline.at_ms)

    def _is_connected(self, device: str) -> bool:
        return any(connection.device == device for connection in self.connections)

    def connected_seats(self) -> list[bool]:
        """Return for each seat whether its player is connected; bots always are."""
        connected = {connection.device for connection in self.connections}
        return [player.level is not None or player.device in connected for player in self.table.players]

    def is_member(self, device: str) -> bool:
        """Return whether the device holds a seat or is the host. Members come before spectators."""
        return device == self.table.host or bool(self.table.seats_of(device))

    def host_connected(self) -> bool:
        """Return whether the host is connected."""
        return self._is_connected(self.table.host)

    def spectators(self) -> int:
        """Count the connections of devices that hold no seat."""
        seated = {player.device for player in self.table.players}
        return sum(connection.device not in seated for connection in self.connections)

    def send_table(self) -> None:
        """Send the present table to every connection as soon as it can take it."""
        for connection in self.connections:
            connection.send_table()

    def send_presence(self) -> None:
        """Send who is connected to every connection."""
        for connection in self.connections:
            connection.send_presence()

    # Unloading

    @property
    def is_idle(self) -> bool:
        """Whether the room may be unloaded: nobody is connected and nothing is under way."""
        is_busy = self._is_committing or self._queue or self._outages or self.automation.is_busy or self.chat.unsaved
        return not self.connections and not is_busy

    def unload(self) -> None:
        """Prepare to leave memory; the store keeps the time at which to load the room again."""
        self._save_snapshot(SNAPSHOT_MIN)
        self.automation.close()
        self.rooms.clocked_rooms.discard(self.code)
        self.rooms.lobby.remove(self)
        deadline = next_deadline(self.table, self.absent)
        self.rooms.store.set_due(self.code, None if deadline is None else deadline.at_ms)
        if self._last_visit_ms:
            self.rooms.store.visit(self.code, self._last_visit_ms)

    async def stop(self) -> None:
        """Stop with the server."""
        await self.automation.stop()
        if self._last_visit_ms or self.connections:
            self.rooms.store.visit(self.code, self.rooms.clock.now_ms())


def _ignore(error: StoreError | None) -> None:
    pass
