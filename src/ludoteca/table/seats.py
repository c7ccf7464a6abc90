"""Commands before the start: seats, options, settings. Also personal links and closing the room."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from ludoteca.core.errors import LudotecaError, OptionError
from ludoteca.core.translations import Refusal
from ludoteca.table import commands as c
from ludoteca.table import deal
from ludoteca.table import events as e
from ludoteca.table.names import read_name, why_not_name
from ludoteca.table.play import voters
from ludoteca.table.settings import change_settings, check_settings
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision


def sit(table: Table, command: c.Sit, actor: Actor) -> Decision:
    if table.phase == "playing" and command.seat in table.open_seats:
        if table.seats_of(actor.device):
            return Refusal("open_for_others", {"role": table.game.seat_name(command.seat)})
        name = _player_name(table, command, actor)
        return name if isinstance(name, Refusal) else [e.Seated(command.seat, actor.device, name, actor.address)]
    if table.phase != "waiting":
        return Refusal("started_already")
    if not table.players[command.seat].is_free:
        return Refusal("seat_taken", {"role": table.game.seat_name(command.seat), "name": table.name(command.seat)})
    name = _player_name(table, command, actor)
    if isinstance(name, Refusal):
        return name
    added = deal.check_nonce(table, command, actor.device)
    if isinstance(added, Refusal):
        return added
    seated = e.Seated(command.seat, actor.device, name, actor.address)
    return deal.start_if_complete(table, [seated, *added])


def _player_name(table: Table, command: c.Sit, actor: Actor) -> str | Refusal:
    name = read_name(command.name)
    return name if isinstance(name, Refusal) else why_not_name(table, name, actor.device, command.seat) or name


def stand(table: Table, command: c.Stand, actor: Actor) -> Decision:
    if table.phase != "waiting":
        return Refusal("started_already")
    player = table.players[command.seat]
    if player.is_free:
        return Refusal("seat_empty", {"role": table.game.seat_name(command.seat)})
    if actor.device not in (player.device, table.host):
        return Refusal("not_your_seat", {"role": table.game.seat_name(command.seat)})
    return [e.Vacated(command.seat)]


def seat_bot(table: Table, command: c.SeatBot, actor: Actor) -> Decision:
    refusal = _only_host(table, actor)
    if refusal is not None:
        return refusal
    if table.players[command.seat].is_person:
        return Refusal("seat_taken", {"role": table.game.seat_name(command.seat), "name": table.name(command.seat)})
    try:
        level = table.game.bot(command.level).level
    except LudotecaError as error:
        return error.refusal
    return deal.start_if_complete(table, [e.BotSeated(command.seat, level)])


def set_options(table: Table, command: c.SetOptions, actor: Actor) -> Decision:
    if table.phase != "waiting" or table.is_full:
        return Refusal("options_locked")
    if actor.device != table.host and not table.seats_of(actor.device):
        return Refusal("only_seated")
    try:
        options = table.game.check_options({**table.options, **command.options})
    except OptionError as error:
        return error.refusal
    return [e.OptionsSet(options)]


def set_settings(table: Table, command: c.SetSettings, actor: Actor) -> Decision:
    refusal = _only_host(table, actor)
    if refusal is not None:
        return refusal
    changed = change_settings(table.settings, command.settings)
    if not isinstance(changed, Refusal):
        changed = check_settings(table.game, len(table.players), changed)
    return changed if isinstance(changed, Refusal) else [e.SettingsSet(changed)]


def link(table: Table, command: c.Link, actor: Actor) -> Decision:
    if table.players[command.seat].device != actor.device:
        return Refusal("not_your_seat", {"role": table.game.seat_name(command.seat)})
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


def _only_host(table: Table, actor: Actor) -> Refusal | None:
    if actor.device != table.host:
        return Refusal("only_host")
    return None if table.phase == "waiting" else Refusal("started_already")


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
