"""A table: what the events so far add up to. `apply` is the only thing that changes one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from ludoteca.core.catalogue import find_game
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.generator import seed_digest
from ludoteca.core.options import Options
from ludoteca.core.records import Record, Seat, begin
from ludoteca.core.state import NOBODY, State
from ludoteca.core.words import News, Refusal, quote
from ludoteca.table import events as e

Phase = Literal["gathering", "playing", "over", "closed"]
SPECTATOR = -1
UNTOLD = (e.KeyIssued, e.SeatMoved, e.Opened, e.Rotated)


class TableError(LudotecaError):
    """A log that cannot be folded: of a game that is not here, or of other rules."""


@dataclass(slots=True)
class Player:
    """Who sits on a seat: nobody yet, a person (a device that holds the token), or a bot."""

    who: str | None = None
    name: str = ""
    level: int | None = None

    @property
    def person(self) -> bool:
        return self.who is not None

    @property
    def free(self) -> bool:
        return self.who is None and self.level is None


@dataclass(slots=True)
class Made:
    """A move that stands, and what undo must know of the moment before it."""

    seat: int
    text: str
    turn: int
    reveals: int
    by: str
    """person, bot or fallback."""


@dataclass(slots=True)
class Told:
    """What one event told each perspective; `SPECTATOR` stands for all of them where there are no secrets."""

    seq: int
    at_ms: int
    seat: int | None
    move: int
    """Which move of the game it was, counted from 1; 0 for what is no move."""
    news: dict[int, list[News]]

    def to(self, seat: int | None) -> list[News]:
        lines = self.news.get(SPECTATOR if seat is None else seat)
        return self.news[SPECTATOR] if lines is None else lines


@dataclass(slots=True)
class UndoOffer:
    seat: int
    length: int
    agreed: set[int]


class Table:
    """The fold of a room's log."""

    game: Game[Any]

    def __init__(self) -> None:
        self.seq = 0
        self.on = 0
        """The seq of the last event that changed the position."""
        self.on_ms = 0
        self.phase: Phase = "gathering"
        self.host = ""
        self.options: Options = {}
        self.legs = 1
        self.patience_s = 0
        self.friendly_wish: bool | None = None
        self.public = False
        self.players: list[Player] = []
        self.seating = 0
        """Rises with every event but a move: what it counts may have changed who sits where, and how."""
        self.people: list[int] = []
        """The seats that people hold."""
        self.keys: dict[str, int] = {}
        self.leg = 0
        self.totals: list[int] = []
        self.match_lost: set[int] = set()
        """Seats, as they are now, of those who resigned a leg of this match."""
        self.match_void = False
        """A leg of this match was abandoned."""
        self.start: dict[str, Any] | None = None
        """The position that the present game began from, where it was not dealt."""
        self.imported = False
        """The present game was brought along as a record."""
        self.begin_game("")

    def begin_game(self, seed: str) -> None:
        """Everything that belongs to one game, before its first move."""
        self.seed = seed
        self.seed_hash = seed_digest(seed).hex()
        self.state: State | None = None
        self.moves: list[Made] = []
        self.foreseen: tuple[e.Moved, int, State] | None = None
        self.told: list[Told] = []
        self.friendly = False
        self.scored = True
        self.resigned: set[int] = set()
        self.abandoned = False
        self.away: set[int] = set()
        self.undo_offer: UndoOffer | None = None
        self.abandon_asked: set[int] = set()
        self.again_asked: set[int] = set()

    @property
    def full(self) -> bool:
        return not any(player.free for player in self.players)

    def seats_of(self, who: str) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.who == who]

    def to_move(self) -> int:
        """The seat that is waited for; NOBODY unless a game is being played."""
        return self.state.seat() if self.state is not None and self.phase == "playing" else NOBODY

    def by_house(self, seat: int) -> Literal["bot", "fallback"] | None:
        """Who of the house plays this seat: its bot, or the fallback for one who is away or has resigned."""
        if seat in self.away or seat in self.resigned:
            return "fallback"
        return "bot" if self.players[seat].level is not None else None

    def name(self, seat: int) -> str:
        return self.players[seat].name or self.game.seat_name(seat)

    def record(self) -> Record:
        """The present game as a record; the caller sees to it that no secret leaves."""
        seats = tuple(Seat(self.name(seat), player.level) for seat, player in enumerate(self.players))
        return Record(self.game, self.options, self.seed, seats, tuple(made.text for made in self.moves), self.start)

    def result(self) -> list[float] | None:
        """Shares of one per seat when a game is over; None while it runs, or when it was abandoned."""
        if self.phase in ("gathering", "playing") or self.state is None or self.abandoned:
            return None
        everybody = range(len(self.players))
        shares = self.state.result() if self.state.seat() == NOBODY else [0.0 for _ in everybody]
        kept = [0.0 if seat in self.resigned else shares[seat] for seat in everybody]
        if not any(kept):
            scores = self.state.scores()
            best = max(scores[seat] for seat in everybody if seat not in self.resigned)
            kept = [float(seat not in self.resigned and scores[seat] == best) for seat in everybody]
        return [share / sum(kept) for share in kept]

    def match_result(self) -> list[float] | None:
        """Shares of one per seat when the last of several legs is over: more points in all, or the other resigned."""
        if self.legs < 2 or self.leg < self.legs or self.phase in ("gathering", "playing") or self.match_void:
            return None
        everybody = set(range(len(self.players)))
        # Where each has resigned a leg, the points decide after all.
        left = everybody - self.match_lost or everybody
        best = max(self.totals[seat] for seat in left)
        won = [seat in left and self.totals[seat] == best for seat in range(len(self.players))]
        return [float(winner) / sum(won) for winner in won]


def fold(log: Iterable[tuple[int, int, e.Event]]) -> Table:
    """The table that a log, of (seq, time, event), adds up to."""
    table = Table()
    for seq, at_ms, event in log:
        if table.seq and seq != table.seq + 1:
            raise TableError(Refusal("log_move", {"seq": seq, "reason": f"{table.seq + 1} is missing"}))
        try:
            apply(table, event, seq, at_ms)
        except TableError:
            raise
        except (LudotecaError, AssertionError, AttributeError, LookupError) as error:
            reason = error.sentence if isinstance(error, LudotecaError) else quote(repr(error))
            raise TableError(Refusal("log_move", {"seq": seq, "reason": reason})) from error
    return table


def apply(table: Table, event: e.Event, seq: int, at_ms: int) -> None:
    """Let one event take effect."""
    table.seq = seq
    match event:
        case e.Moved():
            _moved(table, event, at_ms)
            return
        case e.Opened():
            _opened(table, event)
        case e.Seated():
            table.players[event.seat] = Player(who=event.who, name=event.name)
        case e.BotSeated():
            table.players[event.seat] = Player(name=table.game.bot(event.level).name, level=event.level)
        case e.Vacated():
            table.players[event.seat] = Player()
            table.keys = {key: seat for key, seat in table.keys.items() if seat != event.seat}
        case e.OptionsSet():
            table.options = dict(event.options)
        case e.SettingsSet():
            table.legs, table.patience_s, table.friendly_wish = event.legs, event.patience_s, event.friendly
        case e.Rotated():
            _rotated(table)
        case e.Started():
            _started(table, event, at_ms)
        case e.UndoAsked():
            own = set(table.seats_of(table.players[event.seat].who or ""))
            table.undo_offer = UndoOffer(event.seat, event.length, own)
        case e.UndoAgreed():
            if table.undo_offer is not None:
                table.undo_offer.agreed |= set(table.seats_of(table.players[event.seat].who or ""))
        case e.UndoRefused():
            table.undo_offer = None
        case e.Undone():
            _undone(table, event, at_ms)
        case e.Resigned():
            _resigned(table, event, at_ms)
        case e.AbandonAsked():
            table.abandon_asked |= set(table.seats_of(table.players[event.seat].who or ""))
        case e.AbandonRefused():
            table.abandon_asked.clear()
        case e.Abandoned():
            table.abandoned = table.match_void = True
            _finish(table, at_ms)
        case e.AgainAsked():
            table.again_asked.add(event.seat)
        case e.Away():
            table.away.add(event.seat)
        case e.Back():
            table.away.discard(event.seat)
        case e.KeyIssued():
            table.keys = {key: seat for key, seat in table.keys.items() if seat != event.seat}
            table.keys[event.key] = event.seat
        case e.SeatMoved():
            before, table.players[event.seat].who = table.players[event.seat].who, event.who
            if before == table.host and not table.seats_of(table.host):
                table.host = event.who
            table.keys = {key: seat for key, seat in table.keys.items() if seat != event.seat}
        case e.Closed():
            table.phase = "closed"
    table.seating += 1
    table.people = [seat for seat, player in enumerate(table.players) if player.person]
    _tell(table, event, at_ms)


def _opened(table: Table, event: e.Opened) -> None:
    game = find_game(event.game)
    if game.rules_version != event.rules_version:
        params = {"version": event.rules_version, "game": game.title, "ours": game.rules_version}
        raise TableError(Refusal("record_version", params))
    table.game = game
    table.host = event.host
    table.options = dict(event.options)
    table.legs, table.patience_s, table.friendly_wish = event.legs, event.patience_s, event.friendly
    table.public = event.public
    table.start, table.imported = event.start, event.imported
    table.players = [Player() for _ in range(event.seats)]
    table.totals = [0] * event.seats


def _started(table: Table, event: e.Started, at_ms: int) -> None:
    table.begin_game(event.seed)
    table.state = begin(table.game, len(table.players), table.options, event.seed, table.start)
    table.scored = table.start is None and not table.imported
    alone = len(table.people) == 1 < len(table.players)
    table.friendly = alone if table.friendly_wish is None else table.friendly_wish
    table.phase = "playing"
    table.leg += 1
    _changed(table, at_ms)


def _rotated(table: Table) -> None:
    """Everybody moves up one, and what comes is dealt; after the last leg a new match begins."""
    table.start, table.imported = None, False
    table.players = table.players[-1:] + table.players[:-1]
    table.totals = table.totals[-1:] + table.totals[:-1]
    table.keys = {key: (seat + 1) % len(table.players) for key, seat in table.keys.items()}
    table.match_lost = {(seat + 1) % len(table.players) for seat in table.match_lost}
    if table.leg >= table.legs:
        table.leg = 0
        table.totals = [0] * len(table.players)
        table.match_lost = set()
        table.match_void = False


def _moved(table: Table, event: e.Moved, at_ms: int) -> None:
    before = table.state
    assert before is not None  # noqa: S101 - decide lets nobody move before the start
    move, after = foresee(table, event)
    table.foreseen = None
    table.state = after
    if event.by == "fallback":
        table.scored = False
    table.moves.append(Made(event.seat, event.move, before.turn(), before.reveals(), event.by))
    table.undo_offer = None
    news = {SPECTATOR: table.game.news(before, move, after, None)}
    if table.game.curtain:
        news |= {seat: table.game.news(before, move, after, seat) for seat in range(len(table.players))}
    table.told.append(Told(table.seq, at_ms, event.seat, len(table.moves), news))
    _changed(table, at_ms)
    if after.seat() == NOBODY:
        _finish(table, at_ms)


def foresee(table: Table, event: e.Moved) -> tuple[int, State]:
    """The move of an event and the state after it. Whoever asks before it takes effect saves the work of then."""
    if table.foreseen is not None and table.foreseen[0] is event:
        return table.foreseen[1:]
    before = table.state
    assert before is not None  # noqa: S101 - as above
    move = table.game.read(before, event.move)
    if isinstance(move, Refusal):
        raise TableError(Refusal("log_move", {"seq": table.seq, "reason": table.game.words.say(move)}))
    after = before.copy()
    after.play(move)
    table.foreseen = (event, move, after)
    return move, after


def _undone(table: Table, event: e.Undone, at_ms: int) -> None:
    if table.state is not None and table.moves[event.length].reveals != table.state.reveals():
        table.scored = False
    del table.moves[event.length :]
    state = table.record().begin()
    for made in table.moves:
        move = table.game.read(state, made.text)
        assert isinstance(move, int)  # noqa: S101 - it was played before
        state.play(move)
    table.state = state
    table.told = [told for told in table.told if told.move <= event.length]
    table.undo_offer = None
    _changed(table, at_ms)


def _resigned(table: Table, event: e.Resigned, at_ms: int) -> None:
    table.resigned.add(event.seat)
    table.match_lost.add(event.seat)
    table.undo_offer = None
    _changed(table, at_ms)
    if len(table.resigned) >= len(table.players) - 1:
        _finish(table, at_ms)


def _finish(table: Table, at_ms: int) -> None:
    table.phase = "over"
    table.undo_offer = None
    _changed(table, at_ms)
    if table.state is not None and not table.abandoned:
        scores = table.state.scores()
        table.totals = [total + score for total, score in zip(table.totals, scores, strict=True)]


def _changed(table: Table, at_ms: int) -> None:
    table.on, table.on_ms = table.seq, at_ms


def _tell(table: Table, event: e.Event, at_ms: int) -> None:
    """What happened at the table, apart from the moves, which tell of themselves."""
    if isinstance(event, UNTOLD):
        return
    params: dict[str, Any] = {}
    seat: int | None = getattr(event, "seat", None)
    if seat is not None:
        params = {"seat": seat, "role": table.game.seat_name(seat), "name": table.name(seat)}
    if isinstance(event, e.Started):
        params["sha256"] = table.seed_hash
    if isinstance(event, e.OptionsSet):
        params["options"] = [f"{name} {value}" for name, value in event.options.items()]
    news = {SPECTATOR: [News(f"table_{e.kind_of(event)}", params)]}
    table.told.append(Told(table.seq, at_ms, seat, 0, news))
