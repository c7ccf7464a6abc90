"""The fair deal: the seed of a game is made of the server's secret, committed to first, and the devices' nonces."""

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
"""How long a full table waits for nonces before the game starts without them."""
COUNTDOWN_MS = 3000
"""How long everybody can still say no when people on several devices are ready."""


def ready(table: Table, command: c.Ready, actor: Actor) -> Decision:
    if not table.seats_of(actor.device):
        return Refusal("ready_seated")
    if not command.commitment:
        return Refusal("no_commitment")
    added = check_nonce(table, command, actor.device)
    return added if isinstance(added, Refusal) else start_if_complete(table, added)


def begin(table: Table, command: c.Begin, actor: Actor) -> Decision:
    due_ms = begins_at_ms(table)
    if actor.device != c.SERVER or due_ms is None or actor.now_ms < due_ms:
        return Refusal("not_overdue")
    return _start_events(table, table.players, table.nonces)


def check_nonce(table: Table, command: c.WithNonce, device: str) -> list[e.Event] | Refusal:
    """Return the event that adds the nonce of a command, nothing if it has none, or what is wrong with it."""
    if not command.commitment:
        return Refusal("no_commitment") if command.nonce else []
    if not waits_for_nonces(table):
        return Refusal("no_deal")
    if command.commitment != commit(table.secret):
        return Refusal("other_commitment")
    nonce = read_nonce(command.nonce)
    return nonce if isinstance(nonce, Refusal) else [e.NonceAdded(device, nonce)]


def waits_for_nonces(table: Table) -> bool:
    """Return whether the next game is a fair deal; games from a position or without chance need no nonces."""
    dealt = table.phase == "over" or (table.phase == "waiting" and table.start is None)
    return table.game.chance and dealt


def start_if_complete(table: Table, events: list[e.Event]) -> list[e.Event]:
    """Return these events, followed by the start of the game if nothing is missing after them."""
    players, nonces, asked = list(table.players), dict(table.nonces), set(table.play_again_asked)
    unready = set(table.unready)
    for event in events:
        match event:
            case e.Seated():
                players[event.seat] = Player(device=event.device)
                set_ready(unready, event.device, event.ready)
            case e.BotSeated():
                players[event.seat] = Player(level=event.level)
            case e.ReadySet():
                set_ready(unready, event.device, event.ready)
            case e.NonceAdded():
                nonces[event.device] = event.nonce
            case e.PlayAgainAsked():
                asked.add(event.seat)
    if not is_complete(table.phase, players, asked, unready) or counts_down(table.phase, players):
        return events
    if waits_for_nonces(table) and not _devices(players) <= nonces.keys():
        return events
    return [*events, *_start_events(table, players, nonces)]


def begins_at_ms(table: Table) -> int | None:
    """Return when the server starts the game, if nothing changes until then; None if somebody is missing."""
    if table.ready_ms is None:
        return None
    answered = not waits_for_nonces(table) or _devices(table.players) <= table.nonces.keys()
    if not answered:
        return table.ready_ms + NONCE_TIMEOUT_MS
    # Without a countdown the last command starts the game, except a personal link that leaves one device.
    return table.ready_ms + (COUNTDOWN_MS if counts_down(table.phase, table.players) else 0)


def counts_down(phase: str, players: Sequence[Player]) -> bool:
    """Return whether the first game starts after a countdown. Who plays alone, or at one screen, need not wait."""
    return phase == "waiting" and len(_devices(players)) > 1


def set_ready(unready: set[str], device: str, ready: bool) -> None:
    """Note whether a device is ready."""
    if ready:
        unready.discard(device)
    else:
        unready.add(device)


def _devices(players: Sequence[Player]) -> set[str]:
    return {player.device for player in players if player.device is not None}


def is_complete(phase: str, players: Sequence[Player], play_again_asked: set[int], unready: set[str]) -> bool:
    """Return whether all seats are taken, one by a person, and everybody is ready or has asked for the next game."""
    people = {seat for seat, player in enumerate(players) if player.is_person}
    if not people or any(player.is_free for player in players):
        return False
    return (phase == "waiting" and not unready & _devices(players)) or (phase == "over" and people <= play_again_asked)


def _start_events(table: Table, players: Sequence[Player], nonces: Mapping[str, str]) -> list[e.Event]:
    rotated: list[e.Event] = []
    if table.phase == "over":
        rotated, players = [e.Rotated()], rotate(players)
    dealt = seat_nonces(players, nonces)
    return [*rotated, e.Started(deal_seed(table.secret, dealt), dealt)]


def rotate(players: Sequence[Player]) -> list[Player]:
    """Return the players, each one seat further."""
    return [*players[-1:], *players[:-1]]


def lowest_seats(players: Sequence[Player]) -> dict[str, int]:
    """Return the lowest seat of each device."""
    return {player.device: seat for seat, player in reversed(list(enumerate(players))) if player.device is not None}


def seat_nonces(players: Sequence[Player], nonces: Mapping[str, str]) -> list[str]:
    """Return a nonce per seat: a device's nonce on its lowest seat, "" on all other seats."""
    dealt = [""] * len(players)
    for device, seat in lowest_seats(players).items():
        dealt[seat] = nonces.get(device, "")
    return dealt
