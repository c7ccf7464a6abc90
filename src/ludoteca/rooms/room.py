"""A loaded room. It decides one command at a time, commits it, applies it, and only then shows the result.

Commands are idempotent: the room remembers their ids, and a repeated command changes nothing.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from zlib import crc32

from mypy_extensions import mypyc_attr

from ludoteca.core.errors import LudotecaError
from ludoteca.core.translations import Refusal
from ludoteca.rooms import messages as m
from ludoteca.rooms.automation import RoomAutomation
from ludoteca.rooms.loading import Loaded
from ludoteca.rooms.logged_room import LoggedRoom
from ludoteca.rooms.notifier import RoomNotifier
from ludoteca.rooms.pending import Pending
from ludoteca.rooms.results import CommandResult, Repeated, Reply
from ludoteca.rooms.room_state import Session
from ludoteca.rooms.services import RoomServices
from ludoteca.rooms.stored_events import are_public, high_score_rows, stored_events
from ludoteca.store.rows import Conflict, StoredEvent, StoreError, Unknown, ignore
from ludoteca.store.write import Write
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.deadlines import next_deadline
from ludoteca.table.decide import Actor, Decision, Stale, decide
from ludoteca.table.retention import keeps_room

log = logging.getLogger("ludoteca.room")

RETRY_S = 1.0
SLOW_COMMIT_MS = 1000
"""Clocks stand still during a commit that takes longer than this."""
ROW_INTERVAL_MS = 5000
"""How often the room index is updated during play. Events are written every time."""
SNAPSHOT_EVERY = 1024
"""Events between two snapshots of a loaded room, at most: rooms that were opened together do not save together."""
MAX_CONFLICTS = 3
"""How often a command is decided again because somebody else has changed the room."""
SNAPSHOT_MIN = 64
"""Events that make a snapshot worthwhile when a room is unloaded."""

MAY_BEGIN = {e.Started, e.Seated, e.BotSeated, e.PlayAgainAsked, e.NonceAdded}
"""Events after which the server may have to begin a game or move in it."""
CHANGE_SEATS = {e.Seated, e.SeatMoved, e.Vacated, e.Rotated}


class Room(LoggedRoom):
    """A room that decides commands, with automation. Nothing writes to its log but this room on other nodes."""

    def __init__(
        self, code: str, loaded: Loaded, services: RoomServices, outages: list[tuple[int, int]] | None = None
    ) -> None:
        super().__init__(code, loaded, services)
        self._queue: deque[Pending] = deque()
        self._outages = outages or []
        """Times in which nobody could play. They are recorded before any other command is decided."""
        self._is_interrupted = False
        """The store lost events; that has to be recorded before any other command is decided."""
        self._shown_absence: m.Absence | None = None
        self._row_wakes, self._row_written_ms = False, 0
        """What was last written to the room index about waking this room, and when."""
        self._is_kept = False
        """Whether it was written there that this room holds a game worth keeping."""
        self._snapshot_every = SNAPSHOT_EVERY - crc32(code.encode()) % (SNAPSHOT_EVERY // 2)
        self._stages = services.metrics.move_stages
        self._write_group = services.write_group
        self._notifier = RoomNotifier(services.webhooks, code, loaded.table)
        self.automation = RoomAutomation(self, self.submit)
        self.schedule()
        self._next()

    # Commands

    def submit(self, command: c.Command, actor: Actor, reply: Reply) -> None:
        """Queue a command; `reply` is called with its result. Results come in the order of the commands."""
        self._queue.append(Pending(command, actor, reply))
        if not self._is_committing:
            self._next()

    def _next(self) -> None:
        while (self._hints or self._is_interrupted or self._outages or self._queue) and not self._is_committing:
            if self.is_dropped:
                self._queue.clear()  # clients send again what was not answered
                return
            if self._hints:
                self._take_hints()
                continue
            if self._is_interrupted:
                self._interrupt()
            elif self._outages:
                self._record_outages()
                continue
            pending = self._queue.popleft()
            if pending.key in self._command_keys:
                pending.reply(Repeated())
                continue
            pending.end_stage(self._stages["wait"])
            decision = self._decide(pending)
            pending.end_stage(self._stages["decide"])
            if isinstance(decision, list):
                self._commit(pending, decision)
            else:
                pending.reply(decision)

    def _decide(self, pending: Pending) -> Decision | Stale:
        command = pending.command
        if type(command) is c.AbsenceTimeout and self.is_connected(self.table.players[command.seat].device or ""):
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
        actor = Actor(c.SERVER, self.services.new_secret)
        decision = decide(self.table, c.RecordOutage(outages), actor)
        if isinstance(decision, list):
            self._commit(Pending(c.RecordOutage(outages), actor, done), decision)

    def _retry(self) -> None:
        self._is_committing = False
        self._next()

    def add_outage(self, begun_ms: int, until_ms: int) -> None:
        """Add a time in which nobody could play: neither clocks nor absences count it."""
        self.send_time(until_ms)
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
        now = max(self.clock.now_ms(), table.at_ms)
        stored = stored_events(events, table.seq + 1, now, pending.key)

        # If the server may have to act next, wake the room after a crash. Waking a room in vain does no harm.
        has_bots = table.phase != "waiting" and len(table.person_seats) < len(table.players)
        may_begin = type(events[-1]) in MAY_BEGIN
        wakes = bool(has_bots or table.resigned or table.away or table.clock_runs or may_begin)
        scores = high_score_rows(self.code, table, events, stored[-1].seq, now)
        keeps = not self._is_kept and keeps_room(events, len(table.person_seats))
        done = _Committed(self, pending, events, stored, keeps)
        updated = due_at = None
        if wakes != self._row_wakes or now - self._row_written_ms >= ROW_INTERVAL_MS:
            self._row_wakes, self._row_written_ms = wakes, now
            updated, due_at = now, now if wakes else None
        public = self._head is not None and are_public(table, events)
        self._write_group.add(
            Write(self.code, done, tuple(stored), None, updated, due_at, None, scores, keeps=keeps, public=public)
        )

    def committed(
        self,
        pending: Pending,
        events: list[e.Event],
        stored: list[StoredEvent],
        keeps: bool,
        error: StoreError | None,
    ) -> None:
        """Show the events of a command that are on disk now, or find out why they are not."""
        self._is_kept = self._is_kept or (keeps and error is None)
        pending.end_stage(self._stages["commit"])
        if isinstance(error, (Conflict, Unknown)):
            # Another writer, or a lost connection. The log is the truth, so read it.
            name = "ludoteca_store_unknown_total" if isinstance(error, Unknown) else "ludoteca_store_conflicts_total"
            self.services.metrics.count(name)
            self._reading = asyncio.ensure_future(self._decide_again(pending, stored, isinstance(error, Unknown)))
            return
        self._is_committing = False
        if error is not None:
            self._row_written_ms = 0
            self.services.metrics.count("ludoteca_store_failures_total")
            pending.reply(error.refusal)
        else:
            now = stored[-1].at_ms
            for number, event in enumerate(events):
                row = stored[number]
                self._apply(event, row.seq, row.at_ms, row.command_id, row.body)
            pending.reply(None)
            self.send_table()
            pending.end_stage(self._stages["show"])
            self._after(events)
            self._discount_slow_commit(now)
        self._next()

    def _discount_slow_commit(self, written_ms: int) -> None:
        """Treat a slow commit as an outage: nobody could see the new position before it was on disk."""
        shown_ms = self.clock.now_ms()
        if self.table.changed_ms == written_ms and shown_ms - written_ms > SLOW_COMMIT_MS:
            self.add_outage(written_ms, shown_ms)

    # Other writers

    async def _decide_again(self, pending: Pending, stored: list[StoredEvent], unknown: bool) -> None:
        """Read the log, then decide the command again, unless it is in the log or was decided too often."""
        pending.conflicts += 1
        result: CommandResult = Stale() if pending.conflicts > MAX_CONFLICTS else None
        is_done = False
        while True:
            try:
                is_done = await self._read_tail(pending, stored)
            except LudotecaError as error:
                if unknown:  # nobody may be told that nothing was saved before that is known
                    await asyncio.sleep(RETRY_S)
                    continue
                result = error.refusal
            break
        self._is_committing = False
        if result is None and not is_done:
            self.services.metrics.count("ludoteca_commands_decided_again_total")
            self._queue.appendleft(pending)
        elif not is_done:
            pending.reply(result)
            self.send_table()
        self._next()

    async def _start_over(self) -> None:
        """Use the log as it is now: the store lost events that this room had shown, as an asynchronous standby may."""
        before = self.table.seq
        log.error("room %s: the store lost events that were shown; this room had %d of them", self.code, before)
        self.services.metrics.count("ludoteca_logs_gone_back_total")
        await self._read_all()
        self._is_interrupted = True

    def _interrupt(self) -> None:
        """End a running game before anything else is decided: what was hidden in it may have been shown."""
        self._is_interrupted = False

        def done(result: CommandResult) -> None:
            if isinstance(result, Refusal) and self.table.phase != "closed":
                asyncio.get_running_loop().call_later(RETRY_S, again)

        def again() -> None:
            self._is_interrupted = True
            self._next()

        self._queue.appendleft(Pending(c.Interrupt(), self.actor(c.SERVER), done))

    def _after(self, events: list[e.Event], by_us: bool = True) -> None:
        """Follow up on events that were applied: absences, presence, webhook, room index, snapshot, deadlines.

        What must happen once is done by the node that committed them.
        """
        for event in events:
            if type(event) not in CHANGE_SEATS:
                continue
            if isinstance(event, (e.Seated, e.SeatMoved)) and not self.is_connected(event.device):
                self.absent.setdefault(event.device, self.absent_from_ms())
            self.send_presence()
            if isinstance(event, e.SeatMoved) and event.seat in self.table.away and by_us:
                self.automation.submit(c.Return(event.seat))
        self._notifier.update(self.table, by_us)
        ended = self.table.phase in ("over", "closed") and self.table.ready_ms is None
        if by_us and ended and not isinstance(events[-1], (e.PlayAgainAsked, e.NonceAdded)):
            self.mark_ended()
        if by_us:
            self._save_snapshot(self._snapshot_every)
        self.schedule()

    def _save_snapshot(self, min_events: int) -> None:
        """Save a snapshot if the log has grown by this many events since the last one."""
        if self.table.seq - self._snapshot_seq >= min_events:
            self._snapshot_seq = self.table.seq
            self.services.loader.save_snapshot(self.code, self.table, self._command_keys)

    def mark_ended(self) -> None:
        """Note in the room index that the game is over."""
        now = self.clock.now_ms()
        self._row_wakes, self._row_written_ms = False, 0
        self.services.store.append(self.code, [], now, None, now, ignore)

    def schedule(self) -> None:
        """Update whatever depends on the table or on who is connected: lobby, deadlines, shown absence."""
        if self.is_dropped:
            return
        if self.table.clock_runs:
            self.services.clocked_rooms.add(self.code)
        else:
            self.services.clocked_rooms.discard(self.code)
        self.services.lobby.update(self)
        self.automation.schedule()
        absence = self.absence()
        if absence != self._shown_absence:
            self._shown_absence = absence
            self.send_presence()

    # Clients

    def join(self, session: Session) -> None:
        """Add a client; its absent seats are its own again."""
        self.add_session(session)
        for seat in self.table.seats_of(session.device):
            if seat in self.table.away | self.table.open_seats | self.table.open_agreed.keys():
                self.automation.submit(c.Return(seat))
        self._presence_changed()

    def leave(self, session: Session) -> None:
        """Remove a client."""
        self.remove_session(session)
        self._presence_changed()

    def set_elsewhere(self, devices: list[str]) -> None:
        """Note which devices are connected to other nodes."""
        if self.change_elsewhere(devices):
            self.send_presence()
            self.schedule()

    def _presence_changed(self) -> None:
        if self.services.nodes is not None:
            self.services.nodes.presence_changed(self.code)
        self.send_presence()
        self.schedule()

    @property
    def wants_keeper(self) -> bool:
        """Whether somebody has to run its bots or clocks."""
        return next_deadline(self.table, self.absent) is not None

    def set_keeper(self, is_keeper: bool) -> None:
        """Note whether this node, and no other, runs the room's bots and clocks."""
        if is_keeper != self.is_keeper:
            self.is_keeper, self._row_written_ms = is_keeper, 0
            self.automation.schedule()

    # Unloading

    @property
    def is_idle(self) -> bool:
        """Whether the room may be unloaded: nobody is connected and nothing is under way."""
        is_busy = self._is_committing or self._queue or self._outages or self.automation.is_busy or self.chat.unsaved
        return not self.sessions and not is_busy

    def unload(self) -> None:
        """Prepare to leave memory; the store keeps the time at which to load the room again."""
        self._save_snapshot(SNAPSHOT_MIN)
        self._close()
        if self.is_keeper:  # else the node that keeps it knows better
            deadline = next_deadline(self.table, self.absent)
            self.services.store.set_due(self.code, None if deadline is None else deadline.at_ms)
        if self.last_visit_ms:
            self.services.store.visit(self.code, self.last_visit_ms)

    def _close(self) -> None:
        self.automation.close()
        self.services.clocked_rooms.discard(self.code)
        self.services.lobby.remove(self)

    def _drop(self, error: LudotecaError) -> None:
        """Leave memory: this release cannot follow the log. Clients connect again, and send what was not answered.

        Nothing is written: the node that appended the event knows better.
        """
        log.warning("room %s cannot be followed here: %s", self.code, error.sentence)
        self.is_dropped = True
        self._close()
        for session in self.sessions:
            session.send_elsewhere()
        self.on_dropped()

    async def stop(self) -> None:
        """Stop with the server."""
        await self.automation.stop()
        if self.last_visit_ms or self.sessions:
            self.services.store.visit(self.code, self.clock.now_ms())


@mypyc_attr(acyclic=True)
class _Committed:
    """Continues with a command when its events are on disk."""

    __slots__ = ("events", "keeps", "pending", "room", "stored")

    def __init__(
        self, room: Room, pending: Pending, events: list[e.Event], stored: list[StoredEvent], keeps: bool
    ) -> None:
        self.room = room
        self.pending = pending
        self.events = events
        self.stored = stored
        self.keeps = keeps

    def __call__(self, error: StoreError | None) -> None:
        self.room.committed(self.pending, self.events, self.stored, self.keeps, error)
