"""Write whole games as text: every position, view, description of a move and legal move."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from ludoteca.core.records import Record, read_record
from ludoteca.core.state import NOBODY, State
from ludoteca.core.text_board import show_view

FOLDER = Path(__file__).parent
MOST_MOVES_LISTED = 40


def playthrough(value: dict[str, Any]) -> str:
    """Return the text of a record, which begins with the record itself."""
    record = read_record(value)
    lines = [json.dumps(record.json())]
    before: State | None = None
    for number, state in enumerate(record.steps()):
        lines += [
            "",
            f"== {number}",
            *write_move(record, number, before, state),
            *write_state(record, state),
            write_legal_moves(record, state),
        ]
        before = state
    return "\n".join(lines) + "\n"


def record_of(text: str) -> dict[str, Any]:
    """Return the record that a golden text begins with."""
    value: dict[str, Any] = json.loads(text.split("\n", 1)[0])
    return value


def write_move(record: Record, number: int, before: State | None, after: State) -> list[str]:
    """Write a move and its descriptions for all perspectives."""
    if before is None:
        return []
    game, text = record.game, record.moves[number - 1]
    move = game.read_move(before, text)
    assert isinstance(move, int)
    lines = [f"{game.role(before.seat())} {text}"]
    descriptions = [
        (name, [game.translations.format(text) for text in game.describe_move(before, move, after, seat)])
        for name, seat in seats(record)
    ]
    return lines + [f"text {who}: {json.dumps(sentences)}" for who, sentences in merge_equal(descriptions)]


def write_state(record: Record, state: State) -> list[str]:
    """Write the position, the views, the choices and the text board of a state."""
    game = record.game
    views = [(name, game.make_view(state, seat)) for name, seat in seats(record)]
    lines = [f"position {json.dumps(game.write_position(state))}"]
    lines += [f"view {who}: {json.dumps(view)}" for who, view in merge_equal(views)]
    seat = state.seat()
    if seat == NOBODY:
        lines.append(f"over: scores {state.scores()}, result {state.result()}")
    else:
        lines.append(f"choices {game.role(seat)}: {json.dumps(game.make_choices(state, seat))}")
    return [*lines, show_view(game, game.make_view(state, None if seat == NOBODY else seat))]


def write_legal_moves(record: Record, state: State) -> str:
    """Write all moves, or a hash of them if there are many."""
    texts = [record.game.write_move(state, move) for move in state.moves()]
    listed = ", ".join(texts) if len(texts) <= MOST_MOVES_LISTED else sha256("\n".join(texts).encode()).hexdigest()
    return f"moves {len(texts)}: {listed}"


def seats(record: Record) -> list[tuple[str, int | None]]:
    return [("spectator", None), *((record.game.role(seat), seat) for seat in range(len(record.seats)))]


def merge_equal(entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Merge neighbouring entries with equal values into one, with all their names."""
    groups = [(value, [name for name, _ in group]) for value, group in groupby(entries, key=lambda entry: entry[1])]
    return [(" ".join(names), value) for value, names in groups]
