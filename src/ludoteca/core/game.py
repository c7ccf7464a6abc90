"""What a game is: the base class of all games, and what a bot is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar, final

from ludoteca.core.board import Board
from ludoteca.core.bot_player import BotInfo, BotPlayer
from ludoteca.core.errors import IllegalMove, OptionError, UnknownBot
from ludoteca.core.generator import KeyedRandom, Random, RandomSource
from ludoteca.core.highscores import HighScore
from ludoteca.core.ints import Numbers
from ludoteca.core.languages import ENGLISH
from ludoteca.core.move_text import read_move
from ludoteca.core.native import COMPILED
from ludoteca.core.options import Option, Options, check_options, read_options
from ludoteca.core.seeds import read_or_draw_seed, read_seed
from ludoteca.core.state import NOBODY, State
from ludoteca.core.text_board import show_view
from ludoteca.core.translations import Refusal, Text, Translations, quote, read_rules

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    S = TypeVarWithDefault("S", bound=State, default=Any)  # `Game` alone is Game[Any]
else:
    S = TypeVar("S", bound=State)
Json = dict[str, Any]
PLAIN_SLOWDOWN: Final = 20
"""How much slower plain Python is than compiled rules, roughly."""
MIN_SIMULATIONS: Final = 3
"""Plain Python makes at least these, if the bot simulates at all: without any it would be a different bot."""
QUICK_SIMULATIONS: Final = 500
"""A bot with at most these moves within a few hundredths of a second; docs/bots.md has the times of all levels."""


@dataclass(frozen=True)
class Bot(Generic[S]):
    """A bot. It only ever gets a state determinized for its seat."""

    level: int
    name: str
    about: str
    choose: Callable[[S, Random, int], int]
    """Return a move, given a state, the bot's own generator and how many simulations to make."""
    simulations: int = 0
    """The budget per move. Simulations are counted, not timed, so equal seeds give equal games on every machine."""
    rating: int = 0
    """The measured strength (docs/bots.md); the random player has 500, and 0 means that nobody has measured it."""
    rank: Callable[[S, Random, int], Numbers] | None = None
    """Given the same, return the moves it considers, the best first, for hints; None if it knows only its best."""

    @property
    def is_quick(self) -> bool:
        """Whether it thinks briefly; quick bots never wait for slow ones."""
        return self.simulations <= QUICK_SIMULATIONS

    def move(self, state: S, random: Random) -> int:
        """Return a move for play. In plain Python the bot thinks less instead of longer."""
        return self.choose(state, random, self._budget())

    def rank_moves(self, state: S, random: Random) -> list[int]:
        """Return the moves that it considers, the best first; only its own move if it cannot rank them."""
        return [self.move(state, random)] if self.rank is None else list(self.rank(state, random, self._budget()))

    def _budget(self) -> int:
        if COMPILED:
            return self.simulations
        return max(self.simulations // PLAIN_SLOWDOWN, min(self.simulations, MIN_SIMULATIONS))


def _any_move(state: State, random: Random, simulations: int) -> int:
    return state.random_move(random)


RANDOM: Bot[Any] = Bot(level=0, name="random", about="Any legal move.", choose=_any_move, rating=500)
"""The random player, a baseline in every game."""


class Game(Generic[S]):
    """A game: a class with declared attributes and hooks, of which the registry makes one instance.

    An author declares the attributes and writes the hooks (docs/add-a-game.md). The other methods are final: they are
    the public API and what the rest of Ludoteca calls. None changes a state; `play` returns a new one.
    """

    # What a game declares.

    name: str
    title: str
    about: str
    """One line for the game's card."""
    rules_version: int
    """Raise it when the same seed and moves would lead to another position."""
    seats: tuple[int, int]
    """Fewest and most players."""
    max_moves: int
    """An upper bound on the moves of a game."""
    translations: Translations
    roles: tuple[str, ...] = ()
    """One name per seat, or () if seats differ only in turn order."""
    options: tuple[Option, ...] = ()
    positional_options: tuple[tuple[str, ...], ...] = ()
    """Options that the command line accepts by position: one tuple of names per number of values."""
    hidden_information: bool = False
    chance: bool = False
    """Whether anything is dealt or drawn; otherwise every seed gives the same game."""
    shared_view: bool = False
    """Whether all seats see the same, although something is hidden from all of them, like the order of a deck."""
    levels: tuple[Bot[S], ...] = ()
    """The bots that people can play against, from level 1 up."""
    baselines: tuple[Bot[S], ...] = ()
    """Reference opponents to measure the levels against; found by name, not offered to players, all of level 0."""
    newcomer_seat: int = 0
    """The seat for somebody's first game against a bot."""
    options_first: bool = False
    """Whether choosing options is the first thing to do, so that a page does not fold them."""
    minutes: int = 0
    """About how long a game takes; 0 if nobody knows."""
    lesson_conditions: Mapping[str, Callable[[Any, Any, Any], bool]] = {}
    """What the goals of the game's lesson can ask for: see core/lessons.py."""

    # Hooks that every game writes.

    def start(self, seats: int, options: Options, random: RandomSource) -> S:
        """Return the first state."""
        raise NotImplementedError

    def parse_move(self, state: S, text: str) -> int | Refusal:
        """Return the move that a text means. It is in lower case without extra spaces; legality is checked later."""
        raise NotImplementedError

    def write_move(self, state: S, move: int) -> str:
        """Return the standard text of a legal move."""
        raise NotImplementedError

    def read_position(self, data: Any, random: RandomSource) -> S:
        """Return the state of a position; PositionError says what is wrong with it."""
        raise NotImplementedError

    def write_position(self, state: S) -> Json:
        """Return the whole position, JSON-ready."""
        raise NotImplementedError

    def make_view(self, state: S, seat: int | None) -> Json:
        """Return all that a seat may see, JSON-ready; None is a spectator."""
        raise NotImplementedError

    def describe_move(self, before: S, move: int, after: S, seat: int | None) -> list[Text]:
        """Say what a move did, as one perspective may know it."""
        raise NotImplementedError

    def board(self, view: Json, choices: Json) -> Board:
        """Describe the board of a view; given the choices of its seat, also its moves. See core/board.py."""
        raise NotImplementedError

    def render(self, view: Json) -> str:
        """Draw a view as a text board, in a game that does not describe its board."""
        raise NotImplementedError

    # Hooks that a game writes if this default does not suit it.

    def make_final_view(self, state: S, seat: int | None) -> Json:
        """Return what a perspective sees once nobody plays on, after a resignation too."""
        return self.make_view(state, seat)

    def make_choices(self, state: S, seat: int | None) -> Json:
        """Return what a board needs to let this seat choose a move; {} if it is not its turn."""
        return {"kind": "list", "moves": self.moves(state)} if seat is not None and seat == state.seat() else {}

    def fallback(self, state: S, random: Random) -> int:
        """Return a harmless legal move for an absent player."""
        return state.random_move(random)

    def explain(self, state: S, move: int) -> list[Text]:
        """Say why a move is good, for a hint. The state is determinized for the seat to move."""
        return []

    def solve(self, state: S, move: int | None) -> list[Text] | Refusal:
        """Say what perfect play leads to and, given a legal move, what the move costs; a Refusal if that is unknown."""
        raise NotImplementedError

    def high_scores(self, state: S) -> list[HighScore]:
        """Return the high scores of a finished game."""
        return []

    def rules(self) -> str:
        """Return the rules page, as Markdown: `page/rules.md` of the game's package."""
        return read_rules(sys.modules[type(self).__module__].__package__ or "")

    # The public API.

    @final
    def new(self, seats: int | None = None, seed: int | str | None = None, options: Json | None = None) -> S:
        """Return the first state of a game; without a seed every deal is different."""
        count = self.check_seats(self.seats[0] if seats is None else seats)
        return self.start(count, self.check_options(options), KeyedRandom(read_or_draw_seed(seed)))

    @final
    def load(self, position: Json, seed: int | str = "0") -> S:
        """Return the state of a position; PositionError says what is wrong with it."""
        return self.read_position(position, KeyedRandom(read_seed(seed)))

    @final
    def seat(self, state: S) -> int | None:
        """Return the seat to move, or None once the game is over."""
        seat = state.seat()
        return None if seat == NOBODY else seat

    @final
    def moves(self, state: S) -> list[str]:
        """Return all legal moves, as text."""
        return [self.write_move(state, move) for move in state.moves()]

    @final
    def play(self, state: S, move: str) -> S:
        """Return the state after a move; IllegalMove says why a move is not legal."""
        if not isinstance(move, str):
            raise IllegalMove(Refusal("move_not_text", {"value": quote(move)}))
        number = self.read_move(state, move)
        if isinstance(number, Refusal):
            raise IllegalMove(number, self.translations)
        after = state.copy()
        after.play(number)
        return after

    @final
    def scores(self, state: S) -> list[int]:
        """Return the score of each seat, now."""
        return state.scores()

    @final
    def result(self, state: S) -> list[float] | None:
        """Return 1 for a win, 0 for a loss, shares of 1 for a tie; None until the game is over."""
        return state.result() if state.seat() == NOBODY else None

    @final
    def view(self, state: S, seat: int | None = None) -> Json:
        """Return all that a seat may see; None is a spectator."""
        return self.make_view(state, _check_perspective(state, seat))

    @final
    def choices(self, state: S, seat: int | None = None) -> Json:
        """Return what a board needs to let this seat choose a move; {} if it is not its turn."""
        return self.make_choices(state, _check_perspective(state, seat))

    @final
    def position(self, state: S) -> Json:
        """Return the whole position, as the rules page defines it; `position(load(p)) == p`."""
        return self.write_position(state)

    @final
    def show(self, state: S, seat: int | None = None) -> str:
        """Return the text board, as a seat or a spectator sees it."""
        return show_view(self, self.view(state, seat))

    @property
    @final
    def bots(self) -> list[BotInfo]:
        """The bots that people can play against, from level 1 up."""
        return [BotInfo(bot.level, bot.name, bot.about, bot.rating) for bot in self.levels]

    @final
    def bot(self, level_or_name: int | str, seed: int | str | None = None) -> BotPlayer:
        """Return a bot by level or name; with equal seeds it plays equally."""
        return BotPlayer(self, self.find_bot(level_or_name), read_or_draw_seed(seed))

    # What the rest of Ludoteca asks a game.

    @final
    def find_bot(self, wanted: int | str) -> Bot[S]:
        """Return the bot with this level or name, to be asked with `choose_move`."""
        for bot in (*self.levels, *self.baselines, RANDOM):
            if str(wanted).strip().lower() in (str(bot.level or bot.name), bot.name):
                return bot
        names = [f"{bot.level} ({bot.name})" for bot in self.levels]
        raise UnknownBot(Refusal("unknown_bot", {"game": self.title, "wanted": quote(wanted), "names": names}))

    @final
    def read_move(self, state: S, text: str) -> int | Refusal:
        """Return the legal move that a text means, or the reason why there is none."""
        return read_move(self.parse_move, state, text)

    @final
    def check_options(self, options: Any) -> Options:
        return check_options(self.options, options)

    @final
    def read_options(self, texts: Mapping[str, str]) -> Options:
        return read_options(self.options, texts)

    @final
    def check_seats(self, seats: Any) -> int:
        fewest, most = self.seats
        if type(seats) is int and fewest <= seats <= most:
            return seats
        raise OptionError(Refusal("seats", {"field": "seats", "low": fewest, "high": most, "value": quote(seats)}))

    @property
    @final
    def curtain(self) -> bool:
        """Whether people who share a screen must not see each other's side."""
        return self.hidden_information and not self.shared_view

    @property
    @final
    def is_solvable(self) -> bool:
        """Whether the game has a `solve` of its own."""
        return type(self).solve is not Game.solve

    @property
    @final
    def describes_board(self) -> bool:
        """Whether the game has a `board` of its own; otherwise it has `render`."""
        return type(self).board is not Game.board

    @final
    def role(self, seat: int) -> str:
        """Return the name of a seat in commands: `weather`, or its number in games without roles."""
        return self.roles[seat] if self.roles else str(seat + 1)

    @final
    def seat_name(self, seat: int, language: str = ENGLISH) -> str:
        """Return the name of a seat in sentences: `Weather`, or `Player 2`."""
        return self.translations.to(language).role(self.role(seat))

    @final
    def rules_in(self, language: str) -> str:
        """Return the rules page in a language, as Markdown; the English one if there is no other."""
        if type(self).rules is not Game.rules:
            return self.rules()
        return read_rules(sys.modules[type(self).__module__].__package__ or "", language)

    # How the class is used.

    def __new__(cls, game: Game[S] | None = None) -> Game[S]:
        """Make the game of a subclass. `Game(game)` is that game itself."""
        if cls is Game and isinstance(game, Game):
            return game
        if game is not None:
            raise TypeError(f"{cls.__name__} takes no arguments; ludoteca.game(name) returns an installed game")
        if missing := [name for name in REQUIRED if getattr(cls, name, None) is getattr(Game, name, None)]:
            raise TypeError(f"{cls.__name__} lacks {', '.join(missing)}")
        if cls.board is Game.board and cls.render is Game.render:
            raise TypeError(f"{cls.__name__} lacks board or render")
        return super().__new__(cls)

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in vars(cls):
            method = vars(Game).get(name)
            if getattr(getattr(method, "fget", method), "__final__", False):
                raise TypeError(f"{cls.__name__} overrides {name}, which is final")

    def __repr__(self) -> str:
        return f"<ludoteca game {self.name}>"

    def __reduce__(self) -> tuple[Callable[[str], Game[Any]], tuple[str]]:
        from ludoteca.core.registry import find_game  # not above: the registry imports this module

        return find_game, (self.name,)


REQUIRED: Final = (
    *("name", "title", "about", "rules_version", "seats", "max_moves", "translations"),
    *("start", "parse_move", "write_move", "read_position", "write_position", "make_view", "describe_move"),
)
"""What every game declares or writes."""


def _check_perspective(state: State, seat: Any) -> int | None:
    high = len(state.scores()) - 1
    if seat is None or (type(seat) is int and 0 <= seat <= high):
        return seat
    raise OptionError(Refusal("seat", {"field": "seat", "high": high, "value": quote(seat)}))
