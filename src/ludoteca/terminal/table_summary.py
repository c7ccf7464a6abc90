"""A table in words: who sits where, whose turn it is, how it ended, what was asked."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, Literal

from ludoteca.core.game import Game
from ludoteca.server import messages as m

Question = Literal["undo", "abandon", "again"]


class TableSummary:
    """One table message, told as this device may know it."""

    def __init__(self, table: m.TableMessage, game: Game[Any]) -> None:
        self.table = table
        self.room = table.room
        self.mine = set(table.you.seats)
        self._game = game

    @property
    def my_turn(self) -> bool:
        return self.room.to_move in self.mine

    @property
    def speaker(self) -> int | None:
        """The seat this device speaks for: the one to move where it is ours, else the one that looks."""
        you = self.table.you
        if self.my_turn:
            return self.room.to_move
        return you.seat if you.seat is not None or not you.seats else you.seats[0]

    @property
    def shares_screen(self) -> bool:
        """Several seats at this terminal, which must not see each other's hands."""
        return self._game.curtain and len(self.mine) > 1

    def name(self, seat: int) -> str:
        return self.room.seats[seat].name or self._game.seat_name(seat)

    def full(self, seat: int) -> str:
        """`Ada (Weather)` in games where seats have roles; elsewhere the name says all."""
        name, role = self.name(seat), self._game.seat_name(seat)
        return name if not self._game.roles or name == role else f"{name} ({role})"

    def heading(self) -> str:
        options = [f"{name} {str(value).lower()}" for name, value in self.room.options.items()]
        match = self.room.match
        if match.legs > 1 and match.leg:
            options.append(f"leg {match.leg} of {match.legs}")
        return f"Room {self.room.code}: {', '.join([self._game.title, *options])}."

    def seating(self) -> str:
        """A line per seat, and what was agreed for a player who stays away."""
        seats = range(len(self.room.seats))
        lines = [f"  {self._game.seat_name(seat)}: {self._sitter(seat)}" for seat in seats]
        wait = timedelta(seconds=self.room.absence_timeout_s)
        return "\n".join([*lines, f"  A player who is away for {wait}: {self._agreed()}."])

    def _agreed(self) -> str:
        level = self.room.substitute_level
        plays = f"bot {level} plays" if level is not None else "the bot plays"
        agreed = {"substitute": plays, "call_off": "the game ends without a result", "win": "they have lost"}
        return agreed[self.room.on_absence]

    def absence(self, absence: m.Absence) -> str:
        """What happens to an absent player, and when, in local time."""
        when = datetime.fromtimestamp(absence.at / 1000).strftime("%H:%M")
        return f"{self.name(absence.seat)} is away; from {when}: {self._agreed()}."

    def _sitter(self, seat: int) -> str:
        info = self.room.seats[seat]
        if info.kind == "free":
            return "free"
        remarks = [
            "you" if seat in self.mine else "",
            f"bot {info.level}" if info.kind == "bot" else "",
            ""
            if not info.away
            else "away, the bot plays"
            if info.substitute is None
            else f"away, bot {info.substitute} plays",
            "lost by absence" if info.forfeited else "resigned" if info.resigned else "",
            "open to another player" if info.open else "",
        ]
        told = ", ".join(filter(None, remarks))
        return f"{self.name(seat)} ({told})" if told else self.name(seat)

    def headline(self) -> str:
        """What is waited for, or how it ended."""
        room = self.room
        if room.phase == "waiting":
            return "Waiting until every seat is taken; then the game begins by itself."
        if room.to_move is None:
            return self._ending()
        name = self.full(room.to_move)
        if not self.my_turn:
            return f"{name} is thinking." if room.seats[room.to_move].kind == "bot" else f"Waiting for {name}."
        if self.table.you.curtain:
            return f"{name} is to move, here. `look` shows their side."
        return f"Your turn, {name}."

    def _ending(self) -> str:
        match = self.room.match
        sentences = [self.outcome(self.room.result)]
        if match.legs > 1:
            totals = ", ".join(f"{self.name(seat)} {total}" for seat, total in enumerate(match.totals))
            decided = f"The match: {self.outcome(match.result)}" if match.result else f"After leg {match.leg}:"
            sentences.append(f"{decided} {totals}.")
        if self.room.phase == "over" and self.mine:
            sentences.append("`again` asks for the next game, `quit` leaves.")
        return " ".join(sentences)

    def outcome(self, shares: list[float] | None) -> str:
        if not shares:
            return "The game ended without a result."
        won = [self.full(seat) for seat, share in enumerate(shares) if share == max(shares)]
        return f"{won[0]} wins." if len(won) == 1 else f"A draw between {', '.join(won[:-1])} and {won[-1]}."

    @property
    def question(self) -> Question | None:
        """What somebody has asked and this device has not answered."""
        offers = self.room.offers
        if not self.mine:
            return None
        if offers.undo is not None and not self.mine & {offers.undo, *offers.undo_agreed}:
            return "undo"
        if offers.abandon and not self.mine & set(offers.abandon):
            return "abandon"
        if offers.play_again and not self.mine & set(offers.play_again):
            return "again"
        return None

    def asked(self) -> str:
        """The question, for one who was not here when it was asked."""
        offers = self.room.offers
        if self.question == "undo" and offers.undo is not None:
            return f"{self.name(offers.undo)} asks to take back the last move."
        if self.question == "abandon":
            return f"Offered to end the game without a result: {self._names(offers.abandon)}."
        if self.question == "again":
            return f"Would like to play the next game: {self._names(offers.play_again)}."
        return ""

    def _names(self, seats: list[int]) -> str:
        return ", ".join(map(self.name, seats))
