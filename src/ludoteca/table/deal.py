"""How a game begins: devices answer the server's commitment, and the seed is made of its secret and their nonces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ludoteca.core.receipts import commit, deal_seed, read_nonce
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.table import Player, Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision

NONCE_TIMEOUT_MS = 5000
"""So long after the seats are full and ready, devices that have not answered are no longer waited for."""


def ready(table: Table, command: c.Ready, actor: Actor) -> Decision:
    if not table.seats_of(actor.device):
        return Refusal("ready_seated")
    if not command.commitment:
        return Refusal("no_commitment")
    answered = check_nonce(table, command, actor.device)
    return answered if isinstance(answered, Refusal) else and_begin(table, answered)


def begin(table: Table, command: c.Begin, actor: Actor) -> Decision:
    if actor.device != c.SERVER or table.ready_ms is None or actor.now_ms < table.ready_ms + NONCE_TIMEOUT_MS:
        return Refusal("not_overdue")
    return _beginning(table, table.players, table.nonces)


def check_nonce(table: Table, command: c.WithNonce, who: str) -> list[e.Event] | Refusal:
    """The answer to a commitment in a command: none, one, or why it is wrong."""
    if not command.commitment:
        return Refusal("no_commitment") if command.nonce else []
    if not waits_for_nonces(table):
        return Refusal("no_deal")
    if command.commitment != commit(table.secret):
        return Refusal("other_commitment")
    nonce = read_nonce(command.nonce)
    return nonce if isinstance(nonce, Refusal) else [e.NonceAdded(who, nonce)]


def waits_for_nonces(table: Table) -> bool:
    """Whether the coming game is dealt fairly; one from a position or without chance begins without answers."""
    dealt = table.phase == "over" or (table.phase == "waiting" and table.start is None)
    return table.game.chance and dealt


def and_begin(table: Table, events: list[e.Event]) -> list[e.Event]:
    """These events, and the start of the game where they leave nobody to be waited for."""
    players, nonces, asked = list(table.players), dict(table.nonces), set(table.play_again_asked)
    for event in events:
        match event:
            case e.Seated():
                players[event.seat] = Player(device=event.device)
            case e.BotSeated():
                players[event.seat] = Player(level=event.level)
            case e.NonceAdded():
                nonces[event.device] = event.nonce
            case e.PlayAgainAsked():
                asked.add(event.seat)
    if not complete(table.phase, players, asked):
        return events
    devices = {player.device for player in players if player.is_person}
    if waits_for_nonces(table) and not devices <= nonces.keys():
        return events
    return [*events, *_beginning(table, players, nonces)]


def complete(phase: str, players: Sequence[Player], play_again_asked: set[int]) -> bool:
    """Whether all seats are full, a person among them, and after a game everybody has asked for the next."""
    people = {seat for seat, player in enumerate(players) if player.is_person}
    if not people or any(player.is_free for player in players):
        return False
    return phase == "waiting" or (phase == "over" and people <= play_again_asked)


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
    return {player.device: seat for seat, player in reversed(list(enumerate(players))) if player.device is not None}


def seat_nonces(players: Sequence[Player], nonces: Mapping[str, str]) -> list[str]:
    """A device's nonce on its lowest seat; nothing for bots and for further seats of the same device."""
    dealt = [""] * len(players)
    for who, seat in lowest_seats(players).items():
        dealt[seat] = nonces.get(who, "")
    return dealt
