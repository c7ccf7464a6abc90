"""Chat: players are heard by all; whoever looks on is heard by those who look on, and by players after the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.words import Refusal, quote
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.seats import read_name
from ludoteca.table.table import Chat, Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Asking, Judgement

LONGEST_LINE = 300
AT_ONCE = 5
"""So many lines of one sender within `WITHIN_MS`."""
WITHIN_MS = 10_000


def say(table: Table, command: c.Say, asking: Asking) -> Judgement:
    if not table.chatting:
        return Refusal("chat_off")
    text = " ".join(command.text.split())
    if not 0 < len(text) <= LONGEST_LINE or not text.isprintable():
        return Refusal("chat_line", {"field": "text", "high": LONGEST_LINE, "value": quote(command.text)})
    recent = [line for line in table.chat if line.who == asking.who and line.at_ms > asking.now_ms - WITHIN_MS]
    if len(recent) >= AT_ONCE:
        return Refusal("chat_fast", {"high": AT_ONCE, "seconds": WITHIN_MS // 1000})
    seats = table.seats_of(asking.who)
    seat = min(seats, default=None)
    name = read_name(command.name) if seat is None else table.name(seat)
    return name if isinstance(name, Refusal) else [e.Said(asking.who, name, seat, text)]


def set_chat(table: Table, command: c.SetChat, asking: Asking) -> Judgement:
    if asking.who != table.host:
        return Refusal("only_host")
    return Refusal("chat_already") if command.open == table.chatting else [e.ChatSet(command.open)]


def heard(table: Table, who: str, since: int) -> list[Chat]:
    """The lines after seq `since` that this device is to hear."""
    everything = hears_all(table, who)
    return [
        line for line in table.chat if line.seq > since and (everything or line.seat is not None or line.who == who)
    ]


def hears_all(table: Table, who: str) -> bool:
    """Whether this device hears those who look on, too: nobody is to be helped while the game runs."""
    return table.phase != "playing" or not table.seats_of(who)
