"""A table: what the events so far add up to. Only `apply` of fold.py changes one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.options import Options
from ludoteca.core.records import Record, Seat
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text
from ludoteca.table import events as e
from ludoteca.table.clock import NO_CLOCK, ClockState
from ludoteca.table.settings import RoomSettings

Phase = Literal["waiting", "playing", "over", "closed"]
SPECTATOR = -1
MAX_EVENTS_PER_MOVE = 20
"""Events in one game, for every move that it can have at most."""
RESERVED_EVENTS_PER_MOVE = 5
"""Those of them that are left for finishing it, when everything else is refused."""
MAX_OTHER_ENTRIES = 1000
"""Entries of news that tell of no move: so many at least are kept at hand, and never twice as many."""


class TableError(LudotecaError):
    """A log that cannot be folded: of a game that is not here, or of other rules."""


@dataclass(slots=True)
class Player:
    """Who sits on a seat: nobody yet, a person (a device that holds the token), or a bot."""

    device: str | None = None
    name: str = ""
    level: int | None = None
    addresses: tuple[str, ...] = ()
    """Where the person took the seat from, as the log keeps it."""

    @property
    def is_person(self) -> bool:
        return self.device is not None

    @property
    def is_free(self) -> bool:
        return self.device is None and self.level is None


@dataclass(slots=True)
class PlayedMove:
    """A move that stands, and what undo must know of the moment before it."""

    seat: int
    text: str
    turn: int
    reveal_count: int
    by: str
    """person, bot or fallback."""


@dataclass(slots=True)
class LogEntry:
    """What one event told each perspective; `SPECTATOR` stands for all of them where there are no secrets."""

    seq: int
    at_ms: int
    seat: int | None
    move: int
    """Which move of the game it was, counted from 1; 0 for what is no move."""
    news: dict[int, list[Text]]

    def texts_for(self, seat: int | None) -> list[Text]:
        lines = self.news.get(SPECTATOR if seat is None else seat)
        return self.news[SPECTATOR] if lines is None else lines


@dataclass(slots=True)
class UndoOffer:
    seat: int
    move_count: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal of the game at the table, frozen at its start."""

    game: int
    """The number of the game in the room, from 1."""
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    missing: tuple[int, ...]
    """The lowest seats of the devices that gave no nonce."""


class Table:
    """The fold of a room's log."""

    game: Game[Any]

    def __init__(self) -> None:
        self.seq = 0
        self.at_ms = 0
        """When the last event happened."""
        self.version = 0
        """The seq of the last event that changed the position."""
        self.changed_ms = 0
        self.phase: Phase = "waiting"
        self.host = ""
        self.created_ms = 0
        self.options: Options = {}
        self.settings = RoomSettings()
        self.players: list[Player] = []
        self.seating_version = 0
        """Rises with every event but a move: what it counts may have changed who sits where, and how."""
        self.person_seats: list[int] = []
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
        self.game_count = 0
        """How many games were begun here."""
        self.secret = ""
        """The server's part of the coming game's seed; its commitment is known, the secret to nobody."""
        self.nonces: dict[str, str] = {}
        """What devices have added to the coming deal."""
        self.ready_ms: int | None = None
        """Since when only answers to the commitment are waited for."""
        self.deal: Deal | None = None
        """The deal of the present game, where it was dealt fairly."""
        self.begin_game("")

    def begin_game(self, seed: str) -> None:
        """Everything that belongs to one game, before its first move."""
        self.seed = seed
        self.start_seq = self.seq
        """The seq of the event that began it."""
        self.state: State | None = None
        self.checkpoints: dict[int, State] = {}
        """States after so many moves, for undo to return to; see `keep`."""
        self.moves: list[PlayedMove] = []
        self.resolved_move: tuple[e.Moved, int, State] | None = None
        self.log_entries: list[LogEntry] = []
        self.casual = self.starts_casual
        """The game does not count. The host can choose this; a hint, an undo past a reveal, a chosen seed or a loaded
        position make it so for good, and so does every move that a person did not make for their own seat."""
        self.resigned: set[int] = set()
        self.abandoned = False
        self.away: set[int] = set()
        self.substitutes: dict[int, int] = {}
        """The level of the bot that plays for somebody who is away, where it is not the fallback."""
        self.forfeited: set[int] = set()
        """Seats that lost because their player was absent too long; they have resigned, so to speak."""
        self.open_agreed: dict[int, set[int]] = {}
        """Per seat of an absent player, the seats that agree that somebody else may take it."""
        self.open_seats: set[int] = set()
        """Seats of absent players that another person may take."""
        self.autoplay_turn: tuple[int, int] | None = None
        """The seat and the turn that the house plays for somebody who asked for it."""
        self.overdue: tuple[int, int] | None = None
        """The seat and the turn for which the time was over."""
        self.lost_on_time: set[int] = set()
        """Seats that lost on time; they have resigned, so to speak."""
        self.clock_state = ClockState(NO_CLOCK, [])
        self.outage_until_ms = 0
        self.undo_refused: dict[int, tuple[int, int]] = {}
        """Per seat: how often undo was refused, and after how many moves of the game the last time."""
        self.undo_offer: UndoOffer | None = None
        self.abandon_asked: set[int] = set()
        self.play_again_asked: set[int] = set()

    def add_checkpoint(self, state: State) -> None:
        """Keep the state that the moves so far have led to; it will not change.

        Of the older ones fewer and fewer stay: those after every second move, every fourth, every eighth ... reach back
        twice as far each. So there are about as many as the number of moves has binary digits, and to take back so many
        moves at most about twice as many are replayed.
        """
        number = len(self.moves)
        self.checkpoints[number] = state
        if number:
            self.checkpoints.pop(number - 2 * (number & -number), None)

    def why_too_long(self, more: int = 0) -> Refusal | None:
        """Why the game can only be finished, by moves, resigning and deadlines; `more` events per move are let pass."""
        most = (MAX_EVENTS_PER_MOVE - RESERVED_EVENTS_PER_MOVE + more) * self.game.max_moves
        return Refusal("game_too_long", {"high": most}) if self.seq - self.start_seq >= most else None

    @property
    def has_shared_device(self) -> bool:
        """Whether one device or one network address holds the seats of two people."""
        people = [self.players[seat] for seat in self.person_seats]
        marks = [mark for player in people for mark in {player.device, *player.addresses}]
        return len(marks) > len(set(marks))

    @property
    def is_full(self) -> bool:
        return not any(player.is_free for player in self.players)

    def seats_of(self, who: str) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.device == who]

    def to_move(self) -> int:
        """The seat that is waited for; NOBODY unless a game is being played."""
        return self.state.seat() if self.state is not None and self.phase == "playing" else NOBODY

    def automated_by(self, seat: int) -> Literal["bot", "fallback"] | None:
        """Who of the house plays this seat: its bot, or the fallback for one who is away or has resigned."""
        if seat in self.resigned or self._this_turn(self.overdue, seat):
            return "fallback"
        if seat in self.away:
            return "bot" if seat in self.substitutes else "fallback"
        return "bot" if self.players[seat].level is not None or self._this_turn(self.autoplay_turn, seat) else None

    def _this_turn(self, granted: tuple[int, int] | None, seat: int) -> bool:
        return granted is not None and self.state is not None and granted == (seat, self.state.turn())

    def bot_level(self, seat: int) -> int:
        """The level of the bot that plays this seat; for somebody who asked it is the best there is."""
        level = self.substitutes.get(seat) if seat in self.away else self.players[seat].level
        return self.game.bots[-1].level if level is None else level

    @property
    def clock_runs(self) -> bool:
        """Whether somebody's time runs."""
        return self.phase == "playing" and self.settings.clock.per != "none"

    @property
    def hints_allowed(self) -> bool:
        """Whether the house gives hints here: nobody else minds, since all seats are one device's or the house's."""
        return self.settings.casual or len({self.players[seat].device for seat in self.person_seats}) == 1

    @property
    def starts_casual(self) -> bool:
        """Whether a game is casual from its start."""
        return self.settings.casual or self.start is not None or self.imported

    @property
    def deep_undo_allowed(self) -> bool:
        """Whether undo may reach past a reveal: in casual rooms, and for one person among bots."""
        return self.settings.casual or len(self.person_seats) == 1 < len(self.players)

    def name(self, seat: int) -> str:
        return self.players[seat].name or self.game.seat_name(seat)

    def names(self) -> list[str]:
        """Return the name of every seat."""
        return [self.name(seat) for seat in range(len(self.players))]

    def record(self) -> Record:
        """The present game as a record; the caller sees to it that no secret leaves."""
        seats = tuple(Seat(self.name(seat), player.level) for seat, player in enumerate(self.players))
        return Record(self.game, self.options, self.seed, seats, tuple(made.text for made in self.moves), self.start)

    def result(self) -> list[float] | None:
        """Shares of one per seat when a game is over; None while it runs, or when it was abandoned."""
        if self.phase in ("waiting", "playing") or self.state is None or self.abandoned:
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
        if (
            self.settings.legs < 2
            or self.leg < self.settings.legs
            or self.phase in ("waiting", "playing")
            or self.match_void
        ):
            return None
        everybody = set(range(len(self.players)))
        # Where each has resigned a leg, the points decide after all.
        left = everybody - self.match_lost or everybody
        best = max(self.totals[seat] for seat in left)
        won = [seat in left and self.totals[seat] == best for seat in range(len(self.players))]
        return [float(winner) / sum(won) for winner in won]
