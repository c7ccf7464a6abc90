"""A rectangle of styled characters, and what a click in it means."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final, Literal, NamedTuple

from ludoteca.core.board import COLOURS, Picture
from ludoteca.core.text_board import Canvas, Line

CURSOR: Final = "[]"
CHOSEN: Final = "**"
HINT: Final = "!!"
FITS: Final = "‹›"
CHANGED: Final = "··"
MARK_STYLES: Final = {
    CURSOR: "bold",
    CHOSEN: "bold yellow",
    HINT: "bold magenta",
    FITS: "bold green",
    CHANGED: "dim",
}
"""What stands around a cell or a piece: colour is never the only sign."""


SYMBOLS: Final = {"\\": "╲", "/": "╱", "~": "≈", "#": "■", ".": "·"}
"""What the characters of pictures become where the terminal has more than ASCII."""


class Region(NamedTuple):
    """A part of the screen that can be clicked."""

    x: int
    y: int
    width: int
    height: int
    kind: Literal["cell", "slot", "rotation", "button"]
    value: str


@dataclass(frozen=True)
class Look:
    """What the terminal can show."""

    symbols: bool = True
    colours: bool = True


@dataclass
class Block:
    """Something drawn: a canvas and its regions."""

    width: int = 0
    height: int = 0
    canvas: Canvas = field(default_factory=Canvas)
    regions: list[Region] = field(default_factory=list)

    def write(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text over what is there."""
        self.canvas.write(x, y, text, style)
        self.width, self.height = max(self.width, x + len(text)), max(self.height, y + 1)

    def write_line(self, x: int, y: int, line: Line) -> None:
        """Write a line of spans."""
        for text, style in line:
            self.write(x, y, text, style)
            x += len(text)

    def draw(self, x: int, y: int, picture: Picture, style: str, palette: Mapping[str, str], look: Look) -> None:
        """Draw a picture over what is there; blanks are transparent."""
        if not look.symbols:
            self.canvas.draw(x, y, picture, style, dict(palette))
            return
        table = str.maketrans(SYMBOLS)
        styles = {SYMBOLS.get(character, character): one for character, one in palette.items()}
        self.canvas.draw(x, y, [line.translate(table) for line in picture], style, styles)

    def place(self, other: Block, x: int, y: int) -> None:
        """Draw another block at a place in this one."""
        for down, line in enumerate(other.canvas.lines()):
            self.write_line(x, y + down, line)
        self.regions += [one._replace(x=one.x + x, y=one.y + y) for one in other.regions]
        self.width, self.height = max(self.width, x + other.width), max(self.height, y + other.height)

    def crop(self, x: int, y: int, width: int, height: int) -> Block:
        """Return a part of this block."""
        part = Block(width, height)
        for down, line in enumerate(self.canvas.lines()[y : y + height]):
            right = -x
            for text, style in line:
                start, end = max(0, -right), min(len(text), width - right)
                if start < end:
                    part.canvas.write(right + start, down, text[start:end], style)
                right += len(text)
        for one in self.regions:
            left, top = max(0, one.x - x), max(0, one.y - y)
            right, bottom = min(width, one.x + one.width - x), min(height, one.y + one.height - y)
            if left < right and top < bottom:
                part.regions.append(one._replace(x=left, y=top, width=right - left, height=bottom - top))
        return part

    def lines(self, height: int) -> list[Line]:
        """Return exactly this many lines."""
        lines = self.canvas.lines()[:height]
        return lines + [[] for _ in range(height - len(lines))]

    def find(self, x: int, y: int) -> Region | None:
        """Return what lies at a place; what was drawn last lies on top."""
        inside = (one for one in reversed(self.regions) if 0 <= x - one.x < one.width and 0 <= y - one.y < one.height)
        return next(inside, None)


def text_block(paragraphs: Iterable[str], width: int, style: str = "") -> Block:
    """Wrap paragraphs at a width."""
    block = Block(width, 0)
    for paragraph in paragraphs:
        for line in wrap(paragraph, max(8, width), break_on_hyphens=False, subsequent_indent="  "):
            block.write(0, block.height, line, style)
    return block


def stack(blocks: Sequence[Block], gap: int = 0) -> Block:
    """Put blocks one below the other."""
    whole = Block()
    for block in blocks:
        if block.height:
            whole.place(block, 0, whole.height + (gap if whole.height else 0))
    return whole


def background(style: str) -> str:
    """Return the background of a style as a foreground, to draw half a line with; "" if it has none."""
    _, found, colour = style.rpartition("on ")
    return colour if found and colour in COLOURS else ""
