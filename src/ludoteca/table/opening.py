"""The first events of a room: what is played, who sits where from the beginning."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Value
from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY
from ludoteca.core.words import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.clock import Clock
from ludoteca.table.names import LONGEST_NAME, read_name
from ludoteca.table.seats import open_table


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a new room: somebody at this device, a bot, or open to whoever has the link."""

    kind: Literal["here", "open", "bot"] = "open"
    name: str = ""
    level: int = 1


class Source(msgspec.Struct, forbid_unknown_fields=True):
    """A moment of another room's game: after so many of its moves."""

    room: str
    move: int


class Wish(msgspec.Struct, forbid_unknown_fields=True):
    """A room as somebody wants it; what is left out takes its default."""

    game: str
    options: dict[str, Value] = {}
    seats: list[SeatWish] | None = None
    legs: int | None = None
    patience_s: int | None = None
    friendly: bool | None = None
    public: bool | None = None
    clock: Clock | None = None
    webhook: str | None = None
    on_absence: e.OnAbsence | None = None
    substitute_level: int | None = None
    start: dict[str, Any] | None = None
    """A position of the game's rules page to begin from, instead of a deal."""
    source: Source | None = None
    """Begin as that game stood then, under its options: the room finds the position itself."""
    token: str | None = None


def opening(game: Game[Any], wish: Wish, host: str, fresh: str) -> list[e.Event] | Refusal:
    """The log of a new room, or what is wrong with the wish. A table that is full from the start begins at once."""
    wishes = [SeatWish()] * game.seats[0] if wish.seats is None else wish.seats
    settings = c.SetSettings(
        *(wish.legs, wish.patience_s, wish.friendly, wish.public, wish.clock, wish.webhook),
        *(wish.on_absence, wish.substitute_level),
    )
    try:
        count = game.check_seats(len(wishes))
        opened = open_table(game, game.check_options(wish.options), count, host, settings)
        if isinstance(opened, Refusal):
            return opened
        if wish.start is not None:
            state = game.load(wish.start, Random(fresh))
            if len(state.scores()) != count or state.seat() == NOBODY:
                return Refusal("start_unfit", {"count": len(state.scores())})
            opened.start = wish.start
        log: list[e.Event] = [opened]
        for seat, place in enumerate(wishes):
            if place.kind == "bot":
                log.append(e.BotSeated(seat, game.bot(place.level).level))
            elif place.kind == "here":
                name = read_name(place.name)
                if isinstance(name, Refusal):
                    return name
                log.append(e.Seated(seat, host, name))
    except LudotecaError as error:
        return error.refusal
    full = len(log) == 1 + count and any(isinstance(event, e.Seated) for event in log)
    return [*log, e.Started(fresh)] if full else log


def from_record(record: Record, host: str) -> list[e.Event] | Refusal:
    """The log of a room that a record became: its people sit at the device that brought it, and all its moves are made.

    What is wrong with the record, an illegal move too, is refused.
    """
    game = record.game
    opened = open_table(game, record.options, len(record.seats), host, c.SetSettings())
    if isinstance(opened, Refusal):
        return opened
    opened.start, opened.imported = record.start, True
    log: list[e.Event] = [opened]
    try:
        for seat, sitting in enumerate(record.seats):
            if sitting.bot is None:
                log.append(e.Seated(seat, host, _name_from(sitting.name) or game.seat_name(seat)))
            else:
                log.append(e.BotSeated(seat, game.bot(sitting.bot).level))
        log.append(e.Started(record.seed))
        states = record.steps()
        state = next(states)
        for text, after in zip(record.moves, states, strict=True):
            seat, move = state.seat(), game.read(state, text)
            assert isinstance(move, int)  # noqa: S101 - steps has read it too
            log.append(e.Moved(seat, game.write(state, move), "person" if record.seats[seat].bot is None else "bot"))
            state = after
    except LudotecaError as error:
        return error.refusal
    return log


def _name_from(name: str) -> str:
    """A name of a file as a table shows it; "" where it cannot."""
    short = " ".join(name.split())[:LONGEST_NAME].strip()
    return short if short.isprintable() else ""
