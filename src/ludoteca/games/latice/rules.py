"""The rules of Latice: tiles, the board, what fits where, the turn, the points, the end.

A tile is colour * 6 + shape, a square is numbered row by row. A move is tile * SQUARES + square, or one of BUY,
EXCHANGE and END, which come after all placements.
"""

from __future__ import annotations

from typing import Final

from ludoteca.core.generator import Random
from ludoteca.core.ints import Ints, append, filled
from ludoteca.core.options import Choice, Options, Switch, Whole
from ludoteca.core.squares import square_name, square_number
from ludoteca.core.state import NOBODY, State
from ludoteca.core.words import Refusal

COLOURS: Final = "rygbcm"
SHAPES: Final = "fbtdel"
KINDS: Final = len(COLOURS) * len(SHAPES)
COPIES: Final = 2
WIDTH: Final = 9
SQUARES: Final = WIDTH * WIDTH
RACK: Final = 5
PRICE: Final = 2
POINTS: Final = [0, 0, 1, 2, 4]
"""By the number of neighbours."""
SUN_POINTS: Final = 2
EMPTY: Final = -1
BUY: Final = KINDS * SQUARES
EXCHANGE: Final = BUY + 1
END: Final = BUY + 2

TURNS: Final = Whole("turns", default=20, low=4, high=60, step=2, help="Turns in all, half of them each player's.")
OPEN_RACKS: Final = Switch("open_racks", default=False, help="Both racks are visible.")
REFILL: Final = Choice("refill", choices=("end", "each"), help="Refill the rack at the turn's end, or after each tile.")
BUYING: Final = Choice("buy", choices=("any", "before"), help="Buy at any time, or only before the turn's first tile.")
OPTIONS: Final = (TURNS, OPEN_RACKS, REFILL, BUYING)

MOON: Final = square_number("e5", WIDTH, WIDTH)
SUN_NAMES: Final = "a1 e1 i1 b2 h2 c3 g3 a5 i5 c7 g7 b8 h8 a9 e9 i9"
SUNS: Final = [square_number(name, WIDTH, WIDTH) for name in SUN_NAMES.split()]

BIT: Final = [1 << tile for tile in range(KINDS)]
ALL_KINDS: Final = (1 << KINDS) - 1
TILE_NAMES: Final = [colour + shape for colour in COLOURS for shape in SHAPES]


def alike(one: int, other: int) -> bool:
    """Two tiles share colour or shape."""
    return one // 6 == other // 6 or one % 6 == other % 6


def _beside(square: int) -> Ints:
    row, column = divmod(square, WIDTH)
    beside: Ints = []
    for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
        if 0 <= r < WIDTH and 0 <= c < WIDTH:
            beside = append(beside, r * WIDTH + c)
    return beside


BESIDE: Final = [_beside(square) for square in range(SQUARES)]
FITS_BESIDE: Final = [sum(BIT[other] for other in range(KINDS) if alike(tile, other)) for tile in range(KINDS)]
"""Per tile, the set of tiles that may lie next to it."""


class Latice(State):
    """The board, and both players' racks, pools and points."""

    def __init__(self, options: Options, random: Random) -> None:
        self.options = options
        self.random = random
        self.board = filled(SQUARES, EMPTY)
        self.near = filled(SQUARES, 0)
        """Per square, how many of its neighbours are laid."""
        self.fits = filled(SQUARES, 0)
        """Per free square with a neighbour, the set of tiles that may go there."""
        self.racks: list[Ints] = [[], []]
        self.pools: list[Ints] = [[], []]
        """In drawing order, the first is drawn next."""
        self.points: Ints = [0, 0]
        self.laid: Ints = [0, 0]
        self.turns = 0
        """Turns completed."""
        self.actions = 1
        self.placed = 0
        """Tiles laid in the running turn."""
        self.draws = 0

    def copy(self) -> Latice:
        other = Latice(self.options, self.random.copy())
        other.board = self.board[:]
        other.near = self.near[:]
        other.fits = self.fits[:]
        other.racks = [self.racks[0][:], self.racks[1][:]]
        other.pools = [self.pools[0][:], self.pools[1][:]]
        other.points = self.points[:]
        other.laid = self.laid[:]
        other.turns = self.turns
        other.actions = self.actions
        other.placed = self.placed
        other.draws = self.draws
        return other

    # Whose turn it is, and how it ended

    def mover(self) -> int:
        return self.turns % 2

    def emptied(self, seat: int) -> bool:
        return not self.racks[seat] and not self.pools[seat]

    def seat(self) -> int:
        over = self.turns >= int(self.options["turns"]) or self.emptied(0) or self.emptied(1)
        return NOBODY if over else self.mover()

    def turn(self) -> int:
        return self.turns

    def reveals(self) -> int:
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
        if self.seat() == NOBODY:
            return []
        moves: Ints = []
        if self.actions:
            moves = self._placements()
        for move in (BUY, EXCHANGE, END):
            if self.why_not(move) is None:
                moves = append(moves, move)
        return moves

    def _placements(self) -> Ints:
        rack = self.racks[self.mover()]
        moves: Ints = []
        last = EMPTY
        open_squares = [square for square in range(SQUARES) if self.fits[square]]
        if self.board_is_empty():
            open_squares = [MOON]
        for tile in rack:
            if tile != last:
                for square in open_squares:
                    if self.near[square] == 0 or self.fits[square] & BIT[tile]:
                        moves = append(moves, tile * SQUARES + square)
            last = tile
        return moves

    def board_is_empty(self) -> bool:
        return self.laid[0] + self.laid[1] == 0

    def why_not(self, move: int) -> Refusal | None:
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
        if self.actions >= len(self.racks[seat]):
            return Refusal("buy_enough", {"actions": self.actions, "tiles": len(self.racks[seat])})
        return None

    def may_buy(self) -> bool:
        """The mover has the points, and the option does not forbid it now."""
        late = self.options["buy"] == "before" and self.placed > 0
        return self.points[self.mover()] >= PRICE and not late

    def _why_not_exchange(self) -> Refusal | None:
        if self.placed:
            return Refusal("exchange_late")
        return None if self.pools[self.mover()] else Refusal("exchange_empty")

    def _why_not_place(self, tile: int, square: int) -> Refusal | None:
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

    def gain(self, square: int) -> int:
        """The points that a tile on this square earns."""
        return POINTS[self.near[square]] + (SUN_POINTS if square in SUNS else 0)

    def play(self, move: int) -> None:
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

    def _place(self, tile: int, square: int) -> None:
        seat = self.mover()
        self.points[seat] += self.gain(square)
        self.lay(tile, square)
        self.racks[seat].remove(tile)
        self.laid[seat] += 1
        self.actions -= 1
        self.placed += 1
        if self.options["refill"] == "each":
            self._refill()
        if self.emptied(seat):
            return
        if not self.racks[seat] or (self.actions == 0 and not self.may_buy()):
            self._end_turn()

    def lay(self, tile: int, square: int) -> None:
        """Put a tile on the board, and see what fits round it from now on."""
        self.board[square] = tile
        self.fits[square] = 0
        for other in BESIDE[square]:
            fits = self.fits[other] if self.near[other] else ALL_KINDS
            self.near[other] += 1
            if self.board[other] == EMPTY:
                self.fits[other] = fits & FITS_BESIDE[tile]

    def _exchange(self) -> None:
        """New tiles first, then the old ones go back and the pool is shuffled; topped up if it was short."""
        seat = self.mover()
        old, pool = self.racks[seat], self.pools[seat]
        self.racks[seat] = pool[:RACK]
        self.pools[seat] = pool[RACK:] + old
        self.random.shuffle(self.pools[seat])
        self.draws += 1
        self._refill()

    def _refill(self) -> None:
        seat = self.mover()
        wanted = RACK - len(self.racks[seat])
        if wanted > 0 and self.pools[seat]:
            self.racks[seat] += self.pools[seat][:wanted]
            self.pools[seat] = self.pools[seat][wanted:]
            self.draws += 1
        self.racks[seat].sort()

    def _end_turn(self) -> None:
        self._refill()
        self.turns += 1
        self.actions = 1
        self.placed = 0

    def redeal(self, seat: int, random: Random) -> None:
        other = 1 - seat
        shut = not self.options["open_racks"]
        sizes = [len(self.racks[other]) if shut else 0, len(self.pools[0]), len(self.pools[1])]
        hidden = sorted((self.racks[other] if shut else []) + self.pools[0] + self.pools[1])
        random.shuffle(hidden)
        if shut:
            self.racks[other] = sorted(hidden[: sizes[0]])
        self.pools[0] = hidden[sizes[0] : sizes[0] + sizes[1]]
        self.pools[1] = hidden[sizes[0] + sizes[1] :]
        self.random = random


def begin(options: Options, random: Random) -> Latice:
    """Shuffled, cut into two pools, a rack drawn from each."""
    state = Latice(options, random)
    tiles = [tile for tile in range(KINDS) for _ in range(COPIES)]
    random.shuffle(tiles)
    half = len(tiles) // 2
    state.racks = [sorted(tiles[:RACK]), sorted(tiles[half : half + RACK])]
    state.pools = [tiles[RACK:half], tiles[half + RACK :]]
    return state
