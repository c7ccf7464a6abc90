"""The results of commands."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table.decide import Actor, Stale


class Repeated:
    """The result of a command that was already carried out."""


CommandResult = Refusal | Stale | Repeated | None
"""The result of a command; None means that it took effect."""
Reply = Callable[[CommandResult], None]
Submit = Callable[[c.Command, Actor, Reply], None]
"""Hands a command to a room, which calls the reply with its result."""
