"""The rules of Waffe: playing onto the field, passing and the end of the game.

A move is the set of cards played, or PASS, which sorts after all plays.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random, RandomSource
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Options
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.games.waffe.cards import (
    BECOMES,
    BIT,
    CARD_NAMES,
    CARD_ORDER,
    CARDS,
    EVERY_TYPE,
    JOKER,
    JOKERS,
    MAX_JOKERS,
    card_names,
    size,
    type_names,
    types_of,
)
from ludoteca.games.waffe.move_generation import PlayableCards, generate_plays
from ludoteca.games.waffe.play_index import PlayIndex, random_below
from ludoteca.games.waffe.violations import describe_violations, find_violations

PASS: Final[int] = 2**CARDS
MAX_PASSES: Final = 4
"""This many passes in a row without a card drawn are a draw."""

SHARED_TABLE: Final = BoolOption(
    "shared_table", default=True, help="Cards of the opponent's table hand may be played too."
)
TRANSITIONS: Final = ChoiceOption(
    "transitions", choices=("strict", "free"), help="Types change in a fixed order, or any valid field is accepted."
)
MUST_PLAY: Final = BoolOption("must_play", default=False, help="You may not pass while open cards can be played.")
HAND: Final = IntOption(
    "hand", default=10, low=5, high=15, help="Cards dealt to each player, and drawn up to after a pass."
)
JOKER_COUNT: Final = IntOption("jokers", default=MAX_JOKERS, low=0, high=MAX_JOKERS, help="Jokers among the cards.")
OPTIONS: Final = (SHARED_TABLE, TRANSITIONS, MUST_PLAY, HAND, JOKER_COUNT)


class Ruleset:
    """The options of a game, parsed once and shared by all its states."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.shared_table = bool(options["shared_table"])
        self.free = options["transitions"] == "free"
        self.must_play = bool(options["must_play"])
        self.hand: i64 = int(options["hand"])
        self.jokers: i64 = int(options["jokers"])
        self.cards: i64 = JOKER + self.jokers


@mypyc_attr(acyclic=True)
class Waffe(State):
    """The field and both players' hands, as the sets of cards of `cards.py`."""

    def __init__(self, ruleset: Ruleset, random: RandomSource) -> None:
        """Create a state without cards; `empty_state` and `copy` add them."""
        self.ruleset = ruleset
        self.random = random
        self.field: i64 = 0
        self.types: i64 = 0
        """The types that the field has kept; none while the field is empty."""
        self.hands = vec[i64]()
        self.tables = vec[i64]()
        self.pack = vec[i64]()
        """In drawing order; the first is drawn next."""
        self.gone: i64 = 0
        self.mover: i64 = 0
        self.passes: i64 = 0
        """Passes in a row without a card drawn."""
        self.turns: i64 = 0
        self.draw_count: i64 = 0

    def copy(self) -> Waffe:
        other = Waffe(self.ruleset, self.random.copy())
        other.field = self.field
        other.types = self.types
        other.hands = self.hands[:]
        other.tables = self.tables[:]
        other.pack = self.pack[:]
        other.gone = self.gone
        other.mover = self.mover
        other.passes = self.passes
        other.turns = self.turns
        other.draw_count = self.draw_count
        return other

    # Turn and result

    def has_no_cards(self, seat: i64) -> bool:
        return self.hands[seat] | self.tables[seat] == 0

    def seat(self) -> i64:
        over = self.passes >= MAX_PASSES or self.has_no_cards(0) or self.has_no_cards(1)
        return NOBODY if over else self.mover

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draw_count

    def scores(self) -> list[int]:
        return [-size(self.hands[seat] | self.tables[seat]) for seat in range(2)]

    def result(self) -> list[float]:
        first, second = self.has_no_cards(0), self.has_no_cards(1)
        if first == second:
            return [0.5, 0.5]
        return [1.0, 0.0] if first else [0.0, 1.0]

    # Playable cards

    def other_table(self) -> i64:
        """Return the cards of the opponent's table hand that may be played."""
        return self.tables[1 - self.mover] if self.ruleset.shared_table else 0

    def playable(self) -> PlayableCards:
        return PlayableCards(self.field, self.hands[self.mover], self.tables[self.mover], self.other_table())

    def open_playable(self) -> PlayableCards:
        """Return the playable cards that lie open."""
        return PlayableCards(self.field, 0, self.tables[self.mover], self.other_table())

    def allowed_types(self) -> i64:
        """Return the types that the field may have after a play."""
        return EVERY_TYPE if self.ruleset.free else BECOMES[self.types]

    def types_after(self, play: i64) -> i64:
        """Return the types that the field would keep after a play; none if the play is illegal."""
        return types_of(self.field | play) & self.allowed_types()

    def may_pass(self) -> bool:
        return not self.ruleset.must_play or not PlayIndex(self.open_playable(), self.allowed_types()).has_play()

    def has_play(self) -> bool:
        return PlayIndex(self.playable(), self.allowed_types()).has_play()

    # Moves

    def moves(self) -> Ints:
        if self.seat() == NOBODY:
            return vec[i64]()
        plays = generate_plays(self.playable(), self.allowed_types())
        return append(plays, PASS) if self.may_pass() else plays

    def random_move(self, random: Random) -> i64:
        """Return a random legal move, all equally likely, without listing what may be millions."""
        plays = PlayIndex(self.playable(), self.allowed_types())
        total = plays.total + (1 if self.may_pass() else 0)
        while True:
            number = random_below(random, total)
            move = PASS if number == plays.total else plays.at(number)
            if move:
                return move

    def why_not(self, move: i64) -> Refusal | None:
        if self.seat() == NOBODY:
            return Refusal("game_over")
        if move == PASS:
            return None if self.may_pass() else self._refuse_pass()
        if not 0 <= move < PASS:
            return Refusal("no_such_move")
        if move == 0:
            return Refusal("empty_play")
        return self._why_not_playable(move) or self._why_not_field(move)

    def _refuse_pass(self) -> Refusal:
        """Refuse a pass and name a possible play, since it can be hard to see."""
        plays = PlayIndex(self.open_playable(), self.allowed_types())
        number: i64 = 0
        while plays.at(number) == 0:
            number += 1
        return Refusal("must_play", {"cards": card_names(plays.at(number))})

    def _why_not_playable(self, play: i64) -> Refusal | None:
        """Refuse cards that the mover may not play, without revealing where a hidden card is."""
        mover = self.mover
        not_playable = play & ~(self.hands[mover] | self.tables[mover] | self.other_table())
        for card in CARD_ORDER:
            if not_playable & BIT[card]:
                params = {"card": CARD_NAMES[card]}
                if card >= self.ruleset.cards:
                    return Refusal("no_joker", {**params, "jokers": self.ruleset.jokers})
                if self.field & BIT[card]:
                    return Refusal("on_field", params)
                if self.gone & BIT[card]:
                    return Refusal("card_gone", params)
                return Refusal("not_shared" if self.tables[1 - mover] & BIT[card] else "not_yours", params)
        return None if play == self.normalize_jokers(play) else Refusal("joker_order")

    def normalize_jokers(self, play: i64) -> i64:
        """Return the same play with the lowest jokers of each source; jokers of one source are interchangeable."""
        normalized = play
        for source in (self.hands[self.mover], self.tables[self.mover], self.other_table()):
            count = size(play & source & JOKERS)
            normalized &= ~(source & JOKERS)
            for joker in range(JOKER, CARDS):
                if count and source & BIT[joker]:
                    normalized |= BIT[joker]
                    count -= 1
        return normalized

    def _why_not_field(self, play: i64) -> Refusal | None:
        if self.types_after(play):
            return None
        field = self.field | play
        types = types_of(field)
        if types == 0:
            violations = find_violations(field, EVERY_TYPE)
            return Refusal("no_type", {"reasons": describe_violations(violations), "violations": violations})
        violations = find_violations(field, self.allowed_types())
        params = {"would_be": type_names(types), "types": type_names(self.types)}
        return Refusal("no_change", {**params, "reasons": describe_violations(violations), "violations": violations})

    def play(self, move: i64) -> None:
        if move == PASS:
            self._pass()
        else:
            self._lay(move)
        self.turns += 1
        self.mover = 1 - self.mover

    def _lay(self, play: i64) -> None:
        self.types = self.types_after(play)
        self.field |= play
        for seat in range(2):
            self.hands[seat] &= ~play
            self.tables[seat] &= ~play
        self.passes = 0

    def _pass(self) -> None:
        mover = self.mover
        self.gone |= self.field
        self.field = 0
        self.types = 0
        self.tables[mover] |= self.hands[mover]
        drawn = self.draw_size()
        self.hands[mover] = to_card_set(self.pack[:drawn])
        self.pack = self.pack[drawn:]
        if drawn:
            self.draw_count += 1
            self.passes = 0
        else:
            self.passes += 1

    def draw_size(self) -> i64:
        """Return the number of cards that the mover would draw by passing."""
        own = size(self.hands[self.mover] | self.tables[self.mover])
        return min(max(self.ruleset.hand - own, 0), len(self.pack))

    def determinize(self, seat: i64, random: Random) -> None:
        # Once the game is over, hands are open.
        dealt: i64 = 0 if self.seat() == NOBODY else size(self.hands[1 - seat])
        hidden = list_cards((self.hands[1 - seat] if dealt else 0) | to_card_set(self.pack))
        random.shuffle(hidden)
        if dealt:
            self.hands[1 - seat] = to_card_set(hidden[:dealt])
        self.pack = hidden[dealt:]
        self.random = random


def to_card_set(cards: Ints) -> i64:
    card_set: i64 = 0
    for card in cards:
        card_set |= BIT[card]
    return card_set


def list_cards(cards: i64) -> Ints:
    """Return the cards of a set, ascending."""
    return vec[i64]([card for card in range(CARDS) if cards & BIT[card]])


def empty_state(options: Options, random: RandomSource) -> Waffe:
    """Return a state without cards anywhere."""
    state = Waffe(Ruleset(options), random)
    state.hands = filled(2, 0)
    state.tables = filled(2, 0)
    return state


def start_game(options: Options, random: RandomSource) -> Waffe:
    """Shuffle the cards and deal a hand to each player; the rest is the pack."""
    state = empty_state(options, random)
    hand = state.ruleset.hand
    cards = vec[i64](range(state.ruleset.cards))
    random.shuffle(cards)
    for seat in range(2):
        state.hands[seat] = to_card_set(cards[hand * seat : hand * (seat + 1)])
    state.pack = cards[2 * hand :]
    return state
