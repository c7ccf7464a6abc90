"""How a game begins: devices answer the server's commitment, and the seed is made of its secret and their nonces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ludoteca.core.receipts import commit, deal_seed, read_nonce
from ludoteca.core.words import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.table import Player, Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Asking, Judgement

ANSWER_MS = 5000
"""So long after the seats are full and ready, devices that have not answered are no longer waited for."""


def ready(table: Table, command: c.Ready, asking: Asking) -> Judgement:
    if not table.seats_of(asking.who):
        return Refusal("ready_seated")
    if not command.commitment:
        return Refusal("no_commitment")
    answered = read_answer(table, command, asking.who)
    return answered if isinstance(answered, Refusal) else and_begin(table, answered)


def begin(table: Table, command: c.Begin, asking: Asking) -> Judgement:
    if asking.who != c.HOUSE or table.ready_ms is None or asking.now_ms < table.ready_ms + ANSWER_MS:
        return Refusal("not_overdue")
    return _beginning(table, table.players, table.nonces)


def read_answer(table: Table, command: c.Answering, who: str) -> list[e.Event] | Refusal:
    """The answer to a commitment in a command: none, one, or why it is wrong."""
    if not command.commitment:
        return Refusal("no_commitment") if command.nonce else []
    if not waits_for_answers(table):
        return Refusal("no_deal")
    if command.commitment != commit(table.secret):
        return Refusal("other_commitment")
    nonce = read_nonce(command.nonce)
    return nonce if isinstance(nonce, Refusal) else [e.Answered(who, nonce)]


def waits_for_answers(table: Table) -> bool:
    """Whether the coming game is dealt fairly; one from a position or without chance begins without answers."""
    dealt = table.phase == "over" or (table.phase == "gathering" and table.start is None)
    return table.game.chance and dealt


def and_begin(table: Table, events: list[e.Event]) -> list[e.Event]:
    """These events, and the start of the game where they leave nobody to be waited for."""
    players, nonces, asked = list(table.players), dict(table.nonces), set(table.again_asked)
    for event in events:
        match event:
            case e.Seated():
                players[event.seat] = Player(who=event.who)
            case e.BotSeated():
                players[event.seat] = Player(level=event.level)
            case e.Answered():
                nonces[event.who] = event.nonce
            case e.AgainAsked():
                asked.add(event.seat)
    if not complete(table.phase, players, asked):
        return events
    devices = {player.who for player in players if player.person}
    if waits_for_answers(table) and not devices <= nonces.keys():
        return events
    return [*events, *_beginning(table, players, nonces)]


def complete(phase: str, players: Sequence[Player], again_asked: set[int]) -> bool:
    """Whether all seats are full, a person among them, and after a game everybody has asked for the next."""
    people = {seat for seat, player in enumerate(players) if player.person}
    if not people or any(player.free for player in players):
        return False
    return phase == "gathering" or (phase == "over" and people <= again_asked)


def _beginning(table: Table, players: Sequence[Player], nonces: Mapping[str, str]) -> list[e.Event]:
    rotated: list[e.Event] = []
    if table.phase == "over":
        rotated, players = [e.Rotated()], rotate(players)
    dealt = seat_nonces(players, nonces)
    return [*rotated, e.Started(deal_seed(table.secret, dealt), dealt)]


def rotate(players: Sequence[Player]) -> list[Player]:
    """Everybody one seat further."""
    return [*players[-1:], *players[:-1]]


def lowest_seats(players: Sequence[Player]) -> dict[str, int]:
    """The lowest seat of each device."""
    return {player.who: seat for seat, player in reversed(list(enumerate(players))) if player.who is not None}


def seat_nonces(players: Sequence[Player], nonces: Mapping[str, str]) -> list[str]:
    """A device's nonce on its lowest seat; nothing for bots and for further seats of the same device."""
    dealt = [""] * len(players)
    for who, seat in lowest_seats(players).items():
        dealt[seat] = nonces.get(who, "")
    return dealt
