"""Table messages: what each perspective is sent. Each is made once and shared by all sockets that get the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from msgspec import Raw

from ludoteca.core.receipts import commit
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Refusal, Text, Translations
from ludoteca.server import messages as m
from ludoteca.table import undo
from ludoteca.table.deal import NONCE_TIMEOUT_MS, waits_for_nonces
from ludoteca.table.table import Table

MAX_LOG_ENTRIES = 250
"""Log entries in one message; for older ones there is the replay."""

_encode = m.write_message


def _encoded(value: Any) -> Any:
    """Encode part of a message beforehand. Typed as Any, since the message declares the part's own type."""
    return Raw(_encode(value))


_NO_CHOICES = _encoded({})


def wire_text(translations: Translations, text: Text, names: Sequence[str] = ()) -> m.Text:
    """Translate a text for a message; `names` are those of the players."""
    return m.Text(text.code, dict(text.params), translations.format(text, names))


def wire_texts(translations: Translations, texts: Sequence[Text], names: Sequence[str]) -> list[m.Text]:
    """Translate texts for a message."""
    return [wire_text(translations, text, names) for text in texts]


def refused_message(translations: Translations, refusal: Text, ack: str | None) -> m.Refused:
    """Make the message that refuses a command."""
    return m.Refused(ack, refusal.code, dict(refusal.params), translations.format(refusal))


class TableMessages:
    """Encodes the messages of a table, and caches the parts until the table changes.

    A table message is made of two parts: one shared by all sockets with the same perspective, and one for the socket.
    """

    def __init__(self, code: str, table: Table) -> None:
        self._code = code
        self._table = table
        self._seq = -1
        self._room: Any = None
        self._seating_version = -1
        self._seats: list[m.SeatInfo] = []
        self._shared: dict[tuple[int | None, int], bytes] = {}
        self._choices: dict[int, Any] = {}
        self._undo: dict[int, m.UndoInfo] = {}
        self._boards: dict[int | None, str] = {}

    def message(self, you: m.You, since: int, acks: list[str], stale: list[str]) -> bytes:
        """Encode the table as `you` may see it, with the log entries after seq `since`."""
        table = self._table
        if table.seq != self._seq:
            self._clear()
        perspective = you.seat if table.game.curtain else None
        shared = self._shared.get((perspective, since)) or self._share(perspective, since)
        own = _encode(m.OwnPart(acks, stale, you, self._undo_for(you.seat), self._choices_for(you.seat)))
        return shared + own[1:]

    def board(self, perspective: int | None) -> str | None:
        """Return the text board from this perspective; None before the start."""
        table = self._table
        if table.seq != self._seq:
            self._clear()
        if table.state is None:
            return None
        if perspective not in self._boards:
            self._boards[perspective] = table.game.render(table.game.make_view(table.state, perspective))
        return self._boards[perspective]

    def _clear(self) -> None:
        self._seq = self._table.seq
        self._room = _encoded(room_info(self._code, self._table, self._seat_infos()))
        self._shared.clear()
        self._choices.clear()
        self._undo.clear()
        self._boards.clear()

    def _seat_infos(self) -> list[m.SeatInfo]:
        """Return who sits where. Moves do not change that, so it is cached across them."""
        if self._seating_version != self._table.seating_version:
            self._seating_version = self._table.seating_version
            self._seats = seat_infos(self._table)
        return self._seats

    def _share(self, perspective: int | None, since: int) -> bytes:
        """Encode the shared part, without its closing brace: the socket's part follows."""
        table = self._table
        view = None if table.state is None else table.game.make_view(table.state, perspective)
        part = m.SharedPart(table.seq, table.version, self._room, view, self._log(perspective, since))
        shared = self._shared[perspective, since] = _encode(part)[:-1] + b","
        return shared

    def _log(self, perspective: int | None, since: int) -> list[m.LogEntry]:
        translations = self._table.game.translations
        names = self._table.names()
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

    def _undo_for(self, seat: int | None) -> m.UndoInfo | None:
        if seat is None or self._table.phase != "playing":
            return None
        info = self._undo.get(seat)
        if info is None:
            planned = undo.plan(self._table, seat)
            if isinstance(planned, Refusal):
                info = m.UndoInfo("closed", wire_text(self._table.game.translations, planned), None)
            else:
                info = m.UndoInfo("ask" if planned.must_agree else "at_once", None, planned.move_count)
            self._undo[seat] = info
        return info


def seat_infos(table: Table) -> list[m.SeatInfo]:
    """Describe all seats."""
    return [
        m.SeatInfo(
            table.game.role(seat),
            player.name,
            "person" if player.is_person else "free" if player.level is None else "bot",
            player.level,
            seat in table.away,
            seat in table.resigned,
            seat in table.lost_on_time,
            seat in table.forfeited,
            table.substitutes.get(seat),
            sorted(table.open_agreed.get(seat, ())),
            seat in table.open_seats,
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
    at = None if table.ready_ms is None else table.ready_ms + NONCE_TIMEOUT_MS
    return m.NextDeal(table.game_count + 1, commit(table.secret), answered, at)


def room_info(code: str, table: Table, seats: list[m.SeatInfo]) -> m.RoomInfo:
    """Describe the room as everybody may see it."""
    game, state = table.game, table.state
    offer = table.undo_offer
    to_move = table.to_move()
    return m.RoomInfo(
        code=code,
        game=game.name,
        phase=table.phase,
        locked=table.phase != "waiting" or table.is_full,
        options=table.options,
        settings=table.settings,
        casual=table.casual,
        hints_allowed=table.hints_allowed and bool(game.bots),
        clock=clock_info(table),
        seats=seats,
        match=m.MatchInfo(table.leg, table.totals, table.match_result()),
        offers=m.OfferInfo(
            None if offer is None else offer.seat,
            None if offer is None else offer.move_count,
            [] if offer is None else sorted(offer.agreed),
            sorted(table.abandon_asked),
            sorted(table.play_again_asked),
        ),
        moves=len(table.moves),
        to_move=None if to_move == NOBODY else to_move,
        turn=None if state is None else state.turn(),
        scores=None if state is None else state.scores(),
        result=table.result(),
        origin="record" if table.imported else "deal" if table.start is None else "position",
        deal=deal_info(table),
        next_deal=next_deal(table),
    )
