"""Replays: a whole game from its start, as one perspective may see it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from typing import Any

from msgspec import Raw

from ludoteca.core.errors import LudotecaError
from ludoteca.core.languages import ENGLISH
from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State
from ludoteca.core.text_board import show_view
from ludoteca.core.translations import Refusal, Text, quote
from ludoteca.rooms import messages as m
from ludoteca.rooms.room import Room
from ludoteca.rooms.table_messages import room_info, seat_infos, wire_texts
from ludoteca.server.http_messages import Frame, Replay
from ludoteca.table.history import LogEntry
from ludoteca.table.table import Table

CACHE_BYTES = 32 * 1024 * 1024
"""For all cached replays together."""
ReplayKey = tuple[str, int, int | None, bool, str]


class ReplayError(LudotecaError):
    """The game cannot be replayed as requested."""


@dataclass(frozen=True)
class ReplaySource:
    """A copy of what a replay needs of a table, so that a thread can use it while the table changes."""

    record: Record
    names: list[str]
    played_by: list[str]
    log_entries: list[LogEntry]
    is_over: bool
    language: str

    @classmethod
    def of(cls, table: Table, language: str = ENGLISH) -> ReplaySource:
        """Copy what is needed from a table, for a reader of a language."""
        if table.state is None:
            raise ReplayError(Refusal("not_started"))
        played_by = [move.by for move in table.moves]
        names, entries = table.names(language), list(table.log_entries)
        return cls(table.record(), names, played_by, entries, table.phase == "over", language)

    def check(self, move: int) -> int:
        """Return the number of a move if the game has it."""
        high = len(self.record.moves)
        if 0 <= move <= high:
            return move
        raise ReplayError(Refusal("replay_move", {"field": "move", "high": high, "value": quote(move)}))

    def state(self, move: int) -> State:
        """Return the state after this many moves."""
        return next(state for number, state in enumerate(self.record.steps()) if number == move)

    def frames(self, perspective: int | None, with_text: bool, max_bytes: int) -> bytes:
        """Encode all frames as a JSON list; stop with a refusal once they exceed `max_bytes`."""
        moves, between = self._entries_by_move()
        parts: list[bytes] = []
        size = 0
        for number, state in enumerate(self.record.steps()):
            frame = self._frame(number, state, moves.get(number), between[number], perspective, with_text)
            part = m.write_message(frame)
            parts.append(part)
            size += len(part)
            if size > max_bytes:
                raise ReplayError(Refusal("replay_too_large"))
        return b"[" + b",".join(parts) + b"]"

    def _entries_by_move(self) -> tuple[dict[int, LogEntry], defaultdict[int, list[LogEntry]]]:
        """Return the log entry of each move, and the entries between it and the next move."""
        moves: dict[int, LogEntry] = {}
        between: defaultdict[int, list[LogEntry]] = defaultdict(list)
        last = 0
        for entry in self.log_entries:
            if entry.move:
                last = entry.move
                moves[last] = entry
            else:
                between[last].append(entry)
        return moves, between

    def _frame(
        self,
        number: int,
        state: State,
        entry: LogEntry | None,
        between: list[LogEntry],
        perspective: int | None,
        with_text: bool,
    ) -> Frame:
        game = self.record.game
        is_final = self.is_over and number == len(self.record.moves)
        view = (game.make_final_view if is_final else game.make_view)(state, perspective)
        by: Any = self.played_by[number - 1] if number else None
        first_ms = between[0].at_ms if between else 0
        return Frame(
            move=number,
            seat=None if entry is None else entry.seat,
            by=by,
            at=first_ms if entry is None else entry.at_ms,
            texts=[] if entry is None else self.wire_texts(entry.texts_for(perspective)),
            texts_between=[text for one in between for text in self.wire_texts(one.texts_for(perspective))],
            to_move=None if state.seat() == NOBODY else int(state.seat()),
            turn=state.turn(),
            scores=state.scores(),
            view=view,
            board=show_view(game, view, self.names, self.language) if with_text else None,
        )

    def wire_texts(self, texts: list[Text]) -> list[m.Text]:
        """Translate texts, with the names of this game's players."""
        return wire_texts(self.record.game.translations.to(self.language), texts, self.names)


def allowed_perspectives(table: Table, device: str) -> list[int]:
    """Return the seats from which a device may see the replay.

    While the game runs that is its own seat, but none if it holds several behind a curtain. Afterwards all seats.
    """
    if not table.game.curtain:
        return []
    if table.phase != "playing":
        return list(range(len(table.players)))
    own = table.seats_of(device)
    return own if len(own) == 1 else []


class Replays:
    """Makes replays in a thread, one at a time, and caches them until their tables change."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._making = asyncio.Lock()
        self._cache: OrderedDict[ReplayKey, bytes] = OrderedDict()

    async def message(
        self, room: Room, device: str, perspective: int | None, with_text: bool, language: str = ENGLISH
    ) -> bytes:
        """Return the whole replay as JSON, for a reader of a language."""
        table = room.table
        own_seats, allowed = table.seats_of(device), allowed_perspectives(table, device)
        if perspective is not None and table.game.curtain and perspective not in allowed:
            code = "replay_perspective" if 0 <= perspective < len(table.players) else "seat_range"
            params = {"field": "perspective", "high": len(table.players) - 1, "value": quote(perspective)}
            raise ReplayError(Refusal(code, params))
        perspective = perspective if table.game.curtain else None
        source, seq = ReplaySource.of(table, language), table.seq
        info: Any = Raw(m.write_message(room_info(room.code, table, seat_infos(table, language))))
        key = (room.code, seq, perspective, with_text, language)
        async with self._making:
            if key not in self._cache:
                run = asyncio.get_running_loop().run_in_executor
                self._add(key, await run(None, source.frames, perspective, with_text, self._max_bytes))
            self._cache.move_to_end(key)
            frames: Any = Raw(self._cache[key])
        return m.write_message(Replay(seq, info, perspective, own_seats, allowed, frames))

    def _add(self, key: ReplayKey, frames: bytes) -> None:
        self._cache[key] = frames
        size = sum(map(len, self._cache.values()))
        while size > CACHE_BYTES and len(self._cache) > 1:
            size -= len(self._cache.popitem(last=False)[1])
