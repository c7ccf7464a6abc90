"""Commands before the start: seats, options, settings. Also personal links and closing the room."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError, OptionError
from ludoteca.core.translations import Refusal, quote
from ludoteca.table import commands as c
from ludoteca.table import deal
from ludoteca.table import events as e
from ludoteca.table.names import person_name, read_avatar, why_not_name
from ludoteca.table.play import voters
from ludoteca.table.settings import change_settings, check_settings
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision

SHARED_SETTINGS = {"legs", "clock", "casual"}
"""What everybody seated may change; the rest is the host's."""


def sit(table: Table, command: c.Sit, actor: Actor) -> Decision:
    if table.phase == "playing" and command.seat in table.open_seats:
        if table.seats_of(actor.device):
            return Refusal("open_for_others", {"role": table.game.role(command.seat)})
        known = _identity(table, command, actor)
        if isinstance(known, Refusal):
            return known
        return [e.Seated(command.seat, actor.device, known[0], actor.address, avatar=known[1])]
    if table.phase != "waiting":
        return Refusal("started_already")
    if not table.players[command.seat].is_free:
        return Refusal("seat_taken", {"role": table.game.role(command.seat), "name": table.name(command.seat)})
    known = _identity(table, command, actor)
    if isinstance(known, Refusal):
        return known
    added = deal.check_nonce(table, command, actor.device)
    if isinstance(added, Refusal):
        return added
    seated = e.Seated(command.seat, actor.device, known[0], actor.address, command.ready, known[1])
    return deal.start_if_complete(table, [seated, *added])


def rename(table: Table, command: c.Rename, actor: Actor) -> Decision:
    player = table.players[command.seat]
    if player.device != actor.device:
        return Refusal("not_your_seat", {"role": table.game.role(command.seat)})
    known = _identity(table, command, actor)
    if isinstance(known, Refusal):
        return known
    name, avatar = known
    return [e.Renamed(command.seat, name, avatar, "" if name == player.name else player.name)]


def _identity(table: Table, command: c.Sit | c.Rename, actor: Actor) -> tuple[str, str] | Refusal:
    """Return the name and the token that a player gives, or what is wrong with them."""
    avatar = read_avatar(command.avatar)
    if isinstance(avatar, Refusal):
        return avatar
    others = [player.name for seat, player in enumerate(table.players) if seat != command.seat]
    name = person_name(table.game, command.name, others)
    if isinstance(name, Refusal):
        return name
    return why_not_name(table, name, actor.device, command.seat) or (name, avatar)


def stand(table: Table, command: c.Stand, actor: Actor) -> Decision:
    if table.phase != "waiting":
        return Refusal("started_already")
    player = table.players[command.seat]
    if player.is_free:
        return Refusal("seat_empty", {"role": table.game.role(command.seat)})
    if actor.device not in (player.device, table.host):
        return Refusal("not_your_seat", {"role": table.game.role(command.seat)})
    return [e.Vacated(command.seat)]


def seat_bot(table: Table, command: c.SeatBot, actor: Actor) -> Decision:
    refusal = _only_host(table, actor)
    if refusal is not None:
        return refusal
    if table.players[command.seat].is_person:
        return Refusal("seat_taken", {"role": table.game.role(command.seat), "name": table.name(command.seat)})
    try:
        level = table.game.find_bot(command.level).level
    except LudotecaError as error:
        return error.refusal
    return deal.start_if_complete(table, [e.BotSeated(command.seat, level)])


def set_options(table: Table, command: c.SetOptions, actor: Actor) -> Decision:
    refusal = _only_before_start(table, actor)
    if refusal is not None:
        return refusal
    try:
        options = table.game.check_options({**table.options, **command.options})
    except OptionError as error:
        return error.refusal
    return [e.OptionsSet(options, actor.device)]


def set_settings(table: Table, command: c.SetSettings, actor: Actor) -> Decision:
    shared = command.settings.keys() <= SHARED_SETTINGS
    refusal = _only_before_start(table, actor) if shared else _only_host(table, actor)
    if refusal is not None:
        return refusal
    changed = change_settings(table.settings, command.settings)
    if not isinstance(changed, Refusal):
        changed = check_settings(table.game, len(table.players), changed)
    return changed if isinstance(changed, Refusal) else [e.SettingsSet(changed, actor.device)]


def set_ready(table: Table, command: c.SetReady, actor: Actor) -> Decision:
    refusal = _only_before_start(table, actor)
    if refusal is not None:
        return refusal
    if not table.seats_of(actor.device):
        return Refusal("ready_seated")
    return deal.start_if_complete(table, [e.ReadySet(actor.device, command.ready)])


def swap_seats(table: Table, command: c.SwapSeats, actor: Actor) -> Decision:
    refusal = _only_before_start(table, actor)
    if refusal is not None:
        return refusal
    if not 0 <= command.other < len(table.players):
        high = len(table.players) - 1
        return Refusal("seat_range", {"field": "other", "high": high, "value": quote(command.other)})
    return [e.SeatsSwapped(command.seat, command.other, actor.device)]


def link(table: Table, command: c.Link, actor: Actor) -> Decision:
    if table.players[command.seat].device != actor.device:
        return Refusal("not_your_seat", {"role": table.game.role(command.seat)})
    return [e.KeyIssued(command.seat, _hash(actor.new_secret))]


def claim(table: Table, command: c.Claim, actor: Actor) -> Decision:
    seat = table.keys.get(_hash(command.key))
    if seat is None:
        return Refusal("link_used")
    if table.players[seat].device == actor.device:
        return Refusal("link_own")
    return [e.SeatMoved(seat, actor.device, actor.address)]


def close(table: Table, command: c.Close, actor: Actor) -> Decision:
    if actor.device != table.host:
        return Refusal("only_host")
    if table.phase != "playing":
        return [e.Closed()]
    own = [seat for seat in table.seats_of(actor.device) if seat not in table.resigned]
    others = [seat for seat in voters(table) if table.players[seat].device != actor.device]
    if not others:
        return [e.Abandoned(actor.new_secret), e.Closed()]
    # Closing the room on others is resigning, whether they are connected or not. A game that others play on stays open.
    left = len(table.players) - len(table.resigned) - len(own)
    if not own or left > 1:
        return Refusal("game_running")
    resigned = [e.Resigned(seat) for seat in own]
    resigned[-1].secret = actor.new_secret
    return [*resigned, e.Closed()]


def _only_before_start(table: Table, actor: Actor) -> Refusal | None:
    """Say why a device may not change the table: the game has started, or nobody of the device sits here."""
    if table.phase != "waiting":
        return Refusal("started_already")
    return None if actor.device == table.host or table.seats_of(actor.device) else Refusal("only_seated")


def _only_host(table: Table, actor: Actor) -> Refusal | None:
    if actor.device != table.host:
        return Refusal("only_host")
    return None if table.phase == "waiting" else Refusal("started_already")


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
