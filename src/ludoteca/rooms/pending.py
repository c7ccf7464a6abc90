"""A command on its way through a room."""

from __future__ import annotations

import time
from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.rooms.command_keys import command_key
from ludoteca.rooms.histogram import Histogram
from ludoteca.rooms.results import Reply
from ludoteca.table import commands as c
from ludoteca.table.decide import Actor

_MOVES: Final = frozenset((c.Move, c.AutomatedMove))


@mypyc_attr(acyclic=True)
class Pending:
    """A command that waits for its turn."""

    __slots__ = ("actor", "command", "conflicts", "is_move", "key", "reply", "stage_begun")

    def __init__(self, command: c.Command, actor: Actor, reply: Reply) -> None:
        self.command = command
        self.actor = actor
        self.reply = reply
        self.key = command_key(actor.device, command.id)
        """Tells it from all other commands; the server's own have one too."""
        self.conflicts = 0
        """How often somebody else changed the room before this was committed."""
        self.is_move = type(command) in _MOVES
        self.stage_begun = time.perf_counter()

    def end_stage(self, stage: Histogram) -> None:
        """Measure a stage that a move has passed; the next one begins."""
        if self.is_move:
            now = time.perf_counter()
            stage.add(now - self.stage_begun)
            self.stage_begun = now
