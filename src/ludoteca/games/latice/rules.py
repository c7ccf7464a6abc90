"""The rules of Latice: tiles, board, matching, turns, points and the end of the game.

A tile is colour * 6 + shape; squares are numbered row by row. A move is tile * SQUARES + square, or one of BUY,
EXCHANGE and END, which sort after all placements.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random, RandomSource
from ludoteca.core.ints import Ints, append, extend, filled, i64, in_order, insert, remove, vec
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Options
from ludoteca.core.squares import square_name
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal

COLOURS: Final = "rygbcm"
SHAPES: Final = "fbtdel"
KINDS: Final = 6 * 6
COPIES: Final = 2
WIDTH: Final = 9
SQUARES: Final = WIDTH * WIDTH
RACK: Final = 5
PRICE: Final = 2
POINTS: Final = vec[i64]([0, 0, 1, 2, 4])
"""Points for a tile, by its number of neighbours."""
SUN_POINTS: Final = 2
EMPTY: Final = -1
BUY: Final = KINDS * SQUARES
EXCHANGE: Final = BUY + 1
END: Final = BUY + 2

TURNS: Final = IntOption(
    "turns", default=20, low=4, high=60, step=2, help="Total number of turns, half for each player."
)
OPEN_RACKS: Final = BoolOption("open_racks", default=False, help="Both racks are visible.")
REFILL: Final = ChoiceOption(
    "refill", choices=("end", "each"), help="Refill the rack at the end of the turn, or after each tile."
)
BUYING: Final = ChoiceOption(
    "buy", choices=("any", "before"), help="Buy at any time, or only before the first tile of the turn."
)
OPTIONS: Final = (TURNS, OPEN_RACKS, REFILL, BUYING)

MOON: Final = 4 * WIDTH + 4
SUN_NAMES: Final = "a1 e1 i1 b2 h2 c3 g3 a5 i5 c7 g7 b8 h8 a9 e9 i9"
SUNS: Final = vec[i64]([1 if square_name(square, WIDTH) in SUN_NAMES.split() else 0 for square in range(SQUARES)])
"""Per square, 1 for a sun and 0 for any other square."""

ALL_KINDS: Final = 2**KINDS - 1
TILES: Final = vec[i64]([tile for tile in range(KINDS) for _ in range(COPIES)])
TILE_NAMES: Final = [colour + shape for colour in COLOURS for shape in SHAPES]


def tiles_match(one: i64, other: i64) -> bool:
    """Return whether two tiles share colour or shape."""
    return one // 6 == other // 6 or one % 6 == other % 6


def _neighbours(square: i64) -> Ints:
    row = square // WIDTH
    column = square % WIDTH
    neighbours = vec[i64]()
    for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= r < WIDTH and 0 <= c < WIDTH:
            neighbours = append(neighbours, r * WIDTH + c)
    return neighbours


NEIGHBOURS: Final = vec[Ints]([_neighbours(square) for square in range(SQUARES)])
MATCHING_KINDS: Final = vec[i64](
    [sum(2**other for other in range(KINDS) if tiles_match(tile, other)) for tile in range(KINDS)]
)
"""Per tile, the set of tiles that may lie next to it, one bit each."""


class Ruleset:
    """The options of a game, parsed once and shared by all its states."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.turns: i64 = int(options["turns"])
        self.open_racks = bool(options["open_racks"])
        self.refill_each = options["refill"] == "each"
        self.buy_before = options["buy"] == "before"


@mypyc_attr(acyclic=True)
class Latice(State):
    """The board and both players' racks, pools and points."""

    def __init__(self, ruleset: Ruleset, random: RandomSource) -> None:
        """Create a state without board and tiles; `empty_state` and `copy` add them."""
        self.ruleset = ruleset
        self.random = random
        self.board = vec[i64]()
        self.neighbour_counts = vec[i64]()
        """Per square, the number of neighbours with a tile."""
        self.fits = vec[i64]()
        """Per square, the set of tiles that match all neighbours."""
        self.frontier = vec[i64]()
        """Free squares next to a tile, ascending."""
        self.racks = vec[Ints]()
        """In ascending order."""
        self.pools = vec[Ints]()
        """In drawing order. Replaced, never changed in place, so copies can share them."""
        self.drawn_counts = vec[i64]()
        """Per seat, the number of pool tiles already drawn."""
        self.points = vec[i64]()
        self.laid = vec[i64]()
        self.turns: i64 = 0
        """Completed turns."""
        self.actions: i64 = 1
        self.placed_this_turn: i64 = 0
        """Tiles laid in the current turn."""
        self.draw_count: i64 = 0
        self.move_buffer = vec[i64]()
        """Buffer for listing moves before their number is known; allocated on first use."""

    def copy(self) -> Latice:
        other = Latice(self.ruleset, self.random.copy())
        other.board = self.board[:]
        other.neighbour_counts = self.neighbour_counts[:]
        other.fits = self.fits[:]
        other.frontier = self.frontier[:]
        other.racks = vec[Ints]([self.racks[0][:], self.racks[1][:]])
        other.pools = self.pools[:]
        other.drawn_counts = self.drawn_counts[:]
        other.points = self.points[:]
        other.laid = self.laid[:]
        other.turns = self.turns
        other.actions = self.actions
        other.placed_this_turn = self.placed_this_turn
        other.draw_count = self.draw_count
        return other

    # Turn and result

    def mover(self) -> i64:
        return self.turns % 2

    def has_no_tiles(self, seat: i64) -> bool:
        return len(self.racks[seat]) == 0 and self.pool_size(seat) == 0

    def pool_size(self, seat: i64) -> i64:
        """Return the number of tiles left in the pool."""
        return len(self.pools[seat]) - self.drawn_counts[seat]

    def pool(self, seat: i64) -> Ints:
        """Return the tiles left in the pool; the first is drawn next."""
        return self.pools[seat][self.drawn_counts[seat] :]

    def seat(self) -> i64:
        over = self.turns >= self.ruleset.turns or self.has_no_tiles(0) or self.has_no_tiles(1)
        if over:
            return NOBODY
        return self.mover()

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draw_count

    def scores(self) -> list[int]:
        return [self.laid[0], self.laid[1]]

    def result(self) -> list[float]:
        first, second = self.has_no_tiles(0), self.has_no_tiles(1)
        if first == second:
            first, second = self.laid[0] > self.laid[1], self.laid[1] > self.laid[0]
        if first == second:
            return [0.5, 0.5]
        return [1.0, 0.0] if first else [0.0, 1.0]

    # Moves

    def moves(self) -> Ints:
        count = self._list_moves()
        return self.move_buffer[:count]

    def random_move(self, random: Random) -> i64:
        count = self._list_moves()
        return self.move_buffer[random.below(count)]

    def _list_moves(self) -> i64:
        """Write every legal move into `move_buffer` and return their number."""
        if self.seat() == NOBODY:
            return 0
        count: i64 = 0
        if self.actions:
            count = self.list_placements()
        moves = self._allocate_buffer()
        if self.may_buy() and not self.has_max_actions():
            moves[count] = BUY
            count += 1
        if self.may_exchange():
            moves[count] = EXCHANGE
            count += 1
        moves[count] = END
        return count + 1

    def list_placements(self) -> i64:
        """Write every placement that fits into `move_buffer` and return their number; ignores the actions left."""
        free = vec[i64]([MOON]) if self.board_is_empty() else self.frontier
        fits = self.fits
        moves = self._allocate_buffer()
        count: i64 = 0
        last: i64 = EMPTY
        for tile in self.racks[self.mover()]:
            if tile != last:
                for square in free:
                    # Write always and keep if it fits: no branch to mispredict.
                    moves[count] = tile * SQUARES + square
                    count += (fits[square] >> tile) & 1
            last = tile
        return count

    def _allocate_buffer(self) -> Ints:
        if len(self.move_buffer) == 0:
            self.move_buffer = filled(RACK * SQUARES + 3, 0)
        return self.move_buffer

    def board_is_empty(self) -> bool:
        return self.laid[0] + self.laid[1] == 0

    def why_not(self, move: i64) -> Refusal | None:
        if self.seat() == NOBODY:
            return Refusal("game_over")
        if move == END:
            return None
        if move == BUY:
            return self._why_not_buy()
        if move == EXCHANGE:
            return self._why_not_exchange()
        if not 0 <= move < BUY:
            return Refusal("no_such_move")
        return self._why_not_place(move // SQUARES, move % SQUARES)

    def _why_not_buy(self) -> Refusal | None:
        seat = self.mover()
        if not self.may_buy():
            if self.points[seat] < PRICE:
                return Refusal("buy_poor", {"points": self.points[seat], "price": PRICE})
            return Refusal("buy_late")
        if self.has_max_actions():
            return Refusal("buy_enough", {"actions": self.actions, "tiles": len(self.racks[seat])})
        return None

    def may_buy(self) -> bool:
        """Return whether the mover has the points and the `buy` option allows it now."""
        late = self.ruleset.buy_before and self.placed_this_turn > 0
        return self.points[self.mover()] >= PRICE and not late

    def has_max_actions(self) -> bool:
        """Return whether the mover already has an action for every tile."""
        return self.actions >= len(self.racks[self.mover()])

    def _why_not_exchange(self) -> Refusal | None:
        if self.may_exchange():
            return None
        return Refusal("exchange_late" if self.placed_this_turn else "exchange_empty")

    def may_exchange(self) -> bool:
        return self.placed_this_turn == 0 and self.pool_size(self.mover()) > 0

    def _why_not_place(self, tile: i64, square: i64) -> Refusal | None:
        name = square_name(square, WIDTH)
        if tile not in self.racks[self.mover()]:
            return Refusal("not_in_rack", {"tile": TILE_NAMES[tile]})
        if self.actions == 0:
            return Refusal("no_action")
        if self.board[square] != EMPTY:
            return Refusal("square_taken", {"square": name, "tile": TILE_NAMES[self.board[square]]})
        if self.board_is_empty():
            return None if square == MOON else Refusal("not_the_moon", {"moon": square_name(MOON, WIDTH)})
        if self.neighbour_counts[square] == 0:
            return Refusal("no_neighbour", {"square": name})
        for other in NEIGHBOURS[square]:
            laid = self.board[other]
            if laid != EMPTY and not tiles_match(tile, laid):
                params = {"tile": TILE_NAMES[tile], "other": TILE_NAMES[laid], "square": square_name(other, WIDTH)}
                return Refusal("no_match", params)
        return None

    def gain(self, square: i64) -> i64:
        """Return the points that a tile on this square earns."""
        return POINTS[self.neighbour_counts[square]] + SUN_POINTS * SUNS[square]

    def play(self, move: i64) -> None:
        if move == BUY:
            self.points[self.mover()] -= PRICE
            self.actions += 1
        elif move == EXCHANGE:
            self._exchange()
            self._end_turn()
        elif move == END:
            self._end_turn()
        else:
            self._place(move // SQUARES, move % SQUARES)

    def _place(self, tile: i64, square: i64) -> None:
        seat = self.mover()
        self.points[seat] += self.gain(square)
        self.lay(tile, square)
        self.racks[seat] = remove(self.racks[seat], tile)
        self.laid[seat] += 1
        self.actions -= 1
        self.placed_this_turn += 1
        if self.ruleset.refill_each:
            self.refill(seat)
        if self.has_no_tiles(seat):
            return
        if len(self.racks[seat]) == 0 or (self.actions == 0 and not self.may_buy()):
            self._end_turn()

    def lay(self, tile: i64, square: i64) -> None:
        """Put a tile on the board and update what fits around it."""
        board, neighbour_counts, fits = self.board, self.neighbour_counts, self.fits
        matching = MATCHING_KINDS[tile]
        board[square] = tile
        if neighbour_counts[square]:
            self.frontier = remove(self.frontier, square)
        for other in NEIGHBOURS[square]:
            if neighbour_counts[other] == 0 and board[other] == EMPTY:
                self.frontier = insert(self.frontier, other)
            neighbour_counts[other] += 1
            fits[other] &= matching

    def _exchange(self) -> None:
        """Draw a new rack, shuffle the old tiles into the pool, and top the rack up if the pool was short."""
        seat = self.mover()
        old = self.racks[seat]
        self.racks[seat] = vec[i64](capacity=RACK)
        self.refill(seat)
        pool = extend(self.pool(seat), old)
        self.random.shuffle(pool)
        self.pools[seat] = pool
        self.drawn_counts[seat] = 0
        self.refill(seat)

    def refill(self, seat: i64) -> None:
        """Draw until the rack is full or the pool is empty."""
        rack = self.racks[seat]
        pool = self.pools[seat]
        drawn = self.drawn_counts[seat]
        missing = min(RACK - len(rack), len(pool) - drawn)
        if missing > 0:
            for index in range(drawn, drawn + missing):
                rack = insert(rack, pool[index])
            self.racks[seat] = rack
            self.drawn_counts[seat] = drawn + missing
            self.draw_count += 1

    def _end_turn(self) -> None:
        self.refill(self.mover())
        self.turns += 1
        self.actions = 1
        self.placed_this_turn = 0

    def determinize(self, seat: i64, random: Random) -> None:
        other = 1 - seat
        hidden = extend(self.pool(0), self.pool(1))
        if not self.ruleset.open_racks:
            hidden = extend(hidden, self.racks[other])
        hidden = in_order(hidden, KINDS)
        random.shuffle(hidden)
        dealt: i64 = 0
        if not self.ruleset.open_racks:
            dealt = len(self.racks[other])
            self.racks[other] = in_order(hidden[:dealt], KINDS)
        first = dealt + self.pool_size(0)
        self.pools[0] = hidden[dealt:first]
        self.pools[1] = hidden[first:]
        self.drawn_counts = filled(2, 0)
        self.random = random


def empty_state(options: Options, random: RandomSource) -> Latice:
    """Return a state with an empty board and no tiles anywhere."""
    state = Latice(Ruleset(options), random)
    state.board = filled(SQUARES, EMPTY)
    state.neighbour_counts = filled(SQUARES, 0)
    state.fits = filled(SQUARES, ALL_KINDS)
    state.frontier = vec[i64](capacity=SQUARES // 2)
    state.racks = vec[Ints]([vec[i64](capacity=RACK), vec[i64](capacity=RACK)])
    state.pools = vec[Ints]([vec[i64](), vec[i64]()])
    state.drawn_counts = filled(2, 0)
    state.points = filled(2, 0)
    state.laid = filled(2, 0)
    return state


def start_game(options: Options, random: RandomSource) -> Latice:
    """Shuffle the tiles, split them into two pools and draw a rack from each."""
    state = empty_state(options, random)
    tiles = TILES[:]
    random.shuffle(tiles)
    half = len(tiles) // 2
    for seat in range(2):
        state.pools[seat] = tiles[half * seat : half * (seat + 1)]
        state.refill(seat)
    state.draw_count = 0
    return state
