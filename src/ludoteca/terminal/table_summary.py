"""Sentences about a table: who sits where, whose turn it is, how the game ended, which question is open."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from textwrap import fill
from typing import Any, Literal

from ludoteca.core.board import Board
from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.game_texts import describe_options
from ludoteca.core.languages import format_list, format_unit
from ludoteca.core.translations import Refusal, quote
from ludoteca.rooms import messages as m
from ludoteca.table.events import Request
from ludoteca.terminal.texts import game_words, language, t

WIDTH = 80

Question = Literal["undo", "abandon", "again"]


class TableSummary:
    """A table message, described for this device."""

    def __init__(self, table: m.TableMessage, game: Game[Any]) -> None:
        self.table = table
        self.room = table.room
        self.own_seats = set(table.you.seats)
        self.game = game

    @property
    def is_own_turn(self) -> bool:
        return self.room.to_move in self.own_seats

    @property
    def is_alone(self) -> bool:
        """Whether nobody plays but bots and people at this terminal."""
        return all(info.kind == "bot" or seat in self.own_seats for seat, info in enumerate(self.room.seats))

    @property
    def starts_by_itself(self) -> bool:
        """Whether the game is about to begin without waiting for anybody."""
        return self.room.phase == "waiting" and self.is_alone and self.room.starts_at is not None

    @property
    def awaits_bot(self) -> bool:
        """Whether a bot is to move."""
        return self.room.to_move is not None and self.room.seats[self.room.to_move].kind == "bot"

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
        return self.game.curtain and len(self.own_seats) > 1

    @cached_property
    def board(self) -> Board | None:
        """The description of the board with the moves of this client; None if only the game or its server can draw."""
        view = self.table.view
        if view is None or not self.game.describes_board:
            return None
        try:
            return self.game.board(view, self.table.choices)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
            return None  # a server of another version has another view

    @property
    def names(self) -> list[str]:
        """What all players are called."""
        return [self.name(seat) for seat in range(len(self.room.seats))]

    def name(self, seat: int) -> str:
        return self.room.seats[seat].name or self.game.seat_name(seat, language())

    def full_name(self, seat: int) -> str:
        """Return `Ada (Weather)` if seats have roles, else just the name."""
        name, role = self.name(seat), self.game.seat_name(seat, language())
        return name if not self.game.roles or name == role else f"{name} ({role})"

    def heading(self) -> str:
        options = describe_options(self.game, self.room.options, language())
        leg, legs = self.room.match.leg, self.room.settings.legs
        if legs > 1 and leg:
            options.append(t("round", leg=leg, legs=legs))
        return t("heading", code=self.room.code, game=", ".join([self.game.title, *options]))

    def seating(self) -> str:
        """Return a line per seat, and one that says what happens to another player who is absent."""
        seats = range(len(self.room.seats))
        lines = [
            "  " + t("seat", seat=self.game.seat_name(seat, language()), occupant=self._occupant(seat))
            for seat in seats
        ]
        if self.is_alone:
            return "\n".join(lines)
        wait = _duration(self.room.settings.absence_timeout_s)
        return "\n".join([*lines, "  " + t("absence_setting", time=wait, rule=self._absence_rule())])

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
        if self.room.settings.on_absence == "substitute" and level is not None:
            return t("absence_substitute_level", level=level)
        return t(f"absence_{self.room.settings.on_absence}")

    def absence_text(self, absence: m.Absence) -> str:
        """Say what happens to an absent player, and when, in local time."""
        when = datetime.fromtimestamp(absence.at / 1000).strftime("%H:%M")
        return t("absent", name=self.name(absence.seat), time=when, rule=self._absence_rule())

    def _occupant(self, seat: int) -> str:
        info = self.room.seats[seat]
        if info.kind == "free":
            return t("seat_free")
        remarks = [
            t("seat_you") if seat in self.own_seats else "",
            t("seat_computer", level=info.level) if info.kind == "bot" else "",
            self._substitute(info) if info.away else "",
            t("seat_forfeited") if info.forfeited else t("seat_resigned") if info.resigned else "",
            t("seat_open") if info.open else "",
        ]
        remark = ", ".join(filter(None, remarks))
        return f"{self.name(seat)} ({remark})" if remark else self.name(seat)

    def _substitute(self, info: m.SeatInfo) -> str:
        level = info.substitute
        return t("seat_away") if level is None else t("seat_away_level", level=level)

    def status(self) -> str:
        """Say who is to move, or how the game ended."""
        room = self.room
        if room.phase == "waiting":
            return self._waiting()
        if room.to_move is None:
            return self._ending()
        name = self.full_name(room.to_move)
        if not self.is_own_turn:
            return t("thinking" if room.seats[room.to_move].kind == "bot" else "waiting_for", name=name)
        return t("your_turn", name=name) + self._time_left(room.to_move)

    def _time_left(self, seat: int) -> str:
        clock = self.room.clock
        if clock is None:
            return ""
        minutes, seconds = divmod(max(0, clock.left_ms[seat]) // 1000, 60)
        return " " + t("time_left", time=f"{minutes}:{seconds:02d}")

    def how_to_move(self) -> str:
        """Say how to write a move of the seat that this device acts for."""
        if self.acting_seat is None:
            return ""
        translations = game_words(self.game)
        role = translations.find(f"how_{self.game.role(self.acting_seat)}")
        return role or translations.find("how") or t("how_to_list_moves")

    def _waiting(self) -> str:
        """Say what is missing for the first game to start."""
        room = self.room
        if any(info.kind == "free" for info in room.seats):
            return t("waiting_seats")
        if room.starts_at is not None:
            return t("waiting_starts")
        others = [
            self.name(seat) for seat, info in enumerate(room.seats) if not info.ready and seat not in self.own_seats
        ]
        own = any(not room.seats[seat].ready for seat in self.own_seats)
        if own and not others:
            return t("waiting_you")
        sentence = t("not_ready", count=len(others), names=join_names(others))
        return f"{sentence} {t('ready_if_you_are' if own else 'waiting_everybody')}"

    def _ending(self) -> str:
        match = self.room.match
        sentences = [self.outcome(self.room.result)]
        if self.room.settings.legs > 1:
            totals = ", ".join(f"{self.name(seat)} {total}" for seat, total in enumerate(match.totals))
            decided = (
                t("match_decided", outcome=self.outcome(match.result), totals=totals)
                if match.result
                else t("match_goes_on", round=match.leg, totals=totals)
            )
            sentences.append(decided)
        if self.room.phase == "over" and self.own_seats:
            sentences.append(t("again_or_quit"))
        return " ".join(sentences)

    def outcome(self, shares: list[float] | None) -> str:
        if not shares:
            return t("no_result")
        won = [self.full_name(seat) for seat, share in enumerate(shares) if share == max(shares)]
        return t("wins", name=won[0]) if len(won) == 1 else t("draw", names=join_names(won))

    def ranking(self) -> list[str]:
        """Return the players of a finished game from the first to the last, with what their side of the board says."""
        shares = self.room.result
        if not shares or self.board is None:
            return []
        details = {player.seat: player.detail for player in self.board.players if player.detail is not None}
        scores = self.room.scores or shares
        order = sorted(details, key=lambda seat: (-shares[seat], -scores[seat], seat))
        keys = [(shares[seat], scores[seat]) for seat in order]
        return [
            t(
                "rank",
                rank=keys.index(key) + 1,
                name=self.full_name(seat),
                detail=game_words(self.game).format(details[seat], self.names),
            )
            for seat, key in zip(order, keys, strict=True)
        ]

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

    @property
    def own_request(self) -> Request | None:
        """What this device has asked and the others have not answered yet."""
        offers = self.room.offers
        if offers.undo in self.own_seats:
            return "undo"
        if self.own_seats & set(offers.abandon):
            return "abandon"
        return "play_again" if self.own_seats & set(offers.play_again) else None

    def question_text(self) -> str:
        """Repeat the open question, for a player who has just connected."""
        offers = self.room.offers
        if self.question == "undo" and offers.undo is not None:
            return t("asks_undo", name=self.name(offers.undo))
        if self.question == "abandon":
            return t("asks_abandon", names=self._names(offers.abandon))
        if self.question == "again":
            return t("asks_again", names=self._names(offers.play_again))
        return ""

    def _names(self, seats: list[int]) -> str:
        return join_names([self.name(seat) for seat in seats])


def list_moves(found: m.MoveList, wanted: str) -> str:
    """Write a list of moves, and how many there are."""
    if found.moves is None:
        return t("moves_unlisted")
    if not found.moves:
        return t("moves_none", total=found.total, text=quote(wanted))
    # A no-break space keeps the parts of one move on one line.
    listed = "   ".join(text.replace(" ", "\xa0") for text in found.moves)
    lines = [fill(listed, WIDTH).replace("\xa0", " ")]
    if found.found > len(found.moves):
        lines.append(t("moves_more", found=found.found))
    return "\n".join(lines)


def join_names(names: list[str]) -> str:
    """Write `Ada`, `Ada and Bo` or `Ada, Bo and Cy`."""
    return format_list(language(), names)


def _duration(seconds: int) -> str:
    """Write a duration in its largest whole unit, such as `5 minutes`."""
    for unit, size in (("day", 86_400), ("hour", 3600), ("minute", 60)):
        if seconds and seconds % size == 0:
            return format_unit(language(), seconds // size, unit)
    return format_unit(language(), seconds, "second")
