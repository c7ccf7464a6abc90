"""The block that declares a game: what it is called, what it needs, and the functions that make it."""

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
PLAIN_SHARE: Final = 20
"""About how much slower plain Python is than compiled rules."""
FEWEST_SIMULATIONS: Final = 3
"""A bot that makes so few makes them in plain Python too: without any it would play otherwise."""


QUICK_SIMULATIONS: Final = 500
"""With so few a bot moves within a few hundredths of a second: docs/bots.md has the times of all levels."""


@dataclass(frozen=True)
class Bot(Generic[S]):
    """A player of the house. It is only ever handed a state that was redealt for its seat."""

    level: int
    name: str
    about: str
    choose: Callable[[S, Random, int], int]
    """The move, given its own chance and how many simulations it may make; one that makes none ignores the number."""
    simulations: int = 0
    """A move's worth of thought. Counted and not timed, so that equal seeds give equal games on every machine."""
    rating: int = 0
    """Its strength as the arena measured it: docs/bots.md says how. A player who moves by chance has 500."""

    @property
    def is_quick(self) -> bool:
        """Whether its thought is short, so that it never has to wait for bots whose thought is long."""
        return self.simulations <= QUICK_SIMULATIONS

    def move(self, state: S, random: Random) -> int:
        """The move it makes at a table. Uncompiled it thinks less rather than longer."""
        simulations = self.simulations
        if not COMPILED:
            simulations = max(simulations // PLAIN_SHARE, min(simulations, FEWEST_SIMULATIONS))
        return self.choose(state, random, simulations)


def _any_move(state: State, random: Random, simulations: int) -> int:
    return state.random_move(random)


RANDOM: Bot[Any] = Bot(level=0, name="random", about="Any legal move.", choose=_any_move, rating=500)
"""A sparring partner in every game."""


@dataclass(frozen=True, eq=False)
class Game(Generic[S]):
    """A game as one block. docs/add-a-game.md explains every line of it."""

    name: str
    title: str
    about: str
    rules_version: int
    seats: tuple[int, int]
    """Fewest and most players."""
    roles: tuple[str, ...]
    """One name per seat, or () where seats differ only in turn order."""
    options: tuple[Option, ...]
    positional_options: tuple[tuple[str, ...], ...]
    """Options that may be given by place on the command line, one tuple per allowed form."""
    hidden_information: bool
    chance: bool
    """Whether the game has chance of its own (a deal, a draw); without any, every seed gives the same game."""
    max_moves: int
    """No game has more moves."""
    translations: Translations
    rules: Callable[[], str]
    """The rules page, as Markdown."""
    start: Callable[[int, Options, RandomSource], S]
    parse_move: Callable[[S, str], int | Refusal]
    """A move from text, given in small letters without spare blanks; legality is `why_not`'s."""
    write_move: Callable[[S, int], str]
    read_position: Callable[[Any, RandomSource], S]
    write_position: Callable[[S], Json]
    make_view: Callable[[S, int | None], Json]
    make_choices: Callable[[S, int | None], Json]
    """What a board must know to let this seat choose; {} when it is not its turn."""
    describe_move: Callable[[S, int, S, int | None], list[Text]]
    render: Callable[[Json], str]
    fallback: Callable[[S, Random], int]
    bots: tuple[Bot[S], ...]
    """The levels that people can play against, rising from 1."""
    baselines: tuple[Bot[S], ...] = ()
    """Known players against whom the levels are measured, found by name, not offered at tables; their level is 0."""
    explain: Callable[[S, int], list[Text]] = lambda state, move: []
    """What speaks for a good move, in words, for a hint; the state is one as the seat to move imagines it."""
    solve: Callable[[S, int | None], list[Text] | Refusal] | None = None
    """What perfect play leads to from a state and, if a legal move is given, what that costs; why not where it is not
    known. None in games that cannot be solved."""
    shared_view: bool = False
    """Everybody sees the same, though something is hidden from all of them: the order of a deck."""
    high_scores: Callable[[S], list[HighScore]] = lambda state: []
    """What a finished game brings to the lists of the best."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Patterns in the text board and the paint of what they find, where there are colours: see terminal/colours.py."""

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
        """The legal move that a text means, or why there is none."""
        if state.seat() == NOBODY:
            return Refusal("game_over")
        plain = " ".join(text.split())
        # Only ASCII: the small form of some other signs is a plain letter.
        move = self.parse_move(state, plain.lower() if plain.isascii() else plain)
        if isinstance(move, Refusal):
            return move
        refusal = state.why_not(move)
        return move if refusal is None else refusal

    @property
    def curtain(self) -> bool:
        """Whether people at one screen must not see each other's side."""
        return self.hidden_information and not self.shared_view

    def role(self, seat: int) -> str:
        """What the seat is called in commands: `weather`, or its number where seats have no roles."""
        return self.roles[seat] if self.roles else str(seat + 1)

    def seat_name(self, seat: int) -> str:
        """What the seat is called in sentences: `Weather`, or `Player 2`."""
        return self.translations.find(f"role_{self.role(seat)}") or f"Player {seat + 1}"

    def bot(self, wanted: int | str) -> Bot[S]:
        """The bot of a level, or of a name."""
        for bot in (*self.bots, *self.baselines, RANDOM):
            if str(wanted).strip().lower() in (str(bot.level or bot.name), bot.name):
                return bot
        names = [f"{bot.level} ({bot.name})" for bot in self.bots]
        raise UnknownBot(Refusal("unknown_bot", {"game": self.title, "wanted": quote(wanted), "names": names}))
