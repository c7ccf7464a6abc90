"""What every game must fulfil, whoever wrote it. `check(GAME)` plays games and tries the whole contract on them.

    from ludoteca.core.conformance import check
    check(GAME)          # raises ConformanceError with a sentence and the moves that led there

Each check is one function over a `Case`, a state met in a random game; `CHECKS` lists them.
"""

from __future__ import annotations

import gc
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from types import FunctionType, ModuleType
from typing import Any

from ludoteca.core.game import Game
from ludoteca.core.generator import M1, KeyedRandom, Random, RandomSource
from ludoteca.core.options import Options
from ludoteca.core.records import Record, Seat, begin
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text

SAMPLE = 60
"""Moves of a state that are tried one by one where there are more of them."""
STRANGE_MOVES = (-1, 0, 1, M1, 2**31 - 1, 2**31, 2**53, -(2**40))


class ConformanceError(AssertionError):
    """A game breaks the contract."""


@dataclass(frozen=True)
class Case:
    """A state met in a random game, and how it came about."""

    game: Game[Any]
    seats: int
    options: Options
    seed: str
    state: State
    moves: tuple[int, ...]
    """The legal moves of the state."""
    texts: tuple[str, ...]
    """The moves that led here."""
    random: Random

    def need(self, truth: bool, complaint: str) -> None:
        if not truth:
            where = f"seats {self.seats}, options {self.options}, seed {self.seed!r}, after {list(self.texts)}"
            raise ConformanceError(f"{self.game.name}: {complaint} ({where})")

    def some(self, moves: Sequence[int]) -> list[int]:
        """All moves, or a sample where there are many."""
        if len(moves) <= SAMPLE:
            return list(moves)
        return [moves[self.random.below(len(moves))] for _ in range(SAMPLE)]

    def print_of(self, state: State) -> str:
        """All that can be told of a state, for comparing two."""
        everybody = [None, *range(self.seats)]
        return _plain(
            [
                self.game.write_position(state),
                [self.game.make_view(state, seat) for seat in everybody],
                [self.game.make_choices(state, seat) for seat in everybody],
                [state.seat(), state.turn(), state.reveal_count(), state.scores()],
            ]
        )

    def seen_by(self, state: State, seat: int | None) -> str:
        """All that one perspective is given of a state."""
        view = self.game.make_view(state, seat)
        return _plain([view, self.game.make_choices(state, seat), self.game.render(view), state.seat(), state.scores()])

    def after(self, state: State, move: int) -> State:
        copy = state.copy()
        copy.play(move)
        return copy

    def say(self, saying: Text) -> str:
        self.need(self.game.translations.find(saying.code) is not None, f"no words for the code {saying.code!r}")
        _plain(dict(saying.params))
        return self.game.translations.format(saying)


def moves_are_listed(case: Case) -> None:
    """Legal moves are ascending and unique; there is one as long as somebody is to move."""
    case.need(list(case.moves) == sorted(set(case.moves)), "moves() is not ascending and without duplicates")
    case.need((case.state.seat() == NOBODY) == (not case.moves), "moves() is empty exactly when the game is over")


def why_not_agrees(case: Case) -> None:
    """`why_not` is None exactly for `moves()`, and asking changes nothing."""
    legal = set(case.moves)
    before = case.print_of(case.state)
    tries = case.some(case.moves)
    tries += [move + step for move in tries for step in (-1, 1)] + list(STRANGE_MOVES)
    tries += [_below(case.random, max(legal, default=0) + 2) for _ in range(SAMPLE)]
    for move in tries:
        refusal = case.state.why_not(move)
        case.need((refusal is None) == (move in legal), f"why_not({move}) is {refusal}, moves() says otherwise")
        if refusal is not None:
            case.need(bool(case.say(refusal)), f"the refusal of {move} says nothing")
    case.need(case.print_of(case.state) == before, "why_not() or moves() changed the state")


def copies_are_independent(case: Case) -> None:
    """A copy is equal, plays on alike, and playing on it leaves the original alone."""
    before = case.print_of(case.state)
    copy = case.state.copy()
    case.need(case.print_of(copy) == before, "a copy differs from its original")
    for move in case.some(case.moves)[:5]:
        once, twice = case.after(case.state, move), case.after(case.state, move)
        case.need(case.print_of(once) == case.print_of(twice), f"{move} played on two copies gives two states")
    _play_out(copy, case.random.copy(), 20)
    case.need(case.print_of(case.state) == before, "playing on a copy changed the original")


def answers_are_kept(case: Case) -> None:
    """A view or position given out does not change when the state plays on."""
    copy = case.state.copy()
    given = [case.game.write_position(copy), *(case.game.make_view(copy, seat) for seat in (None, *range(case.seats)))]
    before = _plain(given)
    _play_out(copy, case.random.copy(), 20)
    case.need(_plain(given) == before, "a position or view shares parts with the state")


def moves_survive_text(case: Case) -> None:
    """A move's text gives the move back, in any letter case and spacing; different moves have different texts."""
    tried = set(case.some(case.moves))
    texts = {case.game.write_move(case.state, move): move for move in tried}
    case.need(len(texts) == len(tried), "two moves have the same text")
    for text, move in texts.items():
        for form in (text, f"  {text.upper()} ", text.replace(" ", "   ")):
            case.need(case.game.read_move(case.state, form) == move, f"{form!r} does not read as move {move}")


def nonsense_is_refused(case: Case) -> None:
    """Text that is no move is refused in words and changes nothing."""
    before = case.print_of(case.state)
    for text in ("", "-1", "a0", "zz99", "\x00", "no such move", "9" * 400, "\ud800", "a1 " * 300):
        move = case.game.read_move(case.state, text)
        if isinstance(move, Refusal):
            case.need(bool(case.say(move)), f"the refusal of {text!r} says nothing")
        else:
            case.need(move in case.moves, f"{text!r} reads as {move}, which is not legal")
    case.need(case.print_of(case.state) == before, "a refused text changed the state")


def positions_survive(case: Case) -> None:
    """A position is JSON and loads to a state that looks and continues the same."""
    position = case.game.write_position(case.state)
    loaded: State = case.game.read_position(json.loads(json.dumps(position)), Random("any"))
    case.need(_plain(case.game.write_position(loaded)) == _plain(position), "position(load(p)) is not p")
    for seat in (None, *range(case.seats)):
        same = case.seen_by(loaded, seat) == case.seen_by(case.state, seat)
        case.need(same, f"a loaded position looks different to {seat}")
    case.need(list(loaded.moves()) == list(case.moves), "a loaded position has other moves")
    if case.state.seat() == NOBODY:
        case.need(loaded.result() == case.state.result(), "a loaded position has another result")


def replays_are_equal(case: Case) -> None:
    """The record of the moves so far replays to the same state."""
    seats = tuple(Seat(case.game.role(seat)) for seat in range(case.seats))
    record = Record(case.game, case.options, case.seed, seats, case.texts)
    case.need(case.print_of(record.end()) == case.print_of(case.state), "the record replays to another state")


def chance_is_declared(case: Case) -> None:
    """A game that declares no chance is the same game with every seed."""
    if not case.game.chance:
        seats = tuple(Seat(case.game.role(seat)) for seat in range(case.seats))
        other = Record(case.game, case.options, f"{case.seed}/other", seats, case.texts)
        same = case.print_of(other.end()) == case.print_of(case.state)
        case.need(same, "declares no chance, and another seed gives another game")


def chance_is_keyed(case: Case) -> None:
    """The true game draws from the keyed stream alone, and deals from it at the start or keeps it for later."""
    own = [part for part in _parts(case.state) if isinstance(part, RandomSource)]
    case.need(all(isinstance(part, KeyedRandom) for part in own), "its chance is not the keyed stream")
    if case.game.chance and not own:
        dealing = KeyedRandom(case.seed)
        first = dealing.copy().next_word()
        case.game.start(case.seats, case.options, dealing)
        case.need(dealing.next_word() != first, "declares chance, and neither draws from the keyed stream nor keeps it")


def _keeps_no_key(case: Case, seat: int, determinized: State) -> None:
    """The structural half of blindness: whatever the redealt state is made of, the key is not in it."""
    secrets = (case.seed, case.seed.encode())
    for part in _parts(determinized):
        case.need(not isinstance(part, KeyedRandom), f"the redeal for seat {seat} keeps the keyed stream")
        case.need(type(part) not in (str, bytes) or part not in secrets, f"the redeal for seat {seat} keeps the seed")


def _parts(state: State) -> Iterator[object]:
    """The state and all it is made of, compiled or not; classes and modules are everybody's, and lead everywhere."""
    found: dict[int, object] = {id(state): state}
    waiting: list[object] = [state]
    while waiting:
        part = waiting.pop()
        yield part
        closed_over = (part.__closure__, part.__defaults__) if isinstance(part, FunctionType) else None
        for inner in closed_over or gc.get_referents(part):
            if id(inner) not in found and not isinstance(inner, type | ModuleType):
                found[id(inner)] = inner
                waiting.append(inner)


def redeals_are_blind(case: Case) -> None:
    """A redeal keeps what the seat sees, and depends on nothing else but `random`."""
    for seat in range(case.seats):
        seen = case.seen_by(case.state, seat)
        other = case.state.copy()
        other.determinize(seat, case.random.fork())
        case.need(case.seen_by(other, seat) == seen, f"a redeal changes what seat {seat} sees")
        _keeps_no_key(case, seat, other)
        # Loading puts another generator into the same position: the true one must not matter.
        loaded: State = case.game.read_position(case.game.write_position(other), case.random.fork())
        chance = case.random.fork()
        one, two = case.state.copy(), loaded
        one.determinize(seat, chance.copy())
        two.determinize(seat, chance.copy())
        same = _plain(case.game.write_position(one)) == _plain(case.game.write_position(two))
        case.need(same, f"the redeal for seat {seat} peeks")
        _play_out(one, chance.copy(), 40)
        _play_out(two, chance.copy(), 40)
        same = _plain(case.game.write_position(one)) == _plain(case.game.write_position(two))
        complaint = "plays on differently: it keeps the true generator, or the position leaves something out"
        case.need(same, f"the redeal for seat {seat} {complaint}")


def secrets_are_kept(case: Case) -> None:
    """What a seat is told of a move depends only on what it may see: refusals before, news after."""
    for seat in range(case.seats):
        other = case.state.copy()
        other.determinize(seat, case.random.fork())
        if seat == case.state.seat():
            case.need(list(other.moves()) == list(case.moves), f"the moves of seat {seat} depend on what is hidden")
            for move in case.some(case.moves)[:8]:
                for guess in (move - 1, move + 1):
                    same = case.state.why_not(guess) == other.why_not(guess)
                    case.need(same, f"the refusal of {guess} depends on what is hidden")
        for move in case.some(case.moves)[:8]:
            if other.why_not(move) is None:
                _same_news(case, other, move, seat)
    if not case.game.curtain:
        views = {_plain(case.game.make_view(case.state, seat)) for seat in (None, *range(case.seats))}
        case.need(len(views) == 1, "a game without secrets, or in which all see alike, shows different views")


def _same_news(case: Case, other: State, move: int, seat: int) -> None:
    true_after, other_after = case.after(case.state, move), case.after(other, move)
    if case.seen_by(true_after, seat) != case.seen_by(other_after, seat):
        return  # the move showed him something new, so the news may differ
    told = case.game.describe_move(case.state, move, true_after, seat)
    told_other = case.game.describe_move(other, move, other_after, seat)
    case.need(told == told_other, f"the news of {move} tells seat {seat} what is hidden")


def news_has_words(case: Case) -> None:
    """Every perspective is told of every move, in words."""
    for move in case.some(case.moves)[:8]:
        after = case.after(case.state, move)
        for seat in (None, *range(case.seats)):
            told = case.game.describe_move(case.state, move, after, seat)
            case.need(bool(told), f"nobody tells {seat} of move {move}")
            for line in told:
                case.need(bool(case.say(line)), f"the news of {move} says nothing")


def choices_are_for_the_mover(case: Case) -> None:
    """Only the seat to move has choices."""
    for seat in (None, *range(case.seats)):
        has = bool(case.game.make_choices(case.state, seat))
        case.need(has == (seat is not None and seat == case.state.seat()), f"choices for {seat} out of turn")


def counters_rise(case: Case) -> None:
    """`turn` and `reveal_count` never fall; `turn` rises by one when the seat changes."""
    for move in case.some(case.moves)[:8]:
        after = case.after(case.state, move)
        case.need(after.reveal_count() >= case.state.reveal_count(), f"reveals() falls with {move}")
        step = after.turn() - case.state.turn()
        case.need(step in (0, 1), f"turn() does not rise by one with {move}")
        changed = after.seat() not in (NOBODY, case.state.seat())
        case.need(step == 1 or not changed, f"the seat changes with {move}, turn() does not")


FEW = 2
"""Simulations that a bot may make here: whether its move is legal does not depend on how good it is."""


def fallback_and_bots_move(case: Case) -> None:
    """The fallback and every bot always find a legal move, and leave the state as it was."""
    if case.state.seat() == NOBODY:
        return
    before = case.print_of(case.state)
    case.need(case.game.fallback(case.state, case.random) in case.moves, "fallback is not legal")
    for bot in case.game.bots:
        determinized = case.state.copy()
        determinized.determinize(case.state.seat(), case.random.fork())
        case.need(bot.choose(determinized, case.random, FEW) in case.moves, f"bot {bot.name} is not legal")
    case.need(case.print_of(case.state) == before, "fallback or a bot changed the state")


def samples_are_legal(case: Case) -> None:
    """`random_move` draws a legal move, from the `random` given alone."""
    if case.state.seat() == NOBODY:
        return
    before = case.print_of(case.state)
    for _ in range(5):
        again = case.random.copy()
        move = case.state.random_move(case.random)
        case.need(move in case.moves, f"random_move() gives {move}, which is not legal")
        case.need(case.state.random_move(again) == move, "random_move() does not depend on its random alone")
    case.need(case.print_of(case.state) == before, "random_move() changed the state")


def results_add_up(case: Case) -> None:
    """Scores have an entry per seat; a result is shares of one."""
    case.need(len(case.state.scores()) == case.seats, "scores() has not one entry per seat")
    if case.state.seat() == NOBODY:
        result = case.state.result()
        shares = len(result) == case.seats and abs(sum(result) - 1) < 1e-9 and min(result) >= 0
        case.need(shares, f"result() is {result}, not shares of one")


CHECKS: tuple[Callable[[Case], None], ...] = (
    moves_are_listed,
    why_not_agrees,
    copies_are_independent,
    answers_are_kept,
    moves_survive_text,
    nonsense_is_refused,
    positions_survive,
    replays_are_equal,
    chance_is_declared,
    chance_is_keyed,
    redeals_are_blind,
    secrets_are_kept,
    news_has_words,
    choices_are_for_the_mover,
    counters_rise,
    fallback_and_bots_move,
    results_add_up,
    samples_are_legal,
)


def check_words(game: Game[Any]) -> None:
    """A game has its own codes: one of the house's would say the wrong sentence."""
    if game.translations.clashes():
        raise ConformanceError(f"{game.name}: these codes are the house's: {game.translations.clashes()}")


def check(game: Game[Any], deals: int = 2, stops: int = 12, seed: str = "conformance") -> None:
    """Every number of seats and a sweep of options, `deals` games each, the checks at about `stops` states a game."""
    check_words(game)
    for options in option_sweep(game):
        for seats in range(game.seats[0], game.seats[1] + 1):
            for deal in range(deals):
                check_game(game, seats, options, f"{seed}/{deal}", stops)


def option_sweep(game: Game[Any]) -> list[Options]:
    """All options at their defaults, each at its edges, and all at their last values."""
    default = game.check_options({})
    sweep = [default]
    for option in game.options:
        sweep += [{**default, option.name: value} for value in option.sweep()]
    sweep.append({option.name: option.sweep()[-1] for option in game.options})
    return [options for index, options in enumerate(sweep) if options not in sweep[:index]]


def check_game(game: Game[Any], seats: int, options: Options, seed: str, stops: int = 12) -> None:
    """One random game to its end, with the checks at its start, its end and `stops` states between."""
    random = Random(f"{seed}/moves")
    states = [begin(game, seats, options, seed, None)]
    texts: list[str] = []
    while (state := states[-1]).seat() != NOBODY:
        _within_longest(game, len(texts))
        move = _sampled(game, state, random)
        texts.append(game.write_move(state, move))
        states.append(state.copy())
        states[-1].play(move)
    last = len(states) - 1
    for number in sorted({0, last, *(random.below(last + 1) for _ in range(stops))}):
        moves = tuple(states[number].moves())
        case = Case(game, seats, options, seed, states[number], moves, tuple(texts[:number]), random.fork())
        for one in CHECKS:
            one(case)
    _check_fallback_game(game, states[0], random)


def _check_fallback_game(game: Game[Any], state: State, random: Random) -> None:
    """A table that everybody has left comes to its end."""
    played = 0
    while state.seat() != NOBODY:
        _within_longest(game, played)
        state.play(game.fallback(state, random))
        played += 1


def _within_longest(game: Game[Any], played: int) -> None:
    if played >= game.max_moves:
        raise ConformanceError(f"{game.name}: a game is not over after {game.max_moves} moves")


def _play_out(state: State, random: Random, most: int) -> None:
    for _ in range(most):
        if state.seat() != NOBODY:
            state.play(state.random_move(random))


def _sampled(game: Game[Any], state: State, random: Random) -> int:
    """A move by chance, without listing what may be millions; one that is illegal would lead anywhere."""
    move = state.random_move(random)
    if state.why_not(move) is not None:
        raise ConformanceError(f"{game.name}: random_move() gives {move}, which why_not() refuses")
    return move


def _below(random: Random, bound: int) -> int:
    """A whole number 0..bound-1, each about as likely, for any bound: a move can be larger than one draw."""
    number, drawn = 0, 1
    while drawn < bound:
        number, drawn = number * M1 + random.below(M1), drawn * M1
    return number % bound


def _plain(value: Any) -> str:
    """JSON text that is equal for equal values; what is not JSON-ready does not pass."""
    return json.dumps(value, sort_keys=True, allow_nan=False)
