"""Create a room: its first events, from a request or from a record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.options import Value
from ludoteca.core.receipts import deal_seed
from ludoteca.core.records import Record, begin
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal
from ludoteca.table import events as e
from ludoteca.table.names import MAX_NAME_LENGTH, is_unnamed, person_name, read_avatar
from ludoteca.table.settings import RoomSettings, check_settings


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a new room: a person at this device, a bot, or open to anybody with the link."""

    kind: Literal["here", "open", "bot"] = "open"
    name: str = ""
    """Empty for a guest."""
    level: int = 1
    avatar: str = ""
    """The token that the person chose; empty for the one of the name."""


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A position in the game of another room: the one after `move` moves."""

    room: str
    move: int


class CreateRoom(msgspec.Struct, forbid_unknown_fields=True):
    """A request to create a room; only the game is required."""

    game: str
    options: dict[str, Value] = {}
    seats: list[SeatRequest] | None = None
    settings: RoomSettings = RoomSettings()
    start: dict[str, Any] | None = None
    """A position to start from, instead of a deal."""
    source: Source | None = None
    """Start from that position, with the options of that game."""
    token: str | None = None


def create_room(game: Game[Any], request: CreateRoom, host: str, secret: str) -> list[e.Event] | Refusal:
    """Return the log of a new room, or what is wrong with the request.

    If all seats are taken and the game needs no fair deal, it starts at once.
    """
    seats = [SeatRequest()] * game.seats[0] if request.seats is None else request.seats
    try:
        count = game.check_seats(len(seats))
        options = game.check_options(request.options)
        settings = check_settings(game, count, request.settings)
        if isinstance(settings, Refusal):
            return settings
        if request.start is not None:
            state = begin(game, count, options, secret, request.start)
            if len(state.scores()) != count or state.seat() == NOBODY:
                return Refusal("start_unfit", {"count": len(state.scores())})
        created = e.RoomCreated(game.name, game.rules_version, options, count, host, settings, secret, request.start)
        log: list[e.Event] = [created]
        names: list[str] = []
        for seat, requested in enumerate(seats):
            if requested.kind == "bot":
                log.append(e.BotSeated(seat, game.find_bot(requested.level).level))
            elif requested.kind == "here":
                name = person_name(game, requested.name, names)
                if isinstance(name, Refusal):
                    return name
                avatar = read_avatar(requested.avatar)
                if isinstance(avatar, Refusal):
                    return avatar
                names.append(name)
                log.append(e.Seated(seat, host, name, avatar=avatar))
    except LudotecaError as error:
        return error.refusal
    dealt = game.chance and request.start is None
    return log if dealt or not starts_full(log) else [*log, e.Started(deal_seed(secret, [""] * count), [""] * count)]


def starts_full(log: Sequence[e.Event]) -> bool:
    """Return whether a new room has all seats taken, one of them by a person."""
    created = log[0]
    seated = [event for event in log if isinstance(event, (e.Seated, e.BotSeated))]
    people = any(isinstance(event, e.Seated) for event in seated)
    return isinstance(created, e.RoomCreated) and people and len(seated) == created.seats


def from_record(record: Record, secret: str, next_secret: str, host: str) -> list[e.Event] | Refusal:
    """Return the log of a room that continues a record, or what is wrong with the record.

    The device that brings the record gets the seats of all its people.
    """
    game = record.game
    count = len(record.seats)
    settings = check_settings(game, count, RoomSettings())
    if isinstance(settings, Refusal):
        return settings
    created = e.RoomCreated(game.name, game.rules_version, record.options, count, host, settings, secret)
    created.start, created.imported = record.start, True
    log: list[e.Event] = [created]
    try:
        names: list[str] = []
        for seat, recorded in enumerate(record.seats):
            short = _shorten(game, recorded.name)
            if recorded.bot is None:
                name = person_name(game, short, names)
                if isinstance(name, Refusal):
                    return name
                names.append(name)
                log.append(e.Seated(seat, host, name))
            else:
                log.append(e.BotSeated(seat, game.find_bot(recorded.bot).level, short))
        log.append(e.Started(record.seed, [""] * count))
        states = record.steps()
        state = next(states)
        for text, after in zip(record.moves, states, strict=True):
            seat, move = state.seat(), game.read_move(state, text)
            assert isinstance(move, int)  # noqa: S101 - steps() has read it already
            log.append(
                e.Moved(seat, game.write_move(state, move), "person" if record.seats[seat].bot is None else "bot")
            )
            state = after
        if state.seat() == NOBODY and isinstance(log[-1], e.Moved):
            log[-1].secret = next_secret
    except LudotecaError as error:
        return error.refusal
    return log


def _shorten(game: Game[Any], name: str) -> str:
    """Return a name from a record as a table shows it; "" if it cannot be shown, or is a role."""
    short = " ".join(name.split())[:MAX_NAME_LENGTH].strip()
    return short if short.isprintable() and not is_unnamed(game, short) else ""
