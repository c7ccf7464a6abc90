"""The rules of Latice: tiles, the board, what fits where, the turn, the points, the end.

A tile is colour * 6 + shape, a square is numbered row by row. A move is tile * SQUARES + square, or one of BUY,
EXCHANGE and END, which come after all placements.
"""

from __future__ import annotations

from typing import Final

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
"""By the number of neighbours."""
SUN_POINTS: Final = 2
EMPTY: Final = -1
BUY: Final = KINDS * SQUARES
EXCHANGE: Final = BUY + 1
END: Final = BUY + 2

TURNS: Final = IntOption("turns", default=20, low=4, high=60, step=2, help="Turns in all, half of them each player's.")
OPEN_RACKS: Final = BoolOption("open_racks", default=False, help="Both racks are visible.")
REFILL: Final = ChoiceOption(
    "refill", choices=("end", "each"), help="Refill the rack at the turn's end, or after each tile."
)
BUYING: Final = ChoiceOption(
    "buy", choices=("any", "before"), help="Buy at any time, or only before the turn's first tile."
)
OPTIONS: Final = (TURNS, OPEN_RACKS, REFILL, BUYING)

MOON: Final = 4 * WIDTH + 4
SUN_NAMES: Final = "a1 e1 i1 b2 h2 c3 g3 a5 i5 c7 g7 b8 h8 a9 e9 i9"
SUNS: Final = vec[i64]([1 if square_name(square, WIDTH) in SUN_NAMES.split() else 0 for square in range(SQUARES)])
"""Per square, whether it is a sun."""

ALL_KINDS: Final = 2**KINDS - 1
TILES: Final = vec[i64]([tile for tile in range(KINDS) for _ in range(COPIES)])
TILE_NAMES: Final = [colour + shape for colour in COLOURS for shape in SHAPES]


def alike(one: i64, other: i64) -> bool:
    """Two tiles share colour or shape."""
    return one // 6 == other // 6 or one % 6 == other % 6


def _beside(square: i64) -> Ints:
    row = square // WIDTH
    column = square % WIDTH
    beside = vec[i64]()
    for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= r < WIDTH and 0 <= c < WIDTH:
            beside = append(beside, r * WIDTH + c)
    return beside


BESIDE: Final = vec[Ints]([_beside(square) for square in range(SQUARES)])
FITS_BESIDE: Final = vec[i64]([sum(2**other for other in range(KINDS) if alike(tile, other)) for tile in range(KINDS)])
"""Per tile, the set of tiles that may lie next to it, a bit each."""


class Terms:
    """The options of a game, read once and shared by all its states."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.turns: i64 = int(options["turns"])
        self.open_racks = bool(options["open_racks"])
        self.refill_each = options["refill"] == "each"
        self.buy_before = options["buy"] == "before"


class Latice(State):
    """The board, and both players' racks, pools and points."""

    def __init__(self, terms: Terms, random: RandomSource) -> None:
        """Without a board and tiles, which `bare` and `copy` bring."""
        self.terms = terms
        self.random = random
        self.board = vec[i64]()
        self.near = vec[i64]()
        """Per square, how many of its neighbours are laid."""
        self.fits = vec[i64]()
        """Per square, the set of tiles that match all its neighbours."""
        self.edge = vec[i64]()
        """Free squares with a neighbour, ascending."""
        self.racks = vec[Ints]()
        """In ascending order."""
        self.pools = vec[Ints]()
        """In drawing order; never changed but replaced, so that copies share them."""
        self.drawn = vec[i64]()
        """Per seat, how many tiles of the pool are drawn already."""
        self.points = vec[i64]()
        self.laid = vec[i64]()
        self.turns: i64 = 0
        """Turns completed."""
        self.actions: i64 = 1
        self.placed: i64 = 0
        """Tiles laid in the running turn."""
        self.draws: i64 = 0
        self.scratch = vec[i64]()
        """Where moves are listed before their number is known; each state makes its own when it first needs it."""

    def copy(self) -> Latice:
        other = Latice(self.terms, self.random.copy())
        other.board = self.board[:]
        other.near = self.near[:]
        other.fits = self.fits[:]
        other.edge = self.edge[:]
        other.racks = vec[Ints]([self.racks[0][:], self.racks[1][:]])
        other.pools = self.pools[:]
        other.drawn = self.drawn[:]
        other.points = self.points[:]
        other.laid = self.laid[:]
        other.turns = self.turns
        other.actions = self.actions
        other.placed = self.placed
        other.draws = self.draws
        return other

    # Whose turn it is, and how it ended

    def mover(self) -> i64:
        return self.turns % 2

    def emptied(self, seat: i64) -> bool:
        return len(self.racks[seat]) == 0 and self.undrawn(seat) == 0

    def undrawn(self, seat: i64) -> i64:
        """How many tiles are left in the pool."""
        return len(self.pools[seat]) - self.drawn[seat]

    def pool(self, seat: i64) -> Ints:
        """The tiles left in the pool, the first is drawn next."""
        return self.pools[seat][self.drawn[seat] :]

    def seat(self) -> i64:
        over = self.turns >= self.terms.turns or self.emptied(0) or self.emptied(1)
        if over:
            return NOBODY
        return self.mover()

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draws

    def scores(self) -> list[int]:
        return [self.laid[0], self.laid[1]]

    def result(self) -> list[float]:
        first, second = self.emptied(0), self.emptied(1)
        if first == second:
            first, second = self.laid[0] > self.laid[1], self.laid[1] > self.laid[0]
        if first == second:
            return [0.5, 0.5]
        return [1.0, 0.0] if first else [0.0, 1.0]

    # Moves

    def moves(self) -> Ints:
        count = self._list_moves()
        return self.scratch[:count]

    def random_move(self, random: Random) -> i64:
        count = self._list_moves()
        return self.scratch[random.below(count)]

    def _list_moves(self) -> i64:
        """Write every legal move into `scratch`; how many there are."""
        if self.seat() == NOBODY:
            return 0
        count: i64 = 0
        if self.actions:
            count = self.list_placements()
        moves = self._room()
        if self.may_buy() and not self.has_enough():
            moves[count] = BUY
            count += 1
        if self.may_exchange():
            moves[count] = EXCHANGE
            count += 1
        moves[count] = END
        return count + 1

    def list_placements(self) -> i64:
        """Write into `scratch` where each tile of the mover fits, should he have an action; how many there are."""
        free = vec[i64]([MOON]) if self.board_is_empty() else self.edge
        fits = self.fits
        moves = self._room()
        count: i64 = 0
        last: i64 = EMPTY
        for tile in self.racks[self.mover()]:
            if tile != last:
                for square in free:
                    # Written in any case and kept if it fits, which saves the processor a guess.
                    moves[count] = tile * SQUARES + square
                    count += (fits[square] >> tile) & 1
            last = tile
        return count

    def _room(self) -> Ints:
        if len(self.scratch) == 0:
            self.scratch = filled(RACK * SQUARES + 3, 0)
        return self.scratch

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
        if self.has_enough():
            return Refusal("buy_enough", {"actions": self.actions, "tiles": len(self.racks[seat])})
        return None

    def may_buy(self) -> bool:
        """The mover has the points, and the option does not forbid it now."""
        late = self.terms.buy_before and self.placed > 0
        return self.points[self.mover()] >= PRICE and not late

    def has_enough(self) -> bool:
        """The mover has an action for every tile already."""
        return self.actions >= len(self.racks[self.mover()])

    def _why_not_exchange(self) -> Refusal | None:
        if self.may_exchange():
            return None
        return Refusal("exchange_late" if self.placed else "exchange_empty")

    def may_exchange(self) -> bool:
        return self.placed == 0 and self.undrawn(self.mover()) > 0

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
        if self.near[square] == 0:
            return Refusal("no_neighbour", {"square": name})
        for other in BESIDE[square]:
            laid = self.board[other]
            if laid != EMPTY and not alike(tile, laid):
                params = {"tile": TILE_NAMES[tile], "other": TILE_NAMES[laid], "square": square_name(other, WIDTH)}
                return Refusal("no_match", params)
        return None

    def gain(self, square: i64) -> i64:
        """The points that a tile on this square earns."""
        return POINTS[self.near[square]] + SUN_POINTS * SUNS[square]

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
        self.placed += 1
        if self.terms.refill_each:
            self.refill(seat)
        if self.emptied(seat):
            return
        if len(self.racks[seat]) == 0 or (self.actions == 0 and not self.may_buy()):
            self._end_turn()

    def lay(self, tile: i64, square: i64) -> None:
        """Put a tile on the board, and see what fits round it from now on."""
        board, near, fits = self.board, self.near, self.fits
        fitting = FITS_BESIDE[tile]
        board[square] = tile
        if near[square]:
            self.edge = remove(self.edge, square)
        for other in BESIDE[square]:
            if near[other] == 0 and board[other] == EMPTY:
                self.edge = insert(self.edge, other)
            near[other] += 1
            fits[other] &= fitting

    def _exchange(self) -> None:
        """New tiles first, then the old ones go back and the pool is shuffled; topped up if it was short."""
        seat = self.mover()
        old = self.racks[seat]
        self.racks[seat] = vec[i64](capacity=RACK)
        self.refill(seat)
        pool = extend(self.pool(seat), old)
        self.random.shuffle(pool)
        self.pools[seat] = pool
        self.drawn[seat] = 0
        self.refill(seat)

    def refill(self, seat: i64) -> None:
        """Draw until the rack is full or the pool empty."""
        rack = self.racks[seat]
        pool = self.pools[seat]
        drawn = self.drawn[seat]
        wanted = min(RACK - len(rack), len(pool) - drawn)
        if wanted > 0:
            for index in range(drawn, drawn + wanted):
                rack = insert(rack, pool[index])
            self.racks[seat] = rack
            self.drawn[seat] = drawn + wanted
            self.draws += 1

    def _end_turn(self) -> None:
        self.refill(self.mover())
        self.turns += 1
        self.actions = 1
        self.placed = 0

    def determinize(self, seat: i64, random: Random) -> None:
        other = 1 - seat
        hidden = extend(self.pool(0), self.pool(1))
        if not self.terms.open_racks:
            hidden = extend(hidden, self.racks[other])
        hidden = in_order(hidden, KINDS)
        random.shuffle(hidden)
        dealt: i64 = 0
        if not self.terms.open_racks:
            dealt = len(self.racks[other])
            self.racks[other] = in_order(hidden[:dealt], KINDS)
        first = dealt + self.undrawn(0)
        self.pools[0] = hidden[dealt:first]
        self.pools[1] = hidden[first:]
        self.drawn = filled(2, 0)
        self.random = random


def bare(options: Options, random: RandomSource) -> Latice:
    """An empty board, and no tiles anywhere."""
    state = Latice(Terms(options), random)
    state.board = filled(SQUARES, EMPTY)
    state.near = filled(SQUARES, 0)
    state.fits = filled(SQUARES, ALL_KINDS)
    state.edge = vec[i64](capacity=SQUARES // 2)
    state.racks = vec[Ints]([vec[i64](capacity=RACK), vec[i64](capacity=RACK)])
    state.pools = vec[Ints]([vec[i64](), vec[i64]()])
    state.drawn = filled(2, 0)
    state.points = filled(2, 0)
    state.laid = filled(2, 0)
    return state


def begin(options: Options, random: RandomSource) -> Latice:
    """Shuffled, cut into two pools, a rack drawn from each."""
    state = bare(options, random)
    tiles = TILES[:]
    random.shuffle(tiles)
    half = len(tiles) // 2
    for seat in range(2):
        state.pools[seat] = tiles[half * seat : half * (seat + 1)]
        state.refill(seat)
    state.draws = 0
    return state
