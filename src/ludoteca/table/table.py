"""The table: the state of a room after the events so far. Only `apply` in fold.py changes it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal

from mypy_extensions import mypyc_attr

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.languages import ENGLISH
from ludoteca.core.options import Options
from ludoteca.core.records import Record, Seat
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.table.clock import NO_CLOCK
from ludoteca.table.clock_state import ClockState
from ludoteca.table.history import LogEntry, PlayedMove
from ludoteca.table.settings import RoomSettings

Phase = Literal["waiting", "playing", "over", "closed"]
MAX_EVENTS_PER_MOVE = 20
"""Most events in one game, per move that the game can have."""
RESERVED_EVENTS_PER_MOVE = 5
"""The part of them that only moves, resigning and deadlines may use, so that the game can be finished."""
MAX_OTHER_ENTRIES = 1000
"""Log entries that are not moves: the newest this many stay in memory, and always fewer than twice as many."""


class TableError(LudotecaError):
    """A log that cannot be folded, because its game is not installed or its rules have changed."""


@dataclass(slots=True)
class Player:
    """What is on a seat: a person (by the device that holds the token), a bot, or nobody."""

    device: str | None = None
    name: str = ""
    level: int | None = None
    addresses: tuple[str, ...] = ()
    """Keyed hashes of the network addresses that the person came from."""
    avatar: str = ""
    """The token that the person chose; empty for the one of the name."""

    @property
    def is_person(self) -> bool:
        return self.device is not None

    @property
    def is_free(self) -> bool:
        return self.device is None and self.level is None


@dataclass(slots=True)
class UndoOffer:
    seat: int
    move_count: int
    agreed: set[int]


@dataclass(frozen=True, slots=True)
class Deal:
    """The fair deal of the present game; it does not change after the start."""

    game: int
    """The number of the game in the room, from 1."""
    commitment: str
    secret: str
    nonces: tuple[str, ...]
    missing: tuple[int, ...]
    """The lowest seat of each device that added no nonce."""


@mypyc_attr(acyclic=True)
class TriedMove:
    """A legal move that was read and tried out, so that neither is done again when it is applied."""

    __slots__ = ("after", "before", "move", "text")

    def __init__(self, before: State, text: str, move: int, after: State) -> None:
        self.before = before
        self.text = text
        self.move = move
        self.after = after


class Table:
    """The state of a room."""

    game: Game[Any]

    def __init__(self) -> None:
        self.seq = 0
        self.at_ms = 0
        """The time of the last event."""
        self.version = 0
        """The seq of the last event that changed the position."""
        self.changed_ms = 0
        """The time of that event."""
        self.phase: Phase = "waiting"
        self.host = ""
        self.epoch = 0
        """How often the store has lost events of this room."""
        self.created_ms = 0
        self.options: Options = {}
        self.settings = RoomSettings()
        self.players: list[Player] = []
        self.seating_version = 0
        """Incremented by every event except moves; invalidates cached seat information."""
        self.person_seats: list[int] = []
        """The seats that people hold."""
        self.keys: dict[str, int] = {}
        """Hashes of the keys of personal links, and the seats they move."""
        self.leg = 0
        self.totals: list[int] = []
        self.match_lost: set[int] = set()
        """Seats whose player resigned a leg of this match; they rotate with the players."""
        self.match_void = False
        """A leg of this match was abandoned."""
        self.start: dict[str, Any] | None = None
        """The position that the present game started from, if it was not dealt."""
        self.imported = False
        """The present game comes from a record."""
        self.game_count = 0
        """How many games were started in this room."""
        self.secret = ""
        """The server's part of the next game's seed. Players know its commitment."""
        self.nonces: dict[str, str] = {}
        """The nonces for the next deal, by device."""
        self.unready: set[str] = set()
        """Devices of people who have not agreed to the options, settings and roles as they are."""
        self.ready_ms: int | None = None
        """Since when only nonces or the countdown are missing for the next game to start."""
        self.deal: Deal | None = None
        """The deal of the present game, if it was a fair deal."""
        self.tried: TriedMove | None = None
        """A cache: the last move that was decided. It says nothing that the log does not."""
        self.begin_game("")

    def begin_game(self, seed: str) -> None:
        """Reset everything that belongs to one game."""
        self.seed = seed
        self.start_seq = self.seq
        """The seq of the event that started the game."""
        self.state: State | None = None
        self.checkpoints: dict[int, State] = {}
        """States that undo can return to, by the number of moves before them; see `add_checkpoint`."""
        self.moves: list[PlayedMove] = []
        self.log_entries: list[LogEntry] = []
        self.casual = self.starts_casual
        """The game does not count. The host can choose this; a hint, an undo past a reveal, a chosen seed or a loaded
        position make it so for good, and so does a move that is not the player's own."""
        self.resigned: set[int] = set()
        self.abandoned = False
        self.away: set[int] = set()
        self.substitutes: dict[int, int] = {}
        """The levels of the bots that play for absent players; without one, the fallback plays."""
        self.forfeited: set[int] = set()
        """Seats that lost by absence; they are in `resigned` too."""
        self.open_agreed: dict[int, set[int]] = {}
        """For the seat of an absent player: the seats that agree to let somebody else take it."""
        self.open_seats: set[int] = set()
        """Seats of absent players that somebody else may take."""
        self.autoplay_turn: tuple[int, int] | None = None
        """The seat and the turn that a bot plays on request."""
        self.overdue: tuple[int, int] | None = None
        """The seat and the turn whose time ran out."""
        self.lost_on_time: set[int] = set()
        """Seats that lost on time; they are in `resigned` too."""
        self.clock_state = ClockState(NO_CLOCK, [])
        self.outage_until_ms = 0
        self.undo_refused: dict[int, tuple[int, int]] = {}
        """Per seat: how often its undo was declined, and after how many moves the last time."""
        self.undo_offer: UndoOffer | None = None
        self.abandon_asked: set[int] = set()
        self.play_again_asked: set[int] = set()

    def add_checkpoint(self, state: State) -> None:
        """Keep the state after the moves so far; the caller must not change it.

        Older checkpoints thin out: those after every second move, every fourth, every eighth ... each reach back twice
        as far. So there are about log2(moves) of them, and undoing n moves replays at most about 2n.
        """
        number = len(self.moves)
        self.checkpoints[number] = state
        if number:
            self.checkpoints.pop(number - 2 * (number & -number), None)

    def why_too_long(self, more: int = 0) -> Refusal | None:
        """Say why only moves, resigning and deadlines are left; `more` allows that many more events per move."""
        most = (MAX_EVENTS_PER_MOVE - RESERVED_EVENTS_PER_MOVE + more) * self.game.max_moves
        return Refusal("game_too_long", {"high": most}) if self.seq - self.start_seq >= most else None

    @property
    def has_shared_device(self) -> bool:
        """Whether two seats of people share a device or a network address."""
        people = [self.players[seat] for seat in self.person_seats]
        marks = [mark for player in people for mark in {player.device, *player.addresses}]
        return len(marks) > len(set(marks))

    @property
    def is_full(self) -> bool:
        return not any(player.is_free for player in self.players)

    def seats_of(self, device: str) -> list[int]:
        return [seat for seat, player in enumerate(self.players) if player.device == device]

    def to_move(self) -> int:
        """Return the seat to move; NOBODY unless a game is being played."""
        return self.state.seat() if self.state is not None and self.phase == "playing" else NOBODY

    def automated_by(self, seat: int) -> Literal["bot", "fallback"] | None:
        """Return what plays this seat instead of a person: a bot, or the fallback; None if the person does."""
        if seat in self.resigned or self._this_turn(self.overdue, seat):
            return "fallback"
        if seat in self.away:
            return "bot" if seat in self.substitutes else "fallback"
        return "bot" if self.players[seat].level is not None or self._this_turn(self.autoplay_turn, seat) else None

    def _this_turn(self, granted: tuple[int, int] | None, seat: int) -> bool:
        return granted is not None and self.state is not None and granted == (seat, self.state.turn())

    def bot_level(self, seat: int) -> int:
        """Return the level of the bot that plays this seat; a turn played on request gets the best one."""
        level = self.substitutes.get(seat) if seat in self.away else self.players[seat].level
        return self.game.levels[-1].level if level is None else level

    @property
    def clock_runs(self) -> bool:
        """Whether a player's time is running."""
        return self.phase == "playing" and self.settings.clock.per != "none"

    @property
    def hints_allowed(self) -> bool:
        """Whether hints are allowed: in casual rooms, and where one device holds the seats of all people."""
        return self.settings.casual or len({self.players[seat].device for seat in self.person_seats}) == 1

    @property
    def starts_casual(self) -> bool:
        """Whether a game is casual from its start."""
        return self.settings.casual or self.start is not None or self.imported

    @property
    def origin(self) -> Literal["deal", "position", "record"]:
        """How the present game began."""
        return "record" if self.imported else "deal" if self.start is None else "position"

    @property
    def is_seed_secret(self) -> bool:
        """Whether the seed still decides something that players must not know."""
        return (self.game.hidden_information or self.game.chance) and self.phase == "playing"

    @property
    def deep_undo_allowed(self) -> bool:
        """Whether undo may reach past a reveal: in casual rooms, and for one person among bots."""
        return self.settings.casual or len(self.person_seats) == 1 < len(self.players)

    def name(self, seat: int) -> str:
        return self.players[seat].name or self.game.seat_name(seat)

    def names(self, language: str = ENGLISH) -> list[str]:
        """Return the name of every seat, as a reader of this language sees it."""
        translations = self.game.translations.to(language)
        return [
            translations.player_name(player.name) if player.name else self.game.seat_name(seat, language)
            for seat, player in enumerate(self.players)
        ]

    def record(self) -> Record:
        """Return the present game as a record. It holds the seed: the caller must not leak it."""
        seats = tuple(Seat(self.name(seat), player.level) for seat, player in enumerate(self.players))
        return Record(self.game, self.options, self.seed, seats, tuple(move.text for move in self.moves), self.start)

    def result(self) -> list[float] | None:
        """Return each seat's share of the win, which add up to 1; None while the game runs or if it was abandoned."""
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
        """Return each seat's share of the match after its last leg: by total points, unless somebody resigned a leg."""
        legs = self.settings.legs
        if legs < 2 or self.leg < legs or self.phase in ("waiting", "playing") or self.match_void:
            return None
        everybody = set(range(len(self.players)))
        # If everybody resigned a leg, the points decide after all.
        left = everybody - self.match_lost or everybody
        best = max(self.totals[seat] for seat in left)
        won = [seat in left and self.totals[seat] == best for seat in range(len(self.players))]
        return [float(winner) / sum(won) for winner in won]


def fields_of(table: Table) -> dict[str, Any]:
    """Return the fields of a table by name. A compiled table has no `__dict__`."""
    names: Iterable[str] = getattr(type(table), "__mypyc_attrs__", None) or vars(table)
    return {name: getattr(table, name) for name in names if hasattr(table, name)}
