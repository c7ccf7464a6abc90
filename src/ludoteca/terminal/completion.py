"""What a typed line may become: a command, or a move of the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ludoteca.core.board import Moves, Selection
from ludoteca.terminal.table_summary import TableSummary

COMMANDS: Final = (
    *("abandon", "again", "board", "bot", "help", "hint", "link", "moves", "no", "open", "quit", "ready", "resign"),
    *("rules", "save ", "say ", "undo", "wait", "who", "withdraw", "yes"),
)
MAX_FOUND: Final = 200
"""More cannot be chosen from."""


def complete(summary: TableSummary | None, line: str) -> list[str]:
    """Return the whole lines that begin like this one, moves first; those of a pictured board may be many."""
    moves = None if summary is None or summary.board is None else summary.board.moves
    found = [one for one in [*(_moves(moves, line) if moves else ()), *COMMANDS] if one.startswith(line.lower())]
    return list(dict.fromkeys(found))[:MAX_FOUND]


def _moves(moves: Moves, line: str) -> Iterator[str]:
    for target in moves.targets:
        yield target.after or target.move
    for action in moves.actions:
        yield action.move
    for selection in moves.selections:
        yield from _selected(selection, line)


def _selected(selection: Selection, line: str) -> Iterator[str]:
    """Complete the last word of a selection that is being typed."""
    *words, _ = line.lower().split(" ")
    names = words[1:] if selection.verb else words
    if selection.verb and words[:1] != [selection.verb]:
        if not words:
            yield f"{selection.verb} "
        return
    left = Counter(item.lower() for item in selection.items)
    left.subtract(names)
    if len(names) < selection.most and min(left.values(), default=0) >= 0:
        yield from (" ".join([*words, item]) for item, count in left.items() if count)
