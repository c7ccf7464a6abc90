"""Games with one fault each, for the tests of the conformance checks, and what is said about the fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dummy_game import GAME, SWAP, DummyState, change_game

from ludoteca.core.game import Bot, Game
from ludoteca.core.generator import KeyedRandom, Random, RandomSource
from ludoteca.core.options import Options
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text, Translations


class Unsorted(DummyState):
    def moves(self) -> list[int]:
        return super().moves()[::-1]


class Doubled(DummyState):
    def moves(self) -> list[int]:
        return sorted(super().moves() * 2)


class TooStrict(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        return Refusal("no_swap") if move > SWAP else super().why_not(move)


class TooLax(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        return None if move == -1 else super().why_not(move)


class Untranslated(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        return super().why_not(move) and Refusal("never_written_down")


class ChangedByAsking(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        self.points[0] += 1
        return super().why_not(move)


class SharingPoints(DummyState):
    def copy(self) -> SharingPoints:
        other = super().copy()
        other.points = self.points
        return other  # type: ignore[return-value]


class SharingGenerator(DummyState):
    def copy(self) -> SharingGenerator:
        other = super().copy()
        other.random = self.random
        return other  # type: ignore[return-value]


class Peeking(DummyState):
    def determinize(self, seat: int, random: Random) -> None:
        self.random = random
        random.shuffle(self.deck)  # not sorted first, and the other hands stay


class SeededByTruth(DummyState):
    """Seeds its generator from the true stream, which itself is gone."""

    def determinize(self, seat: int, random: Random) -> None:
        drawn = self.random.below(2**32 - 2**10)
        super().determinize(seat, random)
        self.random = Random(str(drawn))


class KeepingStream(DummyState):
    """Draws from the given generator, but keeps the true one where no move shows it."""

    def determinize(self, seat: int, random: Random) -> None:
        self.aside = {"generators": [(1, self.random)]}
        super().determinize(seat, random)


class KeepingClosure(DummyState):
    def determinize(self, seat: int, random: Random) -> None:
        draw = self.random.below
        self.draw = lambda: draw(6)
        super().determinize(seat, random)


class KeepingSeed(DummyState):
    def __init__(self, seats: int, options: Options, random: RandomSource) -> None:
        super().__init__(seats, options, random)
        self.key = random._key if isinstance(random, KeyedRandom) else None


class OwnGenerator(DummyState):
    """Makes its own generator from the given one."""

    def __init__(self, seats: int, options: Options, random: RandomSource) -> None:
        super().__init__(seats, options, Random(str(random.below(1000))))


class DeterminizingOwnHand(DummyState):
    def determinize(self, seat: int, random: Random) -> None:
        super().determinize((seat + 1) % len(self.hands), random)


class Endless(DummyState):
    def play(self, move: int) -> None:
        if move < SWAP and self.hands[self.mover]:
            self.turns += 1
        else:
            super().play(move)


class LeakyRefusal(DummyState):
    """Its refusals say whether a card is in the deck."""

    def why_not(self, move: int) -> Refusal | None:
        refusal = super().why_not(move)
        if refusal and refusal.code == "not_held":
            return Refusal("not_held", {"card": move, "deck": move % SWAP in self.deck})
        return refusal


class NoTurns(DummyState):
    def turn(self) -> int:
        return 0


class FallingCounter(DummyState):
    def reveal_count(self) -> int:
        return -self.seen


class IllegalRandomMove(DummyState):
    def random_move(self, random: Random) -> int:
        return 7


class SharingHands(DummyState):
    """Copies the list of hands, but not the hands."""

    def copy(self) -> SharingHands:
        other = super().copy()
        other.hands = self.hands[:]
        return other  # type: ignore[return-value]


class UncountedDraws(DummyState):
    def reveal_count(self) -> int:
        return 0


class OneScore(DummyState):
    def scores(self) -> list[int]:
        return self.points[:1]


class OverTooEarly(DummyState):
    """Says that the game is over while there are moves."""

    def seat(self) -> int:
        return NOBODY if self.turns > 2 else super().seat()

    def moves(self) -> list[int]:
        return self.hands[self.mover][:] if self.turns > 2 else super().moves()


def read_as_over_too_early(data: Any, random: RandomSource) -> DummyState:
    state = GAME.read_position(data, random)
    state.__class__ = OverTooEarly
    return state


class ThirdSeat(DummyState):
    def seat(self) -> int:
        return super().seat() if self.turns < 3 else 9


class RaisingInPlay(DummyState):
    def play(self, move: int) -> None:
        super().play(move)
        if self.turns == 4:
            raise IndexError("list index out of range")


class RaisingInWhyNot(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        return super().why_not([move][0 if -1000 < move < 1000 else 1])


class WithoutMethods(State):
    """Lacks all that a state implements but `copy`."""

    def __init__(self, seats: int, options: Options, random: RandomSource) -> None:
        pass

    def copy(self) -> WithoutMethods:
        return self


class EverybodyWins(DummyState):
    def result(self) -> list[float]:
        return [1.0 for _ in self.points]


def leaky_view(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**GAME.make_view(state, seat), "next": state.deck[:1]}


def view_with_a_set(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**GAME.make_view(state, seat), "cards": [0, set(state.played)]}


def view_with_numbers_as_keys(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**GAME.make_view(state, seat), "points": dict(enumerate(state.points))}


def position_with_infinity(state: DummyState) -> dict[str, Any]:
    return {**GAME.write_position(state), "best": float("inf")}


def mismatching_text(state: DummyState, move: int) -> str:
    return GAME.write_move(state, move).replace("play", "lay")


def aliased_view(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**GAME.make_view(state, seat), "points": state.points}


def leaky_description(before: DummyState, move: int, after: DummyState, seat: int | None) -> list[Text]:
    return [Text("played", {"player": 1, "card": sum(sum(hand) for hand in before.hands)})]


def incomplete_position(state: DummyState) -> dict[str, Any]:
    return {**GAME.write_position(state), "swaps": 0}


def choices_for_all(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {"kind": "list"}


def incomplete_reading(position: Any, random: RandomSource) -> DummyState:
    state = GAME.read_position(position, random)
    state.laid = False
    return state


FAULTS: dict[str, tuple[Callable[[Game[DummyState]], Game[DummyState]], str]] = {
    "unsorted moves": (lambda game: change_game(game, start=Unsorted), "not ascending"),
    "duplicate moves": (lambda game: change_game(game, start=Doubled), "not ascending"),
    "a legal move refused": (lambda game: change_game(game, start=TooStrict), "which why_not() refuses"),
    "an illegal move allowed": (lambda game: change_game(game, start=TooLax), "why_not(-1) accepts a move"),
    "a refusal without a sentence": (lambda game: change_game(game, start=Untranslated), "no sentence"),
    "why_not changes the state": (lambda game: change_game(game, start=ChangedByAsking), "changed the state"),
    "a copy shares a list": (
        lambda game: change_game(game, start=SharingPoints),
        "copy() shares points with its original",
    ),
    "a copy shares inner lists": (
        lambda game: change_game(game, start=SharingHands),
        "copy() shares hands with its original: playing on a copy changed its original: position.hands[",
    ),
    "a copy shares the generator": (
        lambda game: change_game(game, start=SharingGenerator),
        "copy() shares random with its original: the move",
    ),
    "determinize peeks": (lambda game: change_game(game, start=Peeking), "peeks"),
    "determinize uses the true generator": (lambda game: change_game(game, start=SeededByTruth), "true generator"),
    "determinize keeps the stream": (lambda game: change_game(game, start=KeepingStream), "keeps the keyed stream"),
    "a closure keeps the stream": (lambda game: change_game(game, start=KeepingClosure), "keeps the keyed stream"),
    "determinize keeps the seed": (lambda game: change_game(game, start=KeepingSeed), "keeps the seed"),
    "a generator of its own": (lambda game: change_game(game, start=OwnGenerator), "not the keyed stream"),
    "determinize replaces the own hand": (
        lambda game: change_game(game, start=DeterminizingOwnHand),
        "changes what seat",
    ),
    "a game without end": (lambda game: change_game(game, start=Endless), "not over after 54 moves"),
    "too low a max_moves": (lambda game: change_game(game, max_moves=9), "not over after 9 moves"),
    "draws that are not counted": (
        lambda game: change_game(game, start=UncountedDraws),
        "something that was hidden, but reveal_count() does not rise",
    ),
    "a score is missing": (lambda game: change_game(game, start=OneScore), "scores() has 1 entries; there are 2 seats"),
    "over while there are moves": (
        lambda game: change_game(game, start=OverTooEarly, read_position=read_as_over_too_early),
        "seat() is NOBODY, so the game is over, but moves() has some",
    ),
    "a seat that does not exist": (lambda game: change_game(game, start=ThirdSeat), "seat() is 9; it must be 0 to 1"),
    "a view with a set": (
        lambda game: change_game(game, make_view=view_with_a_set),
        "the view of a spectator.cards[1] is not JSON-ready: it is a set",
    ),
    "a view with numbers as keys": (
        lambda game: change_game(game, make_view=view_with_numbers_as_keys),
        "the view of a spectator.points has the key 0; keys must be texts",
    ),
    "a position with infinity": (
        lambda game: change_game(game, write_position=position_with_infinity),
        "position.best is inf, which JSON cannot write",
    ),
    "texts that are not read": (
        lambda game: change_game(game, write_move=mismatching_text),
        " reads as Refusal('no_move'",
    ),
    "an error while playing": (
        lambda game: change_game(game, start=RaisingInPlay),
        "play() raises IndexError: list index out of range (broken_games.py, line ",
    ),
    "an error for strange moves": (
        lambda game: change_game(game, start=RaisingInWhyNot),
        "why_not() raises IndexError: list index out of range (broken_games.py, line ",
    ),
    "no state": (lambda game: change_game(game, start=lambda *_: [1]), "start() must return a State, not a list"),
    "methods are missing": (
        lambda game: change_game(game, start=WithoutMethods),
        "WithoutMethods lacks seat(), turn(), moves(), why_not(), play(), scores(), result()",
    ),
    "a refusal that leaks": (lambda game: change_game(game, start=LeakyRefusal), "depends on what is hidden"),
    "turn does not rise": (lambda game: change_game(game, start=NoTurns), "turn()"),
    "reveal_count falls": (lambda game: change_game(game, start=FallingCounter), "reveal_count() falls"),
    "an illegal random move": (lambda game: change_game(game, start=IllegalRandomMove), "random_move()"),
    "shares above one": (
        lambda game: change_game(game, start=EverybodyWins),
        "result() is [1.0, 1.0]; it must be 2 shares of one",
    ),
    "a view that leaks": (
        lambda game: change_game(game, make_view=leaky_view),
        "make_view() shows something hidden: view.next[0] differs",
    ),
    "a view that shares parts": (lambda game: change_game(game, make_view=aliased_view), "shares parts"),
    "a description that leaks": (lambda game: change_game(game, describe_move=leaky_description), "the description of"),
    "no description": (lambda game: change_game(game, describe_move=lambda *_: []), "nothing to say"),
    "a description without a sentence": (lambda game: change_game(game, translations=Translations({})), "no sentence"),
    "an incomplete position": (
        lambda game: change_game(game, write_position=incomplete_position),
        "the position leaves something out: position.",
    ),
    "a position read incompletely": (
        lambda game: change_game(game, read_position=incomplete_reading),
        "when read_position() has read it: position.laid differs",
    ),
    "choices for all": (lambda game: change_game(game, make_choices=choices_for_all), "out of turn"),
    "texts that are not unique": (lambda game: change_game(game, write_move=lambda *_: "play 1"), "same text"),
    "an illegal fallback": (lambda game: change_game(game, fallback=lambda *_: -1), "fallback"),
    "an illegal bot": (
        lambda game: change_game(game, levels=(Bot(1, "bad", "Bad.", lambda *_: -1),)),
        "bot bad makes the illegal move -1",
    ),
    "hidden information denied": (lambda game: change_game(game, hidden_information=False), "views differ"),
    "chance denied": (lambda game: change_game(game, chance=False), "declares no chance"),
}
