"""Table messages: what each perspective is sent. Each is made once and shared by all sockets that get the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.core.languages import ENGLISH
from ludoteca.core.receipts import commit
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text, Translations
from ludoteca.rooms import messages as m
from ludoteca.rooms.text_boards import DrawnBoard, draw_board
from ludoteca.table import undo
from ludoteca.table.deal import begins_at_ms, waits_for_nonces
from ludoteca.table.table import Table

MAX_LOG_ENTRIES = 250
"""Log entries in one message; for older ones there is the replay."""

_encode = m.write_message
_NO_SEAT = _encode(m.SeatPart(None, {}))[1:-1] + b","
_NO_ANSWERS = _encode(m.AnswersPart([], []))[1:-1] + b","


def encode_you(you: m.You) -> bytes:
    """Encode the end of a table message."""
    return _encode(m.YouPart(you))[1:]


def wire_text(translations: Translations, text: Text, names: Sequence[str] = ()) -> m.Text:
    """Translate a text for a message; `names` are those of the players."""
    return m.Text(text.code, translations.format_params(text.params), translations.format(text, names))


def wire_texts(translations: Translations, texts: Sequence[Text], names: Sequence[str]) -> list[m.Text]:
    """Translate texts for a message."""
    return [wire_text(translations, text, names) for text in texts]


def refused_message(translations: Translations, refusal: Text, ack: str | None) -> m.Refused:
    """Make the message that refuses a command."""
    return m.Refused(ack, refusal.code, translations.format_params(refusal.params), translations.format(refusal))


class _Part:
    """An encoded part of a message: that of event `seq`, with the log entries after `since`."""

    __slots__ = ("data", "seq", "since")

    def __init__(self) -> None:
        self.seq = -1
        self.since = -1
        self.data = b""


class _LanguageParts:
    """The parts for the readers of one language. A part is made again when somebody needs it for a later event."""

    __slots__ = ("names", "room", "room_key", "seats", "seq", "shared")

    def __init__(self, seats: int) -> None:
        self.seq = -1
        self.room_key: tuple[int, str, bool, bool] | None = None
        self.room = b""
        """What no move changes in the room, unless it ends the game, an offer or the rating of the game."""
        self.names: list[str] = []
        self.shared = [_Part() for _ in range(seats + 1)]
        """One per perspective: those of the seats, then that of the spectators."""
        self.seats = [_Part() for _ in range(seats)]


class TableMessages:
    """Encodes the messages of a table, and keeps the parts until the table changes.

    A table message is made of three parts: one for all clients with the same perspective and language, one for those of
    a seat, and one for the client. What a move does not change in the room stands at the end of the first part, so that
    its bytes are used again.
    """

    def __init__(self, code: str, table: Table) -> None:
        self._code = code
        self._table = table
        self._by_seat = table.game.curtain
        """Whether seats see different things."""
        self._languages: dict[str, _LanguageParts] = {}
        self._boards: dict[tuple[int | None, str], DrawnBoard] = {}
        self._boards_seq = -1

    def message(
        self, seat: int | None, since: int, acks: list[str], stale: list[str], you: bytes, language: str = ENGLISH
    ) -> bytes:
        """Encode the table as a seat may see it, with the log entries after seq `since`, for a reader of a language.

        `you` is what `encode_you` has made.
        """
        seq = self._table.seq
        parts = self._languages.get(language)
        if parts is None:
            parts = self._languages[language] = _LanguageParts(len(self._table.players))
        if parts.seq != seq:
            self._renew(parts, language)
        perspective = seat if self._by_seat else None
        shared = parts.shared[-1 if perspective is None else perspective]
        if shared.seq != seq or shared.since != since:
            shared.data = self._share(parts, perspective, since, language)
            shared.seq, shared.since = seq, since
        answers = _encode(m.AnswersPart(acks, stale))[1:-1] + b"," if acks else _NO_ANSWERS
        if seat is None:
            return b"".join((shared.data, parts.room, _NO_SEAT, answers, you))
        own = parts.seats[seat]
        if own.seq != seq:
            own.data, own.seq = self._seat_part(seat, language), seq
        return b"".join((shared.data, parts.room, own.data, answers, you))

    def board(self, perspective: int | None, language: str = ENGLISH) -> DrawnBoard:
        """Return the text board from this perspective, and the moves if it is to move; no text before the start."""
        table = self._table
        if table.seq != self._boards_seq:
            self._boards_seq = table.seq
            self._boards.clear()
        if table.state is None:
            return None, [], None
        key = (perspective, language)
        if key not in self._boards:
            is_to_move = perspective is not None and perspective == table.to_move()
            choices = table.game.make_choices(table.state, perspective) if is_to_move else {}
            names = table.names(language)
            self._boards[key] = draw_board(table.game, self._view(perspective), choices, names, language)
        return self._boards[key]

    def _renew(self, parts: _LanguageParts, language: str) -> None:
        """Encode what no move changes in the room, if something else has changed it."""
        table = self._table
        parts.seq = table.seq
        key = (table.seating_version, table.phase, table.casual, table.undo_offer is None)
        if parts.room_key != key:
            info = _encode(room_info(self._code, table, seat_infos(table, language)))
            parts.room_key, parts.names = key, table.names(language)
            parts.room = info[len(_encode(room_progress(table))) - 1 :] + b","

    def _share(self, parts: _LanguageParts, perspective: int | None, since: int, language: str) -> bytes:
        """Encode the part for a perspective, up to what no move changes in the room."""
        table = self._table
        view = None if table.state is None else self._view(perspective)
        progress: Any = room_progress(table)  # the rest of the room follows as bytes
        log = self._log(parts.names, perspective, since, language)
        part = m.SharedPart(table.seq, table.version, view, log, progress)
        return _encode(part)[:-2]

    def _seat_part(self, seat: int, language: str) -> bytes:
        """Encode the part for a seat, with a comma after it."""
        table = self._table
        choices = table.game.make_choices(table.state, seat) if seat == table.to_move() else {}
        return _encode(m.SeatPart(self._undo_info(seat, language), choices))[1:-1] + b","

    def _view(self, perspective: int | None) -> Any:
        table = self._table
        make_view = table.game.make_final_view if table.phase == "over" else table.game.make_view
        return make_view(table.state, perspective)

    def _log(self, names: list[str], perspective: int | None, since: int, language: str) -> list[m.LogEntry]:
        translations = self._table.game.translations.to(language)
        entries = self._table.log_entries
        first, oldest = len(entries), max(0, len(entries) - MAX_LOG_ENTRIES)
        while first > oldest and entries[first - 1].seq > since:
            first -= 1
        return [
            m.LogEntry(
                entry.seq,
                entry.at_ms,
                entry.seat,
                entry.move,
                wire_texts(translations, entry.texts_for(perspective), names),
            )
            for entry in entries[first:]
        ]

    def _undo_info(self, seat: int, language: str) -> m.UndoInfo | None:
        if self._table.phase != "playing":
            return None
        planned = undo.plan(self._table, seat)
        if isinstance(planned, Refusal):
            return m.UndoInfo("closed", wire_text(self._table.game.translations.to(language), planned), None)
        return m.UndoInfo("ask" if planned.needs_consent else "at_once", None, planned.move_count)


def seat_infos(table: Table, language: str = ENGLISH) -> list[m.SeatInfo]:
    """Describe all seats to readers of a language."""
    translations = table.game.translations.to(language)
    return [
        m.SeatInfo(
            table.game.role(seat),
            translations.player_name(player.name),
            "person" if player.is_person else "free" if player.level is None else "bot",
            player.level,
            seat in table.away,
            seat in table.resigned,
            seat in table.lost_on_time,
            seat in table.forfeited,
            table.substitutes.get(seat),
            sorted(table.open_agreed.get(seat, ())),
            seat in table.open_seats,
            not player.is_free and player.device not in table.unready,
            player.avatar,
        )
        for seat, player in enumerate(table.players)
    ]


def clock_info(table: Table) -> m.ClockInfo | None:
    """Describe the clocks; None if there are none."""
    state = table.clock_state
    if table.settings.clock.per == "none":
        return None
    running = state.running if table.phase == "playing" and state.running >= 0 else None
    return m.ClockInfo(state.left_ms, state.since_ms, running)


def deal_info(table: Table) -> m.DealInfo | None:
    """Describe the deal of the present game, without the secret while it is being played."""
    deal = table.deal
    if deal is None:
        return None
    secret = None if table.phase == "playing" else deal.secret
    return m.DealInfo(deal.game, deal.commitment, list(deal.nonces), list(deal.missing), secret)


def next_deal(table: Table) -> m.NextDeal | None:
    """Describe the next deal if it needs nonces."""
    if not waits_for_nonces(table):
        return None
    answered = [seat for seat in table.person_seats if table.players[seat].device in table.nonces]
    return m.NextDeal(table.game_count + 1, commit(table.secret), answered)


def room_info(code: str, table: Table, seats: list[m.SeatInfo]) -> m.RoomInfo:
    """Describe the room as everybody may see it."""
    game, offer = table.game, table.undo_offer
    progress = room_progress(table)
    return m.RoomInfo(
        clock=progress.clock,
        moves=progress.moves,
        to_move=progress.to_move,
        turn=progress.turn,
        scores=progress.scores,
        result=progress.result,
        code=code,
        game=game.name,
        phase=table.phase,
        starts_at=begins_at_ms(table),
        options=table.options,
        settings=table.settings,
        casual=table.casual,
        hints_allowed=table.hints_allowed and bool(game.levels),
        seats=seats,
        host=next(iter(table.seats_of(table.host)), None),
        match=m.MatchInfo(table.leg, table.totals, table.match_result()),
        offers=m.OfferInfo(
            None if offer is None else offer.seat,
            None if offer is None else offer.move_count,
            [] if offer is None else sorted(offer.agreed),
            sorted(table.abandon_asked),
            sorted(table.play_again_asked),
        ),
        origin=table.origin,
        deal=deal_info(table),
        next_deal=next_deal(table),
    )


def room_progress(table: Table) -> m.RoomProgress:
    """Describe what every move changes."""
    state, to_move = table.state, table.to_move()
    return m.RoomProgress(
        clock_info(table),
        len(table.moves),
        None if to_move == NOBODY else to_move,
        None if state is None else state.turn(),
        None if state is None else state.scores(),
        table.result(),
    )
