"""Where this terminal's games are: in this process, or at the server that uses the same data folder."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Protocol

from ludoteca.core.records import Record
from ludoteca.core.translations import Refusal
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.summaries import RoomSummary
from ludoteca.store.rows import StoreError
from ludoteca.store.server_address import TERMINAL, read_address_file
from ludoteca.table.create_room import CreateRoom
from ludoteca.terminal.local_host import LOCAL_LIMITS, LocalHost
from ludoteca.terminal.room_client import OnEvent, RoomClient

START_S = 5.0
"""How long a server may take to start."""


class GameHost(Protocol):
    """Creates rooms and gives clients for them."""

    url: str | None
    """The server's address; None if the rooms are in this process."""

    def create(self, request: CreateRoom, token: str) -> str:
        """Create a room and return its code."""

    def import_record(self, record: Record, token: str) -> str:
        """Create a room that continues a record, and return its code."""

    def summaries(self, codes: list[str], token: str) -> dict[str, RoomSummary]:
        """Describe those of the rooms that exist and in which the token holds a seat."""

    def record(self, code: str) -> bytes:
        """Return the record of a room's present game; refused while it would reveal something."""

    def client(self, code: str, token: str, on_event: OnEvent) -> RoomClient:
        """Make a client for a room."""

    def close(self) -> None:
        """Give back what the host holds."""


def open_host(folder: Path, limits: Limits = LOCAL_LIMITS) -> GameHost:
    """Take the data folder, or find the server that has it; a second terminal is refused."""
    try:
        return LocalHost(folder, limits)
    except StoreError as error:
        if error.code != "store_locked":
            raise
    url = _wait_for_address(folder)
    if url is None or url == TERMINAL:
        raise StoreError(Refusal("terminal_locked" if url else "store_locked", {"path": str(folder)}))
    # Imported late, so that a game in this process does not wait for the WebSocket library.
    from ludoteca.terminal.server_host import ServerHost

    return ServerHost(url)


def _wait_for_address(folder: Path) -> str | None:
    """Return the address of the server that has the folder. One that is just starting has none yet."""
    deadline = time.monotonic() + START_S
    while (url := read_address_file(folder)) is None and time.monotonic() < deadline:
        time.sleep(0.05)
    return url
