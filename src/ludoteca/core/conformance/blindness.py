"""Checks of chance and hidden information: nobody learns what the seat cannot see."""

from __future__ import annotations

from ludoteca.core.conformance.case import Case, perspective, play_out
from ludoteca.core.conformance.comparison import parts_of, require_same, to_json
from ludoteca.core.generator import KeyedRandom, RandomSource
from ludoteca.core.records import Record, Seat
from ludoteca.core.state import NOBODY, State

REVEAL_SAMPLES = 3
"""Guesses at what is hidden, to see whether a move reveals it."""


def chance_is_declared(case: Case) -> None:
    """Check that a game which declares no chance is the same with every seed."""
    if not case.game.chance:
        seats = tuple(Seat(case.game.role(seat)) for seat in range(case.seats))
        other = Record(case.game, case.options, f"{case.seed}/other", seats, case.texts)
        complaint = "the game declares no chance, but another seed gives another game"
        require_same(case.fingerprint(case.state), case.fingerprint(other.end()), complaint)


def chance_is_keyed(case: Case) -> None:
    """Check that the true game draws only from the keyed stream, and does draw from it or keep it for later."""
    own = [part for part in parts_of(case.state) if isinstance(part, RandomSource)]
    case.require(
        all(isinstance(part, KeyedRandom) for part in own), "the state keeps a generator that is not the keyed stream"
    )
    if case.game.chance and not own:
        dealing = KeyedRandom(case.seed)
        first = dealing.copy().next_word()
        case.game.start(case.seats, case.options, dealing)
        drew = dealing.next_word() != first
        case.require(drew, "the game declares chance, but neither draws from the keyed stream nor keeps it")


def determinize_is_blind(case: Case) -> None:
    """Check that `determinize` keeps what the seat sees and depends on nothing else but its generator."""
    for seat in range(case.seats):
        seen = case.seen_by(case.state, seat)
        other = case.state.copy()
        other.determinize(seat, case.random.fork())
        complaint = f"determinize() changes what seat {seat} sees, or make_view() shows something hidden"
        require_same(seen, case.seen_by(other, seat), complaint)
        _check_no_key(case, seat, other)
        # Reading a position puts another generator into it: the true one must not matter.
        loaded: State = case.game.read_position(case.game.write_position(other), case.random.fork())
        chance = case.random.fork()
        one, two = case.state.copy(), loaded
        one.determinize(seat, chance.copy())
        two.determinize(seat, chance.copy())
        _require_same_position(case, one, two, f"determinize() for seat {seat} peeks at what is hidden")
        play_out(one, chance.copy(), 40)
        play_out(two, chance.copy(), 40)
        complaint = "plays on differently: it keeps the true generator, or the position leaves something out"
        _require_same_position(case, one, two, f"a state determinized for seat {seat} {complaint}")


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
        case.require(len(views) == 1, "the game declares no hidden information or a shared view, but views differ")


def reveals_are_counted(case: Case) -> None:
    """Check that `reveal_count` rises when a move shows its player something that was hidden.

    Undo relies on it: nobody may take a move back after it showed a card.
    """
    seat = case.state.seat()
    for move in case.sample(case.moves)[:6]:
        after = case.after(case.state, move)
        if after.seat() == NOBODY or after.reveal_count() > case.state.reveal_count():
            continue  # a game that is over may open everything
        seen = set()
        for _ in range(REVEAL_SAMPLES):
            guess = case.state.copy()
            guess.determinize(seat, case.random.fork())
            seen.add(to_json(case.game.make_view(case.after(guess, move), seat), perspective(seat)))
        complaint = f"move {move} shows seat {seat} something that was hidden, but reveal_count() does not rise"
        case.require(len(seen) == 1, complaint)


def _check_description(case: Case, other: State, move: int, seat: int) -> None:
    true_after, other_after = case.after(case.state, move), case.after(other, move)
    if case.seen_by(true_after, seat) != case.seen_by(other_after, seat):
        return  # the move revealed something to the seat, so its description may differ
    texts = case.game.describe_move(case.state, move, true_after, seat)
    other_texts = case.game.describe_move(other, move, other_after, seat)
    case.require(texts == other_texts, f"the description of {move} tells seat {seat} what is hidden")


def _require_same_position(case: Case, one: State, two: State, complaint: str) -> None:
    first, second = (to_json({"position": case.game.write_position(state)}) for state in (one, two))
    require_same(first, second, complaint)


def _check_no_key(case: Case, seat: int, determinized: State) -> None:
    """Check that no part of a determinized state is the keyed stream or the seed."""
    keys = (case.seed, case.seed.encode())
    complaint = f"a state determinized for seat {seat} keeps the"
    for part in parts_of(determinized):
        case.require(not isinstance(part, KeyedRandom), f"{complaint} keyed stream")
        case.require(type(part) not in (str, bytes) or part not in keys, f"{complaint} seed")
