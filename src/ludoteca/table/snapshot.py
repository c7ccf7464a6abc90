"""A table in a plain encoding, so that a long log need not be folded from its beginning. A cache, never truth.

All fields are written but those that follow from others: the game, and the states, which are played again from the
beginning of the present game. A field of an unknown type raises
SnapshotError, and none is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Text
from ludoteca.table import clock
from ludoteca.table import table as t
from ludoteca.table.fold import replay

LONG: dict[str, Any] = {"moves": t.PlayedMove, "log_entries": t.LogEntry}
"""Fields that grow with the game, and what they are lists of; written and read in pieces."""
REBUILT = {"game", "state", "checkpoints", "resolved_move"}
PIECE = 100

CLASSES: dict[str, Any] = {
    name: kind
    for module in (t, clock)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, msgspec.Struct))
}


class SnapshotError(Exception):
    """There is no snapshot to be had, or none to be made of this."""


class Snapshot(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """As it is stored: the parts are encoded by themselves, so that each takes little time."""

    game: str
    fields: bytes
    moves: list[bytes]
    log_entries: list[bytes]
    names: list[str]
    """The ids of the last commands."""
    state: bool
    """Whether a game has begun."""


def _plain(value: Any) -> Any:
    """A value as arrays that say what they are."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list() | tuple() | set():
            return [type(value).__name__, *map(_plain, sorted(value) if isinstance(value, set) else value)]
        case dict():
            return ["dict", *(_plain(part) for item in value.items() for part in item)]
    name = type(value).__name__
    if CLASSES.get(name) is not type(value):
        raise SnapshotError
    return [name, *(_plain(getattr(value, field)) for field in _field_names(CLASSES[name]))]


def _value(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    name, *plain_parts = plain
    parts = list(map(_value, plain_parts))
    match name:
        case "list":
            return parts
        case "tuple":
            return tuple(parts)
        case "set":
            return set(parts)
        case "dict":
            return dict(zip(parts[::2], parts[1::2], strict=True))
    kind = CLASSES[name]
    return kind(**dict(zip(_field_names(kind), parts, strict=True)))


def _field_names(kind: Any) -> tuple[str, ...]:
    if is_dataclass(kind):
        return tuple(field.name for field in fields(kind))
    names: tuple[str, ...] = kind.__struct_fields__
    return names


def _hook(value: Any) -> Any:
    if isinstance(value, Text):
        return [value.code, value.params]
    raise SnapshotError


def _read_hook(kind: type, value: Any) -> Any:
    code, params = value
    return Text(code, params)


_encode = msgspec.msgpack.Encoder(enc_hook=_hook).encode
_read_pieces = {
    name: msgspec.msgpack.Decoder(list[kind], dec_hook=_read_hook).decode  # type: ignore[valid-type]
    for name, kind in LONG.items()
}
_read_snapshot = msgspec.msgpack.Decoder(Snapshot).decode


def write_snapshot(table: t.Table, names: Sequence[str]) -> Iterator[bytes | None]:
    """The encoded table, in steps: None after each piece of work, and at last all of it. It may change meanwhile."""
    short = {name: value for name, value in vars(table).items() if name not in LONG and name not in REBUILT}
    snapshot = Snapshot(table.game.name, _encode(_plain(short)), [], [], list(names), table.state is not None)
    # What was made and told stays as it is, so that copies of the lists hold the present moment.
    moves: list[Any] = list(table.moves)
    log_entries: list[Any] = list(table.log_entries)
    yield None
    for whole, parts in ((moves, snapshot.moves), (log_entries, snapshot.log_entries)):
        for start in range(0, len(whole), PIECE):
            parts.append(_encode(whole[start : start + PIECE]))
            yield None
    yield _encode(snapshot)


def read_snapshot(data: bytes) -> Iterator[tuple[t.Table, list[str]] | None]:
    """Read the table and the ids of the last commands in steps; yield None after each piece of work."""
    try:
        snapshot = _read_snapshot(data)
        table = t.Table()
        table.game = find_game(snapshot.game)
        for name, value in _value(msgspec.msgpack.decode(snapshot.fields)).items():
            setattr(table, name, value)
        yield None
        for name, parts in (("moves", snapshot.moves), ("log_entries", snapshot.log_entries)):
            whole: list[Any] = getattr(table, name)
            for part in parts:
                whole.extend(_read_pieces[name](part))
                yield None
        if snapshot.state:
            yield from _play(table)
    except (msgspec.MsgspecError, LudotecaError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise SnapshotError from None
    yield table, snapshot.names


def _play(table: t.Table) -> Iterator[None]:
    """Play the moves that stand anew, a step each, for the states."""
    moves, table.moves = table.moves, []
    state = table.record().begin()
    table.add_checkpoint(state)
    yield None
    for made in moves:
        table.moves.append(made)
        state = replay(table, state, made)
        yield None
    table.state = state
