"""This process among others that share its store: hints, polls, presence, leases, the common lobby, readiness.

Nothing here is needed for the truth of a game: whoever loses a seq reads the log and decides again. Hints make others'
moves quick, polls find what hints missed, and leases save the work of thinking twice.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Mapping
from typing import Protocol

from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.lobby import Lobby
from ludoteca.rooms.metrics import Metrics
from ludoteca.store.hints import Hint
from ludoteca.store.protocol import SharedStore
from ludoteca.store.rows import Listing, Presence, RoomHead, StoreError

log = logging.getLogger("ludoteca.nodes")

POLL_S = 1.0
GATHER_S = 0.02
"""Changes within this time are written together."""
RENEW_S = 5.0
LEASE_MS = 15_000
RETRY_S = 1.0
READY_S = 3.0
"""A node is ready while its last write and its last poll are younger than this; it writes every second."""
UNREACHABLE_S = 10.0
"""After this long without the store, clients are sent elsewhere."""
MAX_LISTED = 500


class NodeRoom(Protocol):
    """A loaded room, as far as other nodes matter to it."""

    code: str

    @property
    def devices(self) -> set[str]:
        """The devices that are connected to this process."""

    @property
    def wants_keeper(self) -> bool:
        """Whether somebody has to run its bots or clocks."""

    def hinted(self, hints: list[Hint]) -> None:
        """Apply what other nodes say they have appended."""

    def compare(self, head: RoomHead) -> bool:
        """Catch up if the log or the chat has changed; return whether it has."""

    def set_elsewhere(self, devices: list[str]) -> None:
        """Note which devices are connected to other nodes."""

    def set_keeper(self, is_keeper: bool) -> None:
        """Note whether this node, and no other, runs the room's bots and clocks."""


class Nodes:
    """What this node tells others, and what it learns from them."""

    def __init__(self, store: SharedStore, clock: ServerClock, lobby: Lobby, metrics: Metrics) -> None:
        self._store = store
        self._clock = clock
        self._lobby = lobby
        self._metrics = metrics
        self.rooms: Mapping[str, NodeRoom] = {}
        """The loaded rooms; set before `start`."""
        self.on_unreachable: Callable[[], None] = lambda: None
        """Called when the store cannot be reached for a while."""
        self._draining = asyncio.Event()
        self._present: dict[str, set[str]] = {}
        """The devices that others know to be connected here, by room."""
        self._present_due: set[str] = set()
        self._listed: dict[str, Listing] = {}
        self._listed_due: set[str] = set()
        self._leases_due: set[str] = set()
        self._held: set[str] = set()
        self._look_due: set[str] = set()
        self._poll_now = asyncio.Event()
        self._publish_now = asyncio.Event()
        self._keep_now = asyncio.Event()
        self._polled = time.monotonic()
        self._was_reachable = True
        self._tasks: list[asyncio.Task[None]] = []
        self._noting: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to listen, to poll and to publish."""
        loop = asyncio.get_running_loop()

        def on_hints(hints: list[Hint] | None) -> None:
            if not loop.is_closed():
                loop.call_soon_threadsafe(self._receive, hints)

        self._lobby.on_change = self._lobby_changed
        self._store.listen(on_hints)
        for run in (self._poll, self._publish, self._keep):
            self._tasks.append(asyncio.ensure_future(self._repeat(run)))

    async def stop(self) -> None:
        """Stop, and tell the others that nobody is connected here any more."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        try:
            async with asyncio.timeout(RENEW_S):
                await asyncio.to_thread(self._leave)
        except (StoreError, TimeoutError) as error:
            log.warning("the other nodes could not be told that this one stops: %s", error)

    def _leave(self) -> None:
        self._store.release()
        self._store.clear_present()
        self._store.leave(draining=False)
        self._store.tell(list(self._present))

    def begin_drain(self) -> None:
        """Be ready no more, so that new clients are sent elsewhere."""
        self._draining.set()

    def drop_leases(self) -> None:
        """Run no bots and clocks until the leases have been taken again."""
        self._held.clear()
        for room in self.rooms.values():
            room.set_keeper(False)

    async def drain(self) -> None:
        """Give up all leases, and take no more: other nodes go on with the bots and clocks."""
        self.begin_drain()
        self.drop_leases()
        try:
            await asyncio.to_thread(self._store.leave, draining=True)
            await asyncio.to_thread(self._store.release)
        except StoreError as error:
            log.warning("the leases could not be given up: %s", error.sentence)

    @property
    def is_draining(self) -> bool:
        """Whether this node stops soon."""
        return self._draining.is_set()

    @property
    def is_ready(self) -> bool:
        """Whether this node can serve: the store answers, others' changes arrive, and it does not stop."""
        polled_s = time.monotonic() - self._polled
        return not self.is_draining and self._store.last_write_s() < READY_S and polled_s < READY_S

    def gauges(self) -> dict[str, float]:
        """Return the gauges about this node."""
        offset = self._clock.now_ms() / 1000 - self._store.wall_s()
        return {
            "ludoteca_rooms_kept": len(self._held),
            "ludoteca_database_clock_offset_seconds": round(offset, 3),
            "ludoteca_ready": int(self.is_ready),
        }

    def slept(self, begun_ms: int, until_ms: int, is_step: bool) -> None:
        """Take note of a time in which this process did not run, or that the database's clock jumped over.

        If other nodes were alive, rooms elsewhere have not been idle: only those in memory here get the time back.
        """
        self.drop_leases()
        self._keep_now.set()
        self._leases_due.update(self.rooms)
        self._look_due.update(self.rooms)
        self._poll_now.set()

        def note() -> None:
            if is_step or self._store.nodes(until_ms) <= 1:
                self._store.add_outage(begun_ms, until_ms)

        self._noting = asyncio.ensure_future(self._note(note))

    async def is_served_elsewhere(self, code: str) -> bool:
        """Return whether another node may serve a room that this one cannot read."""
        return await asyncio.to_thread(self._store.is_served_elsewhere, code, self._clock.now_ms())

    async def _note(self, note: Callable[[], None]) -> None:
        try:
            await asyncio.to_thread(note)
        except StoreError as error:
            log.warning("an outage could not be noted: %s", error.sentence)

    # What rooms say

    def presence_changed(self, code: str) -> None:
        """Tell others who is connected to a room here."""
        self._present_due.add(code)
        self._publish_now.set()

    def want_lease(self, code: str) -> None:
        """Try to become the keeper of a room."""
        if code not in self._held and not self.is_draining:
            self._leases_due.add(code)
            self._keep_now.set()

    def unloaded(self, code: str) -> None:
        """Give up the lease of a room that leaves memory."""
        self._held.discard(code)
        self._present_due.add(code)
        self._leases_due.add(code)
        self._keep_now.set()
        self._publish_now.set()

    def _lobby_changed(self, code: str) -> None:
        self._listed_due.add(code)
        self._publish_now.set()

    # What others say

    def _receive(self, hints: list[Hint] | None) -> None:
        if hints is None:
            self._look_due.update(self.rooms)
            # Another database may answer now, without what this node has told the others.
            self._present.clear()
            self._listed.clear()
            self._present_due.update(self.rooms)
            self._listed_due.update(self._lobby.codes())
            self._publish_now.set()
            self._poll_now.set()
            return
        now = time.time()
        by_room: dict[str, list[Hint]] = {}
        for hint in hints:
            self._metrics.count("ludoteca_hints_received_total")
            if hint.room not in self.rooms:
                continue
            self._metrics.hint_lags.add(max(0.0, now - hint.sent_s))
            if hint.seq:
                by_room.setdefault(hint.room, []).append(hint)
            else:
                self._look_due.add(hint.room)
                self._poll_now.set()
        for code, events in by_room.items():
            self.rooms[code].hinted(events)

    # Tasks

    async def _repeat(self, run: Callable[[], object]) -> None:
        while True:
            try:
                await run()  # type: ignore[misc]
            except StoreError as error:
                log.warning("other nodes cannot be reached: %s", error.sentence)
                self._check_reachable()
                await asyncio.sleep(RETRY_S)
            except Exception:
                log.exception("the exchange with other nodes failed")
                await asyncio.sleep(RETRY_S)

    def _check_reachable(self) -> None:
        is_reachable = self._store.last_write_s() < UNREACHABLE_S
        if self._was_reachable and not is_reachable:
            log.error("the store cannot be reached; clients are sent elsewhere")
            self.on_unreachable()
        self._was_reachable = is_reachable

    async def _poll(self) -> None:
        """Compare rooms with the store: all of them every second, some at once after a hint."""
        try:
            async with asyncio.timeout(POLL_S):
                await self._poll_now.wait()
        except TimeoutError:
            self._look_due.update(self.rooms)
        is_hinted = self._poll_now.is_set()
        self._poll_now.clear()
        codes, self._look_due = list(self._look_due), set()
        now_ms = self._clock.now_ms()
        heads, present, listings = await asyncio.to_thread(self._read, codes, now_ms, not is_hinted)
        for code in codes:
            room = self.rooms.get(code)
            if room is None:
                continue
            if code in heads and room.compare(heads[code]) and not is_hinted:
                self._metrics.count("ludoteca_poll_found_total")
            room.set_elsewhere(sorted(present.get(code, [])))
        if listings is not None:
            self._lobby.set_elsewhere(listings)
            self._polled = time.monotonic()
            self._check_reachable()

    def _read(
        self, codes: list[str], now_ms: int, is_whole: bool
    ) -> tuple[dict[str, RoomHead], dict[str, list[str]], list[Listing] | None]:
        store = self._store
        heads = store.heads(codes) if codes else {}
        present = store.present(codes, now_ms) if codes else {}
        return heads, present, store.listings(now_ms, MAX_LISTED) if is_whole else None

    async def _publish(self) -> None:
        """Tell others who is connected here, and which rooms are in the lobby."""
        await self._publish_now.wait()
        await asyncio.sleep(GATHER_S)
        self._publish_now.clear()
        due, self._present_due = self._present_due, set()
        listed_due, self._listed_due = self._listed_due, set()
        try:
            await self._publish_present(due)
            await self._publish_listed(listed_due)
        except StoreError:
            self._present_due |= due
            self._listed_due |= listed_due
            self._publish_now.set()
            raise

    async def _publish_present(self, codes: Iterable[str]) -> None:
        now = {code: set(self.rooms[code].devices) if code in self.rooms else set() for code in codes}
        arrived = [Presence(code, one) for code in now for one in now[code] - self._present.get(code, set())]
        left = [Presence(code, one) for code in now for one in self._present.get(code, set()) - now[code]]
        if arrived or left:
            await asyncio.to_thread(self._store.set_present, sorted(arrived), sorted(left), self._clock.now_ms())
            self._store.tell(sorted({one.room for one in [*arrived, *left]}))
        for code, devices in now.items():
            if devices:
                self._present[code] = devices
            else:
                self._present.pop(code, None)

    async def _publish_listed(self, codes: Iterable[str]) -> None:
        found = {code: self._lobby.listing(code) for code in codes}
        listed = [one for code, one in found.items() if one is not None and one != self._listed.get(code)]
        removed = [code for code, one in found.items() if one is None and code in self._listed]
        if listed or removed:
            await asyncio.to_thread(self._store.list_rooms, listed, removed)
        self._listed.update({one.room: one for one in listed})
        for code in removed:
            del self._listed[code]

    async def _keep(self) -> None:
        """Take leases when rooms want them, and renew all of them now and then."""
        try:
            async with asyncio.timeout(RENEW_S):
                await self._keep_now.wait()
            await asyncio.sleep(GATHER_S)
            codes, self._leases_due = self._leases_due, set()
        except TimeoutError:
            codes, self._leases_due = set(self.rooms) | self._held, set()
        self._keep_now.clear()
        wanted = sorted(code for code in codes if code in self.rooms and self.rooms[code].wants_keeper)
        given_up = sorted(code for code in codes if code not in wanted)
        if self._draining.is_set():
            return
        now_ms = self._clock.now_ms()
        held: set[str] = set()
        if wanted:
            held = await asyncio.to_thread(self._store.keep, wanted, now_ms, now_ms + LEASE_MS)
        if given_up:
            await asyncio.to_thread(self._store.release, given_up)
        if self._draining.is_set():
            await asyncio.to_thread(self._store.release, wanted)
            return
        self._held = (self._held - codes) | held
        for code in codes:
            room = self.rooms.get(code)
            if room is not None:
                room.set_keeper(code in held)
