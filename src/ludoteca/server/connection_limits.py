"""Who may connect: bounds per address and in all, a reserve for players, and who makes room for whom.

A connection is counted by its peer's address from when it is accepted until it is a socket that has said hello. One of
a trusted proxy is counted by the address that it forwards, request by request.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.translations import Refusal
from ludoteca.server.addresses import Network, address_key, is_within
from ludoteca.server.clock import ServerClock
from ludoteca.server.limits import Limits, Tally

if TYPE_CHECKING:
    from ludoteca.server.connection import Connection
    from ludoteca.server.http_protocol import HttpProtocol
    from ludoteca.server.room import Room

SEAT_REMEMBERED_MS = 60 * 60 * 1000
RESERVED_SHARE = 10
"""One connection in so many is kept for addresses that held a seat within the last hour."""
MOST_SEATS = 200
"""Rooms remembered per address."""


class RecentSeats:
    """From which addresses seats were held within the last hour, and in which rooms."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._rooms: dict[str, dict[str, int]] = {}

    def remember(self, address: str, code: str) -> None:
        rooms = self._rooms.setdefault(address, {})
        rooms.pop(code, None)
        rooms[code] = self._clock.now_ms()
        if len(rooms) > MOST_SEATS:
            del rooms[next(iter(rooms))]

    def held(self, address: str) -> bool:
        rooms = self._rooms.get(address)
        return rooms is not None and self._is_recent(next(reversed(rooms.values())))

    def held_in(self, address: str, code: str) -> bool:
        at_ms = self._rooms.get(address, {}).get(code)
        return at_ms is not None and self._is_recent(at_ms)

    def _is_recent(self, at_ms: int) -> bool:
        return self._clock.now_ms() - at_ms < SEAT_REMEMBERED_MS

    def forget(self) -> None:
        self._rooms = {address: rooms for address, rooms in self._rooms.items() if self.held(address)}


class Slot:
    """A place among the connections of an address that have not said hello."""

    __slots__ = ("_taken", "address")

    def __init__(self, address: str, taken: Tally) -> None:
        self.address = address
        self._taken: Tally | None = taken
        taken.add(address)

    def release(self) -> None:
        """Give the place back; a second time does nothing."""
        if self._taken is not None:
            self._taken.remove(self.address)
            self._taken = None


class ConnectionLimits:
    """All connections of one server."""

    def __init__(self, limits: Limits, trusted: tuple[Network, ...], seats: RecentSeats) -> None:
        self.limits = limits
        self.open = 0
        """Connections of any kind."""
        self.sockets = 0
        """Sockets that have said hello."""
        self._trusted = trusted
        self._seats = seats
        self._before_hello = Tally()
        self._protocols: dict[str, dict[HttpProtocol, None]] = {}
        """Per address, direct connections before hello, oldest first."""
        self._after_hello = Tally()
        self._connections: dict[str, dict[Connection, None]] = {}
        """Per address, sockets after hello, oldest first."""

    # Before hello

    def accept(self, peer: str, protocol: HttpProtocol) -> Slot | Refusal | None:
        """A connection has come: its place, or why there is none; None for one of a trusted proxy."""
        if is_within(peer, self._trusted):
            return Refusal("server_busy") if self.open >= self.limits.connections else None
        address = address_key(peer)
        slot = self.enter(address)
        if isinstance(slot, Slot):
            self._protocols.setdefault(address, {})[protocol] = None
        return slot

    def enter(self, address: str) -> Slot | Refusal:
        """A place for an address, before it has said hello."""
        reserved = 0 if self._seats.held(address) else self.limits.connections // RESERVED_SHARE
        if self.open >= self.limits.connections - reserved:
            return Refusal("server_busy")
        most = self.limits.connections_before_hello
        if not self._before_hello.has_room(address, most):
            # Browsers keep connections open in case they need them: those make room.
            idle = next((one for one in self._protocols.get(address, ()) if one.idle), None)
            if idle is None:
                return Refusal("too_many_connections", {"high": most})
            idle.give_up()
        return Slot(address, self._before_hello)

    def left(self, protocol: HttpProtocol, slot: Slot) -> None:
        """A direct connection has ended, or is a socket that has said hello."""
        slot.release()
        protocols = self._protocols.get(slot.address, {})
        protocols.pop(protocol, None)
        if not protocols:
            self._protocols.pop(slot.address, None)

    # After hello

    def greet(self, connection: Connection, room: Room) -> Refusal | None:
        """A socket has said hello: it is counted from now on, or refused. Whoever holds a seat gets in."""
        refusal = self._make_room(connection, room)
        if refusal is None:
            self.sockets += 1
            self._after_hello.add(connection.address)
            self._connections.setdefault(connection.address, {})[connection] = None
        return refusal

    def _make_room(self, connection: Connection, room: Room) -> Refusal | None:
        limits, address = self.limits, connection.address
        seated = room.is_member(connection.device)
        if seated:
            own = [one for one in room.connections if one.device == connection.device and not one.dismissed]
            own.sort(key=lambda one: one.number)
            for oldest in own[: max(0, len(own) + 1 - limits.sockets_per_device)]:
                oldest.turn_away(Refusal("socket_replaced", {"high": limits.sockets_per_device}))
        else:
            watching = [one.address for one in room.connections if not room.is_member(one.device)]
            if len(watching) >= limits.spectators_per_room:
                return Refusal("too_many_spectators", {"high": limits.spectators_per_room})
            if watching.count(address) >= limits.spectators_per_address:
                return Refusal("too_many_spectators_here", {"high": limits.spectators_per_address})
        if self._after_hello.has_room(address, limits.sockets_per_address):
            return None
        refusal = Refusal("too_many_sockets", {"high": limits.sockets_per_address})
        here = self._connections.get(address, ())
        spectator = next((one for one in here if not (one.seated or one.dismissed)), None)
        if not seated or spectator is None:
            return refusal
        spectator.turn_away(refusal)
        return None

    def gone(self, connection: Connection) -> None:
        """A socket that was greeted has ended."""
        connections = self._connections.get(connection.address, {})
        if connection not in connections:
            return
        del connections[connection]
        if not connections:
            del self._connections[connection.address]
        self.sockets -= 1
        self._after_hello.remove(connection.address)
