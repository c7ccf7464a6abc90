"""The rules of RowsAndCols: turns, placements, swaps, passes, points and the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random, RandomSource
from ludoteca.core.ints import Ints, append, extend, filled, i64, in_order, insert, remove, vec
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.games.rowsandcols.board import (
    BIT,
    BRICK_NAMES,
    CELLS,
    COPIES,
    DIRECTIONS,
    DOWN,
    EMPTY,
    KINDS,
    MAX_COORDINATE,
    ORIGIN,
    RIGHT,
    STRIDE,
    Board,
    cell_name,
    compatible,
    empty_board,
    in_bounds,
)
from ludoteca.games.rowsandcols.moves import END, HAND_SIZE, PASS, all_swaps, swap_move, swapped_bricks

MIN_PLAYERS: Final = 2
MAX_PLAYERS: Final = 6
FULL_ROW: Final = 6
FULL_ROW_BONUS: Final = 6
LAST_BRICK_BONUS: Final = 6
SWAP_ROUNDS: Final = 3
"""Rounds of nothing but swaps that end the game."""


def row_points(length: i64) -> i64:
    """Return the points for a row of this length."""
    if length < 2:
        return 0
    return length + FULL_ROW_BONUS if length == FULL_ROW else length


def direction_of(cells: Ints) -> i64:
    """Return the direction of the row that the bricks of one turn form; RIGHT for a single brick."""
    return RIGHT if cells[0] // STRIDE == cells[len(cells) - 1] // STRIDE else DOWN


@mypyc_attr(acyclic=True)
class RowsAndCols(State):
    """The board, the bag, and every player's hand and points."""

    def __init__(self, board: Board, random: RandomSource) -> None:
        """Leave the players to `start_game` and `copy`."""
        self.random = random
        self.board = board
        self.hands = vec[Ints]()
        """In ascending order."""
        self.bag = vec[i64]()
        """In drawing order, the first is drawn next."""
        self.points = vec[i64]()
        self.placed = vec[i64]()
        """The cells laid this turn, in playing order."""
        self.mover: i64 = 0
        self.passes: i64 = 0
        """Consecutive passes; below, consecutive swaps."""
        self.swaps: i64 = 0
        self.turns: i64 = 0
        self.draws: i64 = 0

    def copy(self) -> RowsAndCols:
        other = RowsAndCols(self.board.copy(), self.random.copy())
        other.hands = vec[Ints]([hand[:] for hand in self.hands])
        other.bag = self.bag[:]
        other.points = self.points[:]
        other.placed = self.placed[:]
        other.mover = self.mover
        other.passes = self.passes
        other.swaps = self.swaps
        other.turns = self.turns
        other.draws = self.draws
        return other

    # Turn order and result

    def players(self) -> i64:
        return len(self.hands)

    def somebody_went_out(self) -> bool:
        """Return whether the bag is empty and somebody ended a turn with no brick left."""
        return not self.bag and not self.placed and any(not hand for hand in self.hands)

    def all_passed(self) -> bool:
        return self.passes >= self.players()

    def all_swapped(self) -> bool:
        return self.swaps >= SWAP_ROUNDS * self.players()

    def seat(self) -> i64:
        over = self.all_passed() or self.all_swapped() or self.somebody_went_out()
        return NOBODY if over else self.mover

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draws

    def scores(self) -> list[int]:
        return list(self.points)

    def result(self) -> list[float]:
        scores = self.scores()
        best = max(scores)
        return [1.0 / scores.count(best) if points == best else 0.0 for points in scores]

    # Moves

    def moves(self) -> Ints:
        if self.seat() == NOBODY:
            return vec[i64]()
        moves = self.placements()
        if self.placed:
            return append(moves, END)
        if self.max_swap() > 0:
            return extend(moves, all_swaps(self.hands[self.mover], self.max_swap()))
        return moves if moves else vec[i64]([PASS])

    def placements(self) -> Ints:
        """Return every way to lay one more brick, ascending."""
        cells = self.next_cells() if self.placed else self.board.frontier
        fits = filled(len(cells), 0)
        for which in range(len(cells)):
            fits[which] = self.board.fit(cells[which])
        hand = self.hands[self.mover]
        moves = filled(len(hand) * len(cells), 0)
        count: i64 = 0
        last: i64 = EMPTY
        for brick in hand:
            if brick != last:
                for which in range(len(cells)):
                    # Always written, kept only if it fits: this saves a branch.
                    moves[count] = brick * CELLS + cells[which]
                    count += (fits[which] >> brick) & 1
            last = brick
        return moves[:count]

    def next_cells(self) -> Ints:
        """Return the cells where this turn's row can go on, ascending: its ends, if it then holds an old brick."""
        first = self.placed[0]
        cells = vec[i64]()
        for direction in DIRECTIONS:
            step: i64 = direction if direction > 0 else -direction
            if len(self.placed) == 1 or step == direction_of(self.placed):
                cell = self.board.next_free(first, direction)
                if self.board.length(cell, step) > len(self.placed) + 1:
                    cells = append(cells, cell)
        return cells

    def max_swap(self) -> i64:
        """Return how many bricks may be swapped now."""
        return 0 if self.placed else min(len(self.hands[self.mover]), len(self.bag))

    def something_fits(self) -> bool:
        """Return whether a brick can be laid at the start of the turn."""
        own: i64 = 0
        for brick in self.hands[self.mover]:
            own |= BIT[brick]
        return any(self.board.fit(cell) & own != 0 for cell in self.board.frontier)

    def random_move(self, random: Random) -> i64:
        """Draw a placement or the end of the turn; if nothing fits, the largest swap, else a pass."""
        moves = self.placements()
        if self.placed:
            moves = append(moves, END)
        if moves:
            return random.choice(moves)
        most = self.max_swap()
        if most == 0:
            return PASS
        given = self.hands[self.mover][:]
        random.shuffle(given)
        return swap_move(in_order(given[:most], KINDS))

    # Refusals

    def why_not(self, move: i64) -> Refusal | None:
        if self.seat() == NOBODY:
            return Refusal("game_over")
        if move == END:
            return None if self.placed else Refusal("end_early")
        if move == PASS:
            return self._why_not_pass()
        if 0 <= move < END:
            brick = move // CELLS
            if brick not in self.hands[self.mover]:
                return Refusal("not_in_hand", {"brick": BRICK_NAMES[brick]})
            return self.why_not_lay(brick, move % CELLS)
        bricks = swapped_bricks(move)
        return self._why_not_swap(bricks) if bricks else Refusal("no_such_move")

    def _why_not_pass(self) -> Refusal | None:
        if self.placed:
            return Refusal("pass_late")
        if self.max_swap() > 0:
            return Refusal("pass_bag", {"bag": len(self.bag)})
        return Refusal("pass_fits") if self.something_fits() else None

    def why_not_swap_count(self, count: i64) -> Refusal | None:
        """Return why this number of bricks may not be swapped now, or None."""
        if self.placed:
            return Refusal("swap_late")
        if not self.bag:
            return Refusal("swap_empty")
        most = self.max_swap()
        return Refusal("swap_many", {"count": count, "high": most}) if count > most else None

    def _why_not_swap(self, bricks: Ints) -> Refusal | None:
        refusal = self.why_not_swap_count(len(bricks))
        if refusal is not None:
            return refusal
        left = self.hands[self.mover][:]
        for brick in bricks:
            if brick not in left:
                held = brick in self.hands[self.mover]
                return Refusal("too_few_held" if held else "not_in_hand", {"brick": BRICK_NAMES[brick]})
            left = remove(left, brick)
        return None

    def why_not_lay(self, brick: i64, cell: i64) -> Refusal | None:
        """Return why this brick may not be laid there, whoever holds it, or None."""
        if not in_bounds(cell):
            return Refusal("off_table", {"cell": cell_name(cell), "high": MAX_COORDINATE})
        laid = self.board.brick(cell)
        if laid != EMPTY:
            return Refusal("cell_taken", {"cell": cell_name(cell), "brick": BRICK_NAMES[laid]})
        if self.placed:
            refusal = self._why_not_in_line(cell)
            if refusal is not None:
                return refusal
        elif not self.board.touches(cell):
            return Refusal("no_touch", {"cell": cell_name(cell)})
        if self.board.fit(cell) & BIT[brick]:
            return None
        step: i64 = DOWN if self.board.fit_in_row(cell, RIGHT) & BIT[brick] else RIGHT
        return self._clash(brick, cell, step)

    def _why_not_in_line(self, cell: i64) -> Refusal | None:
        """Return why the cell does not continue this turn's row, which must be unbroken and hold an old brick."""
        first = self.placed[0]
        step: i64 = RIGHT if cell // STRIDE == first // STRIDE else DOWN
        in_column = cell % STRIDE == first % STRIDE
        if (step == DOWN and not in_column) or (len(self.placed) > 1 and step != direction_of(self.placed)):
            return Refusal("off_line", {"cell": cell_name(cell)})
        if cell != self.board.next_free(first, step) and cell != self.board.next_free(first, -step):
            return Refusal("cut_off", {"cell": cell_name(cell)})
        if self.board.length(cell, step) <= len(self.placed) + 1:
            code = "new_row" if step == RIGHT else "new_column"
            return Refusal(code, {"from": cell_name(min(first, cell)), "to": cell_name(max(first, cell))})
        return None

    def _clash(self, brick: i64, cell: i64, step: i64) -> Refusal:
        """Name the two bricks that make this row invalid."""
        cells = self.board.row(cell, step)
        bricks = [brick if one == cell else self.board.brick(one) for one in cells]
        pairs = [(one, other) for index, one in enumerate(bricks) for other in bricks[index + 1 :]]
        clashing = [pair for pair in pairs if not compatible(pair[0], pair[1])]
        # Prefer a pair with the new brick; otherwise it joins two rows that are not compatible.
        one, other = next((pair for pair in clashing if brick in pair), clashing[0])
        where = "row" if step == RIGHT else "column"
        params = {"from": cell_name(cells[0]), "to": cell_name(cells[len(cells) - 1]), "brick": BRICK_NAMES[one]}
        if one == other:
            return Refusal(f"{where}_twice", params)
        return Refusal(f"{where}_mixed", {**params, "other": BRICK_NAMES[other]})

    # Points

    def earned(self) -> i64:
        """Return what this turn has earned so far."""
        return self._points_of(self.placed) if self.placed else 0

    def earned_with(self, cell: i64) -> i64:
        """Return what this turn will have earned with one more brick on this cell."""
        return self._points_of(append(self.placed[:], cell))

    def _points_of(self, cells: Ints) -> i64:
        """Return the points of the row along these cells and those across it. The last cell may still be free."""
        along = direction_of(cells)
        across: i64 = RIGHT + DOWN - along
        total = row_points(self.board.length(cells[len(cells) - 1], along))
        for cell in cells:
            total += row_points(self.board.length(cell, across))
        return total

    # Playing

    def play(self, move: i64) -> None:
        if move < END:
            self._place(move // CELLS, move % CELLS)
        elif move == END:
            self._end_turn()
        elif move == PASS:
            self.passes += 1
            self._next_player()
        else:
            self._swap(swapped_bricks(move))
            self.swaps += 1
            self.passes = 0
            self._next_player()

    def _place(self, brick: i64, cell: i64) -> None:
        self.hands[self.mover] = remove(self.hands[self.mover], brick)
        self.board.lay(brick, cell)
        self.placed = append(self.placed, cell)

    def _end_turn(self) -> None:
        seat = self.mover
        self.points[seat] += self.earned()
        self.placed = vec[i64]()
        self._draw(HAND_SIZE - len(self.hands[seat]))
        if not self.hands[seat]:
            self.points[seat] += LAST_BRICK_BONUS
        self.passes = 0
        self.swaps = 0
        self._next_player()

    def _swap(self, bricks: Ints) -> None:
        """Draw new bricks first, then put the old ones back at random positions."""
        hand = self.hands[self.mover]
        for brick in bricks:
            hand = remove(hand, brick)
        self.hands[self.mover] = hand
        self._draw(len(bricks))
        for brick in bricks:
            index = self.random.below(len(self.bag) + 1)
            rest = self.bag[index:]
            self.bag = extend(append(self.bag[:index], brick), rest)

    def _draw(self, count: i64) -> None:
        """Draw up to this many bricks, as far as the bag lasts."""
        count = min(count, len(self.bag))
        if count > 0:
            hand = self.hands[self.mover]
            for index in range(count):
                hand = insert(hand, self.bag[index])
            self.hands[self.mover] = hand
            self.bag = self.bag[count:]
            self.draws += 1

    def _next_player(self) -> None:
        self.mover = (self.mover + 1) % self.players()
        self.turns += 1

    def determinize(self, seat: i64, random: Random) -> None:
        hidden = self.bag[:]
        for other in range(self.players()):
            if other != seat:
                hidden = extend(hidden, self.hands[other])
        hidden = in_order(hidden, KINDS)
        random.shuffle(hidden)
        dealt: i64 = 0
        for other in range(self.players()):
            if other != seat:
                size: i64 = len(self.hands[other])
                self.hands[other] = in_order(hidden[dealt : dealt + size], KINDS)
                dealt += size
        self.bag = hidden[dealt:]
        self.random = random


def start_game(players: i64, random: RandomSource) -> RowsAndCols:
    """Shuffle the bricks, lay the first one and deal the hands."""
    state = RowsAndCols(empty_board(), random)
    bricks = vec[i64]([kind for kind in range(KINDS) for _ in range(COPIES)])
    random.shuffle(bricks)
    state.board.lay(bricks[0], ORIGIN)
    dealt: i64 = 1
    for _ in range(players):
        state.hands = append(state.hands, in_order(bricks[dealt : dealt + HAND_SIZE], KINDS))
        dealt += HAND_SIZE
    state.bag = bricks[dealt:]
    state.points = filled(players, 0)
    return state
