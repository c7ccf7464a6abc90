"""The description of a board: what lies where, what a seat holds, and which moves can be chosen.

A game describes its board once, in `board(view, choices)`. The text board, its colours, the page's text board and the
full-screen terminal are drawn from that, without a line about a single game. The description is made of a view, so
that it cannot hold more than a perspective may see, and its words are texts to translate (`Text`), so that each reader
gets their own language.

A client makes a move from what somebody chooses: a `Target` (a piece, a cell and a rotation), a `Selection` (several
cells or pieces, then confirmed) or an `Action` (a button). Each gives the text of the move.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Literal

import msgspec

from ludoteca.core.squares import LETTERS
from ludoteca.core.translations import Text

Label = Text | str
"""Words to translate, or a code that is the same in every language, such as `b4`."""
Picture = tuple[str, ...]
"""Lines of characters. A blank is transparent."""

COLOURS: Final = ("red", "green", "yellow", "blue", "magenta", "cyan")
"""The colours that a style may name: every terminal has them."""
STYLE: Final = re.compile(rf"(?:bold|dim)?(?: ?\b(?:{'|'.join(COLOURS)}))?(?: ?\bon (?:{'|'.join(COLOURS)}))?")
"""A style: `bold` or `dim`, a colour, and a background, such as `bold red`, `on blue` or `dim`; Rich reads them too."""
MAX_TEXT: Final = 2
"""The most characters of a piece's text."""
WORDS_OF_A_MOVE: Final = re.compile(r"[^ @/]+")
"""The text of a move names its cells and pieces, between blanks, `@` and `/`."""


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tile, a card or a figure. Two pieces with the same text are the same to a reader without colours."""

    id: str
    """What the text of a move calls it; equal pieces have equal ids."""
    text: str
    """One or two ASCII characters."""
    name: Text
    """What it is called: "red flower"."""
    style: str = ""
    symbol: str = ""
    """Drawn instead of the text where the terminal has Unicode: `K♠`."""
    value: str = ""
    """What it stands for at present; it is drawn after the text, `*1=T`."""
    number: int = 0
    """The number that may be typed for it; 0 for none."""
    pictures: tuple[Picture, ...] = ()
    """Drawn instead of the text on a grid of pictures: one in each rotation, or the one in which it lies."""


class Cell(msgspec.Struct, frozen=True, omit_defaults=True):
    """A cell of a grid: its ground, and the piece that lies on it."""

    name: str
    """Its name in the text of a move: the labels of its column and row, `c3` or `-1,2`."""
    column: int
    row: int
    """Where it lies, counted from 0 at the top left of the grid."""
    text: str = ""
    """The ground, one or two characters. A shorter piece covers only its end: `~J`."""
    ground: Text | None = None
    """What the ground is called: "flooded"."""
    style: str = ""
    """The style of the ground."""
    piece: Piece | None = None
    is_new: bool = False
    """Whether the piece was laid in the turn that is being played."""
    picture: Picture = ()
    """The ground on a grid of pictures."""


class Grid(msgspec.Struct, frozen=True, omit_defaults=True):
    """Cells in columns and rows. It may lack cells: a wall without edges has only those that matter."""

    columns: tuple[str, ...]
    """The label of each column."""
    rows: tuple[str, ...]
    cells: tuple[Cell, ...]
    cell_width: int = 3
    """Characters from one cell to the next. A picture that is larger shares its edge with its neighbours."""
    cell_height: int = 1

    @property
    def is_pictured(self) -> bool:
        """Whether pieces are drawn as pictures."""
        return self.cell_height > 1


class Zone(msgspec.Struct, frozen=True, omit_defaults=True):
    """Pieces in a row: a hand, a rack, open cards, the cards of a common field."""

    groups: tuple[tuple[Piece, ...], ...] = ()
    """The pieces that this perspective sees, in one group or several."""
    hidden: int = 0
    """How many pieces it does not see."""
    name: Text | None = None

    @property
    def pieces(self) -> Iterator[Piece]:
        """All pieces that this perspective sees."""
        return (piece for group in self.groups for piece in group)


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat has beside the board."""

    seat: int
    zones: tuple[Zone, ...] = ()
    detail: Text | None = None
    """Numbers of this seat in words: "pool 31, points 0"."""


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of a table."""

    label: Label
    values: tuple[Label | int, ...]
    style: str = ""


class Table(msgspec.Struct, frozen=True, omit_defaults=True):
    """Information beside the board: score lines, pieces left, types of a field."""

    title: Text
    heads: tuple[Label, ...]
    rows: tuple[Row, ...]


class Target(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that is made by choosing a cell, with a piece in a rotation."""

    cell: str
    move: str
    piece: str = ""
    """The id of the piece; "" where no piece is chosen."""
    rotation: int = 0
    points: int | None = None
    """What it earns, where the choices say so."""
    after: str = ""
    """A move to make first, such as `buy`."""


class Selection(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that is made by selecting several cells or pieces and confirming them."""

    label: Text
    of: Literal["cells", "pieces"]
    items: tuple[str, ...]
    """Names of cells or ids of pieces in the order of the move's text; equal pieces are repeated."""
    least: int
    """At least 1: a move without items is an action."""
    most: int
    verb: str = ""
    """The word before the items: `swap`."""
    is_certain: bool = True
    """Whether every selection of `least` to `most` items is legal. Otherwise ask for a preview."""
    alone: tuple[str, ...] = ()
    """Items that make a legal move by themselves, if that is not certain."""

    def move(self, chosen: Sequence[str]) -> str:
        """Return the text of the move that these items make."""
        left = Counter(chosen)
        names = []
        for item in self.items:
            if left[item]:
                left[item] -= 1
                names.append(item)
        return " ".join([self.verb, *names] if self.verb else names)

    def items_of(self, move: str) -> list[str] | None:
        """Return the items that a move selects; None if it is no move of this selection."""
        words = move.split()
        if self.verb and words[:1] != [self.verb]:
            return None
        names = words[1:] if self.verb else words
        fits = self.least <= len(names) <= self.most and not Counter(names) - Counter(self.items)
        return names if fits else None


class Action(msgspec.Struct, frozen=True, omit_defaults=True):
    """A move that is made by a button."""

    move: str
    label: Text
    question: Text | None = None
    """What to ask first, where the move is easily regretted."""


class Moves(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the seat to move can choose."""

    prompt: Text
    """What to do: "Choose a tile."."""
    targets: tuple[Target, ...] = ()
    selections: tuple[Selection, ...] = ()
    actions: tuple[Action, ...] = ()


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """A board as one perspective sees it."""

    headline: tuple[Text, ...]
    """Whose turn it is, and how things stand; or how the game has ended."""
    to_move: int | None = None
    grid: Grid | None = None
    zones: tuple[Zone, ...] = ()
    """What lies in the middle of the table, beside or without a grid."""
    players: tuple[Player, ...] = ()
    """The seats in the order in which they are shown."""
    tables: tuple[Table, ...] = ()
    notes: tuple[Text, ...] = ()
    """Further sentences."""
    palette: Mapping[str, str] = {}
    """Styles of characters in the pictures of pieces."""
    moves: Moves | None = None

    @property
    def pieces(self) -> Iterator[Piece]:
        """All pieces that can be seen."""
        if self.grid is not None:
            yield from (cell.piece for cell in self.grid.cells if cell.piece is not None)
        for zone in [*self.zones, *(zone for player in self.players for zone in player.zones)]:
            yield from zone.pieces

    def cells_of(self, move: str) -> list[str]:
        """Return the cells that a move names: those of a target, of a selection, or of the last move."""
        words = set(WORDS_OF_A_MOVE.findall(move))
        return [] if self.grid is None else [cell.name for cell in self.grid.cells if cell.name in words]

    def json(self) -> dict[str, Any]:
        """Return the description as JSON; a text becomes an object with `code` and `params`."""
        value: dict[str, Any] = msgspec.to_builtins(self, enc_hook=_encode_text)
        return value


def _encode_text(value: Any) -> Any:
    if isinstance(value, Text):
        return {"code": value.code, "params": dict(value.params)}
    raise NotImplementedError(f"{type(value).__name__} is not part of a description")


def squares(columns: int, rows: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the labels of a board with squares `a1`, `b1`, ...: letters for columns, numbers for rows."""
    return tuple(LETTERS[:columns]), tuple(str(row + 1) for row in range(rows))
