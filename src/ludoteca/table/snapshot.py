"""Snapshots of tables, so that a long log need not be folded from its start. A cache: the log stays the truth.

A snapshot has all fields of a table except the game and the states, which are rebuilt by replaying the moves. A field
of an unknown type raises SnapshotError, and no snapshot is written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import msgspec

from ludoteca.core.errors import LudotecaError
from ludoteca.core.registry import find_game
from ludoteca.core.translations import Text
from ludoteca.table import clock, clock_state, history
from ludoteca.table import table as t
from ludoteca.table.fold import replay

CHUNKED_FIELDS: dict[str, Any] = {"moves": history.PlayedMove, "log_entries": history.LogEntry}
"""Fields that grow with the game and their item types; they are written and read in chunks."""
REBUILT_FIELDS = {"game", "state", "checkpoints", "tried"}
CHUNK_SIZE = 100

CLASSES: dict[str, Any] = {
    name: kind
    for module in (t, clock, clock_state)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and (is_dataclass(kind) or issubclass(kind, msgspec.Struct))
}


class SnapshotError(Exception):
    """A snapshot that cannot be read or written."""


class Snapshot(msgspec.Struct, array_like=True, forbid_unknown_fields=True):
    """A snapshot as it is stored. Its parts are encoded one by one, so that each takes little time."""

    game: str
    fields: bytes
    moves: list[bytes]
    log_entries: list[bytes]
    command_keys: bytes
    """The keys of all commands, as the room packs them."""
    has_state: bool
    """Whether a game has started."""


def _encode_value(value: Any) -> Any:
    """Encode a value as arrays that begin with the name of its type."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case list() | tuple() | set():
            return [type(value).__name__, *map(_encode_value, sorted(value) if isinstance(value, set) else value)]
        case dict():
            return ["dict", *(_encode_value(part) for item in value.items() for part in item)]
    name = type(value).__name__
    if CLASSES.get(name) is not type(value):
        raise SnapshotError
    return [name, *(_encode_value(getattr(value, field)) for field in _field_names(CLASSES[name]))]


def _decode_value(plain: Any) -> Any:
    if not isinstance(plain, list):
        return plain
    name, *plain_parts = plain
    parts = list(map(_decode_value, plain_parts))
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
_read_chunks = {
    name: msgspec.msgpack.Decoder(list[kind], dec_hook=_read_hook).decode  # type: ignore[valid-type]
    for name, kind in CHUNKED_FIELDS.items()
}
_read_snapshot = msgspec.msgpack.Decoder(Snapshot).decode


def write_snapshot(table: t.Table, command_keys: bytes) -> Iterator[bytes | None]:
    """Encode a table in steps: yield None after each, and the bytes at the end. The table may change in between."""
    short = {
        name: value
        for name, value in t.fields_of(table).items()
        if name not in CHUNKED_FIELDS and name not in REBUILT_FIELDS
    }
    snapshot = Snapshot(table.game.name, _encode(_encode_value(short)), [], [], command_keys, table.state is not None)
    # The items never change, so copies of the lists are enough.
    moves: list[Any] = list(table.moves)
    log_entries: list[Any] = list(table.log_entries)
    yield None
    for whole, parts in ((moves, snapshot.moves), (log_entries, snapshot.log_entries)):
        for start in range(0, len(whole), CHUNK_SIZE):
            parts.append(_encode(whole[start : start + CHUNK_SIZE]))
            yield None
    yield _encode(snapshot)


def read_snapshot(data: bytes) -> Iterator[tuple[t.Table, bytes] | None]:
    """Decode a table and the keys of its commands in steps: yield None after each, and the result at the end."""
    try:
        snapshot = _read_snapshot(data)
        table = t.Table()
        table.game = find_game(snapshot.game)
        for name, value in _decode_value(msgspec.msgpack.decode(snapshot.fields)).items():
            setattr(table, name, value)
        yield None
        for name, parts in (("moves", snapshot.moves), ("log_entries", snapshot.log_entries)):
            whole: list[Any] = getattr(table, name)
            for part in parts:
                whole.extend(_read_chunks[name](part))
                yield None
        if snapshot.has_state:
            yield from _rebuild_states(table)
    except (msgspec.MsgspecError, LudotecaError, AssertionError, AttributeError, LookupError, TypeError, ValueError):
        raise SnapshotError from None
    yield table, snapshot.command_keys


def _rebuild_states(table: t.Table) -> Iterator[None]:
    """Replay the moves to rebuild the states, one move per step."""
    moves, table.moves = table.moves, []
    state = table.record().begin()
    table.add_checkpoint(state)
    yield None
    for played in moves:
        table.moves.append(played)
        state = replay(table, state, played)
        yield None
    table.state = state
