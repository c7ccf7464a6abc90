"""The endgame solver: exact play for two players once the bag is empty.

Then nothing is hidden: what one player does not hold, the other does. The solver runs alpha-beta searches with a null
window, which share a transposition table. Each asks whether a margin can be reached: first whether the mover wins, then
for the highest margin. It counts positions and gives up beyond a limit.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.ints import Ints, filled, i64, remove, vec
from ludoteca.games.rowsandcols.board import BIT, CELLS, EMPTY, KINDS, STRIDE
from ludoteca.games.rowsandcols.bot.board import SearchBoard
from ludoteca.games.rowsandcols.bot.bounds import ScoreBounds
from ludoteca.games.rowsandcols.bot.evaluation import Candidate, turn_candidates
from ludoteca.games.rowsandcols.bot.turns import TurnGenerator
from ludoteca.games.rowsandcols.moves import HAND_SIZE
from ludoteca.games.rowsandcols.rules import LAST_BRICK_BONUS, RowsAndCols
from ludoteca.search.transposition import NOTHING, TranspositionTable
from ludoteca.search.zobrist import KEY_MASK, zobrist_keys

MAX_MARGIN: Final = 10_000
"""All margins are smaller."""
USUAL_MARGIN: Final = 10
"""Few margins are larger: once the winner is known, the search for the highest starts here."""
WINNER_FACTOR: Final = 10
"""Finding the winner may take this many times the limit."""
NO_BOUND: Final = MAX_MARGIN + 1
"""Stands for a bound that does not answer the question."""
MARGIN_RANGE: Final = 2**15
HASH_RANGE: Final = 2**24
"""An entry of the transposition table packs the lower margin, the upper margin and the best turn's hash."""
BRICK_BONUS: Final = 4
"""Points per brick in move ordering: fewer bricks left means fewer turns to search."""
POINT_SCALE: Final = 16
MAX_HISTORY: Final = 64
"""History heuristic: cells of turns that caused cutoffs count up to four points."""
PRUNED: Final = -1
MIN_BRICKS_FOR_BOUNDS: Final = 6
"""With fewer bricks, searching is faster than computing bounds again."""
MAX_DEPTH: Final = 4 * HAND_SIZE + 2
"""At least one of two consecutive turns lays a brick."""
ZOBRIST_HANDS: Final = zobrist_keys(2 * KINDS, 2**58, "hands")


class EndgameSolver:
    """Finds the margin from a position on: the mover's points minus the opponent's, both playing their best."""

    def __init__(self, start: RowsAndCols, limit: i64) -> None:
        """Take a state at the start of a turn."""
        self.limit = limit
        self.positions: i64 = 0
        self.lower: i64 = -MAX_MARGIN
        """The margin is at least `lower` and at most `upper`."""
        self.upper: i64 = MAX_MARGIN
        self.best = vec[i64]()
        """The moves of a turn that reaches the lower margin, not in playing order; empty until one is found."""
        self._lead = start.points[start.mover] - start.points[1 - start.mover]
        self._board = SearchBoard(start.board)
        self._hands = vec[Ints]([start.hands[start.mover], start.hands[1 - start.mover]])
        self._turns = [TurnGenerator(self._board, True) for _depth in range(MAX_DEPTH)]
        self._table = TranspositionTable()
        self._history = filled(CELLS, 0)
        self._bounds = ScoreBounds(self._board)
        self._brick_bounds = self._bounds.compute(self._hands, filled(KINDS, MAX_MARGIN))
        """Per kind, the most that a brick can still earn."""

    def solve(self, candidates: list[Candidate]) -> None:
        """Find who wins by the best of these turns, and narrow the margin as far as the limit allows."""
        candidates = sorted(candidates, key=_order_key)
        limit = self.limit
        self.limit = WINNER_FACTOR * limit
        # Ask for a win if ahead, for a draw if behind: the likely answer settles who wins at once.
        wanted = -self._lead
        if self._lead >= 0:
            wanted += 1
        while not self.winner_known() and self._test(candidates, wanted):
            wanted = self._next(wanted)
        self.limit = limit
        wanted = min(self.upper, max(self.lower + 1, -USUAL_MARGIN, min(-self._lead, USUAL_MARGIN)))
        while not self.is_solved() and self._test(candidates, wanted):
            wanted = self._next(wanted)

    def _next(self, wanted: i64) -> i64:
        """Return the margin to test after this one: one more if it was reached, else the upper bound."""
        if self.lower >= wanted:
            return self.lower + 1
        return self.upper

    def _test(self, candidates: list[Candidate], wanted: i64) -> bool:
        """Test whether a margin can be reached and update `lower` or `upper`; return False if the limit is too low."""
        reached: i64 = -MAX_MARGIN
        for candidate in candidates:
            reached = max(reached, self._search_turn(0, candidate.moves, candidate.points, 0, wanted))
            if self.positions > self.limit:
                return False
            if reached >= wanted:
                self.lower = reached
                self.best = candidate.moves
                candidates.remove(candidate)
                candidates.insert(0, candidate)
                return True
        self.upper = reached
        return True

    def winner_known(self) -> bool:
        """Return whether it is known who wins."""
        return self.is_solved() or self.lower + self._lead > 0 or self.upper + self._lead < 0

    def is_solved(self) -> bool:
        """Return whether the margin is known."""
        return self.lower == self.upper

    def _search_turn(self, seat: i64, turn: Ints, points: i64, depth: i64, wanted: i64) -> i64:
        """Return a bound on the mover's margin after this turn: upper if below `wanted`, else lower."""
        hand = self._hands[seat]
        if len(turn) == len(hand):
            return points
        board = self._board
        frontier = board.frontier
        board.frontier = frontier[:]
        left = hand[:]
        for move in turn:
            board.lay(move // CELLS, move % CELLS)
            left = remove(left, move // CELLS)
        self._hands[seat] = left
        margin = points - self._search(1 - seat, False, depth + 1, points - wanted + 1)
        self._hands[seat] = hand
        for index in range(len(turn)):
            board.remove(turn[len(turn) - 1 - index] % CELLS)
        board.frontier = frontier
        return margin

    def _search(self, seat: i64, passed: bool, depth: i64, wanted: i64) -> i64:
        """Return the same for the position with this seat to move; `passed` if the opponent just passed."""
        hand = self._hands[seat]
        if len(hand) == 1:
            last = self._board.best_placement(hand[0])
            if last > 0:
                return last // CELLS + LAST_BRICK_BONUS
        self.positions += 1
        if self.positions > self.limit:
            return 0
        bound = self._bound_cutoff(seat, wanted)
        if bound != NO_BOUND:
            return bound
        key = self._key(seat)
        entry = self._table.get(key)
        lower: i64 = -MAX_MARGIN
        upper: i64 = MAX_MARGIN
        turn_hash: i64 = 0
        if entry != NOTHING:
            lower = entry // HASH_RANGE // MARGIN_RANGE - MAX_MARGIN
            upper = entry // HASH_RANGE % MARGIN_RANGE - MAX_MARGIN
            turn_hash = entry % HASH_RANGE
            if lower >= wanted or lower == upper:
                return lower
            if upper < wanted:
                return upper
        brick_bounds = self._brick_bounds
        if len(self._hands[0]) + len(self._hands[1]) >= MIN_BRICKS_FOR_BOUNDS:
            self._brick_bounds = self._bounds.compute(self._hands, brick_bounds)
            bound = self._bound_cutoff(seat, wanted)
        best = bound
        if bound == NO_BOUND:
            best, turn_hash = self._search_turns(seat, passed, depth, wanted, turn_hash)
        self._brick_bounds = brick_bounds
        if best >= wanted:
            lower = best
        else:
            upper = best
        if self.positions <= self.limit:
            self._table.put(key, ((lower + MAX_MARGIN) * MARGIN_RANGE + upper + MAX_MARGIN) * HASH_RANGE + turn_hash)
        return best

    def _bound_cutoff(self, seat: i64, wanted: i64) -> i64:
        """Return a bound from what both can still earn, if it answers the question, else NO_BOUND."""
        upper = self._max_points(seat)
        if upper < wanted:
            return upper
        lower = -self._max_points(1 - seat)
        if lower >= wanted:
            return lower
        return NO_BOUND

    def _max_points(self, seat: i64) -> i64:
        """Return the most that this player can still earn."""
        max_points: i64 = LAST_BRICK_BONUS
        for brick in self._hands[seat]:
            max_points += self._brick_bounds[brick]
        return max_points

    def _search_turns(self, seat: i64, passed: bool, depth: i64, wanted: i64, turn_hash: i64) -> tuple[i64, i64]:
        """Return the margin by search, and the hash of the best turn."""
        turns = self._turns[depth]
        turns.generate(self._hands[seat], LAST_BRICK_BONUS)
        if len(turns.points) > 0:
            return self._best_turn(turns, seat, depth, wanted, turn_hash)
        if passed:
            return 0, turn_hash
        return -self._search(1 - seat, True, depth + 1, 1 - wanted), turn_hash

    def _best_turn(self, turns: TurnGenerator, seat: i64, depth: i64, wanted: i64, turn_hash: i64) -> tuple[i64, i64]:
        """Return the margin by the best turn, or the first that is good enough, and the hash of that turn."""
        priorities = turns.points[:]
        best = self._prune(turns, priorities, seat, wanted)
        self._order(turns, priorities, turn_hash)
        while True:
            turn_index = _argmax(priorities)
            if priorities[turn_index] == PRUNED:
                return best, turn_hash
            priorities[turn_index] = PRUNED
            turn = turns.turn(turn_index)
            best = max(best, self._search_turn(seat, turn, turns.points[turn_index], depth, wanted))
            if self.positions > self.limit:
                return best, turn_hash
            if best >= wanted:
                for move in turn:
                    self._history[move % CELLS] += 1
                return best, _turn_hash(turn, 0, len(turn))

    def _prune(self, turns: TurnGenerator, priorities: Ints, seat: i64, wanted: i64) -> i64:
        """Prune turns that leave too little to earn, or too good a cell for the opponent's last brick.

        Returns the best margin among them.
        """
        best: i64 = -MAX_MARGIN
        max_points = self._max_points(seat)
        other = self._hands[1 - seat]
        reply: i64 = 0
        if len(other) == 1:
            reply = self._board.best_placement(other[0])
        lost = reply // CELLS + LAST_BRICK_BONUS
        for turn_index in range(len(priorities)):
            start = turns.starts[turn_index]
            end = turns.starts[turn_index + 1]
            if end - start < len(self._hands[seat]):
                margin = turns.points[turn_index] + max_points
                for index in range(start, end):
                    margin -= self._brick_bounds[turns.moves[index] // CELLS]
                if reply > 0 and _keeps_clear(turns, start, end, reply % CELLS):
                    margin = min(margin, turns.points[turn_index] - lost)
                if margin < wanted:
                    priorities[turn_index] = PRUNED
                    best = max(best, margin)
        return best

    def _order(self, turns: TurnGenerator, priorities: Ints, turn_hash: i64) -> None:
        """Set the priorities: by points, bricks and history; the turn from the transposition table comes first."""
        for turn_index in range(len(priorities)):
            if priorities[turn_index] != PRUNED:
                start = turns.starts[turn_index]
                end = turns.starts[turn_index + 1]
                history: i64 = 0
                for index in range(start, end):
                    history += self._history[turns.moves[index] % CELLS]
                priority = turns.points[turn_index] + BRICK_BONUS * (end - start)
                priorities[turn_index] = priority * POINT_SCALE + min(history // (end - start), MAX_HISTORY)
                if turn_hash > 0 and _turn_hash(turns.moves, start, end) == turn_hash:
                    priorities[turn_index] = MAX_MARGIN

    def _key(self, seat: i64) -> i64:
        """Return the key of the position with this seat to move."""
        kinds: i64 = 0
        held: i64 = 0
        for brick in self._hands[seat]:
            kinds |= BIT[brick]
            held += ZOBRIST_HANDS[brick]
        for brick in self._hands[1 - seat]:
            kinds |= BIT[brick]
            held += ZOBRIST_HANDS[KINDS + brick]
        return (held + self._board.narrow_frontier(kinds)) & KEY_MASK


class SolvedEndgame:
    """The endgame solved last: a turn takes several moves, and each needs the same solution."""

    def __init__(self) -> None:
        self.key: list[int] = []
        self.best = vec[i64]()


LAST_SOLVED: Final = SolvedEndgame()


def best_endgame_turn(start: RowsAndCols, limit: i64) -> Ints:
    """Return the best turn found within the limit; empty if none was."""
    cells = start.board.occupied()
    bricks = [start.board.brick(cell) for cell in cells]
    key = [limit, *start.points, start.mover, *start.hands[0], EMPTY, *start.hands[1], EMPTY, *cells, *bricks]
    if key != LAST_SOLVED.key:
        solver = EndgameSolver(start, limit)
        solver.solve(turn_candidates(start, start))
        LAST_SOLVED.key = key
        LAST_SOLVED.best = solver.best
    return LAST_SOLVED.best


def _order_key(candidate: Candidate) -> i64:
    return -candidate.points - BRICK_BONUS * len(candidate.moves)


def _turn_hash(moves: Ints, start: i64, end: i64) -> i64:
    """Return the hash of a turn; few turns share one."""
    turn_hash: i64 = 0
    for index in range(start, end):
        turn_hash += moves[index]
    return turn_hash


def _keeps_clear(turns: TurnGenerator, start: i64, end: i64, cell: i64) -> bool:
    """Return whether no brick of this turn lies in the row or column of the cell."""
    for index in range(start, end):
        one = turns.moves[index] % CELLS
        if one % STRIDE == cell % STRIDE or one // STRIDE == cell // STRIDE:
            return False
    return True


def _argmax(priorities: Ints) -> i64:
    """Return the index of the first highest priority."""
    best: i64 = 0
    for turn_index in range(len(priorities)):
        if priorities[turn_index] > priorities[best]:
            best = turn_index
    return best
