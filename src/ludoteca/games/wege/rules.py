"""The rules of Wege: what fits where, placing and swapping, the turn, the end.

A card on the board is card * ROTATIONS + rotation. Placing the card in hand is the move cell * ROTATIONS + rotation;
swapping a bridge in is the same above SWAP, after all placements.
"""

from __future__ import annotations

from typing import Final

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
    NO_CARD,
    ROTATIONS,
    WATERY,
    deck_cards,
)
from ludoteca.games.wege.park import OUTSIDE, SIDES, Park, park_of
from ludoteca.games.wege.scoring import FACING, Score, score

MOST_CELLS: Final = 10 * 10
SWAP: Final = MOST_CELLS * ROTATIONS
LONGEST: Final = 2 * MOST_CELLS
"""Every placement fills a cell, and the card that a swap replaces must be placed next."""
OPEN: Final = -1
"""The terrain before the first card."""
NOWHERE: Final = -1
NO_MATCH: Final = ["no_match_above", "no_match_right", "no_match_below", "no_match_left"]


class Wege(State):
    """The park with its cards, the card in hand and the deck."""

    def __init__(self, park: Park) -> None:
        """Without a board, which `bare` and `copy` bring."""
        self.park = park
        self.board = vec[i64]()
        self.by = vec[i64]()
        """Per cell, who laid its card."""
        self.gnomes = vec[i64]()
        """Per point, how many gnomes meet there."""
        self.near = vec[i64]()
        """Per cell, how many of its neighbours have a card."""
        self.edge = vec[i64]()
        """Free cells with such a neighbour, ascending."""
        self.free = park.cells
        """How many cells are empty."""
        self.terrain: i64 = OPEN
        """The colour, 0 or 1, of the points that are land."""
        self.hand: i64 = NO_CARD
        self.replaced = False
        """The card in hand is the one that the last swap replaced."""
        self.deck = vec[i64]()
        """In drawing order, the first is drawn next."""
        self.mover: i64 = 0
        self.turns: i64 = 0
        self.draws: i64 = 0

    def copy(self) -> Wege:
        other = Wege(self.park)
        other.board = self.board[:]
        other.by = self.by[:]
        other.gnomes = self.gnomes[:]
        other.near = self.near[:]
        other.edge = self.edge[:]
        other.free = self.free
        other.terrain = self.terrain
        other.hand = self.hand
        other.replaced = self.replaced
        other.deck = self.deck[:]
        other.mover = self.mover
        other.turns = self.turns
        other.draws = self.draws
        return other

    def seat(self) -> i64:
        return self.mover if self.free else NOBODY

    def turn(self) -> int:
        return self.turns

    def reveal_count(self) -> int:
        return self.draws

    def score(self) -> Score:
        """Line by line; provisional while cells are free."""
        return score(self.park, self.board, self.by, self.gnomes, self.terrain)

    def scores(self) -> list[int]:
        found = self.score()
        return [found.total(0), found.total(1)]

    def result(self) -> list[float]:
        land, water = self.scores()
        if land == water:
            return [0.5, 0.5]
        return [1.0, 0.0] if land > water else [0.0, 1.0]

    # What fits

    def is_bare(self) -> bool:
        return self.free == self.park.cells

    def has_one_card(self) -> bool:
        return self.free == self.park.cells - 1

    def turned(self, card: i64, cell: i64) -> i64:
        """0 if the card fits this cell in the rotations 0 and 2, 1 if in 1 and 3."""
        # Corner k of the cell is land if k plus the cell's colour is even or odd as the terrain is.
        return (self.terrain + self.park.cell_colours[cell] + WATERY[card]) % 2

    def gnome_point(self, cell: i64) -> i64:
        """Where the gnome on this cell sits, or NOWHERE."""
        laid = self.board[cell]
        corner = GNOME_CORNER[laid // ROTATIONS]
        if corner < 0:
            return NOWHERE
        return self.park.corners[SIDES * cell + (laid + corner) % ROTATIONS]

    def is_facing(self, cell: i64) -> bool:
        """The card on this cell has a gnome that faces another."""
        point = self.gnome_point(cell)
        return point != NOWHERE and self.gnomes[point] >= FACING

    def may_be_replaced(self, cell: i64) -> bool:
        laid = self.board[cell]
        return laid != NO_CARD and laid // ROTATIONS < COSSACK and not self.is_facing(cell)

    # Moves

    def moves(self) -> Ints:
        if self.free == 0:
            return vec[i64]()
        if self.is_bare():
            return vec[i64](list(range(self.park.cells * ROTATIONS)))
        moves = vec[i64]()
        for cell in self.edge:
            first = cell * ROTATIONS + self.turned(self.hand, cell)
            moves = append(moves, first)
            moves = append(moves, first + 2)
        if self.hand == BRIDGE:
            for cell in range(self.park.cells):
                if self.may_be_replaced(cell):
                    moves = self._add_swaps(moves, cell)
        return moves

    def _add_swaps(self, moves: Ints, cell: i64) -> Ints:
        turned = self.turned(BRIDGE, cell)
        for rotation in range(ROTATIONS):
            if rotation % 2 == turned or self.has_one_card():
                moves = append(moves, SWAP + cell * ROTATIONS + rotation)
        return moves

    def why_not(self, move: i64) -> Refusal | None:
        if self.free == 0:
            return Refusal("game_over")
        swap = move >= SWAP
        place = move - SWAP if swap else move
        if not 0 <= place < self.park.cells * ROTATIONS:
            return Refusal("no_such_move")
        cell = place // ROTATIONS
        return self._why_not_swap(cell, place % ROTATIONS) if swap else self._why_not_place(cell, place % ROTATIONS)

    def _why_not_place(self, cell: i64, rotation: i64) -> Refusal | None:
        laid = self.board[cell]
        if laid != NO_CARD:
            return Refusal("cell_taken", {"cell": self.park.names[cell], "card": CARD_NAMES[laid // ROTATIONS]})
        if self.is_bare():
            return None
        if self.near[cell] == 0:
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
        """Names a neighbour whose corners do not agree; where one does not, none does."""
        if rotation % 2 == self.turned(self.hand, cell):
            return None
        name = self.park.names[cell]
        for side in range(SIDES):
            other = self.park.beside[SIDES * cell + side]
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

    def lay(self, card: i64, cell: i64, rotation: i64, by: i64) -> None:
        """Put a card on a free cell; the first one fixes the terrain."""
        if self.is_bare():
            self._fix_terrain(card, cell, rotation)
        self._put(card, cell, rotation, by)
        self.free -= 1
        if self.near[cell]:
            self.edge = remove(self.edge, cell)
        for side in range(SIDES):
            other = self.park.beside[SIDES * cell + side]
            if other != OUTSIDE:
                if self.near[other] == 0 and self.board[other] == NO_CARD:
                    self.edge = insert(self.edge, other)
                self.near[other] += 1

    def _put(self, card: i64, cell: i64, rotation: i64, by: i64) -> None:
        self.board[cell] = card * ROTATIONS + rotation
        self.by[cell] = by
        point = self.gnome_point(cell)
        if point != NOWHERE:
            self.gnomes[point] += 1

    def _fix_terrain(self, card: i64, cell: i64, rotation: i64) -> None:
        self.terrain = (rotation + self.park.cell_colours[cell] + WATERY[card]) % 2

    def _swap(self, cell: i64, rotation: i64) -> None:
        """The bridge in hand for the card on the cell, which the opponent must place next."""
        if self.has_one_card():
            self._fix_terrain(BRIDGE, cell, rotation)
        self.hand = self.board[cell] // ROTATIONS
        self.replaced = True
        point = self.gnome_point(cell)
        if point != NOWHERE:
            self.gnomes[point] -= 1
        self._put(BRIDGE, cell, rotation, self.mover)

    def _draw(self) -> None:
        """The top card for the next turn; none after the last cell."""
        self.replaced = False
        self.hand = NO_CARD
        if self.free:
            self.hand = self.deck[0]
            self.deck = self.deck[1:]
            self.draws += 1

    def determinize(self, seat: i64, random: Random) -> None:
        """Only the order of the deck is hidden, and nothing else is left to chance."""
        self.deck = in_order(self.deck, CARDS)
        random.shuffle(self.deck)


def bare(rows: int, cols: int) -> Wege:
    """An empty park, and no cards anywhere."""
    state = Wege(park_of(rows, cols))
    state.board = filled(state.park.cells, NO_CARD)
    state.by = filled(state.park.cells, NOBODY)
    state.gnomes = filled(state.park.points, 0)
    state.near = filled(state.park.cells, 0)
    return state


def begin(rows: int, cols: int, specials: int, random: RandomSource) -> Wege:
    """An empty park, the deck shuffled, the first card turned up."""
    state = bare(rows, cols)
    cards = deck_cards(state.park.cells, specials)
    random.shuffle(cards)
    state.hand = cards[0]
    state.deck = cards[1:]
    return state
