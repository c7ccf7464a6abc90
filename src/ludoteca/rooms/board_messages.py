"""What can be chosen on a text board, as messages say it."""

from __future__ import annotations

from typing import Literal

import msgspec

from ludoteca.core.board import Target


class BoardSelection(msgspec.Struct):
    """A move of several cells or pieces: `verb`, if any, and `least` to `most` of the items, in their order."""

    label: str
    of: Literal["cells", "pieces"]
    items: list[str]
    least: int
    most: int
    verb: str


class BoardAction(msgspec.Struct):
    """A move that is made by a button. `question` is asked first, if there is one."""

    move: str
    label: str
    question: str | None


class BoardMoves(msgspec.Struct):
    """What can be chosen on the text board. Targets are left out if there are very many."""

    prompt: str
    targets: list[Target]
    selections: list[BoardSelection]
    actions: list[BoardAction]
