"""The conformance suite passes on good games and catches each fault, on a game that has just that fault."""

from __future__ import annotations

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


def test_a_game_with_secrets_and_chance_conforms() -> None:
    check(GAME, deals=5)


@pytest.mark.parametrize("name", ["latice", "rowsandcols", "waffe"])
def test_a_true_game_holds_the_keyed_stream_and_what_bots_get_the_fast_one(name: str) -> None:
    game = find_game(name)
    state: Any = begin(game, 2, game.check_options({}), "seed", None)
    loaded: Any = begin(game, 2, game.check_options({}), "seed", game.write_position(state))
    assert type(state.random) is type(loaded.random) is type(state.copy().random) is KeyedRandom
    assert type(determinize(state, 0, Random("bot")).random) is Random


def test_a_game_that_declares_chance_and_has_none_is_caught() -> None:
    with pytest.raises(ConformanceError, match="neither draws from the keyed stream nor keeps it"):
        check(replace(find_game("flooding"), chance=True))


def test_the_sweep_meets_every_edge_once() -> None:
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


class Speechless(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        return super().why_not(move) and Refusal("never_written_down")


class Meddling(DummyState):
    def why_not(self, move: int) -> Refusal | None:
        self.points[0] += 1
        return super().why_not(move)


class Sharing(DummyState):
    def copy(self) -> Sharing:
        other = super().copy()
        other.points = self.points
        return other  # type: ignore[return-value]


class SharingChance(DummyState):
    def copy(self) -> SharingChance:
        other = super().copy()
        other.random = self.random
        return other  # type: ignore[return-value]


class Peeking(DummyState):
    def determinize(self, seat: int, random: Random) -> None:
        self.random = random
        random.shuffle(self.deck)  # not sorted first, and the other hands stay


class KeepingChance(DummyState):
    """What chance will bring follows from the true stream, though the stream itself is gone."""

    def determinize(self, seat: int, random: Random) -> None:
        drawn = self.random.below(2**32 - 2**10)
        super().determinize(seat, random)
        self.random = Random(str(drawn))


class KeepingStream(DummyState):
    """Draws from the generator it was given, yet keeps the true one aside, where no move shows it."""

    def determinize(self, seat: int, random: Random) -> None:
        self.aside = {"generators": [(1, self.random)]}
        super().determinize(seat, random)


class KeepingCall(DummyState):
    def determinize(self, seat: int, random: Random) -> None:
        draw = self.random.below
        self.draw = lambda: draw(6)
        super().determinize(seat, random)


class KeepingSeed(DummyState):
    def __init__(self, seats: int, options: Options, random: RandomSource) -> None:
        super().__init__(seats, options, random)
        self.key = random._key if isinstance(random, KeyedRandom) else None


class OwnGenerator(DummyState):
    """Makes its own generator from what it is given."""

    def __init__(self, seats: int, options: Options, random: RandomSource) -> None:
        super().__init__(seats, options, Random(str(random.below(1000))))


class TakingOwn(DummyState):
    def determinize(self, seat: int, random: Random) -> None:
        super().determinize((seat + 1) % len(self.hands), random)


class Endless(DummyState):
    def play(self, move: int) -> None:
        if move < SWAP and self.hands[self.mover]:
            self.turns += 1
        else:
            super().play(move)


class Telling(DummyState):
    """Refuses a card by whether the other player holds it."""

    def why_not(self, move: int) -> Refusal | None:
        refusal = super().why_not(move)
        if refusal and refusal.code == "not_held":
            return Refusal("not_held", {"card": move, "deck": move % SWAP in self.deck})
        return refusal


class StandingStill(DummyState):
    def turn(self) -> int:
        return 0


class Forgetful(DummyState):
    def reveal_count(self) -> int:
        return -self.seen


class Sampling(DummyState):
    def random_move(self, random: Random) -> int:
        return 7


class Greedy(DummyState):
    def result(self) -> list[float]:
        return [1.0 for _ in self.points]


def leaky_view(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**dummy_game.make_view(state, seat), "next": state.deck[:1]}


def shared_view(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {**dummy_game.make_view(state, seat), "points": state.points}


def leaky_news(before: DummyState, move: int, after: DummyState, seat: int | None) -> list[Text]:
    return [Text("played", {"player": 1, "card": sum(sum(hand) for hand in before.hands)})]


def moody_position(state: DummyState) -> dict[str, Any]:
    return {**dummy_game.write_position(state), "swaps": 0}


def greedy_choices(state: DummyState, seat: int | None) -> dict[str, Any]:
    return {"kind": "list"}


def forgetful_load(position: Any, random: RandomSource) -> DummyState:
    state = dummy_game.read_position(position, random)
    state.laid = False
    return state


FAULTS: dict[str, tuple[Callable[[Game[DummyState]], Game[DummyState]], str]] = {
    "unsorted moves": (lambda game: replace(game, start=Unsorted), "not ascending"),
    "doubled moves": (lambda game: replace(game, start=Doubled), "not ascending"),
    "a legal move refused": (lambda game: replace(game, start=TooStrict), "why_not"),
    "an illegal move allowed": (lambda game: replace(game, start=TooLax), "why_not"),
    "a refusal without words": (lambda game: replace(game, start=Speechless), "no words"),
    "asking changes the state": (lambda game: replace(game, start=Meddling), "changed the state"),
    "a copy shares parts": (lambda game: replace(game, start=Sharing), "changed the original"),
    "a copy shares the generator": (lambda game: replace(game, start=SharingChance), "two states"),
    "a redeal that peeks": (lambda game: replace(game, start=Peeking), "peeks"),
    "a redeal that keeps the generator": (lambda game: replace(game, start=KeepingChance), "true generator"),
    "a redeal that keeps the stream aside": (lambda game: replace(game, start=KeepingStream), "keeps the keyed stream"),
    "a redeal that keeps it in a function": (lambda game: replace(game, start=KeepingCall), "keeps the keyed stream"),
    "a redeal that keeps the seed": (lambda game: replace(game, start=KeepingSeed), "keeps the seed"),
    "a generator of its own": (lambda game: replace(game, start=OwnGenerator), "not the keyed stream"),
    "a redeal that takes one's own": (lambda game: replace(game, start=TakingOwn), "changes what seat"),
    "a game without end": (lambda game: replace(game, start=Endless), "not over after"),
    "a refusal that tells": (lambda game: replace(game, start=Telling), "depends on what is hidden"),
    "a turn counter that stands": (lambda game: replace(game, start=StandingStill), "turn()"),
    "a reveal counter that falls": (lambda game: replace(game, start=Forgetful), "reveals() falls"),
    "a sample that is illegal": (lambda game: replace(game, start=Sampling), "random_move()"),
    "a result that is too much": (lambda game: replace(game, start=Greedy), "result"),
    "a view that leaks": (lambda game: replace(game, make_view=leaky_view), "changes what seat"),
    "a view that is shared": (lambda game: replace(game, make_view=shared_view), "shares parts"),
    "news that leak": (lambda game: replace(game, describe_move=leaky_news), "news"),
    "no news": (lambda game: replace(game, describe_move=lambda *_: []), "nobody tells"),
    "news without words": (lambda game: replace(game, translations=Translations({})), "no words"),
    "a position that lies": (lambda game: replace(game, write_position=moody_position), "position"),
    "a loader that forgets": (lambda game: replace(game, read_position=forgetful_load), "position"),
    "choices for everybody": (lambda game: replace(game, make_choices=greedy_choices), "out of turn"),
    "texts that are not unique": (lambda game: replace(game, write_move=lambda *_: "play 1"), "same text"),
    "a fallback that is illegal": (lambda game: replace(game, fallback=lambda *_: -1), "fallback"),
    "a bot that is illegal": (
        lambda game: replace(game, bots=(Bot(1, "bad", "", lambda *_: -1),)),
        "bot bad",
    ),
    "a code of the house": (
        lambda game: replace(game, translations=Translations({"game_over": "Done."}, game.translations)),
        "codes are the house's",
    ),
    "a secret denied": (lambda game: replace(game, hidden_information=False), "without secrets"),
    "chance denied": (lambda game: replace(game, chance=False), "declares no chance"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_caught(fault: str) -> None:
    spoil, complaint = FAULTS[fault]
    with pytest.raises(ConformanceError, match=complaint.replace("(", r"\(").replace(")", r"\)")):
        check(spoil(GAME), deals=3)
