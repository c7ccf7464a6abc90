"""Checks of rules, text and positions: what holds also in a game without hidden information."""

from __future__ import annotations

import json

from ludoteca.core.conformance.case import SAMPLE_SIZE, Case, below, perspective, play_out
from ludoteca.core.conformance.comparison import json_problem, require_same, shared_attributes, to_json
from ludoteca.core.conformance.failures import ConformanceError, require_type
from ludoteca.core.generator import M1, Random
from ludoteca.core.highscores import HighScore
from ludoteca.core.records import Record, Seat
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text

STRANGE_MOVES = (-1, 0, 1, M1, 2**31 - 1, 2**31, 2**53, -(2**40))
BAD_TEXTS = ("", "-1", "a0", "zz99", "\x00", "no such move", "9" * 400, "\ud800", "a1 " * 300)
BOT_SIMULATIONS = 2
"""Whether a bot's move is legal does not depend on how well it plays."""


def seats_and_scores_fit(case: Case) -> None:
    """Check that the seat to move exists, that there is a score per seat, and that counters are whole numbers."""
    state = case.state
    for name, number in (("seat()", state.seat()), ("turn()", state.turn()), ("reveal_count()", state.reveal_count())):
        require_type(number, int, name, "a whole number")
    require_seat(state, case.seats)
    scores = state.scores()
    require_type(scores, list, "scores()", "a list of whole numbers")
    case.require(len(scores) == case.seats, f"scores() has {len(scores)} entries; there are {case.seats} seats")
    for score in scores:
        require_type(score, int, "a score", "a whole number")


def require_seat(state: State, seats: int) -> None:
    """Complain unless the seat to move exists."""
    if not NOBODY <= state.seat() < seats:
        raise ConformanceError(f"seat() is {state.seat()}; it must be 0 to {seats - 1}, or NOBODY")


def what_leaves_the_game_is_json(case: Case) -> None:
    """Check that positions, views and choices are JSON-ready for every perspective."""
    given = {"the position": case.game.write_position(case.state)}
    for seat in case.perspectives:
        who = perspective(seat)
        given[f"the view of {who}"] = case.game.make_view(case.state, seat)
        given[f"the final view of {who}"] = case.game.make_final_view(case.state, seat)
        given[f"the choices of {who}"] = case.game.make_choices(case.state, seat)
    for name, value in given.items():
        require_type(value, dict, name, "an object, a dict")
        problem = json_problem(value, name)
        case.require(problem is None, problem or "")


def moves_are_ascending_and_unique(case: Case) -> None:
    """Check that legal moves are ascending and unique, and that there are some until the game is over."""
    case.require(list(case.moves) == sorted(set(case.moves)), "moves() is not ascending and without duplicates")
    is_over = case.state.seat() == NOBODY
    case.require(not (is_over and case.moves), "seat() is NOBODY, so the game is over, but moves() has some")
    case.require(is_over or bool(case.moves), "moves() is empty, but seat() says that the game goes on")


def why_not_agrees_with_moves(case: Case) -> None:
    """Check that `why_not` returns None exactly for `moves()`, and changes nothing."""
    legal = set(case.moves)
    before = case.fingerprint(case.state)
    tried = case.sample(case.moves)
    tried += [move + step for move in tried for step in (-1, 1)] + list(STRANGE_MOVES)
    tried += [below(case.random, max(legal, default=0) + 2) for _ in range(SAMPLE_SIZE)]
    for move in tried:
        refusal = case.state.why_not(move)
        case.require(refusal is not None or move in legal, f"why_not({move}) accepts a move that moves() does not have")
        case.require(refusal is None or move not in legal, f"why_not({move}) refuses a move of moves(): {refusal}")
        if refusal is not None:
            case.require(bool(case.format(refusal)), f"the refusal of {move} is empty")
    require_same(before, case.fingerprint(case.state), "why_not() or moves() changed the state")


def copies_are_independent(case: Case) -> None:
    """Check that a copy is equal, plays on equally, and leaves the original alone."""
    before = case.fingerprint(case.state)
    copy = case.state.copy()
    require_same(before, case.fingerprint(copy), "a copy differs from its original")
    for move in case.sample(case.moves)[:5]:
        once, twice = case.after(case.state, move), case.after(case.state, move)
        same = case.fingerprint(once) == case.fingerprint(twice)
        case.require(same, f"{_shares(case.state, copy)}: the move {move} on two copies leads to two states")
    play_out(copy, case.random.copy(), 20)
    require_unchanged(case.state, copy, before, case.fingerprint(case.state))


def require_unchanged(original: State, copy: State, before: str, after: str) -> None:
    """Complain if playing on a copy changed its original, and name what they share."""
    if before != after:
        require_same(before, after, f"{_shares(original, copy)}: playing on a copy changed its original")


def _shares(original: State, copy: State) -> str:
    names = ", ".join(shared_attributes(original, copy))
    return (
        f"copy() shares {names} with its original"
        if names
        else "copy() shares something, or play() changes something, outside the state"
    )


def positions_and_views_do_not_change(case: Case) -> None:
    """Check that positions and views stay as they are while the state plays on."""
    copy = case.state.copy()
    given = [case.game.write_position(copy), *(case.game.make_view(copy, seat) for seat in case.perspectives)]
    before = to_json(given)
    play_out(copy, case.random.copy(), 20)
    case.require(
        to_json(given) == before, "a position or view shares parts with the state: it changes as the game goes on"
    )


def moves_survive_text(case: Case) -> None:
    """Check that a move's text reads as the move, in any letter case and spacing, and that texts are unique."""
    tried = set(case.sample(case.moves))
    texts = {case.game.write_move(case.state, move): move for move in tried}
    for text in texts:
        require_type(text, str, "what write_move() returns", "a text")
    case.require(len(texts) == len(tried), "two moves have the same text")
    for text, move in texts.items():
        for form in (text, f"  {text.upper()} ", text.replace(" ", "   ")):
            read = case.game.read_move(case.state, form)
            case.require(read == move, f"write_move({move}) is {text!r}, but {form!r} reads as {read}")


def bad_text_is_refused(case: Case) -> None:
    """Check that text which is no move is refused with a sentence and changes nothing."""
    before = case.fingerprint(case.state)
    for text in BAD_TEXTS:
        move = case.game.read_move(case.state, text)
        if isinstance(move, Refusal):
            case.require(bool(case.format(move)), f"the refusal of {text!r} is empty")
        else:
            case.require(move in case.moves, f"{text!r} reads as {move}, which is not legal")
    require_same(before, case.fingerprint(case.state), "a refused text changed the state")


def positions_survive_reading(case: Case) -> None:
    """Check that a position is JSON and reads as a state that looks and continues the same."""
    position = case.game.write_position(case.state)
    loaded: State = case.game.read_position(json.loads(json.dumps(position)), Random("any"))
    require_same(
        to_json({"position": position}),
        to_json({"position": case.game.write_position(loaded)}),
        "write_position() writes another position when read_position() has read it",
    )
    for seat in case.perspectives:
        complaint = f"a position looks different to {perspective(seat)} when it is read back"
        require_same(case.seen_by(case.state, seat), case.seen_by(loaded, seat), complaint)
    case.require(list(loaded.moves()) == list(case.moves), "a position has other moves when it is read back")
    if case.state.seat() == NOBODY:
        case.require(loaded.result() == case.state.result(), "a position has another result when it is read back")


def records_replay_to_the_same_state(case: Case) -> None:
    """Check that the record of the moves so far replays to the same state."""
    seats = tuple(Seat(case.game.role(seat)) for seat in range(case.seats))
    record = Record(case.game, case.options, case.seed, seats, case.texts)
    replayed = case.fingerprint(record.end())
    require_same(case.fingerprint(case.state), replayed, "the record replays to another state")


def every_move_is_described(case: Case) -> None:
    """Check that every perspective gets a description of every move."""
    for move in case.sample(case.moves)[:8]:
        after = case.after(case.state, move)
        for seat in case.perspectives:
            texts = case.game.describe_move(case.state, move, after, seat)
            case.require(bool(texts), f"describe_move() has nothing to say to {perspective(seat)} about move {move}")
            for text in texts:
                case.require(bool(case.format(text)), f"a description of {move} is empty")


def only_the_seat_to_move_has_choices(case: Case) -> None:
    """Check that only the seat to move has choices."""
    for seat in case.perspectives:
        has_choices = bool(case.game.make_choices(case.state, seat))
        is_to_move = seat is not None and seat == case.state.seat()
        case.require(is_to_move or not has_choices, f"{perspective(seat)} has choices out of turn")
        case.require(has_choices or not is_to_move, f"{perspective(seat)} is to move, but has no choices")


def counters_never_fall(case: Case) -> None:
    """Check that `turn` and `reveal_count` never fall, and that `turn` rises by one when the seat changes."""
    for move in case.sample(case.moves)[:8]:
        after = case.after(case.state, move)
        case.require(after.reveal_count() >= case.state.reveal_count(), f"reveal_count() falls with {move}")
        step = after.turn() - case.state.turn()
        case.require(step in (0, 1), f"turn() does not rise by one with {move}")
        changed = after.seat() not in (NOBODY, case.state.seat())
        case.require(step == 1 or not changed, f"the seat changes with {move}, turn() does not")


def fallback_and_bots_are_legal(case: Case) -> None:
    """Check that the fallback and every bot find a legal move and leave the state alone."""
    if case.state.seat() == NOBODY:
        return
    before = case.fingerprint(case.state)
    case.require(case.game.fallback(case.state, case.random) in case.moves, "the fallback is not legal")
    for bot in case.game.levels:
        determinized = case.state.copy()
        determinized.determinize(case.state.seat(), case.random.fork())
        move = bot.choose(determinized, case.random, BOT_SIMULATIONS)
        case.require(move in case.moves, f"bot {bot.name} makes the illegal move {move}")
        for text in case.game.explain(determinized, move):
            case.require(bool(case.format(text)), f"explain() has an empty text about move {move}")
    require_same(before, case.fingerprint(case.state), "the fallback or a bot changed the state")


def random_moves_are_legal(case: Case) -> None:
    """Check that `random_move` returns a legal move that depends only on the generator it gets."""
    if case.state.seat() == NOBODY:
        return
    before = case.fingerprint(case.state)
    for _ in range(5):
        again = case.random.copy()
        move = case.state.random_move(case.random)
        case.require(move in case.moves, f"random_move() returns {move}, which is not legal")
        case.require(case.state.random_move(again) == move, "random_move() depends on more than its generator")
    require_same(before, case.fingerprint(case.state), "random_move() changed the state")


def results_are_shares_of_one(case: Case) -> None:
    """Check that the result of a finished game is shares of one, and that its high scores have a title."""
    if case.state.seat() != NOBODY:
        return
    result = case.state.result()
    shares = len(result) == case.seats and abs(sum(result) - 1) < 1e-9 and min(result) >= 0
    case.require(shares, f"result() is {result}; it must be {case.seats} shares of one")
    for score in case.game.high_scores(case.state):
        require_type(score, HighScore, "a high score", "a HighScore")
        case.require(0 <= score.seat < case.seats, f"a high score is that of seat {score.seat}, which does not exist")
        case.format(Text(score.measure, score.params))
