"""Whole games as text: every position, what each perspective sees and is told, every legal move."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from ludoteca.core.records import Record, read_record
from ludoteca.core.state import NOBODY, State

FOLDER = Path(__file__).parent
MOST_MOVES_LISTED = 40


def playthrough(value: dict[str, Any]) -> str:
    """The text of a record; the record itself stands at its top."""
    record = read_record(value)
    lines = [json.dumps(record.json())]
    before: State | None = None
    for number, state in enumerate(record.steps()):
        lines += ["", f"== {number}", *told(record, number, before, state), *seen(record, state), moves(record, state)]
        before = state
    return "\n".join(lines) + "\n"


def record_of(text: str) -> dict[str, Any]:
    """The record that a golden text begins with."""
    value: dict[str, Any] = json.loads(text.split("\n", 1)[0])
    return value


def told(record: Record, number: int, before: State | None, after: State) -> list[str]:
    if before is None:
        return []
    game, text = record.game, record.moves[number - 1]
    move = game.read_move(before, text)
    assert isinstance(move, int)
    lines = [f"{game.role(before.seat())} {text}"]
    news = [
        (name, [game.translations.format(line) for line in game.describe_move(before, move, after, seat)])
        for name, seat in seats(record)
    ]
    return lines + [f"news {who}: {json.dumps(said)}" for who, said in alike(news)]


def seen(record: Record, state: State) -> list[str]:
    game = record.game
    views = [(name, game.make_view(state, seat)) for name, seat in seats(record)]
    lines = [f"position {json.dumps(game.write_position(state))}"]
    lines += [f"view {who}: {json.dumps(view)}" for who, view in alike(views)]
    seat = state.seat()
    if seat == NOBODY:
        lines.append(f"over: scores {state.scores()}, result {state.result()}")
    else:
        lines.append(f"choices {game.role(seat)}: {json.dumps(game.make_choices(state, seat))}")
    return [*lines, game.render(game.make_view(state, None if seat == NOBODY else seat))]


def moves(record: Record, state: State) -> str:
    """All moves, or their number and a hash where they are many."""
    texts = [record.game.write_move(state, move) for move in state.moves()]
    listed = ", ".join(texts) if len(texts) <= MOST_MOVES_LISTED else sha256("\n".join(texts).encode()).hexdigest()
    return f"moves {len(texts)}: {listed}"


def seats(record: Record) -> list[tuple[str, int | None]]:
    return [("spectator", None), *((record.game.role(seat), seat) for seat in range(len(record.seats)))]


def alike(entries: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """Perspectives side by side that got the same, as one."""
    groups = [(value, [name for name, _ in group]) for value, group in groupby(entries, key=lambda entry: entry[1])]
    return [(" ".join(names), value) for value, names in groups]
