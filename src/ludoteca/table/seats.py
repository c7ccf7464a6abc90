"""Before the start: seats, options, settings; and personal links at any time."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any

from ludoteca.core.errors import LudotecaError, OptionError
from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote
from ludoteca.table import commands as c
from ludoteca.table import deal
from ludoteca.table import events as e
from ludoteca.table.clock import NO_CLOCK
from ludoteca.table.names import LONGEST_NAME, read_name, why_not_name
from ludoteca.table.play import voters
from ludoteca.table.table import Table

if TYPE_CHECKING:
    from ludoteca.table.decide import Actor, Decision

MIN_ABSENCE_TIMEOUT_S = 30
MAX_ABSENCE_TIMEOUT_S = 30 * 24 * 3600
DEFAULT_ABSENCE_TIMEOUT_S = 24 * 3600
MOST_LEGS = 2


def open_table(
    game: Game[Any], options: dict[str, int | bool | str], seats: int, host: str, settings: c.SetSettings, secret: str
) -> e.RoomCreated | Refusal:
    """The first event of a room."""
    wrong = _wrong_settings(game, settings, seats)
    if wrong is not None:
        return wrong
    legs = 1 if settings.legs is None else settings.legs
    timeout = DEFAULT_ABSENCE_TIMEOUT_S if settings.absence_timeout_s is None else settings.absence_timeout_s
    opened = e.RoomCreated(
        game.name, game.rules_version, options, seats, host, legs, timeout, settings.friendly, secret
    )
    opened.public = bool(settings.public)
    opened.clock = settings.clock or NO_CLOCK
    opened.webhook = settings.webhook or ""
    opened.on_absence = settings.on_absence or "substitute"
    opened.substitute_level = settings.substitute_level or middle_level(game)
    return opened


def middle_level(game: Game[Any]) -> int | None:
    """The level of a substitute where nobody has chosen one; None in a game without bots."""
    return game.bots[(len(game.bots) - 1) // 2].level if game.bots else None


def sit(table: Table, command: c.Sit, actor: Actor) -> Decision:
    if table.phase == "playing" and command.seat in table.open_seats:
        if table.seats_of(actor.device):
            return Refusal("open_for_others", {"role": table.game.seat_name(command.seat)})
        name = _player_name(table, command, actor)
        return name if isinstance(name, Refusal) else [e.Seated(command.seat, actor.device, name, actor.address)]
    if table.phase != "waiting":
        return Refusal("started_already")
    if not table.players[command.seat].free:
        return Refusal("seat_taken", {"role": table.game.seat_name(command.seat), "name": table.name(command.seat)})
    name = _player_name(table, command, actor)
    if isinstance(name, Refusal):
        return name
    answered = deal.check_nonce(table, command, actor.device)
    if isinstance(answered, Refusal):
        return answered
    seated = e.Seated(command.seat, actor.device, name, actor.address)
    return deal.and_begin(table, [seated, *answered])


def _player_name(table: Table, command: c.Sit, actor: Actor) -> str | Refusal:
    name = read_name(command.name)
    return name if isinstance(name, Refusal) else why_not_name(table, name, actor.device, command.seat) or name


def stand(table: Table, command: c.Stand, actor: Actor) -> Decision:
    if table.phase != "waiting":
        return Refusal("started_already")
    player = table.players[command.seat]
    if player.free:
        return Refusal("seat_empty", {"role": table.game.seat_name(command.seat)})
    if actor.device not in (player.device, table.host):
        return Refusal("not_your_seat", {"role": table.game.seat_name(command.seat)})
    return [e.Vacated(command.seat)]


def seat_bot(table: Table, command: c.SeatBot, actor: Actor) -> Decision:
    refusal = _only_host(table, actor)
    if refusal is not None:
        return refusal
    if table.players[command.seat].person:
        return Refusal("seat_taken", {"role": table.game.seat_name(command.seat), "name": table.name(command.seat)})
    try:
        level = table.game.bot(command.level).level
    except LudotecaError as error:
        return error.refusal
    return deal.and_begin(table, [e.BotSeated(command.seat, level)])


def set_options(table: Table, command: c.SetOptions, actor: Actor) -> Decision:
    if table.phase != "waiting" or table.full:
        return Refusal("options_locked")
    if actor.device != table.host and not table.seats_of(actor.device):
        return Refusal("only_seated")
    try:
        options = table.game.check_options({**table.options, **command.options})
    except OptionError as error:
        return error.refusal
    return [e.OptionsSet(options)]


def set_settings(table: Table, command: c.SetSettings, actor: Actor) -> Decision:
    refusal = _only_host(table, actor) or _wrong_settings(table.game, command, len(table.players))
    if refusal is not None:
        return refusal
    legs = table.legs if command.legs is None else command.legs
    timeout = table.absence_timeout_s if command.absence_timeout_s is None else command.absence_timeout_s
    friendly = table.friendly_wish if command.friendly is None else command.friendly
    public = table.public if command.public is None else command.public
    clock = table.clock if command.clock is None else command.clock
    webhook = table.webhook if command.webhook is None else command.webhook
    on_absence = table.on_absence if command.on_absence is None else command.on_absence
    level = table.substitute_level if command.substitute_level is None else command.substitute_level
    return [e.SettingsSet(legs, timeout, friendly, public, clock, webhook, on_absence, level)]


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
    # Leaving others is losing, whether they are connected or not. Nobody ends a game that goes on without them.
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


def _wrong_settings(game: Game[Any], settings: c.SetSettings, seats: int) -> Refusal | None:
    most_legs = MOST_LEGS if seats == 2 else 1
    if settings.legs is not None and not 1 <= settings.legs <= most_legs:
        return Refusal("option_int", {"field": "legs", "low": 1, "high": most_legs, "value": quote(settings.legs)})
    timeout = settings.absence_timeout_s
    if timeout is not None and not MIN_ABSENCE_TIMEOUT_S <= timeout <= MAX_ABSENCE_TIMEOUT_S:
        bounds = {"low": MIN_ABSENCE_TIMEOUT_S, "high": MAX_ABSENCE_TIMEOUT_S}
        return Refusal("option_int", {"field": "absence_timeout_s", **bounds, "value": quote(timeout)})
    if settings.webhook is not None and len(settings.webhook) > LONGEST_NAME:
        return Refusal("name", {"field": "webhook", "high": LONGEST_NAME, "value": quote(settings.webhook)})
    levels = [bot.level for bot in game.bots]
    if settings.substitute_level is not None and settings.substitute_level not in levels:
        names = [f"{bot.level} ({bot.name})" for bot in game.bots]
        wanted = {"game": game.title, "wanted": quote(settings.substitute_level), "names": names}
        return Refusal("unknown_bot", wanted)
    return None if settings.clock is None else settings.clock.wrong()


def _hash(key: str) -> str:
    return sha256(key.encode("utf-8", "surrogatepass")).hexdigest()
