"""The text board: a description drawn as lines of text with styles.

The lines are made of spans, a text and its style. A terminal paints them, a page draws them, and `to_text` drops the
styles: colour is never the only cue.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING, Any, Final

from ludoteca.core.board import MAX_TEXT, Board, Cell, Grid, Label, Piece, Player, Table, Zone
from ludoteca.core.languages import ENGLISH
from ludoteca.core.translations import Text, Translations

if TYPE_CHECKING:  # a game shows itself by this module
    from ludoteca.core.game import Game

Span = tuple[str, str]
"""A text and its style, as in core/board.py; "" is plain."""
Line = list[Span]

WIDTH: Final = 80
GAP: Final = 3
INDENT: Final = 4
HIDDEN: Final = "??"
NONE: Final = "-"
NEW: Final = "+"
"""Stands before a piece of the turn that is being played."""
SEPARATOR: Final = "  |  "
"""Stands between groups of pieces."""
ZONE_NAME_WIDTH: Final = 8
PIECE_WIDTH: Final = 4
MIN_LABEL_WIDTH: Final = 3


def draw_view(
    game: Game[Any],
    view: dict[str, Any],
    names: Sequence[str] = (),
    *,
    width: int = WIDTH,
    symbols: bool = False,
    language: str = ENGLISH,
) -> list[Line]:
    """Draw a view, of a game with a description or one that renders its own text.

    `names` are the players'. Lines are at most `width` characters long, unless the grid is wider. `symbols` says
    whether pieces may be drawn with other characters than ASCII.
    """
    if not game.describes_board:
        return [[(line, "")] for line in game.render(view).split("\n")]
    names = names or [game.seat_name(seat, language) for seat in range(game.seats[1])]
    return Drawing(game.board(view, {}), game.translations.to(language), names, width, symbols).lines()


def show_view(game: Game[Any], view: dict[str, Any], names: Sequence[str] = (), language: str = ENGLISH) -> str:
    """Return the text board of a view, without styles."""
    return to_text(draw_view(game, view, names, language=language))


def to_text(lines: Iterable[Line]) -> str:
    """Return lines without their styles."""
    return "\n".join("".join(text for text, _ in line) for line in lines)


class Canvas:
    """Characters that can be written anywhere, each with a style."""

    def __init__(self) -> None:
        self._rows: list[list[Span]] = []

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text over what is there."""
        for index, character in enumerate(text):
            self._set(x + index, y, character, style)

    def draw(self, x: int, y: int, picture: Sequence[str], style: str, palette: dict[str, str] | None = None) -> None:
        """Draw a picture over what is there; blanks are transparent, and characters of the palette have its style."""
        for down, line in enumerate(picture):
            for right, character in enumerate(line):
                if character != " ":
                    self._set(x + right, y + down, character, (palette or {}).get(character, style))

    def lines(self) -> list[Line]:
        """Return what was written, without blanks at the ends of lines."""
        return [_merge(row) for row in self._rows]

    def _set(self, x: int, y: int, character: str, style: str) -> None:
        self._rows += [[] for _ in range(y + 1 - len(self._rows))]
        row = self._rows[y]
        row += [(" ", "")] * (x + 1 - len(row))
        row[x] = (character, style)


class Drawing:
    """Draws one description."""

    def __init__(
        self, board: Board, translations: Translations, names: Sequence[str], width: int, symbols: bool
    ) -> None:
        self._board = board
        self._translations = translations
        self._names = names
        self._width = width
        self._symbols = symbols
        self._palette = dict(board.palette)

    def lines(self) -> list[Line]:
        """Return the whole board: headline, grid, zones, players, tables and notes."""
        board = self._board
        headline = " ".join(self._format(text) for text in board.headline)
        blocks = [[_plain(line) for line in wrap(headline, self._width, break_on_hyphens=False)]]
        tables = [self._table(table) for table in board.tables]
        notes = [_plain(line) for note in board.notes for line in self._paragraph(self._format(note))]
        if board.grid is not None and board.grid.is_pictured:
            # Pictures make a grid high: everything else stands beside it if there is room, and nothing is left empty.
            beside = _stack(self._beside(self._grid(board.grid), [*self._pictured_hands(), *tables]))
            together = self._paragraph(" ".join(self._format(note) for note in board.notes))
            return [*blocks[0], *beside, *map(_plain, together)]
        if board.grid is not None:
            blocks += [self._grid(board.grid), *map(self._zone, board.zones), *self._beside(self._players(), tables)]
        else:
            blocks += [*map(self._zone, board.zones), *tables, self._players()]
        return _stack([*blocks, notes])

    # Words

    def _format(self, text: Label | int) -> str:
        return self._translations.format(text, self._names) if isinstance(text, Text) else str(text)

    def _paragraph(self, text: str) -> list[str]:
        return wrap(text, self._width, subsequent_indent="  ", break_on_hyphens=False)

    def _text_of(self, piece: Piece) -> str:
        text = (self._symbols and piece.symbol) or piece.text
        return f"{text}={piece.value}" if piece.value else text

    # The grid

    def _grid(self, grid: Grid) -> list[Line]:
        canvas = Canvas()
        left = max(MIN_LABEL_WIDTH, max(map(len, grid.rows)) + 1)
        if grid.is_pictured:
            self._pictures(canvas, grid, left + 1)
        else:
            _column_labels(canvas, grid, left)
            for cell in grid.cells:
                self._cell(canvas, left + cell.column * grid.cell_width, cell.row + 1, cell)
        for index, label in enumerate(grid.rows):
            canvas.write(0, 1 + index * grid.cell_height, label.rjust(left), "dim")
        return canvas.lines()

    def _cell(self, canvas: Canvas, x: int, y: int, cell: Cell) -> None:
        """Write the ground, and the piece over its end; before them is room for a mark."""
        text, style = cell.text, cell.style
        if cell.piece is not None:
            over = self._text_of(cell.piece)
            text = text[: max(0, len(text) - len(over))] + over
            style = _join_styles(cell.style, cell.piece.style)
        canvas.write(x + 1 + MAX_TEXT - len(text), y, text, style)
        if cell.is_new:
            canvas.write(x, y, NEW, "bold")

    def _pictures(self, canvas: Canvas, grid: Grid, left: int) -> None:
        """Draw the ground of all cells, then the pieces: neighbours may share an edge. The top edge has the labels."""
        across, down = grid.cell_width, grid.cell_height
        for cell in grid.cells:
            canvas.draw(left + cell.column * across, cell.row * down, cell.picture, cell.style)
        for cell in grid.cells:
            if cell.piece is not None:
                x, y = left + cell.column * across, cell.row * down
                canvas.draw(x, y, cell.piece.pictures[0], cell.piece.style, self._palette)
        for index, label in enumerate(grid.columns):
            canvas.write(left + index * across + (across + 1 - len(label)) // 2, 0, label, "dim")

    def _pictured_hands(self) -> list[list[Line]]:
        """Draw each piece in hand in all its rotations."""
        blocks = []
        for piece in (piece for player in self._board.players for zone in player.zones for piece in zone.pieces):
            canvas = Canvas()
            pitch = max(map(len, piece.pictures[0])) + GAP - 1
            for rotation, picture in enumerate(piece.pictures):
                canvas.write(rotation * pitch, 0, f"/{rotation}", "dim")
                canvas.draw(rotation * pitch, 1, picture, piece.style, self._palette)
            blocks.append(canvas.lines())
        return blocks

    # Zones and players

    def _zone(self, zone: Zone) -> list[Line]:
        """Draw a zone of the table: its name, then its groups."""
        lines: list[Line] = [_plain(self._format(zone.name))] if zone.name is not None else []
        line: Line = []
        for group in zone.groups:
            spans = [(self._text_of(piece), piece.style) for piece in group]
            length = sum(len(text) + 1 for text, _ in spans) - 1
            room = self._width - len(SEPARATOR.rstrip())
            if line and _length(line) + len(SEPARATOR) + length > room:
                lines.append(_merge([*line, (SEPARATOR.rstrip(), "dim")]))
                line = []
            line += [(SEPARATOR, "dim")] if line else [(" " * INDENT, "")]
            for index, span in enumerate(spans):
                if _length(line) + len(span[0]) + 1 > self._width:
                    lines.append(_merge(line))
                    line = [(" " * INDENT, "")]
                elif index:
                    line.append((" ", ""))
                line.append(span)
        return [*lines, _merge(line)] if line else lines

    def _players(self) -> list[Line]:
        """Draw the seats: an unnamed zone stands in the seat's line, named ones below it."""
        shown = [player for player in self._board.players if player.zones or player.detail]
        inline = {player.seat: self._inline_pieces(player) for player in shown}
        names_width = max([len(self._names[player.seat]) for player in shown], default=0)
        pieces_width = max(map(_length, inline.values()), default=0)
        lines = []
        for player in shown:
            is_to_move = player.seat == self._board.to_move
            name = f"{'>' if is_to_move else ' '} {self._names[player.seat]}"
            line: Line = [(name, "bold" if is_to_move else ""), (" " * (names_width + 2 - len(name)), "")]
            if pieces_width:
                line += [(" " * GAP, ""), *inline[player.seat]]
                line.append((" " * (pieces_width - _length(inline[player.seat])), ""))
            if player.detail is not None:
                line += [(" " * GAP, ""), (self._format(player.detail), "")]
            lines.append(_merge(line))
            for zone in player.zones:
                lines += self._named_zone(zone) if zone.name is not None else []
        return lines

    def _inline_pieces(self, player: Player) -> Line:
        line: Line = []
        for zone in player.zones:
            if zone.name is None:
                for span in self._spans(zone) or [(NONE, "")]:
                    line += [(" ", ""), span] if line else [span]
        return line

    def _spans(self, zone: Zone) -> list[Span]:
        return [(self._text_of(piece), piece.style) for piece in zone.pieces] + [(HIDDEN, "dim")] * zone.hidden

    def _named_zone(self, zone: Zone) -> list[Line]:
        """Draw pieces in columns, under the numbers that may be typed for them."""
        name = self._format(zone.name or "")
        left = INDENT + max(ZONE_NAME_WIDTH, len(name) + 1)
        spans = self._spans(zone) or [(NONE, "")]
        numbers = [piece.number for piece in zone.pieces] + [0] * zone.hidden
        count = max(1, (self._width - 1 - left) // PIECE_WIDTH)
        lines = []
        for first in range(0, len(spans), count):
            part = numbers[first : first + count]
            if any(part):
                cells = "".join(f"{number or '':>{PIECE_WIDTH}}" for number in part)
                lines.append(_merge([(" " * left + cells, "dim")]))
            line: Line = [(" " * INDENT + ("" if first else name), "")]
            line.append((" " * (left - _length(line)), ""))
            for text, style in spans[first : first + count]:
                line += [(" " * (PIECE_WIDTH - len(text)), ""), (text, style)]
            lines.append(_merge(line))
        return lines

    # Tables

    def _table(self, table: Table) -> list[Line]:
        title = self._format(table.title)
        heads = [self._format(head) for head in table.heads]
        labels = [self._format(row.label) for row in table.rows]
        rows = [[self._format(value) for value in row.values] for row in table.rows]
        left = max(map(len, [title, *labels]))
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
        lines = [_merge([(title.ljust(left), ""), *_columns(heads, widths, "dim")])]
        for label, values, row in zip(labels, rows, table.rows, strict=True):
            lines.append(_merge([(label, row.style), (" " * (left - len(label)), ""), *_columns(values, widths, "")]))
        return lines

    def _beside(self, left: list[Line], right: list[list[Line]]) -> list[list[Line]]:
        """Put blocks to the right of another if there is room, and otherwise below it."""
        stacked = _stack(right)
        width = max(map(_length, left), default=0)
        if not left or not stacked or width + GAP + max(map(_length, stacked)) > self._width:
            return [left, *right]
        lines = []
        for index in range(max(len(left), len(stacked))):
            one = left[index] if index < len(left) else []
            other = stacked[index] if index < len(stacked) else []
            lines.append(_merge([*one, (" " * (width + GAP - _length(one)), ""), *other]))
        return [lines]


def _column_labels(canvas: Canvas, grid: Grid, left: int) -> None:
    """Write each column's label over the end of its cells; only even numbers where there is no room for all."""
    crowded = any(len(label) >= grid.cell_width for label in grid.columns)
    for index, label in enumerate(grid.columns):
        if not crowded or label[-1] in "02468":
            canvas.write(left + grid.cell_width * (index + 1) - len(label), 0, label, "dim")


def _columns(texts: Sequence[str], widths: Sequence[int], style: str) -> Line:
    return [("".join(f"  {text:>{width}}" for text, width in zip(texts, widths, strict=True)), style)]


def _plain(text: str) -> Line:
    return [(text, "")] if text else []


def _length(line: Line) -> int:
    return sum(len(text) for text, _ in line)


def _join_styles(ground: str, piece: str) -> str:
    """Return the style of a piece on a ground: its own, over the background of the ground."""
    background = ground[ground.index("on ") :] if "on " in ground and "on " not in piece else ""
    return " ".join(filter(None, (piece, background)))


def _merge(spans: Iterable[Span]) -> Line:
    """Return a line with equal styles joined, and without blanks at its end."""
    line: Line = []
    for text, style in spans:
        if line and line[-1][1] == style:
            line[-1] = (line[-1][0] + text, style)
        elif text:
            line.append((text, style))
    while line and not line[-1][0].rstrip() and "on " not in line[-1][1]:
        line.pop()
    if line and "on " not in line[-1][1]:
        line[-1] = (line[-1][0].rstrip(), line[-1][1])
    return line


def _stack(blocks: Iterable[list[Line]]) -> list[Line]:
    """Return blocks one below the other, with an empty line between them."""
    lines: list[Line] = []
    for block in blocks:
        if block:
            lines += [[], *block] if lines else block
    return lines
