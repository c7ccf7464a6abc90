"""The first events of a room: what is played, who sits where from the beginning."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.generator import Random
from ludoteca.core.options import Value
from ludoteca.core.state import NOBODY
from ludoteca.core.words import Refusal
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.clock import Clock
from ludoteca.table.seats import open_table, read_name


class SeatWish(msgspec.Struct, forbid_unknown_fields=True):
    """One seat of a new room: somebody at this device, a bot, or open to whoever has the link."""

    kind: Literal["here", "open", "bot"] = "open"
    name: str = ""
    level: int = 1


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
    start: dict[str, Any] | None = None
    """A position of the game's rules page to begin from, instead of a deal."""
    token: str | None = None


def opening(game: Game[Any], wish: Wish, host: str, fresh: str) -> list[e.Event] | Refusal:
    """The log of a new room, or what is wrong with the wish. A table that is full from the start begins at once."""
    wishes = [SeatWish()] * game.seats[0] if wish.seats is None else wish.seats
    settings = c.SetSettings(wish.legs, wish.patience_s, wish.friendly, wish.public, wish.clock, wish.webhook)
    try:
        count = game.check_seats(len(wishes))
        opened = open_table(game.name, game.rules_version, game.check_options(wish.options), count, host, settings)
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
