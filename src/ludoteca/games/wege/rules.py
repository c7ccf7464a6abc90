"""The rules of Wege: what fits where, placing, swapping, turns and the end of the game.

A card on the board is card * ROTATIONS + rotation. Placing the card in hand is the move cell * ROTATIONS + rotation;
swapping a bridge in is SWAP more than that, so swaps sort after all placements.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from ludoteca.core.generator import Random, RandomSource
from ludoteca.core.ints import Ints, append, filled, i64, in_order, insert, remove, vec
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal
from ludoteca.games.wege.cards import (
    BRIDGE,
    CARD_NAMES,
    CARDS,
    COSSACK,
    GNOME_CORNER,
    IS_WATER,
    NO_CARD,
    ROTATIONS,
    deck_cards,
)
from ludoteca.games.wege.park import OUTSIDE, SIDES, Park, get_park
from ludoteca.games.wege.scoring import FACING, ScoreSheet, compute_score

MAX_SIDE: Final = 16
MAX_CELLS: Final = MAX_SIDE * MAX_SIDE
SWAP: Final = MAX_CELLS * ROTATIONS
MAX_MOVES: Final = 2 * MAX_CELLS
"""Every placement fills a cell, and every swap is followed by a placement."""
NO_TERRAIN: Final = -1
"""The terrain before the first card."""
NOWHERE: Final = -1
NO_MATCH: Final = ["no_match_above", "no_match_right", "no_match_below", "no_match_left"]


@mypyc_attr(acyclic=True)
class Wege(State):
    """The park with its cards, the card in hand and the deck."""

    def __init__(self, park: Park) -> None:
        """Create a state without a board; `empty_state` and `copy` add it."""
        self.park = park
        self.board = vec[i64]()
        self.laid_by = vec[i64]()
        """Per cell, the seat that laid its card."""
        self.gnomes = vec[i64]()
        """Per point, the number of gnomes that meet there."""
        self.neighbour_counts = vec[i64]()
        """Per cell, the number of neighbours with a card."""
        self.frontier = vec[i64]()
        """Free cells next to a card, ascending."""
        self.free_cells = park.cells
        """Number of empty cells."""
        self.terrain: i64 = NO_TERRAIN
        """The colour, 0 or 1, of the points that are land."""
        self.hand: i64 = NO_CARD
        self.hand_is_replaced = False
        """Whether the card in hand is the one that the last swap replaced."""
        self.deck = vec[i64]()
        """In drawing order; the first is drawn next."""
        self.mover: i64 = 0
        self.turns: i64 = 0
        self.draw_count: i64 = 0

    def copy(self) -> Wege:
        other = Wege(self.park)
        other.board = self.board[:]
        other.laid_by = self.laid_by[:]
        other.gnomes = self.gnomes[:]
        other.neighbour_counts = self.neighbour_counts[:]
        other.frontier = self.frontier[:]
        other.free_cells = self.free_cells
        other.terrain = self.terrain
        other.hand = self.hand
        other.hand_is_replaced = self.hand_is_replaced
        other.deck = self.deck[:]
        other.mover = self.mover
        other.turns = self.turns
        other.draw_count = self.draw_count
        return other

    def seat(self) -> i64:
        return self.mover if self.free_cells else NOBODY

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draw_count

    def score(self) -> ScoreSheet:
        """Return the score line by line; it is provisional while cells are free."""
        return compute_score(self.park, self.board, self.laid_by, self.gnomes, self.terrain)

    def scores(self) -> list[int]:
        score = self.score()
        return [score.total(0), score.total(1)]

    def result(self) -> list[float]:
        land, water = self.scores()
        if land == water:
            return [0.5, 0.5]
        return [1.0, 0.0] if land > water else [0.0, 1.0]

    # Fitting and replacing

    def is_empty(self) -> bool:
        return self.free_cells == self.park.cells

    def has_one_card(self) -> bool:
        return self.free_cells == self.park.cells - 1

    def lowest_rotation(self, card: i64, cell: i64) -> i64:
        """Return 0 if the card fits this cell in rotations 0 and 2, or 1 if it fits in 1 and 3."""
        # Corner k of a cell is land if k plus the cell's colour has the same parity as the terrain.
        return (self.terrain + self.park.cell_colours[cell] + IS_WATER[card]) % 2

    def gnome_point(self, cell: i64) -> i64:
        """Return the point of the gnome on this cell, or NOWHERE."""
        laid = self.board[cell]
        corner = GNOME_CORNER[laid // ROTATIONS]
        if corner < 0:
            return NOWHERE
        return self.park.corners[SIDES * cell + (laid + corner) % ROTATIONS]

    def is_facing(self, cell: i64) -> bool:
        """Return whether the card on this cell has a gnome that faces another."""
        point = self.gnome_point(cell)
        return point != NOWHERE and self.gnomes[point] >= FACING

    def may_be_replaced(self, cell: i64) -> bool:
        laid = self.board[cell]
        return laid != NO_CARD and laid // ROTATIONS < COSSACK and not self.is_facing(cell)

    # Moves

    def moves(self) -> Ints:
        if self.free_cells == 0:
            return vec[i64]()
        if self.is_empty():
            return vec[i64](list(range(self.park.cells * ROTATIONS)))
        moves = vec[i64]()
        for cell in self.frontier:
            first = cell * ROTATIONS + self.lowest_rotation(self.hand, cell)
            moves = append(moves, first)
            moves = append(moves, first + 2)
        if self.hand == BRIDGE:
            for cell in range(self.park.cells):
                if self.may_be_replaced(cell):
                    moves = self._add_swaps(moves, cell)
        return moves

    def _add_swaps(self, moves: Ints, cell: i64) -> Ints:
        lowest = self.lowest_rotation(BRIDGE, cell)
        for rotation in range(ROTATIONS):
            if rotation % 2 == lowest or self.has_one_card():
                moves = append(moves, SWAP + cell * ROTATIONS + rotation)
        return moves

    def why_not(self, move: i64) -> Refusal | None:
        if self.free_cells == 0:
            return Refusal("game_over")
        is_swap = move >= SWAP
        placement = move - SWAP if is_swap else move
        if not 0 <= placement < self.park.cells * ROTATIONS:
            return Refusal("no_such_move")
        cell, rotation = placement // ROTATIONS, placement % ROTATIONS
        return self._why_not_swap(cell, rotation) if is_swap else self._why_not_place(cell, rotation)

    def _why_not_place(self, cell: i64, rotation: i64) -> Refusal | None:
        laid = self.board[cell]
        if laid != NO_CARD:
            return Refusal("cell_taken", {"cell": self.park.names[cell], "card": CARD_NAMES[laid // ROTATIONS]})
        if self.is_empty():
            return None
        if self.neighbour_counts[cell] == 0:
            return Refusal("no_neighbour", {"cell": self.park.names[cell]})
        return self._why_no_match(cell, rotation)

    def _why_not_swap(self, cell: i64, rotation: i64) -> Refusal | None:
        name = self.park.names[cell]
        if self.hand != BRIDGE:
            return Refusal("swap_no_bridge", {"card": CARD_NAMES[self.hand]})
        laid = self.board[cell]
        if laid == NO_CARD:
            return Refusal("swap_empty", {"cell": name})
        card = laid // ROTATIONS
        if card >= COSSACK:
            return Refusal("swap_cossack" if card == COSSACK else "swap_bridge", {"cell": name})
        if self.is_facing(cell):
            return Refusal("swap_facing", {"cell": name})
        return None if self.has_one_card() else self._why_no_match(cell, rotation)

    def _why_no_match(self, cell: i64, rotation: i64) -> Refusal | None:
        """Refuse a rotation that does not match, naming one neighbour; if one does not match, none does."""
        if rotation % 2 == self.lowest_rotation(self.hand, cell):
            return None
        name = self.park.names[cell]
        for side in range(SIDES):
            other = self.park.neighbours[SIDES * cell + side]
            if other != OUTSIDE and self.board[other] != NO_CARD:
                return Refusal(NO_MATCH[side], {"cell": name, "neighbour": self.park.names[other]})
        return Refusal("no_match_terrain", {"cell": name})

    def play(self, move: i64) -> None:
        if move >= SWAP:
            self._swap((move - SWAP) // ROTATIONS, move % ROTATIONS)
        else:
            self.lay(self.hand, move // ROTATIONS, move % ROTATIONS, self.mover)
            self._draw()
        self.mover = 1 - self.mover
        self.turns += 1

    def lay(self, card: i64, cell: i64, rotation: i64, seat: i64) -> None:
        """Lay a card on a free cell; the first card fixes the terrain."""
        if self.is_empty():
            self._fix_terrain(card, cell, rotation)
        self._put(card, cell, rotation, seat)
        self.free_cells -= 1
        if self.neighbour_counts[cell]:
            self.frontier = remove(self.frontier, cell)
        for side in range(SIDES):
            other = self.park.neighbours[SIDES * cell + side]
            if other != OUTSIDE:
                if self.neighbour_counts[other] == 0 and self.board[other] == NO_CARD:
                    self.frontier = insert(self.frontier, other)
                self.neighbour_counts[other] += 1

    def _put(self, card: i64, cell: i64, rotation: i64, seat: i64) -> None:
        self.board[cell] = card * ROTATIONS + rotation
        self.laid_by[cell] = seat
        point = self.gnome_point(cell)
        if point != NOWHERE:
            self.gnomes[point] += 1

    def _fix_terrain(self, card: i64, cell: i64, rotation: i64) -> None:
        self.terrain = (rotation + self.park.cell_colours[cell] + IS_WATER[card]) % 2

    def _swap(self, cell: i64, rotation: i64) -> None:
        """Swap the bridge in hand for the card on the cell, which the opponent must place next."""
        if self.has_one_card():
            self._fix_terrain(BRIDGE, cell, rotation)
        self.hand = self.board[cell] // ROTATIONS
        self.hand_is_replaced = True
        point = self.gnome_point(cell)
        if point != NOWHERE:
            self.gnomes[point] -= 1
        self._put(BRIDGE, cell, rotation, self.mover)

    def _draw(self) -> None:
        """Draw the top card for the next turn, or none after the last cell."""
        self.hand_is_replaced = False
        self.hand = NO_CARD
        if self.free_cells:
            self.hand = self.deck[0]
            self.deck = self.deck[1:]
            self.draw_count += 1

    def determinize(self, seat: i64, random: Random) -> None:
        """Shuffle the deck: its order is all that is hidden."""
        self.deck = in_order(self.deck, CARDS)
        random.shuffle(self.deck)


def empty_state(rows: int, cols: int) -> Wege:
    """Return a state with an empty park and no cards anywhere."""
    state = Wege(get_park(rows, cols))
    state.board = filled(state.park.cells, NO_CARD)
    state.laid_by = filled(state.park.cells, NOBODY)
    state.gnomes = filled(state.park.points, 0)
    state.neighbour_counts = filled(state.park.cells, 0)
    return state


def start_game(rows: int, cols: int, specials: int, random: RandomSource) -> Wege:
    """Shuffle the deck and turn up the first card."""
    state = empty_state(rows, cols)
    cards = deck_cards(state.park.cells, specials)
    random.shuffle(cards)
    state.hand = cards[0]
    state.deck = cards[1:]
    return state
