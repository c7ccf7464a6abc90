"""Checks of chance and hidden information: nobody learns what the seat cannot see."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from types import FunctionType, ModuleType

from ludoteca.core.conformance.case import Case, play_out, to_json
from ludoteca.core.generator import KeyedRandom, RandomSource
from ludoteca.core.records import Record, Seat
from ludoteca.core.state import State


def chance_is_declared(case: Case) -> None:
    """Check that a game which declares no chance is the same with every seed."""
    if not case.game.chance:
        seats = tuple(Seat(case.game.role(seat)) for seat in range(case.seats))
        other = Record(case.game, case.options, f"{case.seed}/other", seats, case.texts)
        same = case.fingerprint(other.end()) == case.fingerprint(case.state)
        case.require(same, "declares no chance, but another seed gives another game")


def chance_is_keyed(case: Case) -> None:
    """Check that the true game draws only from the keyed stream, and does draw from it or keep it for later."""
    own = [part for part in _parts(case.state) if isinstance(part, RandomSource)]
    case.require(all(isinstance(part, KeyedRandom) for part in own), "its generator is not the keyed stream")
    if case.game.chance and not own:
        dealing = KeyedRandom(case.seed)
        first = dealing.copy().next_word()
        case.game.start(case.seats, case.options, dealing)
        drew = dealing.next_word() != first
        case.require(drew, "declares chance, but neither draws from the keyed stream nor keeps it")


def determinize_is_blind(case: Case) -> None:
    """Check that `determinize` keeps what the seat sees and depends on nothing else but its generator."""
    for seat in range(case.seats):
        seen = case.seen_by(case.state, seat)
        other = case.state.copy()
        other.determinize(seat, case.random.fork())
        case.require(case.seen_by(other, seat) == seen, f"determinize() changes what seat {seat} sees")
        _check_no_key(case, seat, other)
        # Reading a position puts another generator into it: the true one must not matter.
        loaded: State = case.game.read_position(case.game.write_position(other), case.random.fork())
        chance = case.random.fork()
        one, two = case.state.copy(), loaded
        one.determinize(seat, chance.copy())
        two.determinize(seat, chance.copy())
        case.require(_same_position(case, one, two), f"determinize() for seat {seat} peeks at what is hidden")
        play_out(one, chance.copy(), 40)
        play_out(two, chance.copy(), 40)
        complaint = "plays on differently: it keeps the true generator, or the position leaves something out"
        case.require(_same_position(case, one, two), f"a state determinized for seat {seat} {complaint}")


def hidden_information_stays_hidden(case: Case) -> None:
    """Check that a seat's moves, refusals and descriptions of moves depend only on what it may see."""
    for seat in range(case.seats):
        other = case.state.copy()
        other.determinize(seat, case.random.fork())
        if seat == case.state.seat():
            same = list(other.moves()) == list(case.moves)
            case.require(same, f"the moves of seat {seat} depend on what is hidden")
            for move in case.sample(case.moves)[:8]:
                for guess in (move - 1, move + 1):
                    same = case.state.why_not(guess) == other.why_not(guess)
                    case.require(same, f"the refusal of {guess} depends on what is hidden")
        for move in case.sample(case.moves)[:8]:
            if other.why_not(move) is None:
                _check_description(case, other, move, seat)
    if not case.game.curtain:
        views = {to_json(case.game.make_view(case.state, seat)) for seat in case.perspectives}
        case.require(len(views) == 1, "declares no hidden information or a shared view, but views differ")


def _check_description(case: Case, other: State, move: int, seat: int) -> None:
    true_after, other_after = case.after(case.state, move), case.after(other, move)
    if case.seen_by(true_after, seat) != case.seen_by(other_after, seat):
        return  # the move revealed something to the seat, so its description may differ
    texts = case.game.describe_move(case.state, move, true_after, seat)
    other_texts = case.game.describe_move(other, move, other_after, seat)
    case.require(texts == other_texts, f"the description of {move} tells seat {seat} what is hidden")


def _same_position(case: Case, one: State, two: State) -> bool:
    return to_json(case.game.write_position(one)) == to_json(case.game.write_position(two))


def _check_no_key(case: Case, seat: int, determinized: State) -> None:
    """Check that no part of a determinized state is the keyed stream or the seed."""
    keys = (case.seed, case.seed.encode())
    complaint = f"a state determinized for seat {seat} keeps the"
    for part in _parts(determinized):
        case.require(not isinstance(part, KeyedRandom), f"{complaint} keyed stream")
        case.require(type(part) not in (str, bytes) or part not in keys, f"{complaint} seed")


def _parts(state: State) -> Iterator[object]:
    """Yield the state and all objects it refers to, compiled or not, except classes and modules."""
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
