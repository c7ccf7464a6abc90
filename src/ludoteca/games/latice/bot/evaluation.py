"""Move evaluation for Latice: the estimated value of a placement, and a policy that plays whole turns by it.

Values are in fractions of a point, UNITS_PER_POINT to one. A target is the move a policy wants to make. A placement is
a target even without an action left: `first_step` and `play_target` buy one for it.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, i64, vec
from ludoteca.core.state import NOBODY
from ludoteca.games.latice.rules import (
    ALL_KINDS,
    BUY,
    EMPTY,
    END,
    EXCHANGE,
    KINDS,
    MATCHING_KINDS,
    NEIGHBOURS,
    POINTS,
    PRICE,
    RACK,
    SQUARES,
    SUN_POINTS,
    SUNS,
    Latice,
)

UNITS_PER_POINT: Final = 64
NOT_CONSIDERED: Final = -1_000_000
"""Value of a placement that the policy does not look at; lower than any other."""
BIT: Final = vec[i64]([2**tile for tile in range(KINDS)])
LOW_12_BITS: Final = 2**12 - 1
BIT_COUNTS: Final = vec[i64]([kinds.bit_count() for kinds in range(LOW_12_BITS + 1)])
"""Number of bits set, for a third of all kinds at a time."""
MATCH_PROBABILITY: Final = vec[i64](
    [round(UNITS_PER_POINT * (1 - (1 - kinds / KINDS) ** RACK)) for kinds in range(KINDS + 1)]
)
"""By the number of kinds that fit a square: the probability that an unknown rack holds one; UNITS_PER_POINT is 1."""


class Policy:
    """What a bot looks at when it chooses a move, and how much each feature counts."""

    def __init__(
        self,
        tiles_considered: i64,
        noise: i64,
        follow_up_weight: i64,
        opening_weight: i64,
        buy_threshold: i64,
        reserve_per_turn: i64,
    ) -> None:
        self.tiles_considered = tiles_considered
        """How many tiles of the rack it looks at, chosen at random each time."""
        self.noise = noise
        """Upper bound of the random error added to each value."""
        self.follow_up_weight = follow_up_weight
        """Weight of a point that its own next tile could earn beside this one."""
        self.opening_weight = opening_weight
        """Weight of a point that the squares beside this one offer the opponent."""
        self.buy_threshold = buy_threshold
        """Value from which a placement is worth buying an action for."""
        self.reserve_per_turn = reserve_per_turn
        """Points to keep for each turn to come; anything above may be spent on any tile."""


def first_step(state: Latice, target: i64) -> i64:
    """Return the move to make now: BUY if the target needs an action first, otherwise the target."""
    return BUY if target < BUY and state.actions == 0 else target


def play_target(state: Latice, target: i64) -> None:
    """Play the target move, buying an action first if needed."""
    if first_step(state, target) != target:
        state.play(BUY)
    state.play(target)


def play_turn(state: Latice, policy: Policy, random: Random) -> None:
    """Play the rest of the turn by the policy."""
    turn = state.turns
    while state.turns == turn and state.seat() != NOBODY:
        play_target(state, choose_target(state, policy, random))


def choose_target(state: Latice, policy: Policy, random: Random) -> i64:
    """Return the target move that the policy chooses."""
    has_spare_points = can_spend(state, policy)
    if has_spare_points and state.ruleset.buy_before and state.may_buy() and not state.has_max_actions():
        return BUY
    count = state.list_placements()
    values = evaluate_placements(state, count, policy, random)
    best = argmax(values)
    if count == 0 or values[best] == NOT_CONSIDERED:
        return EXCHANGE if state.may_exchange() else END
    if state.actions == 0 and not (state.may_buy() and (has_spare_points or values[best] >= policy.buy_threshold)):
        return END
    return state.move_buffer[best]


def argmax(values: Ints) -> i64:
    """Return the index of the greatest value, the first of equals."""
    best: i64 = 0
    for index in range(len(values)):
        if values[index] > values[best]:
            best = index
    return best


def can_spend(state: Latice, policy: Policy) -> bool:
    """Return whether the mover can buy an action and still keep the policy's reserve for later turns."""
    later = (state.ruleset.turns - 1 - state.turns) // 2
    return state.points[state.mover()] >= PRICE + policy.reserve_per_turn * later


def evaluate_placements(state: Latice, count: i64, policy: Policy, random: Random) -> Ints:
    """Return the value of each of the first `count` placements in the move buffer."""
    rack = state.racks[state.mover()]
    considered = _considered_kinds(rack, policy.tiles_considered, random)
    values = vec[i64](capacity=count)
    rest: i64 = 0
    last: i64 = EMPTY
    for index in range(count):
        tile = state.move_buffer[index] // SQUARES
        square = state.move_buffer[index] % SQUARES
        if tile != last:
            rest = _kinds_without(rack, tile)
            last = tile
        value: i64 = NOT_CONSIDERED
        if (considered >> tile) & 1:
            value = state.gain(square) * UNITS_PER_POINT
            if policy.follow_up_weight:
                value += policy.follow_up_weight * follow_up_points(state, tile, square, rest)
            if policy.opening_weight:
                value -= policy.opening_weight * opened_points(state, tile, square) // UNITS_PER_POINT
            if policy.noise:
                value += random.below(policy.noise)
        values = append(values, value)
    return values


def _considered_kinds(rack: Ints, tiles_considered: i64, random: Random) -> i64:
    """Return the set of kinds that the policy looks at: all, or those of a few random tiles."""
    if tiles_considered >= len(rack):
        return ALL_KINDS
    tiles = rack[:]
    random.shuffle(tiles)
    considered: i64 = 0
    for tile in tiles[:tiles_considered]:
        considered |= BIT[tile]
    return considered


def follow_up_points(state: Latice, tile: i64, square: i64, rest: i64) -> i64:
    """Return the most points that another tile from the set `rest` could earn next to this placement."""
    points: i64 = 0
    for other in NEIGHBOURS[square]:
        if state.board[other] == EMPTY and state.fits[other] & MATCHING_KINDS[tile] & rest:
            points = max(points, POINTS[state.neighbour_counts[other] + 1] + SUN_POINTS * SUNS[other])
    return points


def opened_points(state: Latice, tile: i64, square: i64) -> i64:
    """Return how much more the squares next to this placement are worth to the opponent than before."""
    more: i64 = 0
    for other in NEIGHBOURS[square]:
        if state.board[other] == EMPTY:
            neighbours = state.neighbour_counts[other]
            fits = state.fits[other]
            more += _expected_points(neighbours + 1, SUNS[other], fits & MATCHING_KINDS[tile])
            if neighbours:
                more -= _expected_points(neighbours, SUNS[other], fits)
    return more


def _expected_points(neighbours: i64, sun: i64, fits: i64) -> i64:
    """Return what a square is worth to an unknown rack."""
    kinds = BIT_COUNTS[fits & LOW_12_BITS] + BIT_COUNTS[(fits >> 12) & LOW_12_BITS] + BIT_COUNTS[fits >> 24]
    return (POINTS[neighbours] + SUN_POINTS * sun) * MATCH_PROBABILITY[kinds]


def _kinds_without(rack: Ints, tile: i64) -> i64:
    """Return the set of kinds in the rack after one copy of `tile` has left it."""
    rest: i64 = 0
    removed = False
    for other in rack:
        if other == tile and not removed:
            removed = True
        else:
            rest |= BIT[other]
    return rest
