"""Sentences about a table: who sits where, whose turn it is, how the game ended, which question is open."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.translations import Refusal, quote
from ludoteca.server import messages as m

Question = Literal["undo", "abandon", "again"]


class TableSummary:
    """A table message, described for this device."""

    def __init__(self, table: m.TableMessage, game: Game[Any]) -> None:
        self.table = table
        self.room = table.room
        self.own_seats = set(table.you.seats)
        self._game = game

    @property
    def is_own_turn(self) -> bool:
        return self.room.to_move in self.own_seats

    @property
    def acting_seat(self) -> int | None:
        """The seat this device acts for: the one to move if it is ours, else the one whose view is shown."""
        you = self.table.you
        if self.is_own_turn:
            return self.room.to_move
        return you.seat if you.seat is not None or not you.seats else you.seats[0]

    @property
    def shares_screen(self) -> bool:
        """Whether several players at this terminal must not see each other's hands."""
        return self._game.curtain and len(self.own_seats) > 1

    def name(self, seat: int) -> str:
        return self.room.seats[seat].name or self._game.seat_name(seat)

    def full_name(self, seat: int) -> str:
        """Return `Ada (Weather)` if seats have roles, else just the name."""
        name, role = self.name(seat), self._game.seat_name(seat)
        return name if not self._game.roles or name == role else f"{name} ({role})"

    def heading(self) -> str:
        options = [f"{name} {str(value).lower()}" for name, value in self.room.options.items()]
        leg, legs = self.room.match.leg, self.room.settings.legs
        if legs > 1 and leg:
            options.append(f"leg {leg} of {legs}")
        return f"Room {self.room.code}: {', '.join([self._game.title, *options])}."

    def seating(self) -> str:
        """Return a line per seat, and one that says what happens to an absent player."""
        seats = range(len(self.room.seats))
        lines = [f"  {self._game.seat_name(seat)}: {self._occupant(seat)}" for seat in seats]
        wait = _duration(self.room.settings.absence_timeout_s)
        return "\n".join([*lines, f"  If a player is away for {wait}, {self._absence_rule()}."])

    def find_seat(self, text: str) -> int:
        """Find a seat by its role or by its number."""
        roles = [info.role for info in self.room.seats]
        numbers = [str(seat + 1) for seat in range(len(roles))]
        wanted = text.strip().lower()
        if wanted not in roles + numbers:
            choices = numbers if roles == numbers else [*roles, *numbers]
            raise OptionError(Refusal("option_choice", {"field": "--seat", "choices": choices, "value": quote(text)}))
        return roles.index(wanted) if wanted in roles else numbers.index(wanted)

    def _absence_rule(self) -> str:
        level = self.room.settings.substitute_level
        bot = f"bot {level}" if level is not None else "a bot"
        rules = {
            "substitute": f"{bot} plays for them",
            "call_off": "the game ends without a result",
            "win": "they lose the game",
        }
        return rules[self.room.settings.on_absence]

    def absence_text(self, absence: m.Absence) -> str:
        """Say what happens to an absent player, and when, in local time."""
        when = datetime.fromtimestamp(absence.at / 1000).strftime("%H:%M")
        return f"{self.name(absence.seat)} is away. At {when}, {self._absence_rule()}."

    def _occupant(self, seat: int) -> str:
        info = self.room.seats[seat]
        if info.kind == "free":
            return "free"
        remarks = [
            "you" if seat in self.own_seats else "",
            f"bot {info.level}" if info.kind == "bot" else "",
            self._substitute(info) if info.away else "",
            "lost by absence" if info.forfeited else "resigned" if info.resigned else "",
            "open to another player" if info.open else "",
        ]
        remark = ", ".join(filter(None, remarks))
        return f"{self.name(seat)} ({remark})" if remark else self.name(seat)

    def _substitute(self, info: m.SeatInfo) -> str:
        return "away, a bot plays" if info.substitute is None else f"away, bot {info.substitute} plays"

    def status(self) -> str:
        """Say who is to move, or how the game ended."""
        room = self.room
        if room.phase == "waiting":
            return "The game begins when every seat is taken."
        if room.to_move is None:
            return self._ending()
        name = self.full_name(room.to_move)
        if not self.is_own_turn:
            return f"{name} is thinking." if room.seats[room.to_move].kind == "bot" else f"Waiting for {name}."
        if self.table.you.curtain:
            return f"{name} is to move, at this terminal. Type `look` to show their hand."
        return f"Your turn, {name}."

    def _ending(self) -> str:
        match = self.room.match
        sentences = [self.outcome(self.room.result)]
        if self.room.settings.legs > 1:
            totals = ", ".join(f"{self.name(seat)} {total}" for seat, total in enumerate(match.totals))
            decided = f"The match: {self.outcome(match.result)}" if match.result else f"After leg {match.leg}:"
            sentences.append(f"{decided} {totals}.")
        if self.room.phase == "over" and self.own_seats:
            sentences.append("Type `again` for another game, or `quit`.")
        return " ".join(sentences)

    def outcome(self, shares: list[float] | None) -> str:
        if not shares:
            return "The game ended without a result."
        won = [self.full_name(seat) for seat, share in enumerate(shares) if share == max(shares)]
        return f"{won[0]} wins." if len(won) == 1 else f"A draw between {_join(won)}."

    @property
    def question(self) -> Question | None:
        """The question that this device has not answered yet."""
        offers = self.room.offers
        if not self.own_seats:
            return None
        if offers.undo is not None and not self.own_seats & {offers.undo, *offers.undo_agreed}:
            return "undo"
        if offers.abandon and not self.own_seats & set(offers.abandon):
            return "abandon"
        if offers.play_again and not self.own_seats & set(offers.play_again):
            return "again"
        return None

    def question_text(self) -> str:
        """Repeat the open question, for a player who has just connected."""
        offers = self.room.offers
        if self.question == "undo" and offers.undo is not None:
            return f"{self.name(offers.undo)} asks to take back the last move."
        if self.question == "abandon":
            return f"{self._names(offers.abandon)} would like to end the game without a result."
        if self.question == "again":
            return f"{self._names(offers.play_again)} would like to play again."
        return ""

    def _names(self, seats: list[int]) -> str:
        return _join([self.name(seat) for seat in seats])


def _join(names: list[str]) -> str:
    """Write `Ada`, `Ada and Bo` or `Ada, Bo and Cy`."""
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def _duration(seconds: int) -> str:
    """Write a duration in its largest whole unit, such as `5 minutes`."""
    for name, size in (("day", 86_400), ("hour", 3600), ("minute", 60), ("second", 1)):
        if seconds and seconds % size == 0:
            count = seconds // size
            return f"{count} {name}{'' if count == 1 else 's'}"
    return "0 seconds"
