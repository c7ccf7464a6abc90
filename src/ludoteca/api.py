"""The public Python API: stable and documented. Nothing prints; all errors are LudotecaErrors."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.bots.in_process import choose_move
from ludoteca.core import records, registry
from ludoteca.core.errors import IllegalMove, OptionError
from ludoteca.core.game import Bot
from ludoteca.core.game import Game as CoreGame
from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.core.options import Option
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, quote

Json = dict[str, Any]


@dataclass(frozen=True)
class BotInfo:
    """A bot that a game offers."""

    level: int
    name: str
    about: str
    rating: int
    """The measured strength; the random player has 500."""


class BotPlayer:
    """A bot that plays. It sees only what the seat to move may see."""

    def __init__(self, game: CoreGame[Any], bot: Bot[Any], seed: str) -> None:
        self._game = game
        self._bot = bot
        self._random = Random(seed)
        self.level = bot.level
        self.name = bot.name

    def move(self, state: State) -> str:
        """Return the bot's move for the seat to move."""
        if state.seat() == NOBODY:
            raise IllegalMove(Refusal("game_over"))
        return self._game.write_move(state, choose_move(self._bot, state, self._random))


class Game:
    """A game. Its methods never change a state; `play` returns a new one."""

    def __init__(self, game: CoreGame[Any]) -> None:
        self._game = game
        self.name = game.name
        self.title = game.title
        self.rules_version = game.rules_version
        self.seats = game.seats
        """Fewest and most players."""
        self.roles = game.roles
        self.options: tuple[Option, ...] = game.options
        self.bots = [BotInfo(bot.level, bot.name, bot.about, bot.rating) for bot in game.bots]

    def __repr__(self) -> str:
        return f"<ludoteca game {self.name}>"

    def new(self, seats: int | None = None, seed: int | str | None = None, options: Json | None = None) -> State:
        """Return the first state of a game; without a seed every deal is different."""
        count = self._game.check_seats(self._game.seats[0] if seats is None else seats)
        return records.begin(self._game, count, self._game.check_options(options), _seed(seed), None)

    def load(self, position: Json, seed: int | str = "0") -> State:
        """Return the state of a position; PositionError says what is wrong with it."""
        state: State = self._game.read_position(position, KeyedRandom(_seed(seed)))
        return state

    def seat(self, state: State) -> int | None:
        """Return the seat to move, or None once the game is over."""
        seat = state.seat()
        return None if seat == NOBODY else seat

    def moves(self, state: State) -> list[str]:
        """Return all legal moves, as text."""
        return [self._game.write_move(state, move) for move in state.moves()]

    def play(self, state: State, move: str) -> State:
        """Return the state after a move; IllegalMove says why a move is not legal."""
        if not isinstance(move, str):
            raise IllegalMove(Refusal("move_not_text", {"value": quote(move)}))
        number = self._game.read_move(state, move)
        if isinstance(number, Refusal):
            raise IllegalMove(number, self._game.translations)
        after = state.copy()
        after.play(number)
        return after

    def scores(self, state: State) -> list[int]:
        """Return the score of each seat, now."""
        return state.scores()

    def result(self, state: State) -> list[float] | None:
        """Return 1 for a win, 0 for a loss, shares of 1 for a tie; None until the game is over."""
        return state.result() if state.seat() == NOBODY else None

    def view(self, state: State, seat: int | None = None) -> Json:
        """Return all that a seat may see; None is a spectator."""
        return self._game.make_view(state, self._viewer(state, seat))

    def choices(self, state: State, seat: int | None = None) -> Json:
        """Return what a board needs to let this seat choose a move; {} if it is not its turn."""
        return self._game.make_choices(state, self._viewer(state, seat))

    def position(self, state: State) -> Json:
        """Return the whole position, as the rules page defines it; `position(load(p)) == p`."""
        return self._game.write_position(state)

    def show(self, state: State, seat: int | None = None) -> str:
        """Return the text board, as a seat or a spectator sees it."""
        return self._game.render(self.view(state, seat))

    def bot(self, level_or_name: int | str, seed: int | str | None = None) -> BotPlayer:
        """Return a bot by level or name; with equal seeds it plays equally."""
        return BotPlayer(self._game, self._game.bot(level_or_name), _seed(seed))

    def _viewer(self, state: State, seat: int | None) -> int | None:
        high = len(state.scores()) - 1
        if seat is None or (type(seat) is int and 0 <= seat <= high):
            return seat
        raise OptionError(Refusal("seat", {"field": "seat", "high": high, "value": quote(seat)}))


def game_names() -> list[str]:
    """Return the names of all installed games, sorted."""
    return registry.game_names()


def game(name: str) -> Game:
    """Return a game by name; UnknownGame lists the names."""
    return Game(registry.find_game(name))


def record(
    game: str | Game,
    moves: Iterable[str] = (),
    *,
    seed: int | str,
    seats: int | Sequence[Json] | None = None,
    options: Json | None = None,
    start: Json | None = None,
) -> Json:
    """Return the record of a game, JSON-ready. The moves are checked and written in their standard form.

    `seats` is a number of players or a list of `{"name", "bot"}`; `start` is the position the game started from.
    """
    core = registry.find_game(game.name if isinstance(game, Game) else game)
    if seats is None or isinstance(seats, int):
        count = core.check_seats(core.seats[0] if seats is None else seats)
        entries: Any = [{"name": core.role(seat), "bot": None} for seat in range(count)]
    else:
        entries = seats
    given = {
        "game": core.name,
        "rules_version": core.rules_version,
        "options": core.check_options(options),
        "seed": records.read_seed(seed),
        "seats": entries,
        "moves": list(moves),
    }
    return records.read_record(given if start is None else {**given, "start": start}).standard().json()


def replay(record: Json) -> State:
    """Return the state at the end of a record; RecordError says which move is not legal and why."""
    return records.read_record(record).end()


def steps(record: Json) -> list[State]:
    """Return the state at the start of a record and after each of its moves."""
    return list(records.read_record(record).steps())


def _seed(seed: int | str | None) -> str:
    return secrets.token_hex(16) if seed is None else records.read_seed(seed)
