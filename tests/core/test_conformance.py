"""The conformance checks pass on good games and catch every fault, each on a game with just that fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import dummy_game
import pytest
from dummy_game import GAME, SWAP, DummyState

from ludoteca.core.conformance import ConformanceError, check, option_sweep
from ludoteca.core.game import Bot, Game
from ludoteca.core.generator import KeyedRandom, Random, RandomSource
from ludoteca.core.options import Options
from ludoteca.core.records import begin
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.state import determinize
from ludoteca.core.translations import Refusal, Text, Translations


@pytest.mark.parametrize("name", game_names())
def test_every_installed_game_conforms(name: str) -> None:
    check(find_game(name), deals=1)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_every_installed_game_conforms_on_more_deals(name: str) -> None:
    check(find_game(name), deals=3, seed="more")


def test_a_game_with_hidden_information_and_chance_conforms() -> None:
    check(GAME, deals=5)


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe"])
def test_a_true_game_uses_the_keyed_stream_and_bots_the_fast_generator(name: str) -> None:
    game = find_game(name)
    state: Any = begin(game, 2, game.check_options({}), "seed", None)
    loaded: Any = begin(game, 2, game.check_options({}), "seed", game.write_position(state))
    assert type(state.random) is type(loaded.random) is type(state.copy().random) is KeyedRandom
    assert type(determinize(state, 0, Random("bot")).random) is Random


def test_a_game_that_declares_chance_and_has_none_is_caught() -> None:
    with pytest.raises(ConformanceError, match="neither draws from the keyed stream nor keeps it"):
        check(replace(find_game("flooding"), chance=True))


def test_the_option_sweep_covers_every_edge_once() -> None:
    sweep = option_sweep(GAME)
    assert {"cards": 24, "open": True, "mood": "wild"} in sweep
    assert {options["cards"] for options in sweep} == {12, 16, 24}
    assert len(sweep) == len({str(options) for options in sweep})


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


class EverybodyWins(DummyState):
    def result(self) -> list[float]:
        return [1.0 for _ in self.points]


def leaky_view(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**dummy_game.make_view(state, seat), "next": state.deck[:1]}


def aliased_view(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**dummy_game.make_view(state, seat), "points": state.points}


def leaky_description(before: DummyState, move: int, after: DummyState, seat: int | None) -> list[Text]:
    return [Text("played", {"player": 1, "card": sum(sum(hand) for hand in before.hands)})]


def incomplete_position(state: DummyState) -> dict[str, Any]:
    return {**dummy_game.write_position(state), "swaps": 0}


def choices_for_all(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {"kind": "list"}


def incomplete_reading(position: Any, random: RandomSource) -> DummyState:
    state = dummy_game.read_position(position, random)
    state.laid = False
    return state


FAULTS: dict[str, tuple[Callable[[Game[DummyState]], Game[DummyState]], str]] = {
    "unsorted moves": (lambda game: replace(game, start=Unsorted), "not ascending"),
    "duplicate moves": (lambda game: replace(game, start=Doubled), "not ascending"),
    "a legal move refused": (lambda game: replace(game, start=TooStrict), "why_not"),
    "an illegal move allowed": (lambda game: replace(game, start=TooLax), "why_not"),
    "a refusal without a sentence": (lambda game: replace(game, start=Untranslated), "no sentence"),
    "why_not changes the state": (lambda game: replace(game, start=ChangedByAsking), "changed the state"),
    "a copy shares parts": (lambda game: replace(game, start=SharingPoints), "changed the original"),
    "a copy shares the generator": (lambda game: replace(game, start=SharingGenerator), "two states"),
    "determinize peeks": (lambda game: replace(game, start=Peeking), "peeks"),
    "determinize uses the true generator": (lambda game: replace(game, start=SeededByTruth), "true generator"),
    "determinize keeps the stream": (lambda game: replace(game, start=KeepingStream), "keeps the keyed stream"),
    "a closure keeps the stream": (lambda game: replace(game, start=KeepingClosure), "keeps the keyed stream"),
    "determinize keeps the seed": (lambda game: replace(game, start=KeepingSeed), "keeps the seed"),
    "a generator of its own": (lambda game: replace(game, start=OwnGenerator), "not the keyed stream"),
    "determinize replaces the own hand": (
        lambda game: replace(game, start=DeterminizingOwnHand),
        "changes what seat",
    ),
    "a game without end": (lambda game: replace(game, start=Endless), "not over after"),
    "a refusal that leaks": (lambda game: replace(game, start=LeakyRefusal), "depends on what is hidden"),
    "turn does not rise": (lambda game: replace(game, start=NoTurns), "turn()"),
    "reveal_count falls": (lambda game: replace(game, start=FallingCounter), "reveal_count() falls"),
    "an illegal random move": (lambda game: replace(game, start=IllegalRandomMove), "random_move()"),
    "shares above one": (lambda game: replace(game, start=EverybodyWins), "result"),
    "a view that leaks": (lambda game: replace(game, make_view=leaky_view), "changes what seat"),
    "a view that shares parts": (lambda game: replace(game, make_view=aliased_view), "shares parts"),
    "a description that leaks": (lambda game: replace(game, describe_move=leaky_description), "the description of"),
    "no description": (lambda game: replace(game, describe_move=lambda *_: []), "nothing to say"),
    "a description without a sentence": (lambda game: replace(game, translations=Translations({})), "no sentence"),
    "an incomplete position": (lambda game: replace(game, write_position=incomplete_position), "position"),
    "a position read incompletely": (lambda game: replace(game, read_position=incomplete_reading), "position"),
    "choices for all": (lambda game: replace(game, make_choices=choices_for_all), "out of turn"),
    "texts that are not unique": (lambda game: replace(game, write_move=lambda *_: "play 1"), "same text"),
    "an illegal fallback": (lambda game: replace(game, fallback=lambda *_: -1), "fallback"),
    "an illegal bot": (lambda game: replace(game, bots=(Bot(1, "bad", "", lambda *_: -1),)), "bot bad"),
    "a code that all games share": (
        lambda game: replace(game, translations=Translations({"game_over": "Done."}, game.translations)),
        "share these codes",
    ),
    "hidden information denied": (lambda game: replace(game, hidden_information=False), "views differ"),
    "chance denied": (lambda game: replace(game, chance=False), "declares no chance"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_caught(fault: str) -> None:
    break_game, complaint = FAULTS[fault]
    with pytest.raises(ConformanceError, match=re.escape(complaint)):
        check(break_game(GAME), deals=3)
