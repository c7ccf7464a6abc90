"""Hints between nodes: that a room has changed, and if possible how. They may be lost, repeated or late.

Anybody who knows the channel can listen, so an event that holds a secret is hinted without its content.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

import msgspec

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

MAX_PAYLOAD = 7800
"""Bytes; PostgreSQL takes less than 8000."""
FAULTS = ("drop", "dup", "delay", "reorder")


class Hint(msgspec.Struct, frozen=True, array_like=True):
    """An event that was appended to a room's log. Without `seq`, presence or chat has changed."""

    room: str
    seq: int = 0
    at_ms: int = 0
    command_id: str | None = None
    body: str | None = None
    """None if it is not to be shown to everybody who can listen, or too long."""
    hash: bytes = b""
    sent_s: float = 0.0
    """The sender's wall clock, to measure how late hints are."""


OnHints = Callable[[list[Hint] | None], None]


class _Message(msgspec.Struct, array_like=True):
    sender: str
    hints: list[Hint]


_read = msgspec.json.Decoder(_Message).decode


def write_payloads(sender: str, hints: Iterable[Hint]) -> Iterator[str]:
    """Encode hints in payloads that fit into a notification."""
    batch: list[Hint] = []
    size = 100 + len(sender)
    for hint in hints:
        length = len(msgspec.json.encode(hint)) + 1
        if length > MAX_PAYLOAD - 200:
            hint = msgspec.structs.replace(hint, body=None)
            length = len(msgspec.json.encode(hint)) + 1
        if batch and size + length > MAX_PAYLOAD:
            yield msgspec.json.encode(_Message(sender, batch)).decode()
            batch, size = [], 100 + len(sender)
        batch.append(hint)
        size += length
    if batch:
        yield msgspec.json.encode(_Message(sender, batch)).decode()


def read_payload(payload: str, own: str) -> list[Hint]:
    """Return the hints of another node; none if they are our own or cannot be read."""
    try:
        message = _read(payload)
    except (msgspec.MsgspecError, ValueError):
        return []
    return [] if message.sender == own else message.hints


class HintFaults(NamedTuple):
    """How often hints are dropped, doubled, delayed or put out of order on arrival, for tests: 0.1 is one in ten."""

    drop: float = 0.0
    dup: float = 0.0
    delay: float = 0.0
    """Of hints that wait for the next ones to come."""
    reorder: float = 0.0

    @classmethod
    def read(cls, text: str) -> HintFaults:
        """Read `drop=0.1,dup=0.1`; OptionError says what is wrong."""
        values: dict[str, float] = {}
        for part in filter(None, text.split(",")):
            name, _, value = part.partition("=")
            try:
                values[name] = float(value)
            except ValueError:
                values[name] = -1.0
            if name not in FAULTS or not 0 <= values[name] <= 1:
                names = ", ".join(FAULTS)
                raise OptionError(Refusal("hint_faults", {"names": names, "value": quote(part)}))
        return cls(**values)

    def apply(self, hints: list[Hint], held: list[Hint]) -> list[Hint]:
        """Return the hints as they arrive; those that are delayed stay in `held`."""
        if not any(self):
            return hints
        arriving, held[:] = [*hints, *held], []
        arrived: list[Hint] = []
        for hint in arriving:
            if hint in hints and random.random() < self.drop:
                continue
            if hint in hints and random.random() < self.delay:
                held.append(hint)
                continue
            arrived += [hint] * (2 if random.random() < self.dup else 1)
        if random.random() < self.reorder:
            random.shuffle(arrived)
        return arrived
