"""The first events of a room: what is played, who sits where from the beginning."""

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
from ludoteca.table.names import MAX_NAME_LENGTH, read_name
from ludoteca.table.settings import RoomSettings, check_settings


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a new room: somebody at this device, a bot, or open to whoever has the link."""

    kind: Literal["here", "open", "bot"] = "open"
    name: str = ""
    level: int = 1


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A moment of another room's game: after so many of its moves."""

    room: str
    move: int


class CreateRoom(msgspec.Struct, forbid_unknown_fields=True):
    """A room as somebody wants it; what is left out takes its default."""

    game: str
    options: dict[str, Value] = {}
    seats: list[SeatRequest] | None = None
    settings: RoomSettings = RoomSettings()
    start: dict[str, Any] | None = None
    """A position of the game's rules page to begin from, instead of a deal."""
    source: Source | None = None
    """Begin as that game stood then, under its options: the room finds the position itself."""
    token: str | None = None


def create_room(game: Game[Any], request: CreateRoom, host: str, secret: str) -> list[e.Event] | Refusal:
    """The log of a new room, or what is wrong with the request.

    A table that is full from the start begins at once where no device has to answer for the deal.
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
        for seat, place in enumerate(seats):
            if place.kind == "bot":
                log.append(e.BotSeated(seat, game.bot(place.level).level))
            elif place.kind == "here":
                name = read_name(place.name)
                if isinstance(name, Refusal):
                    return name
                log.append(e.Seated(seat, host, name))
    except LudotecaError as error:
        return error.refusal
    dealt = game.chance and request.start is None
    return log if dealt or not starts_full(log) else [*log, e.Started(deal_seed(secret, [""] * count), [""] * count)]


def starts_full(log: Sequence[e.Event]) -> bool:
    """Whether a room is opened with all seats taken, a person's among them."""
    opened = log[0]
    seated = [event for event in log if isinstance(event, (e.Seated, e.BotSeated))]
    people = any(isinstance(event, e.Seated) for event in seated)
    return isinstance(opened, e.RoomCreated) and people and len(seated) == opened.seats


def from_record(record: Record, secret: str, next_secret: str, host: str) -> list[e.Event] | Refusal:
    """The log of a room that a record became: its people sit at the device that brought it, and all its moves are made.

    What is wrong with the record, an illegal move too, is refused.
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
        for seat, sitting in enumerate(record.seats):
            if sitting.bot is None:
                log.append(e.Seated(seat, host, _name_from(sitting.name) or game.seat_name(seat)))
            else:
                log.append(e.BotSeated(seat, game.bot(sitting.bot).level))
        log.append(e.Started(record.seed, [""] * count))
        states = record.steps()
        state = next(states)
        for text, after in zip(record.moves, states, strict=True):
            seat, move = state.seat(), game.read_move(state, text)
            assert isinstance(move, int)  # noqa: S101 - steps has read it too
            log.append(
                e.Moved(seat, game.write_move(state, move), "person" if record.seats[seat].bot is None else "bot")
            )
            state = after
        if state.seat() == NOBODY and isinstance(log[-1], e.Moved):
            log[-1].secret = next_secret
    except LudotecaError as error:
        return error.refusal
    return log


def _name_from(name: str) -> str:
    """A name of a file as a table shows it; "" where it cannot."""
    short = " ".join(name.split())[:MAX_NAME_LENGTH].strip()
    return short if short.isprintable() else ""
