"""Pieces beside the board: hands, racks and open cards, as boxes or as single lines; pictured ones in all rotations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ludoteca.core.board import Board, Piece, Player, Zone
from ludoteca.core.translations import Text
from ludoteca.terminal.screen.block import CHOSEN, CURSOR, FITS, HINT, MARK_STYLES, Block, Look, Region, stack
from ludoteca.terminal.screen.choice import Choice

HIDDEN: Final = "▒▒"
LABEL_WIDTH: Final = 7
Format = Callable[[Text], str]
"""Writes a text in the language and with the names of the table."""


def piece_text(piece: Piece, look: Look) -> str:
    """Return what a piece looks like in a line."""
    text = (look.symbols and piece.symbol) or piece.text
    return f"{text}={piece.value}" if piece.value else text


def slot_mark(choice: Choice, slot: int) -> str:
    """Return what stands around a piece beside the board."""
    is_held = slot == choice.slot and bool(choice.is_over_pieces or choice.moves.targets)
    if is_held and choice.moves is not None and (choice.moves.targets or choice.moves.selections):
        return CURSOR
    if slot in choice.chosen:
        return CHOSEN
    if choice.hint and choice.slots[slot].piece.id in choice.hint.replace("@", " ").replace("/", " ").split():
        return HINT
    return FITS if choice.selectable(slot) and choice.board is not None and choice.board.grid is not None else ""


def draw_zone(zone: Zone, first: int | None, width: int, boxed: bool, choice: Choice, look: Look) -> Block:
    """Draw the pieces of a zone, from left to right and then below. `first` is the slot of its first piece."""
    block, x, y = Block(), 0, 0
    slot = first
    for number, group in enumerate(zone.groups):
        if number and x:
            x += 2
        for piece in group:
            text = piece_text(piece, look)
            x, y = _next_place(x, y, len(text) + 2, width, boxed)
            mark = "" if slot is None else slot_mark(choice, slot)
            chosen = slot is not None and slot in choice.chosen
            _draw_piece(block, x, y, text, piece.style, mark, chosen, boxed)
            if slot is not None:
                block.regions.append(Region(x, y, len(text) + 2, 3 if boxed else 1, "slot", str(slot)))
                slot += 1
            x += len(text) + (2 if boxed else 3)
    for _ in range(zone.hidden):
        x, y = _next_place(x, y, 4, width, boxed)
        _draw_piece(block, x, y, HIDDEN if look.symbols else "??", "dim", "", False, boxed)
        x += 4 if boxed else 5
    if not block.height:
        block.write(0, 1 if boxed else 0, "-", "dim")
        block.height = 3 if boxed else 1
    return block


def _next_place(x: int, y: int, needed: int, width: int, boxed: bool) -> tuple[int, int]:
    return (x, y) if x + needed <= width else (0, y + (3 if boxed else 1))


def _draw_piece(block: Block, x: int, y: int, text: str, style: str, mark: str, chosen: bool, boxed: bool) -> None:
    mark_style = MARK_STYLES.get(mark, "dim")
    if not boxed:
        block.write(x, y, f" {text} ", style)
        for sign, place in zip(mark, (x, x + len(text) + 1), strict=False):
            block.write(place, y, sign, f"{mark_style} reverse" if mark == CURSOR else mark_style)
        return
    edge = "bold yellow" if chosen else "bold" if mark == CURSOR else "dim"
    across = ("*" if chosen else "!" if mark == HINT else "─") * len(text)
    block.write(x, y, f"╭{across}╮", edge)
    sides = mark if mark == CURSOR else "││"
    block.write(x, y + 1, sides[0], "bold reverse" if mark == CURSOR else edge)
    block.write(x + 1, y + 1, text, style if "on " in style else f"bold {style}".strip())
    block.write(x + 1 + len(text), y + 1, sides[1], "bold reverse" if mark == CURSOR else edge)
    block.write(x, y + 2, f"╰{across}╯", edge)


def draw_rotations(piece: Piece, choice: Choice, board: Board, width: int, look: Look) -> Block:
    """Draw a pictured piece in all its rotations, as many side by side as there is room for."""
    block = Block()
    pitch = max(map(len, piece.pictures[0])) + 2
    count = max(1, min(len(piece.pictures), (width + 1) // pitch))
    height = len(piece.pictures[0]) + 1
    for rotation, picture in enumerate(piece.pictures):
        x, y = rotation % count * pitch, rotation // count * height
        is_held = bool(choice.moves.targets) and rotation == choice.rotation
        label = f"[{rotation}]" if is_held else f" {rotation} "
        block.write(x + (pitch - 5) // 2, y, label, "bold reverse" if is_held else "dim")
        block.draw(x, y + 1, picture, piece.style, board.palette, look)
        block.width, block.height = max(block.width, x + pitch - 1), y + height
        block.regions.append(Region(x, y, pitch - 1, height, "rotation", str(rotation)))
    return block


def draw_hand(player: Player, choice: Choice, board: Board, width: int, look: Look, heading: str) -> Block:
    """Draw the hand that is played from: its owner, then its pieces in one line, or a picture."""
    block = Block()
    block.write(0, 0, heading[:width], "bold" if player.seat == board.to_move else "")
    slot = next((number for number, one in enumerate(choice.slots) if one.seat == player.seat), None)
    for zone in player.zones:
        pieces = list(zone.pieces)
        if len(pieces) == 1 and pieces[0].pictures:
            drawn = draw_rotations(pieces[0], choice, board, width, look)
        else:
            drawn = draw_zone(zone, slot, width, False, choice, look)
        block.place(drawn, 0, block.height)
        slot = None if slot is None else slot + len(pieces)
    return block


def draw_players(board: Board, choice: Choice, width: int, look: Look, write: Format, names: list[str]) -> list[Block]:
    """Draw the table of a game without a grid, in three ways: large, smaller and smallest."""
    players = list(reversed(board.players))
    ways = []
    for large in (2, 1, 0):
        blocks = []
        for index, player in enumerate(players):
            is_own = index == len(players) - 1
            blocks.append(
                _draw_player(player, choice, board, width, look, write, names, large == 2 or (is_own and large == 1))
            )
        middle = [_draw_common(zone, choice, width, look, write, large > 0) for zone in board.zones]
        ways.append(stack([*blocks[:-1], *middle, *blocks[-1:]]))
    return ways


def _draw_common(zone: Zone, choice: Choice, width: int, look: Look, write: Format, boxed: bool) -> Block:
    block = Block()
    if zone.name is not None:
        block.write(0, 0, write(zone.name)[:width], "bold")
    if zone.groups or zone.hidden:
        block.place(draw_zone(zone, None, width - 1, boxed, choice, look), 1, block.height)
    return block


def _draw_player(
    player: Player, choice: Choice, board: Board, width: int, look: Look, write: Format, names: list[str], boxed: bool
) -> Block:
    block = Block()
    is_to_move = player.seat == board.to_move
    detail = "" if player.detail is None else f"  {write(player.detail)}"
    block.write(
        0, 0, f"{'▸' if is_to_move else ' '} {names[player.seat]}{detail}"[:width], "bold" if is_to_move else ""
    )
    slot = next((number for number, one in enumerate(choice.slots) if one.seat == player.seat), None)
    for zone in player.zones:
        drawn = draw_zone(zone, slot, width - LABEL_WIDTH, boxed, choice, look)
        if zone.name is not None:
            block.write(0, block.height + (1 if boxed else 0), write(zone.name)[: LABEL_WIDTH - 1], "dim")
            block.height -= 2 if boxed else 1
        block.place(drawn, LABEL_WIDTH, block.height)
        slot = None if slot is None else slot + len(list(zone.pieces))
    return block
