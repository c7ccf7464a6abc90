"""Players of Waffe: two first levels, and the fallback for an empty chair."""

from typing import Final

from ludoteca.core.game import Bot
from ludoteca.core.generator import Random
from ludoteca.games.waffe.cards import (
    BIT,
    COUNT,
    JOKER,
    JOKERS,
    OF_RANK,
    OF_SUIT,
    PLAIN,
    RANKS,
    STRAIGHTS,
    SUITS,
    listed,
    ranks_of,
    size,
)
from ludoteca.games.waffe.plays import Reach
from ludoteca.games.waffe.rules import PASS, Waffe

CARD: Final = 4
"""What it is worth to be rid of a card, ..."""
JOKER_KEPT: Final = 40
"""to keep a joker, which is more than any play without it, ..."""
THEIRS: Final = 1
"""and not to play a card for the other."""
WIN: Final = 1000


def fallback(state: Waffe, random: Random) -> int:
    """For a player who is away: any play of his own cards, else a pass."""
    play = _any_play(state, state.other_table(), random)
    if play == 0:
        return PASS if state.may_pass() else state.sample(random)
    return play


def greedy(state: Waffe, random: Random, simulations: int = 0) -> int:
    """Gets rid of the most cards; a joker only to win or where nothing else goes; never wins for the other."""
    plays = _best_plays(state)
    if plays:
        most = max(worth(state, play) for play in plays)
        return random.choice([play for play in plays if worth(state, play) == most])
    return PASS if state.may_pass() else _forced(state, random)


def worth(state: Waffe, play: int) -> int:
    own = state.hands[state.mover] | state.tables[state.mover]
    laid = play & own
    gain = CARD * size(laid & PLAIN) - JOKER_KEPT * size(laid & JOKERS) - THEIRS * size(play & ~own)
    return gain + WIN if laid == own else gain


def _any_play(state: Waffe, without: int, random: Random) -> int:
    """Any play that leaves these cards of the other's table hand where they are; 0 where there is none."""
    less = state.copy()
    less.tables[1 - less.mover] &= ~without
    play = PASS if less.has_play() else 0
    while play == PASS:
        play = less.sample(random)
    return play


def _forced(state: Waffe, random: Random) -> int:
    """A play of the other's cards, where one must be made: one of them stays, if that is possible."""
    for card in listed(state.other_table()):
        play = _any_play(state, BIT[card], random)
        if play:
            return play
    return state.sample(random)


def _best_plays(state: Waffe) -> list[int]:
    """The best of each kind that lays a card of one's own."""
    mover = state.mover
    # Only while he has a hand as well: else the last card of his table hand would win for him.
    theirs = state.other_table() if state.hands[1 - mover] else 0
    own = state.hands[mover] | state.tables[mover]
    reach = Reach(state.field, state.hands[mover], state.tables[mover], theirs)
    picks = [max(ways, key=lambda pick: worth(state, pick)) for ways in reach.picks if ways]
    found = []
    for pick in picks:
        found += [pick | own & OF_SUIT[suit] for suit in range(SUITS)]
        found.append(pick | _straight(reach, own, reach.jokers + COUNT[pick >> JOKER]))
    for group in (2, 3, 4):
        best = _groups(reach, own, group)
        for pick in picks:
            jokers = reach.jokers + COUNT[pick >> JOKER]
            found += [pick | best[need][1] for need in range(jokers % group, jokers + 1, group) if need in best]
    return [play for play in sorted(set(found)) if play & own and state.kept(play)]


def _straight(reach: Reach, own: int, jokers: int) -> int:
    """The cards that make a straight with so many jokers, and get rid of most."""
    there, mine = ranks_of(reach.field), ranks_of(own & PLAIN)
    reachable = there | ranks_of(reach.cards)
    best, most = 0, -1
    for ranks in STRAIGHTS[jokers]:
        if there & ~ranks == 0 and ranks & ~reachable == 0:
            new = ranks & ~there
            gain = (CARD + THEIRS) * COUNT[new & mine] - THEIRS * COUNT[new]
            if gain > most:
                best, most = new, gain
    cards = 0
    for rank in range(RANKS):
        if best & BIT[rank]:
            cards |= BIT[_own_first(reach, own, rank)[0]]
    return cards


def _groups(reach: Reach, own: int, group: int) -> dict[int, tuple[int, int]]:
    """By the jokers needed: what is gained at most by groups of one size, and the cards that do it."""
    best = {0: (0, 0)}
    for rank in range(RANKS):
        there = size(reach.field & OF_RANK[rank])
        mine = _own_first(reach, own, rank)
        grown = {} if there else dict(best)
        for missing in range(group):
            number = group - missing - there
            if 0 <= number <= len(mine):
                cards = sum(BIT[card] for card in mine[:number])
                gain = (CARD + THEIRS) * size(cards & own) - THEIRS * number
                for need, (before, others) in best.items():
                    if need + missing <= reach.most:
                        entry = (before + gain, others | cards)
                        grown[need + missing] = max(grown.get(need + missing, entry), entry)
        best = grown
    return best


def _own_first(reach: Reach, own: int, rank: int) -> list[int]:
    cards = reach.cards & OF_RANK[rank]
    return [*listed(cards & own), *listed(cards & ~own)]


from ludoteca.games.waffe import thinking as T
EXP = [
  Bot(0, "think", "", lambda s, r, n: T.think(s, r, n), 1000),
  Bot(0, "lay", "", lambda s, r, n: T.lay(s, r)),
  Bot(0, "least", "", lambda s, r, n: T.lay_less(s, r, n or 9, False)),
  Bot(0, "leasto", "", lambda s, r, n: T.lay_less(s, r, n or 9, True)),
]
SPARRING: Final = (
    *EXP,
    Bot(
        level=0,
        name="greedy",
        about="Gets rid of the most cards and keeps its jokers.",
        choose=greedy,
    ),
)
BOTS: Final = ()
