"""A game's rules page for the full screen: wrapped, and its pictures drawn as text boards."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, Final

import msgspec

from ludoteca.core.board import Board, Grid
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.lessons import SEPARATOR, Lesson, StepTrial, read_lesson
from ludoteca.core.text_board import Line
from ludoteca.core.translations import PICTURE
from ludoteca.terminal.screen.block import Block, Look, stack
from ludoteca.terminal.screen.choice import Choice
from ludoteca.terminal.screen.grid_drawing import GridDrawing
from ludoteca.terminal.screen.piece_drawing import draw_players
from ludoteca.terminal.texts import game_words, language

WORDS: Final = re.compile(r" +(?=(?:moves|hint|part):)")
STRONG: Final = re.compile(r"\*\*(.+?)\*\*|`(.+?)`|\*(.+?)\*")
ITEM: Final = re.compile(r"(?:[-*]|\d+\.) ")
SCALE: Final = (4, 1)
INDENT: Final = 3


@dataclass(frozen=True)
class RulesText:
    """The rules of one game."""

    game: Game[Any]
    look: Look

    def lines(self, width: int) -> list[Line]:
        """Return the page for a width."""
        lesson = read_lesson(self.game)
        lines: list[Line] = []
        for paragraph in re.split(r"\n{2,}", self.game.rules_in(language()).strip()):
            lines += [*self._paragraph(paragraph, lesson, width), []]
        return lines[:-1]

    def _paragraph(self, text: str, lesson: Lesson | None, width: int) -> list[Line]:
        rows = text.split("\n")
        if text.startswith("#"):
            level, _, title = text.partition(" ")
            return [[(title, "bold" if len(level) > 1 else "bold reverse")]]
        if text.startswith("|"):
            return _table(rows)
        if text.startswith(("```", "    ")):
            return [[(row, "")] for row in rows if not row.startswith("```")]
        if all(PICTURE.fullmatch(row) for row in rows):
            return [line for row in rows for line in self._picture(row, lesson, width)]
        if ITEM.match(text):
            return [line for item in _items(rows) for line in _wrapped(item, width, "  ")]
        return _wrapped(" ".join(map(str.strip, rows)), width)

    def _picture(self, row: str, lesson: Lesson | None, width: int) -> list[Line]:
        """Draw the board that a picture shows, and say below it what is to be seen."""
        found = PICTURE.fullmatch(row)
        sentence, what = ("", "") if found is None else found.groups()
        words = {word.partition(":")[0]: word.partition(":")[2].strip() for word in WORDS.split(what)}
        drawn: list[Line] = []
        if lesson is not None and words.get("step", "").isdigit():
            try:
                drawn = self._board(lesson, words, width)
            except LudotecaError:
                drawn = []  # the sentence says enough
        indented: list[Line] = [[(" " * INDENT, ""), *line] for line in drawn]
        return [[], *indented, *_wrapped(sentence, width, " " * INDENT, " " * INDENT)]

    def _board(self, lesson: Lesson, words: dict[str, str], width: int) -> list[Line]:
        trial = StepTrial(self.game, lesson.step(int(words["step"])))
        moves = re.split(r" *\| *", words["moves"]) if "moves" in words else []
        attempt = trial.play([move for move in moves if move != SEPARATOR])
        board = self.game.board(self.game.make_view(attempt.state, trial.seat), {})
        hint = words.get("hint", "")
        choice = Choice()
        choice.update(board, trial.seat)
        choice.hint = hint
        choice.shows_cursor = False
        if board.grid is None:
            names = [self.game.seat_name(seat, language()) for seat in range(len(attempt.state.scores()))]
            shown = msgspec.structs.replace(board, players=()) if words.get("part") == "field" else board
            blocks = draw_players(
                shown, choice, width - INDENT, self.look, lambda text: game_words(self.game).format(text, names), names
            )
            return blocks[0].lines(blocks[0].height)
        part = _part(board.grid, words.get("part", "").split())
        drawing = GridDrawing(msgspec.structs.replace(board, grid=part), part, choice, frozenset(), SCALE, self.look)
        block = _without_cursor(drawing, hint, board)
        return block.lines(block.height)


def _without_cursor(drawing: GridDrawing, hint: str, board: Board) -> Block:
    """Draw a part of a grid; a hint with a piece says which."""
    block = drawing.draw(*drawing.size)
    if hint and any(piece.id in re.split("[@/ ]", hint) for piece in board.pieces):
        note = Block()
        note.write(0, 0, f"!{hint}!", "bold magenta")
        return stack([block, note])
    return block


def _part(grid: Grid, corners: list[str]) -> Grid:
    """Return the cells between two corners."""
    places = [(cell.column, cell.row) for cell in grid.cells if cell.name in corners]
    if not places:
        return grid
    (left, top), (right, bottom) = (
        tuple(map(min, zip(*places, strict=True))),
        tuple(map(max, zip(*places, strict=True))),
    )
    cells = [cell for cell in grid.cells if left <= cell.column <= right and top <= cell.row <= bottom]
    moved = [msgspec.structs.replace(cell, column=cell.column - left, row=cell.row - top) for cell in cells]
    return msgspec.structs.replace(
        grid, columns=grid.columns[left : right + 1], rows=grid.rows[top : bottom + 1], cells=tuple(moved)
    )


def _items(rows: list[str]) -> list[str]:
    items: list[str] = []
    for row in rows:
        if ITEM.match(row) or not items:
            items.append(row)
        else:
            items[-1] += f" {row.strip()}"
    return items


def _table(rows: list[str]) -> list[Line]:
    cells = [[_plain(cell.strip()) for cell in row.strip("|").split("|")] for row in rows if set(row) - set("|-: ")]
    count = max(map(len, cells))
    cells = [row + [""] * (count - len(row)) for row in cells]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [
        [
            (
                "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip(),
                "bold" if not number else "",
            )
        ]
        for number, row in enumerate(cells)
    ]


def _plain(text: str) -> str:
    return STRONG.sub(lambda found: next(filter(None, found.groups())), text)


def _wrapped(text: str, width: int, indent: str = "", first: str = "") -> list[Line]:
    lines = wrap(_plain(text), width, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False)
    return [[(line, "")] for line in lines]
