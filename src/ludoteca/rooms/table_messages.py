"""Table messages: what each perspective is sent. Each is made once and shared by all sockets that get the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Raw

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


def _encoded(value: Any) -> Any:
    """Encode part of a message beforehand. Typed as Any, since the message declares the part's own type."""
    return Raw(_encode(value))


SELDOM_CHANGED = ("options", "settings", "seats", "match", "offers", "deal", "next_deal")
"""Parts of a room that no move changes, unless it ends the game, an offer or the rating of the game."""

_NO_CHOICES = _encoded({})


def wire_text(translations: Translations, text: Text, names: Sequence[str] = ()) -> m.Text:
    """Translate a text for a message; `names` are those of the players."""
    return m.Text(text.code, translations.format_params(text.params), translations.format(text, names))


def wire_texts(translations: Translations, texts: Sequence[Text], names: Sequence[str]) -> list[m.Text]:
    """Translate texts for a message."""
    return [wire_text(translations, text, names) for text in texts]


def refused_message(translations: Translations, refusal: Text, ack: str | None) -> m.Refused:
    """Make the message that refuses a command."""
    return m.Refused(ack, refusal.code, translations.format_params(refusal.params), translations.format(refusal))


class TableMessages:
    """Encodes the messages of a table, and caches the parts until the table changes.

    A table message is made of two parts: one shared by all sockets with the same perspective and language, and one for
    the socket.
    """

    def __init__(self, code: str, table: Table) -> None:
        self._code = code
        self._table = table
        self._seq = -1
        self._rooms: dict[str, Any] = {}
        self._infos: dict[str, Any] = {}
        self._names: dict[str, list[str]] = {}
        self._info_key: tuple[int, str, bool, bool] | None = None
        self._shared: dict[tuple[int | None, int, str], bytes] = {}
        self._choices: dict[int, Any] = {}
        self._undo: dict[tuple[int, str], m.UndoInfo] = {}
        self._boards: dict[tuple[int | None, str], DrawnBoard] = {}

    def message(self, you: m.You, since: int, acks: list[str], stale: list[str], language: str = ENGLISH) -> bytes:
        """Encode the table as `you` may see it, with the log entries after seq `since`, for a reader of a language."""
        table = self._table
        if table.seq != self._seq:
            self._clear()
        perspective = you.seat if table.game.curtain else None
        shared = self._shared.get((perspective, since, language)) or self._share(perspective, since, language)
        own = _encode(m.OwnPart(acks, stale, you, self._undo_for(you.seat, language), self._choices_for(you.seat)))
        return shared + own[1:]

    def board(self, perspective: int | None, language: str = ENGLISH) -> DrawnBoard:
        """Return the text board from this perspective, and the moves if it is to move; no text before the start."""
        table = self._table
        if table.seq != self._seq:
            self._clear()
        if table.state is None:
            return None, [], None
        key = (perspective, language)
        if key not in self._boards:
            is_to_move = perspective is not None and perspective == table.to_move()
            choices = table.game.make_choices(table.state, perspective) if is_to_move else {}
            names = table.names(language)
            self._boards[key] = draw_board(table.game, self._view(perspective), choices, names, language)
        return self._boards[key]

    def _clear(self) -> None:
        self._seq = self._table.seq
        self._rooms.clear()
        key = (self._table.seating_version, self._table.phase, self._table.casual, self._table.undo_offer is None)
        if self._info_key != key:
            self._infos.clear()
            self._names.clear()
            self._info_key = key
        self._shared.clear()
        self._choices.clear()
        self._undo.clear()
        self._boards.clear()

    def _room(self, language: str) -> Any:
        """Encode the room for readers of a language. What a move does not change is encoded once and used again."""
        room = self._rooms.get(language)
        if room is None:
            info = self._infos.get(language)
            if info is None:
                info = self._infos[language] = room_info(self._code, self._table, seat_infos(self._table, language))
                for name in SELDOM_CHANGED:
                    setattr(info, name, _encoded(getattr(info, name)))
            else:
                set_progress(info, self._table)
            room = self._rooms[language] = _encoded(info)
        return room

    def _share(self, perspective: int | None, since: int, language: str) -> bytes:
        """Encode the shared part, without its closing brace: the socket's part follows."""
        table = self._table
        view = None if table.state is None else self._view(perspective)
        log = self._log(perspective, since, language)
        part = m.SharedPart(table.seq, table.version, self._room(language), view, log)
        shared = self._shared[perspective, since, language] = _encode(part)[:-1] + b","
        return shared

    def _view(self, perspective: int | None) -> Any:
        table = self._table
        make_view = table.game.make_final_view if table.phase == "over" else table.game.make_view
        return make_view(table.state, perspective)

    def _log(self, perspective: int | None, since: int, language: str) -> list[m.LogEntry]:
        translations = self._table.game.translations.to(language)
        names = self._names.get(language)
        if names is None:
            names = self._names[language] = self._table.names(language)
        entries = []
        for entry in islice(reversed(self._table.log_entries), MAX_LOG_ENTRIES):
            if entry.seq <= since:
                break
            texts = wire_texts(translations, entry.texts_for(perspective), names)
            entries.append(m.LogEntry(entry.seq, entry.at_ms, entry.seat, entry.move, texts))
        entries.reverse()
        return entries

    def _choices_for(self, seat: int | None) -> Any:
        table = self._table
        if seat is None or seat != table.to_move():
            return _NO_CHOICES
        if seat not in self._choices:
            self._choices[seat] = _encoded(table.game.make_choices(table.state, seat))
        return self._choices[seat]

    def _undo_for(self, seat: int | None, language: str) -> m.UndoInfo | None:
        if seat is None or self._table.phase != "playing":
            return None
        info = self._undo.get((seat, language))
        if info is None:
            planned = undo.plan(self._table, seat)
            if isinstance(planned, Refusal):
                info = m.UndoInfo("closed", wire_text(self._table.game.translations.to(language), planned), None)
            else:
                info = m.UndoInfo("ask" if planned.must_agree else "at_once", None, planned.move_count)
            self._undo[seat, language] = info
        return info


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
    info = m.RoomInfo(
        code=code,
        game=game.name,
        phase=table.phase,
        starts_at=begins_at_ms(table),
        options=table.options,
        settings=table.settings,
        casual=table.casual,
        hints_allowed=table.hints_allowed and bool(game.levels),
        clock=None,
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
        moves=0,
        to_move=None,
        turn=None,
        scores=None,
        result=None,
        origin=table.origin,
        deal=deal_info(table),
        next_deal=next_deal(table),
    )
    set_progress(info, table)
    return info


def set_progress(info: m.RoomInfo, table: Table) -> None:
    """Update what every move changes."""
    state, to_move = table.state, table.to_move()
    info.clock = clock_info(table)
    info.moves = len(table.moves)
    info.to_move = None if to_move == NOBODY else to_move
    info.turn = None if state is None else state.turn()
    info.scores = None if state is None else state.scores()
    info.result = table.result()
