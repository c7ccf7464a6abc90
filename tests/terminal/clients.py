"""Both kinds of client, driven by tests: in the process of the rooms, and over a socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

from server.live_server import serving
from terminal.scripted import AT_ONCE

from ludoteca.rooms import messages as m
from ludoteca.store.terminal_games import new_token
from ludoteca.table import commands as c
from ludoteca.table.create_room import CreateRoom
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.game_host import GameHost
from ludoteca.terminal.local_host import LocalHost
from ludoteca.terminal.room_client import ClientEvent
from ludoteca.terminal.server_host import ServerHost

LIMIT_S = 30.0
"""Only for what would otherwise hang."""


@contextmanager
def server_in_a_thread(folder: Path) -> Iterator[str]:
    """Run a server of this data folder; yield its URL."""
    started: Future[tuple[str, Callable[[], object]]] = Future()

    async def main() -> None:
        stopping, loop = asyncio.Event(), asyncio.get_running_loop()
        async with serving(folder) as server:
            started.set_result((server.url, lambda: loop.call_soon_threadsafe(stopping.set)))
            await stopping.wait()

    thread = Thread(target=asyncio.run, args=(main(),))
    thread.start()
    url, stop = started.result(LIMIT_S)
    try:
        yield url
    finally:
        stop()
        thread.join()


@contextmanager
def open_host(kind: str, folder: Path) -> Iterator[GameHost]:
    """Open the rooms of a folder, in this process or behind a server."""
    if kind == "remote":
        with server_in_a_thread(folder) as url:
            yield ServerHost(url)
        return
    host = LocalHost(folder, AT_ONCE)
    try:
        yield host
    finally:
        host.close()


class Player:
    """A client and what it was sent last. Like every client, it adds its nonce to a deal."""

    def __init__(self, host: GameHost, code: str, token: str) -> None:
        self.code = code
        self._events: SimpleQueue[ClientEvent] = SimpleQueue()
        self._deals = FairDeals(None)
        self._client = host.client(code, token, self._events.put)
        self._client.start()
        self.table: m.TableMessage = self.until(lambda table: True)
        """The last table."""

    def receive(self) -> ClientEvent:
        """Return the next event."""
        event = self._events.get(timeout=LIMIT_S)
        if isinstance(event, Exception):
            raise event
        if isinstance(event, m.TableMessage):
            self.table = event
            for command_id in event.acks:
                self._client.acknowledge(command_id)
            self._deals.update(event)
            if self._deals.needs_answer(event) and self._client.is_idle:
                self._client.send(c.Ready(**self._deals.answer(event.room)))
        return event

    def until(self, wanted: Callable[[m.TableMessage], bool]) -> m.TableMessage:
        """Read until a table satisfies a condition; the present one counts too."""
        while not (hasattr(self, "table") and wanted(self.table)):
            self.receive()
        return self.table

    def send(self, command: c.Command) -> Any:
        """Send a command and return its answer: a table, a refusal or another reply."""
        self._client.send(command)
        while True:
            event = self.receive()
            acks = event.acks if isinstance(event, m.TableMessage) else [getattr(event, "ack", None)]
            if command.id in acks:
                self._client.acknowledge(command.id)
                return event

    def next(self, kind: type[Any]) -> Any:
        """Read up to the next event of a kind."""
        while not isinstance(event := self.receive(), kind):
            pass
        return event

    def turn(self, seat: int = 0) -> m.TableMessage:
        """Wait until it is a seat's turn."""
        return self.until(lambda table: table.room.to_move == seat)

    def move(self, text: str, seat: int = 0) -> Any:
        """Play a move in a seat's turn."""
        return self.send(c.Move(seat=seat, move=text, version=self.turn(seat).version))

    def close(self) -> None:
        self._client.close()


class Table:
    """Makes rooms at a host, and players in them."""

    def __init__(self, host: GameHost) -> None:
        self.host = host
        self._players: list[Player] = []

    def open(self, request: CreateRoom) -> Player:
        """Create a room and enter it as its host."""
        token = new_token()
        return self.enter(self.host.create(request, token), token)

    def enter(self, code: str, token: str | None = None) -> Player:
        self._players.append(Player(self.host, code, token or new_token()))
        return self._players[-1]

    def close(self) -> None:
        for player in self._players:
            player.close()
