"""What the terminal talks to a room through: in this process, or over a socket."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock
from typing import Protocol

from ludoteca.core.errors import LudotecaError
from ludoteca.rooms import messages as m
from ludoteca.table.commands import Command


class ConnectionFailed(LudotecaError):
    """The room cannot be reached, and retrying will not help."""


class ConnectionLost:
    """The connection broke; the client is trying to reconnect."""


ClientEvent = m.Outgoing | ConnectionLost | LudotecaError
OnEvent = Callable[[ClientEvent], None]
"""Called from another thread with everything that arrives."""


class RoomClient(Protocol):
    """One device in one room. Commands are answered by events: a table that has their id, a refusal, another reply."""

    def start(self) -> None:
        """Enter the room; the first event is a welcome, or the error that prevents it."""

    def close(self) -> None:
        """Leave the room."""

    @property
    def is_idle(self) -> bool:
        """Whether every command sent has been answered."""

    def send(self, command: Command) -> None:
        """Send a command, under a new id."""

    def acknowledge(self, command_id: str) -> tuple[Command | None, bool]:
        """Note that a command was answered; return it, and whether it may have been sent twice."""


class Unanswered:
    """The commands that were sent and not answered yet, by id. Used by two threads."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.commands: dict[str, Command] = {}

    def add(self, command: Command) -> None:
        """Give a command its id and keep it until it is answered. The caller holds the lock."""
        command.id = secrets.token_hex(12)
        self.commands[command.id] = command

    def pop(self, command_id: str) -> Command | None:
        """Remove a command that was answered. The caller holds the lock."""
        return self.commands.pop(command_id, None)
