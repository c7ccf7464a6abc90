"""A second, slow implementation of the rules of RowsAndCols, by names alone; and positions to test them on."""

from __future__ import annotations

from typing import Any

from ludoteca.core.generator import KeyedRandom, Random
from ludoteca.core.state import NOBODY
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICK_NAMES
from ludoteca.games.rowsandcols.rules import RowsAndCols

GAME = RowsAndColsGame()

Cell = tuple[int, int]
Bricks = dict[Cell, str]

ACROSS, DOWN = (1, 0), (0, 1)


def build(board: str, hand: str = "", other: str = "", bag: int | None = None, **changes: Any) -> dict[str, Any]:
    """Return a position with these bricks on the board and in two hands, the rest in the bag.

    With `bag` the bag holds that many, and the others lie far away on the board, where nothing can be added to them.
    """
    bricks = {entry[3:]: entry[:2] for entry in board.split()}
    left = [brick for brick in BRICK_NAMES for _ in range(3)]
    for brick in [*bricks.values(), *hand.split(), *other.split()]:
        left.remove(brick)
    if bag is not None:
        bricks |= block(left[bag:])
        left = left[:bag]
    position: dict[str, Any] = {
        "players": 2,
        "board": bricks,
        "hands": [sorted(one.split(), key=BRICK_NAMES.index) for one in (hand, other)],
        "bag": left,
        "scores": [0, 0],
        "placed": [],
        "to_move": 0,
        "passes": 0,
        "swaps": 0,
    }
    return {**position, **changes}


def block(bricks: list[str]) -> dict[str, str]:
    """Return a block of bricks whose rows and columns are all longer than six, so that none can be extended."""
    count = len(bricks)
    wide = next(wide for wide in range(7, 16) if count // wide >= 7 and count % wide in (0, *range(7, wide)))
    return {f"{60 + index % wide},{60 + index // wide}": brick for index, brick in enumerate(bricks)}


def cell_of(name: str) -> Cell:
    x, y = name.split(",")
    return int(x), int(y)


def bricks_of(position: dict[str, Any]) -> Bricks:
    return {cell_of(name): brick for name, brick in position["board"].items()}


def row_through(bricks: Bricks, cell: Cell, way: Cell) -> list[Cell]:
    """Return the unbroken row through a brick."""
    x, y = cell
    while (x - way[0], y - way[1]) in bricks:
        x, y = x - way[0], y - way[1]
    cells = []
    while (x, y) in bricks:
        cells.append((x, y))
        x, y = x + way[0], y + way[1]
    return cells


def is_row(bricks: list[str]) -> bool:
    colours, shapes = [brick[0] for brick in bricks], [brick[1] for brick in bricks]
    one_colour = len(set(colours)) == 1 and len(set(shapes)) == len(shapes)
    one_shape = len(set(shapes)) == 1 and len(set(colours)) == len(colours)
    return one_colour or one_shape


def is_turn(old: Bricks, new: Bricks) -> bool:
    """Return whether these bricks together are a legal turn."""
    both = {**old, **new}
    if len(both) != len(old) + len(new) or not 1 <= len(new) <= 5:
        return False
    if len(new) == 1:
        ((x, y),) = new
        if not any(cell in old for cell in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1))):
            return False
    else:
        lines = [set(row_through(both, cell, way)) for cell in new for way in (ACROSS, DOWN)]
        if not any(set(new) <= line and line & set(old) for line in lines):
            return False
    rows = [row_through(both, cell, way) for cell in new for way in (ACROSS, DOWN)]
    return all(is_row([both[cell] for cell in row]) for row in rows if len(row) >= 2)


def points(old: Bricks, new: Bricks) -> int:
    both = {**old, **new}
    rows = {tuple(row_through(both, cell, way)) for cell in new for way in (ACROSS, DOWN)}
    return sum(len(row) + (6 if len(row) == 6 else 0) for row in rows if len(row) >= 2)


def placements(position: dict[str, Any]) -> dict[str, int]:
    """Return every placement of the seat to move, by its text, with what the turn earns so far."""
    both = bricks_of(position)
    new = {cell_of(name): both[cell_of(name)] for name in position["placed"]}
    old = {cell: brick for cell, brick in both.items() if cell not in new}
    near = {(x + i, y + j) for x, y in both for i, j in ((0, -1), (-1, 0), (1, 0), (0, 1))} - set(both)
    found = {}
    for brick in set(position["hands"][position["to_move"]]):
        for x, y in near:
            more = {**new, (x, y): brick}
            if max(abs(x), abs(y)) <= 108 and is_turn(old, more):
                found[f"{brick}@{x},{y}"] = points(old, more)
    return found


def whole_game(players: int, seed: str, swapping: int = 0) -> tuple[list[RowsAndCols], list[str]]:
    """Return the states and moves of a game of random placements; one time in `swapping`, any random move."""
    random = Random(f"{seed} moves")
    states, texts = [GAME.start(players, {}, KeyedRandom(seed))], []
    while (state := states[-1]).seat() != NOBODY:
        any_move = swapping and random.below(swapping) == 0
        move = random.choice(state.moves()) if any_move else state.random_move(random)
        texts.append(GAME.write_move(state, move))
        states.append(state.copy())
        states[-1].play(move)
    return states, texts


def game_states(players: int, seed: str, swapping: int = 0) -> list[RowsAndCols]:
    return whole_game(players, seed, swapping)[0]
