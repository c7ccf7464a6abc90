"""A loaded room's table and the clients in it: who is connected, who is absent, and what everybody is sent."""

from __future__ import annotations

import time
from typing import Protocol

from ludoteca.core.translations import Refusal
from ludoteca.rooms import messages as m
from ludoteca.rooms.chat import Sender
from ludoteca.rooms.services import RoomServices
from ludoteca.rooms.table_messages import TableMessages
from ludoteca.table.deadlines import absence_deadline
from ludoteca.table.decide import NOBODY_ABSENT, Actor
from ludoteca.table.table import Table


class Session(Protocol):
    """A client in a room, as the room sees it."""

    number: int
    """Later sessions have larger numbers."""
    device: str
    address: str
    sender: Sender

    @property
    def is_closing(self) -> bool:
        """Whether the session has been closed and only its end is awaited."""

    def flush(self) -> None:
        """Send what is due."""

    def send_table(self) -> None:
        """Send the present table as soon as the client can take it."""

    def send_presence(self) -> None:
        """Send who is connected as soon as the client can take it."""

    def reply(self, message: m.Outgoing) -> None:
        """Send a message, after all earlier replies."""

    def close(self, why: Refusal) -> None:
        """End the session with a sentence."""

    def send_elsewhere(self) -> None:
        """End the session so that the client connects again, perhaps to another node."""


class RoomState:
    """A table, its clients, and since when the others are absent."""

    def __init__(self, code: str, table: Table, services: RoomServices) -> None:
        self.code = code
        self.table = table
        self.services = services
        self.clock = services.clock
        self.messages = TableMessages(code, table)
        self.sessions: set[Session] = set()
        self.elsewhere: list[str] = []
        """The devices that are connected to other nodes, once per node."""
        self.is_keeper = services.store.shared is None
        """Whether this process runs the bots and clocks of this room."""
        self.opened_ms = table.created_ms
        self.empty_since = time.monotonic()
        self.last_visit_ms = 0
        """When the last client left; 0 if there was none since the room was loaded."""
        self.host_address = ""
        absent_from_ms = self.absent_from_ms()
        self.absent = {player.device: absent_from_ms for player in table.players if player.device is not None}
        """For each device that is not connected, when its absence begins."""

    def replace_table(self, table: Table) -> None:
        """Use another table of the same room, read again from the log."""
        self.table = table
        self.messages = TableMessages(self.code, table)

    def actor(self, device: str, address: str = "") -> Actor:
        """Make the actor of a command that a device sends now; `address` is the hash of its network address."""
        now = self.clock.now_ms()
        absent = NOBODY_ABSENT
        if self.absent:
            absent = frozenset([one for one, from_ms in self.absent.items() if from_ms <= now])
        return Actor(device, self.services.new_secret, now, absent, address)

    @property
    def bot_queue_key(self) -> str:
        """Who is charged for bot time: the address that created the room, its host's address, or the room."""
        return self.services.creator_addresses.get(self.code) or self.host_address or self.code

    # Who is here

    def add_session(self, session: Session) -> None:
        """Add a session. The seats of its device are no longer absent."""
        self.sessions.add(session)
        if session.device == self.table.host:
            self.host_address = session.address
        self.absent.pop(session.device, None)

    def remove_session(self, session: Session) -> None:
        """Remove a session. If it was its device's last, the device will be absent."""
        self.sessions.discard(session)
        self.empty_since = time.monotonic()
        self.last_visit_ms = self.clock.now_ms()
        if not self.is_connected(session.device):
            self.absent[session.device] = self.absent_from_ms()

    def absent_from_ms(self) -> int:
        """Return when a device that disconnects now counts as absent."""
        return self.clock.now_ms() + int(1000 * self.services.limits.absent_after_s)

    def absence(self) -> m.Absence | None:
        """Return the absent player whose turn it is, and the deadline."""
        deadline = absence_deadline(self.table, self.absent)
        return None if deadline is None else m.Absence(deadline.seat, deadline.at_ms)

    def is_connected(self, device: str) -> bool:
        """Return whether a device is connected."""
        return any(session.device == device for session in self.sessions) or device in self.elsewhere

    def connected_seats(self) -> list[bool]:
        """Return for each seat whether its player is connected; bots always are."""
        connected = {session.device for session in self.sessions}.union(self.elsewhere)
        return [player.level is not None or player.device in connected for player in self.table.players]

    def is_member(self, device: str) -> bool:
        """Return whether the device holds a seat or is the host. Members come before spectators."""
        return device == self.table.host or bool(self.table.seats_of(device))

    def host_connected(self) -> bool:
        """Return whether the host is connected."""
        return self.is_connected(self.table.host)

    @property
    def devices(self) -> set[str]:
        """The devices that are connected to this process."""
        return {session.device for session in self.sessions}

    def host_is_here(self) -> bool:
        """Return whether the host is connected to this process."""
        return any(session.device == self.table.host for session in self.sessions)

    def change_elsewhere(self, devices: list[str]) -> bool:
        """Note which devices are connected to other nodes; return whether that has changed."""
        if devices == self.elsewhere:
            return False
        before, self.elsewhere = self.elsewhere, devices
        for device in devices:
            self.absent.pop(device, None)
        for device in before:
            if not self.is_connected(device):
                self.absent[device] = self.absent_from_ms()
        return True

    def spectators(self) -> int:
        """Count the sessions of devices that hold no seat."""
        seated = {player.device for player in self.table.players}
        devices = [*(session.device for session in self.sessions), *self.elsewhere]
        return sum(device not in seated for device in devices)

    # What everybody is sent

    def send_table(self) -> None:
        """Send the present table to every client as soon as it can take it."""
        for session in self.sessions:
            session.send_table()

    def send_presence(self) -> None:
        """Send who is connected to every client."""
        for session in self.sessions:
            session.send_presence()

    def send_time(self, now_ms: int) -> None:
        """Send the present time to every client."""
        for session in self.sessions:
            session.reply(m.ServerTime(now_ms))
