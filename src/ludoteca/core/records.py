"""Records of games: the one format for saved games, replays, bug reports and test fixtures."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.game import Game, Json
from ludoteca.core.generator import KeyedRandom
from ludoteca.core.options import Options
from ludoteca.core.registry import find_game
from ludoteca.core.seeds import LONGEST_SEED, read_seed
from ludoteca.core.state import State
from ludoteca.core.translations import Params, Refusal, quote

FIELDS = ("game", "rules_version", "options", "seed", "seats", "moves", "start")
LONGEST_NAME = 80

T = TypeVar("T")


@dataclass(frozen=True)
class Seat:
    """The player of a seat: a name, and the level of a bot."""

    name: str
    bot: int | None = None


@dataclass(frozen=True)
class Record:
    """A game from its start; moves that were undone are left out."""

    game: Game[Any]
    options: Options
    seed: str
    seats: tuple[Seat, ...]
    moves: tuple[str, ...]
    start: Json | None = None

    def begin(self) -> State:
        """Return the state before the first move."""
        return begin(self.game, len(self.seats), self.options, self.seed, self.start)

    def steps(self) -> Iterator[State]:
        """Yield the state at the start and after each move; RecordError names a move that is not legal."""
        state = self.begin()
        yield state
        for number, text in enumerate(self.moves, start=1):
            move = self.game.read_move(state, text)
            if isinstance(move, Refusal):
                why = Refusal("record_move", {"number": number, "move": quote(text), "reason": move})
                raise RecordError(why, self.game.translations)
            state = state.copy()
            state.play(move)
            yield state

    def end(self) -> State:
        """Return the state after the last move."""
        for last in self.steps():
            state = last
        return state

    def standard(self) -> Record:
        """Return the record with every move written in its standard form."""
        moves = []
        for state, text in zip(self.steps(), self.moves, strict=False):
            move = self.game.read_move(state, text)
            moves.append(text if isinstance(move, Refusal) else self.game.write_move(state, move))
        return replace(self, moves=tuple(moves))

    def json(self) -> Json:
        record: Json = {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "options": dict(self.options),
            "seed": self.seed,
            "seats": [{"name": seat.name, "bot": seat.bot} for seat in self.seats],
            "moves": list(self.moves),
        }
        return record if self.start is None else {**record, "start": self.start}

    def text(self) -> str:
        """Return the contents of a record file, with one move per line to keep diffs small."""
        return json.dumps(self.json(), indent=1) + "\n"


def begin(game: Game[Any], seats: int, options: Options, seed: str, start: Json | None) -> State:
    """Return the first state of a game, dealt or read from a position. All its chance comes from the seed."""
    random = KeyedRandom(seed)
    state: State = game.start(seats, options, random) if start is None else game.read_position(start, random)
    return state


def parse_record(text: str | bytes) -> Record:
    """Read a record from the text of a file."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _error("record_not_json", {"reason": quote(str(error))}) from None
    return read_record(value)


def read_record(value: Any) -> Record:
    """Read a record from JSON. Its moves are not checked until it is replayed."""
    if not isinstance(value, dict):
        raise _error("record_not_object", {"value": quote(value)})
    for field in value:
        if field not in FIELDS:
            raise _error("record_unknown", {"field": quote(field), "names": list(FIELDS)})
    for field in FIELDS:
        if field not in value and field != "start":
            raise _error("record_missing", {"field": field})
    game = _part("game", lambda: find_game(value["game"]))
    version = value["rules_version"]
    if version != game.rules_version or isinstance(version, bool):
        params = {"version": quote(version), "game": game.title, "ours": game.rules_version}
        raise _error("record_version", params)
    if not isinstance(value["seed"], str):
        raise _error("record_text", {"field": "seed", "high": LONGEST_SEED, "value": quote(value["seed"])})
    record = Record(
        game,
        _part("options", lambda: game.check_options(value["options"])),
        _part("seed", lambda: read_seed(value["seed"])),
        _read_seats(game, value["seats"]),
        _read_moves(game, value["moves"]),
        value.get("start"),
    )
    count = len(_part("start", record.begin).scores())
    if count != len(record.seats):
        raise _error("record_seats", {"low": count, "high": count, "value": quote(value["seats"])})
    return record


def _read_seats(game: Game[Any], value: Any) -> tuple[Seat, ...]:
    fewest, most = game.seats
    if not isinstance(value, list) or not fewest <= len(value) <= most:
        raise _error("record_seats", {"low": fewest, "high": most, "value": quote(value)})
    return tuple(_read_seat(number, entry) for number, entry in enumerate(value))


def _read_seat(number: int, value: Any) -> Seat:
    if isinstance(value, dict) and set(value) <= {"name", "bot"}:
        name, bot = value.get("name"), value.get("bot")
        if isinstance(name, str) and len(name) <= LONGEST_NAME and (bot is None or type(bot) is int):
            return Seat(name, bot)
    raise _error("record_seat", {"number": number, "high": LONGEST_NAME})


def _read_moves(game: Game[Any], value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(move, str) for move in value):
        raise _error("record_moves", {"value": quote(value)})
    if len(value) > game.max_moves:
        raise _error("record_too_long", {"count": len(value), "game": game.title, "high": game.max_moves})
    return tuple(value)


def _part(part: str, read: Callable[[], T]) -> T:
    try:
        return read()
    except LudotecaError as error:
        raise RecordError(Refusal("record_part", {"part": part, "reason": error.refusal}), error.translations) from None


def _error(code: str, params: Params) -> RecordError:
    return RecordError(Refusal(code, params))


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
    found = find_game(game.name if isinstance(game, Game) else game)
    if seats is None or isinstance(seats, int):
        count = found.check_seats(found.seats[0] if seats is None else seats)
        entries: Any = [{"name": found.role(seat), "bot": None} for seat in range(count)]
    else:
        entries = seats
    given = {
        "game": found.name,
        "rules_version": found.rules_version,
        "options": found.check_options(options),
        "seed": read_seed(seed),
        "seats": entries,
        "moves": list(moves),
    }
    return read_record(given if start is None else {**given, "start": start}).standard().json()


def replay(record: Json) -> State:
    """Return the state at the end of a record; RecordError says which move is not legal and why."""
    return read_record(record).end()


def steps(record: Json) -> list[State]:
    """Return the state at the start of a record and after each of its moves."""
    return list(read_record(record).steps())
