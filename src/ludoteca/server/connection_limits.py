"""Limits on connections: per address and in total, with a reserve for players.

A connection counts for its peer's address from the moment it is accepted until hello; after that it counts as a socket.
Behind a trusted proxy each request counts for the forwarded address.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.translations import Refusal
from ludoteca.rooms.addresses import Network, address_key, is_within
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.limits import Limits, Tally
from ludoteca.rooms.room import Room

if TYPE_CHECKING:
    from ludoteca.server.http_protocol import HttpProtocol

SEAT_REMEMBERED_MS = 60 * 60 * 1000
RESERVED_SHARE = 10
"""One connection in ten is reserved for addresses that held a seat within the last hour."""
MAX_ROOMS_PER_ADDRESS = 200


class RecentSeats:
    """Remembers which addresses held a seat within the last hour, and in which rooms."""

    def __init__(self, clock: ServerClock) -> None:
        self._clock = clock
        self._rooms: dict[str, dict[str, int]] = {}

    def remember(self, address: str, code: str) -> None:
        """Note that an address holds a seat in a room now."""
        rooms = self._rooms.setdefault(address, {})
        rooms.pop(code, None)
        rooms[code] = self._clock.now_ms()
        if len(rooms) > MAX_ROOMS_PER_ADDRESS:
            del rooms[next(iter(rooms))]

    def held(self, address: str) -> bool:
        """Return whether the address held a seat in any room."""
        rooms = self._rooms.get(address)
        return rooms is not None and self._is_recent(next(reversed(rooms.values())))

    def held_in(self, address: str, code: str) -> bool:
        """Return whether the address held a seat in this room."""
        at_ms = self._rooms.get(address, {}).get(code)
        return at_ms is not None and self._is_recent(at_ms)

    def _is_recent(self, at_ms: int) -> bool:
        return self._clock.now_ms() - at_ms < SEAT_REMEMBERED_MS

    def forget(self) -> None:
        """Drop what is older than an hour."""
        self._rooms = {address: rooms for address, rooms in self._rooms.items() if self.held(address)}


class Slot:
    """A slot among the connections of an address before hello."""

    __slots__ = ("_tally", "address")

    def __init__(self, address: str, tally: Tally) -> None:
        self.address = address
        self._tally: Tally | None = tally
        tally.add(address)

    def release(self) -> None:
        """Give the slot back; a second call does nothing."""
        if self._tally is not None:
            self._tally.remove(self.address)
            self._tally = None


class ConnectionLimits:
    """Counts all connections of a server and refuses those over the limits."""

    def __init__(self, limits: Limits, trusted_proxies: tuple[Network, ...], seats: RecentSeats) -> None:
        self.limits = limits
        self.open = 0
        """Connections of any kind."""
        self.sockets = 0
        """Sockets after hello."""
        self._trusted_proxies = trusted_proxies
        self._seats = seats
        self._before_hello = Tally()
        self._protocols: dict[str, dict[HttpProtocol, None]] = {}
        """Per address, direct connections before hello, oldest first."""
        self._after_hello = Tally()
        self._sessions: dict[str, dict[ClientSession, None]] = {}
        """Per address, sockets after hello, oldest first."""

    # Before hello

    def accept(self, peer: str, protocol: HttpProtocol) -> Slot | Refusal | None:
        """Accept a new connection: return its slot, or a refusal, or None if it comes from a trusted proxy."""
        if is_within(peer, self._trusted_proxies):
            return Refusal("server_busy") if self.open >= self.limits.connections else None
        address = address_key(peer)
        slot = self.take_slot(address)
        if isinstance(slot, Slot):
            self._protocols.setdefault(address, {})[protocol] = None
        return slot

    def take_slot(self, address: str) -> Slot | Refusal:
        """Return a slot for an address before hello, or a refusal."""
        reserved = 0 if self._seats.held(address) else self.limits.connections // RESERVED_SHARE
        if self.open >= self.limits.connections - reserved:
            return Refusal("server_busy")
        high = self.limits.connections_before_hello
        if not self._before_hello.has_room(address, high):
            # Browsers keep idle connections open; close one of those.
            idle = next((one for one in self._protocols.get(address, ()) if one.is_idle), None)
            if idle is None:
                return Refusal("too_many_connections", {"high": high})
            idle.give_up()
        return Slot(address, self._before_hello)

    def release(self, protocol: HttpProtocol, slot: Slot) -> None:
        """Release the slot of a connection that has ended or has become a socket."""
        slot.release()
        protocols = self._protocols.get(slot.address, {})
        protocols.pop(protocol, None)
        if not protocols:
            self._protocols.pop(slot.address, None)

    # After hello

    def add(self, session: ClientSession, room: Room) -> Refusal | None:
        """Count a socket after its hello, or refuse it. Members of the room may replace other sockets."""
        refusal = self._make_room(session, room)
        if refusal is None:
            self.sockets += 1
            self._after_hello.add(session.address)
            self._sessions.setdefault(session.address, {})[session] = None
        return refusal

    def _make_room(self, session: ClientSession, room: Room) -> Refusal | None:
        limits, address = self.limits, session.address
        is_member = room.is_member(session.device)
        if is_member:
            own = [one for one in room.sessions if one.device == session.device and not one.is_closing]
            own.sort(key=lambda one: one.number)
            for oldest in own[: max(0, len(own) + 1 - limits.sockets_per_device)]:
                oldest.close(Refusal("socket_replaced", {"high": limits.sockets_per_device}))
        else:
            spectators = [one.address for one in room.sessions if not room.is_member(one.device)]
            if len(spectators) >= limits.spectators_per_room:
                return Refusal("too_many_spectators", {"high": limits.spectators_per_room})
            if spectators.count(address) >= limits.spectators_per_address:
                return Refusal("too_many_spectators_here", {"high": limits.spectators_per_address})
        if self._after_hello.has_room(address, limits.sockets_per_address):
            return None
        refusal = Refusal("too_many_sockets", {"high": limits.sockets_per_address})
        here = self._sessions.get(address, ())
        spectator = next((one for one in here if not (one.is_member or one.is_closing)), None)
        if not is_member or spectator is None:
            return refusal
        spectator.close(refusal)
        return None

    def remove(self, session: ClientSession) -> None:
        """Stop counting a socket that has ended."""
        sessions = self._sessions.get(session.address, {})
        if session not in sessions:
            return
        del sessions[session]
        if not sessions:
            del self._sessions[session.address]
        self.sockets -= 1
        self._after_hello.remove(session.address)
