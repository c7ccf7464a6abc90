"""A grid with its marks: cursor, where the piece in hand fits and what it earns, what is selected, a hint, news."""

from __future__ import annotations

from typing import Final

from ludoteca.core.board import MAX_TEXT, Board, Cell, Grid
from ludoteca.terminal.screen.block import (
    CHANGED,
    CHOSEN,
    CURSOR,
    FITS,
    HINT,
    MARK_STYLES,
    Block,
    Look,
    Region,
    background,
)
from ludoteca.terminal.screen.choice import Choice
from ludoteca.terminal.screen.piece_drawing import piece_text

Scale = tuple[int, int]
SCALES: Final[tuple[Scale, ...]] = ((7, 3), (5, 2), (4, 1), (3, 1))
"""Characters of a cell without a picture, across and down; the largest that fits is drawn."""


class GridDrawing:
    """Draws a grid at one scale."""

    def __init__(
        self, board: Board, grid: Grid, choice: Choice, changed: frozenset[str], scale: Scale, look: Look
    ) -> None:
        self._board = board
        self._grid = grid
        self._choice = choice
        self._fits = choice.fits
        self._changed = changed
        self._hinted = frozenset(board.cells_of(choice.hint)) if choice.hint else frozenset()
        self._look = look
        self.across, self.down = (grid.cell_width, grid.cell_height) if grid.is_pictured else scale
        self._left = max(map(len, grid.rows)) + 1

    @property
    def size(self) -> tuple[int, int]:
        """The whole grid with its labels, in characters and lines."""
        edge = 1 if self._grid.is_pictured else 0
        width, height = len(self._grid.columns) * self.across + edge, len(self._grid.rows) * self.down + edge
        return self._left + width, 1 + height

    def draw(self, width: int, height: int) -> Block:
        """Draw as much as there is room for, around the cursor. The labels stay in sight."""
        body = self._body()
        full_width, full_height = self.size
        across = max(self.across, min(width, full_width) - self._left)
        down = max(self.down, min(height, full_height) - 1)
        x = _pan(self._choice.column * self.across, self.across, across, full_width - self._left)
        y = _pan(self._choice.row * self.down, self.down, down, full_height - 1)
        whole = Block(self._left + across, 1 + down)
        whole.place(body.crop(x, y, across, down), self._left, 1)
        for row, label in enumerate(self._grid.rows):
            place = row * self.down + (0 if self.down == 2 else self.down // 2) - y
            if 0 <= place < down:
                is_here = row == self._choice.row and self._has_cursor
                whole.write(0, place + 1, label.rjust(self._left - 1), "bold" if is_here else "dim")
        for column, label in enumerate(self._grid.columns):
            place = (
                column * self.across + (self._cell_width + (1 if self._grid.is_pictured else 0) - len(label)) // 2 - x
            )
            if 0 <= place <= across - len(label) and (len(label) < self.across or column % 2 == 0):
                is_here = column == self._choice.column and self._has_cursor
                whole.write(self._left + place, 0, label, "bold" if is_here else "dim")
        if x:
            whole.write(self._left, 0, "◂", "bold")
        if x + across < full_width - self._left:
            whole.write(self._left + across - 1, 0, "▸", "bold")
        return whole

    @property
    def _has_cursor(self) -> bool:
        return self._choice.shows_cursor and not self._choice.is_over_pieces

    @property
    def _cell_width(self) -> int:
        """Characters of a cell without the gap after it."""
        return self.across - 1 if self.across >= 5 and not self._grid.is_pictured else self.across

    def _body(self) -> Block:
        body = Block()
        cells = self._grid.cells
        if self._grid.is_pictured:
            for cell in cells:
                body.draw(cell.column * self.across, cell.row * self.down, cell.picture, cell.style, {}, self._look)
        else:
            self._draw_lines(body)
        for cell in cells:
            x, y = cell.column * self.across, cell.row * self.down
            if self._grid.is_pictured:
                self._draw_picture(body, x, y, cell)
            else:
                self._draw_cell(body, x, y, cell)
            body.regions.append(Region(x, y, self.across, self.down, "cell", cell.name))
        if self._has_cursor:
            self._draw_cursor(body)
        return body

    def _draw_lines(self, body: Block) -> None:
        """Draw lines between the cells of a whole grid, if they are large enough."""
        columns, rows = len(self._grid.columns), len(self._grid.rows)
        if self.down < 2 or not self._look.symbols or len(self._grid.cells) < columns * rows:
            return
        between = "│".join([" " * (self.across - 1)] * columns)
        below = "┼".join(["─" * (self.across - 1)] * columns)
        for row in range(rows):
            for line in range(self.down):
                is_edge = line == self.down - 1
                if not is_edge or row < rows - 1:
                    body.write(0, row * self.down + line, below if is_edge else between, "dim")

    def _mark(self, cell: Cell) -> str:
        if cell.name in self._choice.chosen:
            return CHOSEN
        if cell.name in self._hinted:
            return HINT
        if cell.name in self._fits:
            return FITS
        return CHANGED if cell.is_new or cell.name in self._changed else ""

    # Cells with a text

    def _draw_cell(self, body: Block, x: int, y: int, cell: Cell) -> None:
        text, style = self._cell_text(cell)
        width, middle = self._cell_width, (self.down - 1) // 2
        colour = background(style)
        if background(cell.style) and self._look.colours:
            for line in range(self.down):
                body.write(x, y + line, " " * self.across, cell.style)
        is_block = bool(colour) and colour != background(cell.style)
        if is_block and self._look.colours and self._look.symbols:
            for line in range(self.down):
                if line != middle:
                    body.write(x, y + line, ("▄" if line < middle else "▀") * width, colour)
        if is_block:
            body.write(x, y + middle, " " * width, style)
        body.write(x + width // 2 - 1 if width > 3 else x + 1, y + middle, text.rjust(MAX_TEXT), style)
        mark = self._mark(cell)
        if mark:
            mark_style = (
                f"bold {style}" if is_block else f"{MARK_STYLES[mark]} {cell.style if background(cell.style) else ''}"
            )
            for sign, place in zip(mark, (x, x + width - 1), strict=True):
                if width > 3 or place == x:
                    body.write(place, y + middle, sign, mark_style.strip())

    def _cell_text(self, cell: Cell) -> tuple[str, str]:
        """Return what stands in a cell, and its style: what a target earns covers the ground."""
        if cell.piece is not None:
            over = piece_text(cell.piece, self._look)
            text = cell.text[: max(0, len(cell.text) - len(over))] + over if background(cell.style) else over
            own = cell.piece.style
            return text, own if "on " in own else " ".join(
                filter(None, (own, cell.style if "on " in cell.style else ""))
            )
        targets = self._fits.get(cell.name)
        if targets:
            points = targets[0].points
            return (f"+{points}" if points else cell.text), "bold green"
        return cell.text, cell.style

    # Cells with a picture

    def _draw_picture(self, body: Block, x: int, y: int, cell: Cell) -> None:
        if cell.piece is not None and cell.piece.pictures:
            body.draw(x, y, cell.piece.pictures[0], cell.piece.style, self._board.palette, self._look)
        body.width, body.height = max(body.width, x + self.across + 1), max(body.height, y + self.down + 1)
        mark = self._mark(cell)
        if mark:
            name = cell.name[: self.across - 3]
            line = y if cell.piece is not None else y + 1
            body.write(x + 1, line, f"{mark[0]}{name}{mark[1]}", MARK_STYLES[mark])

    def _draw_cursor(self, body: Block) -> None:
        """Draw the cursor, and in it the piece in hand where it fits."""
        choice = self._choice
        x, y = choice.column * self.across, choice.row * self.down
        piece = choice.piece if choice.target is not None and choice.target.piece else None
        if self._grid.is_pictured:
            if piece is not None and piece.pictures:
                for line in range(1, self.down):
                    body.write(x + 1, y + line, " " * (self.across - 1))
                body.draw(x, y, piece.pictures[choice.rotation], "bold", self._board.palette, self._look)
            for line in range(1, self.down):
                body.write(x, y + line, CURSOR[0], "bold reverse")
                body.write(x + self.across, y + line, CURSOR[1], "bold reverse")
            return
        middle = y + (self.down - 1) // 2
        width = self._cell_width
        if piece is not None:
            body.write(
                x + width // 2 - 1 if width > 3 else x + 1,
                middle,
                piece_text(piece, self._look).rjust(MAX_TEXT),
                piece.style,
            )
        body.write(x, middle, CURSOR[0], "bold reverse")
        body.write(x + max(3, width - 1), middle, CURSOR[1], "bold reverse")


def _pan(start: int, length: int, room: int, total: int) -> int:
    """Return the first character to show, so that the cursor is in the middle unless an edge is near."""
    return max(0, min(start + length // 2 - room // 2, total - room))
