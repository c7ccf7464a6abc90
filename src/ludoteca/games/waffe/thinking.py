"""How the better players of Waffe think."""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY
from ludoteca.games.waffe.cards import BIT, CARDS, COUNT, JOKER, JOKERS, OF_RANK, PLAIN, RANKS, size, types_of
from ludoteca.games.waffe.laying import CARD, THEIRS, joker_picks, kinds
from ludoteca.games.waffe.rules import PASS, Waffe

JOKER_KEPT: Final = 40
WIN: Final = 1000


def worth(own: i64, play: i64) -> i64:
    laid = play & own
    gain = CARD * size(laid & PLAIN) - JOKER_KEPT * size(laid & JOKERS) - THEIRS * size(play & ~own)
    return gain + WIN if laid == own else gain


def lay(state: Waffe, random: Random) -> i64:
    """The play that rids of most cards, or a pass."""
    mover = state.mover
    hand = state.hands[mover]
    table = state.tables[mover]
    own = hand | table
    field = state.field
    allowed = state.allowed()
    if types_of(field | own) & allowed:
        return own
    theirs = state.other_table() if state.hands[1 - mover] else 0
    best: i64 = 0
    most: i64 = -WIN
    ties: i64 = 0
    for pick in joker_picks(hand, table, theirs):
        if best and pick & own:
            break
        for play in kinds(field, own, theirs, pick, allowed):
            if play & own:
                gain = worth(own, play)
                if gain > most:
                    best = play
                    most = gain
                    ties = 1
                elif gain == most:
                    ties += 1
                    if random.below(ties) == 0:
                        best = play
    if best:
        return best
    return PASS if state.may_pass() else state.sample(random)


def less(field: i64, allowed: i64, own: i64, play: i64, random: Random) -> i64:
    found: i64 = 0
    ties: i64 = 0
    for card in range(CARDS):
        if play & BIT[card]:
            smaller = play & ~BIT[card]
            if smaller & own and types_of(field | smaller) & allowed:
                ties += 1
                if random.below(ties) == 0:
                    found = smaller
    if found == 0:
        for rank in range(RANKS):
            if play & OF_RANK[rank]:
                smaller = play & ~OF_RANK[rank]
                if smaller & own and types_of(field | smaller) & allowed:
                    ties += 1
                    if random.below(ties) == 0:
                        found = smaller
    return found


def lay_less(state: Waffe, random: Random, steps: i64, opening: bool) -> i64:
    play = lay(state, random)
    own = state.hands[state.mover] | state.tables[state.mover]
    if play == PASS or own & ~play == 0 or (state.field == 0) != opening:
        return play
    for step in range(steps):
        smaller = less(state.field, state.allowed(), own, play, random)
        if smaller == 0:
            break
        play = smaller
    return play


LONGEST: Final = 60


def candidates(state: Waffe, random: Random) -> list[i64]:
    """Plays worth thinking about, of all sizes, and the pass if it is allowed."""
    mover = state.mover
    hand = state.hands[mover]
    table = state.tables[mover]
    own = hand | table
    field = state.field
    allowed = state.allowed()
    theirs = state.other_table() if state.hands[1 - mover] else 0
    found: list[i64] = []
    for pick in joker_picks(hand, table, theirs):
        for play in kinds(field, own, theirs, pick, allowed):
            while play & own and play not in found:
                found.append(play)
                play = less(field, allowed, own, play, random)
    for card in range(JOKER):
        if own & BIT[card] and types_of(field | BIT[card]) & allowed and BIT[card] not in found:
            found.append(BIT[card])
    found = [play for play in found if state.why_not(play) is None]
    if state.may_pass():
        found.append(PASS)
    if not found:
        found.append(state.sample(random))
    return found


def reply(state: Waffe, random: Random) -> i64:
    return lay_less(state, random, 1, True)


def play_out(state: Waffe, random: Random) -> float:
    """What seat 0 gets."""
    played: i64 = 0
    while played < LONGEST and state.seat() != NOBODY:
        state.play(reply(state, random))
        played += 1
    if state.seat() != NOBODY:
        return 0.5
    first = state.emptied(0)
    if first == state.emptied(1):
        return 0.5
    return 1.0 if first else 0.0


def think(state: Waffe, random: Random, simulations: i64) -> i64:
    """Flat, with common deals, halving the candidates."""
    seat = state.mover
    alive = candidates(state, random)
    if len(alive) == 1:
        return alive[0]
    worths: list[float] = [0.0 for _ in alive]
    rounds: i64 = 1
    while BIT[rounds] < len(alive):
        rounds += 1
    while len(alive) > 1:
        deals = max(simulations // (rounds * len(alive)), 1)
        for deal in range(deals):
            imagined = state.copy()
            imagined.redeal(seat, random)
            for place in range(len(alive)):
                copy = imagined.copy()
                copy.play(alive[place])
                share = play_out(copy, random)
                worths[place] += share if seat == 0 else 1.0 - share
        order = sorted(range(len(alive)), key=lambda place: -worths[place])[: (len(alive) + 1) // 2]
        alive = [alive[place] for place in order]
        worths = [worths[place] for place in order]
    return alive[0]
