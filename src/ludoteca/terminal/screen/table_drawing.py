"""The whole table at one size: board in the middle, hand below it or beside it, players and log at the side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from textwrap import wrap
from typing import Final

from ludoteca.core.board import Board, Label, Player, Table
from ludoteca.core.text_board import Line
from ludoteca.core.translations import Text, Translations
from ludoteca.terminal.screen.block import Block, Look, stack, text_block
from ludoteca.terminal.screen.choice import Choice, shown_players
from ludoteca.terminal.screen.grid_drawing import SCALES, GridDrawing
from ludoteca.terminal.screen.piece_drawing import draw_hand, draw_players, piece_text
from ludoteca.terminal.texts import t

MIN_SIDE: Final = 24
MAX_SIDE: Final = 44
GAP: Final = 2
MIN_LOG: Final = 2
"""Lines of the log that tables leave."""


@dataclass(frozen=True)
class Seated:
    """A player beside the board."""

    name: str
    remark: str = ""
    """Their role, and whether they are a computer or away."""
    clock: str = ""


@dataclass(frozen=True)
class Shown:
    """What there is to draw of a table."""

    translations: Translations
    seats: Sequence[Seated]
    board: Board | None = None
    """The description of the board; None for a game that draws itself."""
    lines: Sequence[Line] = ()
    """The board of a game that draws itself."""
    seat: int | None = None
    """Whose view it is."""
    to_move: int | None = None
    log: Sequence[str] = ()
    changed: frozenset[str] = frozenset()
    """The cells that have changed lately."""
    choice: Choice = field(default_factory=Choice)

    @property
    def names(self) -> list[str]:
        """What the players are called."""
        return [seat.name for seat in self.seats]

    def write(self, text: Label | int) -> str:
        """Write a text of the game."""
        return self.translations.format(text, self.names) if isinstance(text, Text) else str(text)


def draw_table(shown: Shown, width: int, height: int, look: Look) -> Block:
    """Draw everything, in exactly this room."""
    if width < MIN_SIDE or height < 1:
        return Block(width, height)  # a window that is being resized
    left, hand_beside = _draw_middle(shown, width, height, look)
    whole = Block(width, height)
    side_x = left.width + GAP if hand_beside else max(left.width + GAP, width - max(MIN_SIDE, width // 3))
    shift = max(0, (side_x - GAP - left.width) // 2)
    whole.place(left.crop(0, 0, min(left.width, side_x - GAP), height), shift, 0)
    if width - side_x >= MIN_SIDE // 2:
        whole.place(_draw_side(shown, hand_beside, width - side_x, height, look), side_x, 0)
    return whole.crop(0, 0, width, height)


def _draw_middle(shown: Shown, width: int, height: int, look: Look) -> tuple[Block, list[Block]]:
    """Draw the board with the hand below it; return the hand apart if it has to lie beside the board."""
    board, room = shown.board, width - MIN_SIDE - GAP
    if board is None:
        drawn = Block()
        for number, line in enumerate(shown.lines):
            drawn.write_line(0, number, line)
        return drawn, []
    if board.grid is None:
        ways = draw_players(board, shown.choice, room, look, shown.write, shown.names)
        return next((one for one in ways if one.height <= height), ways[-1]), []
    hand = [_draw_hand(shown, board, player, room, look) for player in shown_players(board, shown.seat)]
    needed = sum(block.height for block in hand)
    drawings = [GridDrawing(board, board.grid, shown.choice, shown.changed, scale, look) for scale in SCALES]
    for drawing in drawings[-1:] if board.grid.is_pictured else drawings:
        across, down = drawing.size
        if across <= room and down + needed <= height:
            return stack([drawing.draw(room, height), *hand]), []
        if across <= room and down <= height and needed <= height // 2:
            break
    else:
        drawing = drawings[-1]
    across, _ = drawing.size
    grid = drawing.draw(min(across, room), height)
    side = min(MAX_SIDE, width - grid.width - GAP)
    return grid, [_draw_hand(shown, board, player, side, look) for player in shown_players(board, shown.seat)]


def _draw_hand(shown: Shown, board: Board, player: Player, width: int, look: Look) -> Block:
    name = shown.seats[player.seat].name
    return draw_hand(player, shown.choice, board, width, look, t("screen_hand", name=name))


def _draw_side(shown: Shown, hand: list[Block], width: int, height: int, look: Look) -> Block:
    """Draw the players, the hand if it lies here, tables as far as there is room, and the newest of the log."""
    upper = [_draw_seats(shown, width, look), *hand]
    used = sum(block.height for block in upper)
    board = shown.board
    tables = [] if board is None else [_draw_table(shown, table, width) for table in board.tables]
    notes = [] if board is None else [text_block(map(shown.write, board.notes), width, "dim")]
    for block in [*tables, *notes]:
        if block.height and block.width <= width and used + block.height + 1 + MIN_LOG <= height:
            upper.append(stack([_rule(width), block]))
            used += block.height + 1
    side = stack(upper)
    room = height - side.height - 1
    lines = [line for text in shown.log for line in _wrapped(text, width)]
    if room > 0:
        side.place(_rule(width, t("screen_log")), 0, side.height)
        newest = lines[-room:]
        for number, line in enumerate(newest):
            side.write(0, side.height, line, "" if number >= len(newest) - 3 else "dim")
    return side.crop(0, 0, width, height)


def _rule(width: int, title: str = "") -> Block:
    block = Block()
    block.write(0, 0, f"─ {title} ".ljust(width, "─") if title else "─" * width, "dim")
    return block


def _wrapped(text: str, width: int) -> list[str]:
    return [
        line
        for part in text.split("\n")
        for line in wrap(part, max(8, width), break_on_hyphens=False, subsequent_indent="  ")
    ]


def _draw_seats(shown: Shown, width: int, look: Look) -> Block:
    block = Block(width)
    board = shown.board
    players = {player.seat: player for player in board.players} if board is not None and board.grid is not None else {}
    large = {player.seat for player in shown_players(board, shown.seat)} if board is not None else set()
    for seat, one in enumerate(shown.seats):
        is_to_move = seat == shown.to_move
        clock = f" {one.clock}" if one.clock else ""
        room = max(1, width - len(clock))
        name = f"{'▸' if is_to_move else ' '} {one.name}"
        y = block.height
        block.write(0, y, name[:room], "bold" if is_to_move else "")
        remark = f"({one.remark})" if one.remark else ""
        is_inline = len(name) + len(remark) + 1 <= room
        if remark:
            block.write(*((len(name) + 1, y) if is_inline else (2, y + 1)), remark[: width - 2], "dim")
        if clock:
            block.write(width - len(clock), y, clock, "bold reverse" if is_to_move else "")
        player = players.get(seat)
        if player is None:
            continue
        detail = "" if player.detail is None else shown.write(player.detail)
        taken = len(name) + (len(remark) + 1 if remark and is_inline else 0)
        if detail and taken + 2 + len(detail) <= room:
            block.write(room - len(detail), y, detail)
        elif detail:
            block.place(text_block([detail], width - 2), 2, block.height)
        if seat not in large:
            _draw_small_zones(block, player, width, look)
    return block


def _draw_small_zones(block: Block, player: Player, width: int, look: Look) -> None:
    """Draw the pieces of a player whose hand is not played from, in one line each."""
    for zone in player.zones:
        pieces = [(piece_text(piece, look), piece.style) for piece in zone.pieces]
        hidden = ("▒" if look.symbols else "?") * zone.hidden
        x, y = 2, block.height
        for text, style in [*pieces, *([(hidden, "dim")] if hidden else [])]:
            if x + len(text) <= width:
                block.write(x, y, text, style)
                x += len(text) + 1


def _draw_table(shown: Shown, table: Table, width: int) -> Block:
    """Draw a table; turned round if it is too wide."""
    title = shown.write(table.title)
    heads = [shown.write(head) for head in table.heads]
    labels = [shown.write(row.label) for row in table.rows]
    rows = [[shown.write(value) for value in row.values] for row in table.rows]
    styles = [row.style for row in table.rows]
    left = max(map(len, [title, *labels]))
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    if left + sum(one + 1 for one in widths) > width:
        labels, heads, rows = heads, labels, [list(column) for column in zip(*rows, strict=True)]
        styles = [""] * len(labels)
        left = max(map(len, [title, *labels]))
        widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    gap = 2 if left + sum(one + 2 for one in widths) <= width else 1
    block = Block()
    block.write(0, 0, title, "bold")
    _write_cells(block, left, 0, heads, widths, gap, "dim")
    for number, (label, values, style) in enumerate(zip(labels, rows, styles, strict=True), start=1):
        block.write(0, number, label, style)
        _write_cells(block, left, number, values, widths, gap, style if style == "bold" else "")
    return block


def _write_cells(block: Block, x: int, y: int, values: list[str], widths: list[int], gap: int, style: str) -> None:
    for value, width in zip(values, widths, strict=True):
        block.write(x + gap, y, value.rjust(width), style)
        x += gap + width
