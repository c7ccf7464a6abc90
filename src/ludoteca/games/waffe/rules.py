"""The rules of Waffe: playing onto the field, passing, the end.

A move is the set of cards played, or PASS, which comes after all of them.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random, RandomSource
from ludoteca.core.ints import Ints, append, filled, i64, vec
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Options
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.games.waffe.cards import (
    BECOMES,
    BIT,
    CARD_NAMES,
    CARDS,
    EVERY_TYPE,
    JOKER,
    JOKERS,
    MOST_JOKERS,
    ORDER,
    card_names,
    size,
    type_names,
    types_of,
)
from ludoteca.games.waffe.move_generation import Reach, all_plays
from ludoteca.games.waffe.play_index import Counted, below
from ludoteca.games.waffe.violations import find_violations, said

PASS: Final[int] = 2**CARDS
LAST_PASS: Final = 4
"""So many passes in succession without a card drawn are a draw."""

SHARED_TABLE: Final = BoolOption(
    "shared_table", default=True, help="Cards of the other's table hand may be played too."
)
TRANSITIONS: Final = ChoiceOption(
    "transitions", choices=("strict", "free"), help="Types change in their order only, or any valid field will do."
)
MUST_PLAY: Final = BoolOption("must_play", default=False, help="No pass while cards that lie open can be played.")
HAND: Final = IntOption("hand", default=10, low=5, high=15, help="Cards dealt to each, and drawn up to after a pass.")
JOKER_COUNT: Final = IntOption("jokers", default=MOST_JOKERS, low=0, high=MOST_JOKERS, help="Jokers among the cards.")
OPTIONS: Final = (SHARED_TABLE, TRANSITIONS, MUST_PLAY, HAND, JOKER_COUNT)


class Terms:
    """The options of a game, read once and shared by all its states."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.shared_table = bool(options["shared_table"])
        self.free = options["transitions"] == "free"
        self.must_play = bool(options["must_play"])
        self.hand: i64 = int(options["hand"])
        self.jokers: i64 = int(options["jokers"])
        self.cards: i64 = JOKER + self.jokers


class Waffe(State):
    """The field, and both players' hands; sets of cards are ints, as `cards` has them."""

    def __init__(self, terms: Terms, random: RandomSource) -> None:
        """Without cards anywhere, which `begin`, `copy` and loading bring."""
        self.terms = terms
        self.random = random
        self.field: i64 = 0
        self.types: i64 = 0
        """The types that the field has kept; none while it is empty."""
        self.hands = vec[i64]()
        self.tables = vec[i64]()
        self.pack = vec[i64]()
        """In drawing order, the first is drawn next."""
        self.gone: i64 = 0
        self.mover: i64 = 0
        self.passes: i64 = 0
        """In succession, without a card drawn."""
        self.turns: i64 = 0
        self.draws: i64 = 0

    def copy(self) -> Waffe:
        other = Waffe(self.terms, self.random.copy())
        other.field = self.field
        other.types = self.types
        other.hands = self.hands[:]
        other.tables = self.tables[:]
        other.pack = self.pack[:]
        other.gone = self.gone
        other.mover = self.mover
        other.passes = self.passes
        other.turns = self.turns
        other.draws = self.draws
        return other

    # Whose turn it is, and how it ended

    def emptied(self, seat: i64) -> bool:
        return self.hands[seat] | self.tables[seat] == 0

    def seat(self) -> i64:
        over = self.passes >= LAST_PASS or self.emptied(0) or self.emptied(1)
        return NOBODY if over else self.mover

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draws

    def scores(self) -> list[int]:
        return [-size(self.hands[seat] | self.tables[seat]) for seat in range(2)]

    def result(self) -> list[float]:
        first, second = self.emptied(0), self.emptied(1)
        if first == second:
            return [0.5, 0.5]
        return [1.0, 0.0] if first else [0.0, 1.0]

    # What the mover can play

    def other_table(self) -> i64:
        """The part of the other's table hand that may be played."""
        return self.tables[1 - self.mover] if self.terms.shared_table else 0

    def reach(self) -> Reach:
        return Reach(self.field, self.hands[self.mover], self.tables[self.mover], self.other_table())

    def open_reach(self) -> Reach:
        """What lies open of it."""
        return Reach(self.field, 0, self.tables[self.mover], self.other_table())

    def allowed(self) -> i64:
        """The types that the field may have after a play."""
        return EVERY_TYPE if self.terms.free else BECOMES[self.types]

    def kept(self, play: i64) -> i64:
        """The types that the field would keep; none if the play is illegal."""
        return types_of(self.field | play) & self.allowed()

    def may_pass(self) -> bool:
        return not self.terms.must_play or not Counted(self.open_reach(), self.allowed()).exists()

    def has_play(self) -> bool:
        return Counted(self.reach(), self.allowed()).exists()

    # Moves

    def moves(self) -> Ints:
        if self.seat() == NOBODY:
            return vec[i64]()
        plays = all_plays(self.reach(), self.allowed())
        return append(plays, PASS) if self.may_pass() else plays

    def random_move(self, random: Random) -> i64:
        """Any legal move, each as likely as the others. There may be millions, so they are not listed."""
        counted = Counted(self.reach(), self.allowed())
        moves = counted.total + (1 if self.may_pass() else 0)
        while True:
            number = below(random, moves)
            move = PASS if number == counted.total else counted.at(number)
            if move:
                return move

    def why_not(self, move: i64) -> Refusal | None:
        if self.seat() == NOBODY:
            return Refusal("game_over")
        if move == PASS:
            return None if self.may_pass() else self._must_play()
        if not 0 <= move < PASS:
            return Refusal("no_such_move")
        if move == 0:
            return Refusal("empty_play")
        return self._why_not_reach(move) or self._why_not_field(move)

    def _must_play(self) -> Refusal:
        """With the first play that there is, since it can be hard to see."""
        counted = Counted(self.open_reach(), self.allowed())
        number: i64 = 0
        while counted.at(number) == 0:
            number += 1
        return Refusal("must_play", {"cards": card_names(counted.at(number))})

    def _why_not_reach(self, play: i64) -> Refusal | None:
        """Told from what the mover sees: where a hidden card is, he does not learn."""
        mover = self.mover
        beyond = play & ~(self.hands[mover] | self.tables[mover] | self.other_table())
        for card in ORDER:
            if beyond & BIT[card]:
                params = {"card": CARD_NAMES[card]}
                if card >= self.terms.cards:
                    return Refusal("no_joker", {**params, "jokers": self.terms.jokers})
                if self.field & BIT[card]:
                    return Refusal("on_field", params)
                if self.gone & BIT[card]:
                    return Refusal("card_gone", params)
                return Refusal("not_shared" if self.tables[1 - mover] & BIT[card] else "not_yours", params)
        return None if play == self.lowest_jokers(play) else Refusal("joker_order")

    def lowest_jokers(self, play: i64) -> i64:
        """The same play with the lowest jokers of each place, which are all alike."""
        found = play
        for place in (self.hands[self.mover], self.tables[self.mover], self.other_table()):
            number = size(play & place & JOKERS)
            found &= ~(place & JOKERS)
            for joker in range(JOKER, CARDS):
                if number and place & BIT[joker]:
                    found |= BIT[joker]
                    number -= 1
        return found

    def _why_not_field(self, play: i64) -> Refusal | None:
        if self.kept(play):
            return None
        field = self.field | play
        types = types_of(field)
        if types == 0:
            reasons = find_violations(field, EVERY_TYPE)
            return Refusal("no_type", {"reasons": said(reasons), "violations": reasons})
        reasons = find_violations(field, self.allowed())
        params = {"would_be": type_names(types), "types": type_names(self.types)}
        return Refusal("no_change", {**params, "reasons": said(reasons), "violations": reasons})

    def play(self, move: i64) -> None:
        if move == PASS:
            self._pass()
        else:
            self._lay(move)
        self.turns += 1
        self.mover = 1 - self.mover

    def _lay(self, play: i64) -> None:
        self.types = self.kept(play)
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
        drawn = self.to_draw()
        self.hands[mover] = as_set(self.pack[:drawn])
        self.pack = self.pack[drawn:]
        if drawn:
            self.draws += 1
            self.passes = 0
        else:
            self.passes += 1

    def to_draw(self) -> i64:
        """How many cards the mover would draw by passing."""
        own = size(self.hands[self.mover] | self.tables[self.mover])
        return min(max(self.terms.hand - own, 0), len(self.pack))

    def determinize(self, seat: i64, random: Random) -> None:
        hidden = in_order(self.hands[1 - seat] | as_set(self.pack))
        random.shuffle(hidden)
        dealt = size(self.hands[1 - seat])
        self.hands[1 - seat] = as_set(hidden[:dealt])
        self.pack = hidden[dealt:]
        self.random = random


def as_set(cards: Ints) -> i64:
    found: i64 = 0
    for card in cards:
        found |= BIT[card]
    return found


def in_order(cards: i64) -> Ints:
    """The cards of a set, ascending."""
    return vec[i64]([card for card in range(CARDS) if cards & BIT[card]])


def bare(options: Options, random: RandomSource) -> Waffe:
    """No cards anywhere."""
    state = Waffe(Terms(options), random)
    state.hands = filled(2, 0)
    state.tables = filled(2, 0)
    return state


def begin(options: Options, random: RandomSource) -> Waffe:
    """Shuffled, a hand dealt to each, the rest is the pack."""
    state = bare(options, random)
    hand = state.terms.hand
    cards = vec[i64](range(state.terms.cards))
    random.shuffle(cards)
    for seat in range(2):
        state.hands[seat] = as_set(cards[hand * seat : hand * (seat + 1)])
    state.pack = cards[2 * hand :]
    return state
