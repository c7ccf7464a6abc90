"""What a player is choosing on a board: a cursor, a piece in a rotation, several cells or pieces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from ludoteca.core.board import Action, Board, Cell, Moves, Piece, Player, Selection, Target
from ludoteca.core.translations import Text

RESERVED_KEYS: Final = "rhumnyqlvx"
"""Letters that the full screen uses itself."""


class Slot(NamedTuple):
    """A piece that can be chosen, and where it lies beside the board."""

    seat: int
    zone: int
    """The number of the zone among the seat's."""
    piece: Piece


class Button(NamedTuple):
    """An action, or a selection that is not being made yet, and the key that chooses it."""

    key: str
    does: Action | Selection


def shown_players(board: Board, seat: int | None) -> list[Player]:
    """Return the players whose pieces are drawn large: all without a grid, else the one whose hand is played from."""
    if board.grid is None:
        return list(reversed(board.players))
    holders = [player for player in board.players if any(True for zone in player.zones for _ in zone.pieces)]
    own = [player for player in holders if player.seat == seat]
    return own or holders[:1] if len(holders) == 1 or own else []


class Choice:
    """The state of choosing. It knows no keys and no terminal."""

    def __init__(self) -> None:
        self.board: Board | None = None
        self.slots: list[Slot] = []
        self.shows_cursor = True
        """Whether there is a cursor; a picture and a replay have none."""
        self.column = self.row = 0
        """The cell of the cursor; it may be one that the grid lacks."""
        self.slot = 0
        self.rotation = 0
        self.selection: Selection | None = None
        """The selection that is being made."""
        self.chosen: list[int | str] = []
        """The cells or the numbers of the slots that are selected."""
        self.hint = ""
        """A move to mark."""
        self._place: tuple[str, ...] = ()

    def update(self, board: Board | None, seat: int | None) -> None:
        """Go on with a new position; keep the cursor where it is."""
        held = self.piece.id if self.piece is not None else ""
        self.board, self.hint, self.chosen = board, "", []
        players = [] if board is None else shown_players(board, seat)
        self.slots = [
            Slot(player.seat, number, piece)
            for player in players
            for number, zone in enumerate(player.zones)
            for piece in zone.pieces
        ]
        self._follow_grid()
        ids = [slot.piece.id for slot in self.slots]
        moves = self.moves
        self.selection = moves.selections[0] if moves.selections and not moves.targets else None
        wanted = {target.piece for target in moves.targets} or {item for one in moves.selections for item in one.items}
        playable = [number for number, one in enumerate(ids) if one in wanted]
        if held in ids and (held in wanted or not playable):
            self.slot = ids.index(held)
        else:
            self.slot = playable[0] if playable else min(self.slot, max(0, len(ids) - 1))
        if self.fits and self.cell_name not in self.fits:
            self.go_to(next(iter(self.fits)))
        self._turn_to_fit()

    def _follow_grid(self) -> None:
        """Keep the cursor on its cell when a grid grows; begin in the middle."""
        grid = None if self.board is None else self.board.grid
        if grid is None:
            return
        if not self._place:
            self.column, self.row = len(grid.columns) // 2, len(grid.rows) // 2
        elif self._place[0] in grid.columns and self._place[1] in grid.rows:
            self.column, self.row = grid.columns.index(self._place[0]), grid.rows.index(self._place[1])
        self._keep_place()

    def _keep_place(self) -> None:
        grid = None if self.board is None else self.board.grid
        if grid is not None:
            self.column = max(0, min(self.column, len(grid.columns) - 1))
            self.row = max(0, min(self.row, len(grid.rows) - 1))
            self._place = (grid.columns[self.column], grid.rows[self.row])

    # What is there

    @property
    def moves(self) -> Moves:
        """What can be chosen; nothing if it is somebody else's turn."""
        moves = None if self.board is None else self.board.moves
        return EMPTY if moves is None else moves

    @property
    def cell(self) -> Cell | None:
        """The cell under the cursor."""
        grid = None if self.board is None else self.board.grid
        cells = () if grid is None else grid.cells
        return next((cell for cell in cells if (cell.column, cell.row) == (self.column, self.row)), None)

    @property
    def cell_name(self) -> str:
        """The name of the cell under the cursor; "" if there is none."""
        return "" if self.cell is None else self.cell.name

    @property
    def piece(self) -> Piece | None:
        """The piece in hand."""
        return self.slots[self.slot].piece if self.slot < len(self.slots) else None

    @property
    def fits(self) -> dict[str, list[Target]]:
        """Where the piece in hand fits, by cell; where no piece is needed, all targets."""
        found: dict[str, list[Target]] = {}
        if self.selection is None:
            held = "" if self.piece is None else self.piece.id
            for target in self.moves.targets:
                if target.piece in ("", held):
                    found.setdefault(target.cell, []).append(target)
        return found

    @property
    def target(self) -> Target | None:
        """The target under the cursor, for the piece in hand in its rotation."""
        found = self.fits.get(self.cell_name, [])
        return next((target for target in found if target.rotation == self.rotation), found[0] if found else None)

    @property
    def is_over_pieces(self) -> bool:
        """Whether arrow keys move over pieces, not over cells."""
        has_grid = self.board is not None and self.board.grid is not None
        return not has_grid or (self.selection is not None and self.selection.of == "pieces")

    @property
    def turns(self) -> int:
        """In how many rotations the piece in hand can lie."""
        return 1 if self.piece is None else max(1, len(self.piece.pictures))

    @property
    def move(self) -> str:
        """The move that is chosen; "" if none is."""
        if self.selection is not None:
            enough = self.selection.least <= len(self.chosen)
            return self.selection.move(self._chosen_items()) if self.chosen and enough else ""
        return "" if self.target is None else self.target.move

    @property
    def buttons(self) -> list[Button]:
        """The actions and the selections to begin, each with a letter of its name."""
        moves, taken = self.moves, set(RESERVED_KEYS)
        others = [one for one in moves.selections if moves.targets or len(moves.selections) > 1]
        found = []
        shown: list[Action | Selection] = [*moves.actions, *(one for one in others if one is not self.selection)]
        for one in shown:
            word = one.move if isinstance(one, Action) else one.verb
            key = next((letter for letter in f"{word}abcdefghijklmnopqrstuvwxyz" if _is_free(letter, taken)), "")
            taken.add(key)
            found.append(Button(key, one))
        return found

    def selectable(self, item: int | str) -> bool:
        """Return whether a cell or the piece of a slot belongs to the selection that is being made."""
        if self.selection is None:
            return False
        name = self.slots[item].piece.id if isinstance(item, int) else item
        return isinstance(item, int) == (self.selection.of == "pieces") and name in self.selection.items

    # What the player does

    def step(self, right: int, down: int) -> None:
        """Move the cursor over the cells, or over the pieces."""
        if not self.is_over_pieces:
            self.column, self.row = self.column + right, self.row + down
            self._keep_place()
            self._turn_to_fit()
        elif right and self.slots:
            self.slot = (self.slot + right) % len(self.slots)
        elif down and self.slots:
            self._change_zone(down)

    def _change_zone(self, down: int) -> None:
        rows = list(dict.fromkeys((slot.seat, slot.zone) for slot in self.slots))
        here = self.slots[self.slot]
        index = rows.index((here.seat, here.zone)) + down
        if 0 <= index < len(rows):
            first = [number for number, slot in enumerate(self.slots) if (slot.seat, slot.zone) == rows[index]]
            before = [number for number, slot in enumerate(self.slots) if slot[:2] == here[:2]].index(self.slot)
            self.slot = first[min(before, len(first) - 1)]

    def go_to(self, name: str) -> None:
        """Move the cursor to a cell."""
        cells = () if self.board is None or self.board.grid is None else self.board.grid.cells
        for cell in cells:
            if cell.name == name:
                self.column, self.row = cell.column, cell.row
                self._keep_place()
                self._turn_to_fit()

    def next_target(self, step: int) -> None:
        """Move the cursor to the next cell where the piece in hand fits, or that can be selected."""
        cells = () if self.board is None or self.board.grid is None else self.board.grid.cells
        names = [cell.name for cell in cells if cell.name in self.fits or self.selectable(cell.name)]
        if names:
            here = names.index(self.cell_name) if self.cell_name in names else -1 if step > 0 else 0
            self.go_to(names[(here + step) % len(names)])

    def take(self, slot: int) -> None:
        """Take a piece in hand; the cursor goes to a cell where it fits."""
        if 0 <= slot < len(self.slots):
            self.slot = slot
            if self.fits and self.cell_name not in self.fits:
                self.go_to(next(iter(self.fits)))
            self._turn_to_fit()

    def take_next(self, step: int) -> None:
        """Take the next piece that fits somewhere; in a selection, the next one at all."""
        if not self.slots:
            return
        wanted = {target.piece for target in self.moves.targets} if self.selection is None else set()
        for distance in range(1, len(self.slots) + 1):
            slot = (self.slot + step * distance) % len(self.slots)
            if not wanted or self.slots[slot].piece.id in wanted:
                self.take(slot)
                return

    def turn(self) -> None:
        """Turn the piece in hand: to the next rotation in which it fits under the cursor, if it does."""
        fitting = sorted(target.rotation for target in self.fits.get(self.cell_name, ()))
        if fitting:
            later = [rotation for rotation in fitting if rotation > self.rotation]
            self.rotation = (later or fitting)[0]
        else:
            self.rotation = (self.rotation + 1) % self.turns

    def _turn_to_fit(self) -> None:
        self.rotation %= self.turns
        if self.target is not None:
            self.rotation = self.target.rotation

    def begin(self, selection: Selection | None) -> None:
        """Begin a selection; with None, go back to laying pieces."""
        if selection is not None or self.moves.targets:
            self.selection, self.chosen = selection, []

    def toggle(self) -> bool:
        """Select what is under the cursor, or deselect it; False if it cannot be selected."""
        item: int | str = self.slot if self.is_over_pieces else self.cell_name
        if item in self.chosen:
            self.chosen.remove(item)
            return True
        if self.selection is None or not self.selectable(item):
            return False
        if len(self.chosen) == self.selection.most:
            if self.selection.most > 1:
                return False
            self.chosen.clear()
        self.chosen.append(item)
        return True

    def confirm(self) -> list[str]:
        """Return the moves to make now, one after the other; none if something is still to be chosen."""
        if self.selection is not None:
            if not self.move:
                self.toggle()
                return []
            return [self.move]
        target = self.target
        if target is None:
            return []
        return [target.after, target.move] if target.after else [target.move]

    def show_hint(self, move: str) -> None:
        """Mark a move, and choose it where that is possible."""
        self.hint = move
        for target in self.moves.targets:
            if target.move == move and not target.after:
                self.selection = None
                self.slot = next((n for n, slot in enumerate(self.slots) if slot.piece.id == target.piece), self.slot)
                self.go_to(target.cell)
                self.rotation = target.rotation
                return
        for selection in self.moves.selections:
            items = selection.items_of(move)
            if items is not None:
                self.selection, self.chosen = selection, self._find_items(selection, items)
                if selection.of == "cells":
                    self.go_to(items[0])
                return

    def _find_items(self, selection: Selection, names: Sequence[str]) -> list[int | str]:
        if selection.of == "cells":
            return list(names)
        found: list[int | str] = []
        for name in names:
            slots = [number for number, slot in enumerate(self.slots) if slot.piece.id == name and number not in found]
            found += slots[:1]
        return found

    def _chosen_items(self) -> list[str]:
        return [self.slots[item].piece.id if isinstance(item, int) else item for item in self.chosen]


EMPTY: Final = Moves(Text(""))


def _is_free(letter: str, taken: set[str]) -> bool:
    return letter.isascii() and letter.isalpha() and letter not in taken
