"""The end game of two players, worked out to its last brick.

Once the bag is empty nothing is hidden from two players: what one does not hold the other does. Then the best turn can
be found for certain. The search asks again and again whether a margin can be reached, each time with what it has
learned before: first whether this player wins, then until it knows the highest. It counts positions and gives up beyond
a limit.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, filled, i64, remove, vec
from ludoteca.games.rowsandcols.board import BIT, CELLS, EMPTY, KINDS, STRIDE
from ludoteca.games.rowsandcols.bot.board import KEY, SearchBoard, zobrist_keys
from ludoteca.games.rowsandcols.bot.bounds import ScoreBounds
from ludoteca.games.rowsandcols.bot.evaluation import Plan, all_plans
from ludoteca.games.rowsandcols.bot.turns import Turns
from ludoteca.games.rowsandcols.moves import HAND
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols
from ludoteca.search.transposition import NOTHING, TranspositionTable

MOST: Final = 10_000
"""No margin is so large."""
FAR: Final = 10
"""Few margins are larger: once it is known who wins, the highest is looked for from here on."""
WIN_FIRST: Final = 10
"""So many times the limit is spent, if need be, on learning who wins."""
UNKNOWN: Final = MOST + 1
"""Instead of a bound that does not answer the question."""
MARGINS: Final = 2**15
HINTS: Final = 2**24
"""What is known of a position is one number: the least margin, the most, and a hint at the best turn."""
LIKING: Final = 4
"""Points that a brick laid counts when turns are ordered: fewer bricks are fewer turns to come."""
POINT: Final = 16
MOST_SUCCESSES: Final = 64
"""A cell that was often good counts up to four points."""
HOPELESS: Final = -1
LOOK_AGAIN: Final = 6
"""With fewer bricks left, searching is quicker than bounds."""
DEEPEST: Final = 4 * HAND + 2
"""Of two turns in a row one lays a brick."""
ZOBRIST_HANDS: Final = zobrist_keys(2 * KINDS, 2**58, "hands")


class EndgameSolver:
    """What is left to win from a position: the points of the mover less those of the other, both playing their best."""

    def __init__(self, start: RowsAndCols, limit: i64) -> None:
        """From the start of a turn."""
        self.limit = limit
        self.positions: i64 = 0
        self.least: i64 = -MOST
        """The margin is no less, and no more than `most`."""
        self.most: i64 = MOST
        self.best = vec[i64]()
        """The moves of a turn that leads to the least margin, not in laying order; none until one is known."""
        self._lead = start.points[start.mover] - start.points[1 - start.mover]
        self._ground = SearchBoard(start.board)
        self._hands = vec[Ints]([start.hands[start.mover], start.hands[1 - start.mover]])
        self._turns = [Turns(self._ground, True) for _depth in range(DEEPEST)]
        self._known = TranspositionTable()
        self._successes = filled(CELLS, 0)
        self._prospects = ScoreBounds(self._ground)
        self._hopes = self._prospects.look(self._hands, filled(KINDS, MOST))
        """Per kind, what a brick can still earn at most."""

    def solve(self, plans: list[Plan]) -> None:
        """Learn who wins by the best of these turns, and narrow its margin as far as the limit allows."""
        plans = sorted(plans, key=_promise)
        limit = self.limit
        self.limit = WIN_FIRST * limit
        # Who is ahead is asked to win, who is behind only to draw: the likely answer settles it at once.
        wanted = -self._lead
        if self._lead >= 0:
            wanted += 1
        while not self.decided() and self._ask(plans, wanted):
            wanted = self._next(wanted)
        self.limit = limit
        wanted = min(self.most, max(self.least + 1, -FAR, min(-self._lead, FAR)))
        while not self.solved() and self._ask(plans, wanted):
            wanted = self._next(wanted)

    def _next(self, wanted: i64) -> i64:
        """The margin to ask for after this one: one more if it can be reached, else the highest that may be."""
        if self.least >= wanted:
            return self.least + 1
        return self.most

    def _ask(self, plans: list[Plan], wanted: i64) -> bool:
        """Whether a margin can be reached, noted in `least` or `most`; False if the limit is too low to tell."""
        reached: i64 = -MOST
        for plan in plans:
            reached = max(reached, self._after(0, plan.moves, plan.points, 0, wanted))
            if self.positions > self.limit:
                return False
            if reached >= wanted:
                self.least = reached
                self.best = plan.moves
                plans.remove(plan)
                plans.insert(0, plan)
                return True
        self.most = reached
        return True

    def decided(self) -> bool:
        """Who wins is known."""
        return self.solved() or self.least + self._lead > 0 or self.most + self._lead < 0

    def solved(self) -> bool:
        """The margin is known."""
        return self.least == self.most

    def _after(self, seat: i64, turn: Ints, points: i64, depth: i64, wanted: i64) -> i64:
        """The margin for the mover by this turn: no more than it if it is below `wanted`, else no less."""
        hand = self._hands[seat]
        if len(turn) == len(hand):
            return points
        ground = self._ground
        edge = ground.edge
        ground.edge = edge[:]
        left = hand[:]
        for move in turn:
            ground.lay(move // CELLS, move % CELLS)
            left = remove(left, move // CELLS)
        self._hands[seat] = left
        margin = points - self._margin(1 - seat, False, depth + 1, points - wanted + 1)
        self._hands[seat] = hand
        for index in range(len(turn)):
            ground.take(turn[len(turn) - 1 - index] % CELLS)
        ground.edge = edge
        return margin

    def _margin(self, seat: i64, passed: bool, depth: i64, wanted: i64) -> i64:
        """The same for whoever is to move; `passed` if the other could lay nothing."""
        hand = self._hands[seat]
        if len(hand) == 1:
            last = self._ground.most_points(hand[0])
            if last > 0:
                return last // CELLS + LAST_BRICK_BONUS
        self.positions += 1
        if self.positions > self.limit:
            return 0
        bound = self._bound(seat, wanted)
        if bound != UNKNOWN:
            return bound
        key = self._key(seat)
        known = self._known.get(key)
        least: i64 = -MOST
        most: i64 = MOST
        hint: i64 = 0
        if known != NOTHING:
            least = known // HINTS // MARGINS - MOST
            most = known // HINTS % MARGINS - MOST
            hint = known % HINTS
            if least >= wanted or least == most:
                return least
            if most < wanted:
                return most
        hopes = self._hopes
        if len(self._hands[0]) + len(self._hands[1]) >= LOOK_AGAIN:
            self._hopes = self._prospects.look(self._hands, hopes)
            bound = self._bound(seat, wanted)
        best = bound
        if bound == UNKNOWN:
            best, hint = self._search(seat, passed, depth, wanted, hint)
        self._hopes = hopes
        if best >= wanted:
            least = best
        else:
            most = best
        if self.positions <= self.limit:
            self._known.put(key, ((least + MOST) * MARGINS + most + MOST) * HINTS + hint)
        return best

    def _bound(self, seat: i64, wanted: i64) -> i64:
        """What both can earn at most, where that answers the question."""
        most = self._hope(seat)
        if most < wanted:
            return most
        least = -self._hope(1 - seat)
        if least >= wanted:
            return least
        return UNKNOWN

    def _hope(self, seat: i64) -> i64:
        """What this player can still earn at most."""
        hope: i64 = LAST_BRICK_BONUS
        for brick in self._hands[seat]:
            hope += self._hopes[brick]
        return hope

    def _search(self, seat: i64, passed: bool, depth: i64, wanted: i64, hint: i64) -> tuple[i64, i64]:
        """The margin by trying, and a hint at the best turn."""
        turns = self._turns[depth]
        turns.find(self._hands[seat], LAST_BRICK_BONUS)
        if len(turns.points) > 0:
            return self._best_of(turns, seat, depth, wanted, hint)
        if passed:
            return 0, hint
        return -self._margin(1 - seat, True, depth + 1, 1 - wanted), hint

    def _best_of(self, turns: Turns, seat: i64, depth: i64, wanted: i64, hint: i64) -> tuple[i64, i64]:
        """The margin by the best of the turns, or by the first that is good enough, and a hint at it."""
        promises = turns.points[:]
        best = self._drop_hopeless(turns, promises, seat, wanted)
        self._rank(turns, promises, hint)
        while True:
            which = _highest(promises)
            if promises[which] == HOPELESS:
                return best, hint
            promises[which] = HOPELESS
            turn = turns.turn(which)
            best = max(best, self._after(seat, turn, turns.points[which], depth, wanted))
            if self.positions > self.limit:
                return best, hint
            if best >= wanted:
                for move in turn:
                    self._successes[move % CELLS] += 1
                return best, _hint(turn, 0, len(turn))

    def _drop_hopeless(self, turns: Turns, promises: Ints, seat: i64, wanted: i64) -> i64:
        """Drop turns after which too little is left to earn, or too good a cell to the other's last brick.

        Gives the best margin of these.
        """
        best: i64 = -MOST
        hope = self._hope(seat)
        other = self._hands[1 - seat]
        answer: i64 = 0
        if len(other) == 1:
            answer = self._ground.most_points(other[0])
        lost = answer // CELLS + LAST_BRICK_BONUS
        for which in range(len(promises)):
            begin = turns.begins[which]
            end = turns.begins[which + 1]
            if end - begin < len(self._hands[seat]):
                margin = turns.points[which] + hope
                for index in range(begin, end):
                    margin -= self._hopes[turns.moves[index] // CELLS]
                if answer > 0 and _apart(turns, begin, end, answer % CELLS):
                    margin = min(margin, turns.points[which] - lost)
                if margin < wanted:
                    promises[which] = HOPELESS
                    best = max(best, margin)
        return best

    def _rank(self, turns: Turns, promises: Ints, hint: i64) -> None:
        """How promising each turn is: by points, bricks, how often its cells were good; first the best one known."""
        for which in range(len(promises)):
            if promises[which] != HOPELESS:
                begin = turns.begins[which]
                end = turns.begins[which + 1]
                successes: i64 = 0
                for index in range(begin, end):
                    successes += self._successes[turns.moves[index] % CELLS]
                promise = turns.points[which] + LIKING * (end - begin)
                promises[which] = promise * POINT + min(successes // (end - begin), MOST_SUCCESSES)
                if hint > 0 and _hint(turns.moves, begin, end) == hint:
                    promises[which] = MOST

    def _key(self, seat: i64) -> i64:
        """Of what this player, who is to move, and the other can still do."""
        kinds: i64 = 0
        held: i64 = 0
        for brick in self._hands[seat]:
            kinds |= BIT[brick]
            held += ZOBRIST_HANDS[brick]
        for brick in self._hands[1 - seat]:
            kinds |= BIT[brick]
            held += ZOBRIST_HANDS[KINDS + brick]
        return (held + self._ground.narrow(kinds)) & KEY


class Memory:
    """The last end game that was worked out: a turn is several moves, and each of them asks for it."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.best = vec[i64]()


MEMORY: Final = Memory()


def best_turn(start: RowsAndCols, limit: i64) -> Ints:
    """The best turn that is known within the limit; none where nothing is."""
    cells = start.board.laid()
    bricks = [start.board.brick(cell) for cell in cells]
    asked = [limit, *start.points, start.mover, *start.hands[0], EMPTY, *start.hands[1], EMPTY, *cells, *bricks]
    if asked != MEMORY.asked:
        ending = EndgameSolver(start, limit)
        ending.solve(all_plans(start, start))
        MEMORY.asked = asked
        MEMORY.best = ending.best
    return MEMORY.best


def _promise(plan: Plan) -> i64:
    return -plan.points - LIKING * len(plan.moves)


def _hint(moves: Ints, begin: i64, end: i64) -> i64:
    """Of the turn of these moves. Few turns have the same."""
    hint: i64 = 0
    for index in range(begin, end):
        hint += moves[index]
    return hint


def _apart(turns: Turns, begin: i64, end: i64, cell: i64) -> bool:
    """No brick of this turn lies in the row or column of the cell."""
    for index in range(begin, end):
        one = turns.moves[index] % CELLS
        if one % STRIDE == cell % STRIDE or one // STRIDE == cell // STRIDE:
            return False
    return True


def _highest(promises: Ints) -> i64:
    """Which of them it is."""
    best: i64 = 0
    for which in range(len(promises)):
        if promises[which] > promises[best]:
            best = which
    return best
