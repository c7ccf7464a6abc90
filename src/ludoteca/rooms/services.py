"""What all rooms of a process share: store, bots, clock, limits, and the lists that rooms keep up to date."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from hashlib import sha256

from ludoteca.bots.workers import Workers
from ludoteca.rooms.chat_saver import ChatSaver
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.loading import Loader
from ludoteca.rooms.lobby import Lobby
from ludoteca.rooms.metrics import Metrics
from ludoteca.rooms.nodes import Nodes
from ludoteca.rooms.notifier import NoWebhooks, Webhooks
from ludoteca.rooms.write_group import WriteGroup
from ludoteca.store.protocol import Store


@dataclass
class RoomServices:
    """The services that rooms use. They know nothing of the rooms themselves."""

    store: Store
    workers: Workers
    limits: Limits = field(default_factory=Limits)
    metrics: Metrics = field(default_factory=Metrics)
    webhooks: Webhooks = field(default_factory=NoWebhooks)
    clock: ServerClock = field(default_factory=ServerClock)
    new_secret: Callable[[], str] = field(default=partial(secrets.token_hex, 16))
    """Makes the secret of a game or the key of a personal link. Tests pass their own."""

    def __post_init__(self) -> None:
        self.lobby = Lobby(self.limits, lambda address: self.hash_address("lobby", address))
        self.loader = Loader(self.store, self.limits.long_loads)
        self.chat_saver = ChatSaver(self.store)
        self.clocked_rooms: set[str] = set()
        """Codes of loaded rooms with a running clock."""
        self.creator_addresses: OrderedDict[str, str] = OrderedDict()
        """The addresses that created the latest rooms; they are charged for bot time."""
        self._address_key = b""
        self.write_group = WriteGroup(self.store)
        shared = self.store.shared
        self.nodes = None if shared is None else Nodes(shared, self.clock, self.lobby, self.metrics)
        """The other processes that use the same store; None if there can be none."""

    def node_count(self) -> int:
        """Return how many nodes were alive a moment ago, this process included."""
        shared = self.store.shared
        return 1 if shared is None else shared.living_nodes

    def start(self) -> None:
        """Start the clock, and record how long no process has served these rooms."""
        self.clock.start(self.store.start_up(self.clock.wall_ms()))
        self._address_key = self.store.address_key()

    async def stop(self) -> None:
        """Finish what is being written."""
        await self.loader.stop()
        self.chat_saver.close()
        if self.nodes is not None:
            await self.nodes.stop()
        if self.nodes is None:
            self.store.heartbeat(self.clock.now_ms())
        await self.webhooks.close()

    def hash_address(self, code: str, address: str) -> str:
        """Return a keyed hash of a network address, different in every room."""
        return sha256(self._address_key + f"{code}:{address}".encode()).hexdigest()[:32]

    def remember_creator(self, code: str, address: str) -> None:
        """Note which address created a room."""
        if address:
            self.creator_addresses[code] = address
        if len(self.creator_addresses) > self.limits.rooms_in_memory:
            self.creator_addresses.popitem(last=False)
