"""The declaration of a game: its name, its options, its hooks and its bots."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from ludoteca.core.errors import OptionError, UnknownBot
from ludoteca.core.generator import Random, RandomSource
from ludoteca.core.highscores import HighScore
from ludoteca.core.native import COMPILED
from ludoteca.core.options import Option, Options, check_options, read_options
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text, Translations, quote

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
    """The measured strength (docs/bots.md); the random player has 500."""

    @property
    def is_quick(self) -> bool:
        """Whether it thinks briefly; quick bots never wait for slow ones."""
        return self.simulations <= QUICK_SIMULATIONS

    def move(self, state: S, random: Random) -> int:
        """Return a move for play. In plain Python the bot thinks less instead of longer."""
        simulations = self.simulations
        if not COMPILED:
            simulations = max(simulations // PLAIN_SLOWDOWN, min(simulations, MIN_SIMULATIONS))
        return self.choose(state, random, simulations)


def _any_move(state: State, random: Random, simulations: int) -> int:
    return state.random_move(random)


RANDOM: Bot[Any] = Bot(level=0, name="random", about="Any legal move.", choose=_any_move, rating=500)
"""The random player, a baseline in every game."""


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """A game. docs/add-a-game.md explains every field."""

    name: str
    title: str
    about: str
    rules_version: int
    seats: tuple[int, int]
    """Fewest and most players."""
    roles: tuple[str, ...]
    """One name per seat, or () if seats differ only in turn order."""
    options: tuple[Option, ...]
    positional_options: tuple[tuple[str, ...], ...]
    """Options that the command line accepts by position: one tuple of names per number of values."""
    hidden_information: bool
    chance: bool
    """Whether anything is dealt or drawn; otherwise every seed gives the same game."""
    max_moves: int
    """An upper bound on the moves of a game."""
    translations: Translations
    rules: Callable[[], str]
    """The rules page, as Markdown."""
    start: Callable[[int, Options, RandomSource], S]
    parse_move: Callable[[S, str], int | Refusal]
    """Return the move that a text means. The text is in lower case without extra spaces; legality is checked later."""
    write_move: Callable[[S, int], str]
    read_position: Callable[[Any, RandomSource], S]
    write_position: Callable[[S], Json]
    make_view: Callable[[S, int | None], Json]
    make_choices: Callable[[S, int | None], Json]
    """Return what a board needs to let this seat choose a move; {} if it is not its turn."""
    describe_move: Callable[[S, int, S, int | None], list[Text]]
    """Say what a move did, as one perspective may know it: state before, move, state after, seat or None."""
    render: Callable[[Json], str]
    """Draw a view as a text board."""
    fallback: Callable[[S, Random], int]
    """Return a harmless legal move for an absent player."""
    bots: tuple[Bot[S], ...]
    """The levels that people can play against, from 1 up."""
    baselines: tuple[Bot[S], ...] = ()
    """Reference opponents to measure the levels against; found by name, not offered to players, all of level 0."""
    explain: Callable[[S, int], list[Text]] = lambda state, move: []
    """Say why a move is good, for a hint. The state is determinized for the seat to move."""
    solve: Callable[[S, int | None], list[Text] | Refusal] | None = None
    """Say what perfect play leads to and, given a legal move, what the move costs; a Refusal where that is not known.
    None in games that cannot be solved."""
    shared_view: bool = False
    """Whether all seats see the same, although something is hidden from all of them, like the order of a deck."""
    high_scores: Callable[[S], list[HighScore]] = lambda state: []
    """Return the high scores of a finished game."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Patterns in the text board and the colours of what they match: see terminal/colours.py."""

    def check_options(self, options: Any) -> Options:
        return check_options(self.options, options)

    def read_options(self, texts: Mapping[str, str]) -> Options:
        return read_options(self.options, texts)

    def check_seats(self, seats: Any) -> int:
        fewest, most = self.seats
        if type(seats) is int and fewest <= seats <= most:
            return seats
        raise OptionError(Refusal("seats", {"field": "seats", "low": fewest, "high": most, "value": quote(seats)}))

    def read_move(self, state: S, text: str) -> int | Refusal:
        """Return the legal move that a text means, or the reason why there is none."""
        if state.seat() == NOBODY:
            return Refusal("game_over")
        plain = " ".join(text.split())
        # Some other characters become ASCII letters in lower case.
        move = self.parse_move(state, plain.lower() if plain.isascii() else plain)
        if isinstance(move, Refusal):
            return move
        refusal = state.why_not(move)
        return move if refusal is None else refusal

    @property
    def curtain(self) -> bool:
        """Whether people who share a screen must not see each other's side."""
        return self.hidden_information and not self.shared_view

    def role(self, seat: int) -> str:
        """Return the name of a seat in commands: `weather`, or its number in games without roles."""
        return self.roles[seat] if self.roles else str(seat + 1)

    def seat_name(self, seat: int) -> str:
        """Return the name of a seat in sentences: `Weather`, or `Player 2`."""
        return self.translations.find(f"role_{self.role(seat)}") or f"Player {seat + 1}"

    def bot(self, wanted: int | str) -> Bot[S]:
        """Return the bot with this level or name."""
        for bot in (*self.bots, *self.baselines, RANDOM):
            if str(wanted).strip().lower() in (str(bot.level or bot.name), bot.name):
                return bot
        names = [f"{bot.level} ({bot.name})" for bot in self.bots]
        raise UnknownBot(Refusal("unknown_bot", {"game": self.title, "wanted": quote(wanted), "names": names}))
