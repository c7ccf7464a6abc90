"""A game seen again from its start, for one perspective. What a past state shows, the game says, as at the table."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from typing import Any

from msgspec import Raw

from ludoteca.core.errors import LudotecaError
from ludoteca.core.records import Record
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Refusal, Text, quote
from ludoteca.server import messages as m
from ludoteca.server.perspective import room_info, said, seat_infos
from ludoteca.server.room import Room
from ludoteca.table.table import LogEntry, Table

KEPT_BYTES = 32 * 1024 * 1024
"""Of replays that are remembered, all together."""


class ReplayError(LudotecaError):
    """The game cannot be seen again like that."""


@dataclass(frozen=True)
class ReplaySource:
    """What a replay is made of: a table at one moment, so that a thread can work on it while the table goes on."""

    record: Record
    names: list[str]
    made_by: list[str]
    log_entries: list[LogEntry]

    @classmethod
    def of(cls, table: Table) -> ReplaySource:
        if table.state is None:
            raise ReplayError(Refusal("not_started"))
        names = [table.name(seat) for seat in range(len(table.players))]
        return cls(table.record(), names, [made.by for made in table.moves], list(table.log_entries))

    def check(self, move: int) -> int:
        if 0 <= move <= len(self.record.moves):
            return move
        high = len(self.record.moves)
        raise ReplayError(Refusal("replay_move", {"field": "move", "high": high, "value": quote(move)}))

    def state(self, move: int) -> State:
        """The state after so many moves."""
        return next(state for number, state in enumerate(self.record.steps()) if number == move)

    def frames(self, perspective: int | None, with_text: bool, most: int) -> bytes:
        """All frames, encoded; more than `most` bytes are refused as soon as they are too many."""
        moves, talk = self._by_move()
        parts: list[bytes] = []
        size = 0
        for number, state in enumerate(self.record.steps()):
            part = m.write_message(self._frame(number, state, moves.get(number), talk[number], perspective, with_text))
            parts.append(part)
            size += len(part)
            if size > most:
                raise ReplayError(Refusal("replay_too_large"))
        return b"[" + b",".join(parts) + b"]"

    def _by_move(self) -> tuple[dict[int, LogEntry], defaultdict[int, list[LogEntry]]]:
        """What was told of each move, and what else after it."""
        moves: dict[int, LogEntry] = {}
        talk: defaultdict[int, list[LogEntry]] = defaultdict(list)
        last = 0
        for told in self.log_entries:
            if told.move:
                last = told.move
                moves[last] = told
            else:
                talk[last].append(told)
        return moves, talk

    def _frame(
        self,
        number: int,
        state: State,
        told: LogEntry | None,
        talk: list[LogEntry],
        perspective: int | None,
        with_text: bool,
    ) -> m.Frame:
        game = self.record.game
        view = game.make_view(state, perspective)
        by: Any = self.made_by[number - 1] if number else None
        first = talk[0].at_ms if talk else 0
        return m.Frame(
            move=number,
            seat=None if told is None else told.seat,
            by=by,
            at=first if told is None else told.at_ms,
            texts=[] if told is None else self._said(told.texts_for(perspective)),
            texts_between=[line for one in talk for line in self._said(one.texts_for(perspective))],
            to_move=None if state.seat() == NOBODY else int(state.seat()),
            turn=state.turn(),
            scores=state.scores(),
            view=view,
            board=game.render(view) if with_text else None,
        )

    def _said(self, lines: list[Text]) -> list[m.Text]:
        return [said(self.record.game.translations, line, self.names) for line in lines]


def allowed_perspectives(table: Table, who: str) -> list[int]:
    """The seats that a device may look back with.

    While players see different things: its own, unless several people share it behind a curtain. Afterwards: all.
    """
    if not table.game.curtain:
        return []
    if table.phase != "playing":
        return list(range(len(table.players)))
    own = table.seats_of(who)
    return own if len(own) == 1 else []


class Replays:
    """Replays, made one at a time beside the loop, and remembered until their tables change."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._making = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, int, int | None, bool], bytes] = OrderedDict()

    async def message(self, room: Room, who: str, perspective: int | None, with_text: bool) -> bytes:
        """The whole replay, as JSON."""
        table = room.table
        own, may = table.seats_of(who), allowed_perspectives(table, who)
        if perspective is not None and table.game.curtain and perspective not in may:
            refusal = "replay_perspective" if 0 <= perspective < len(table.players) else "seat_range"
            params = {"field": "perspective", "high": len(table.players) - 1, "value": quote(perspective)}
            raise ReplayError(Refusal(refusal, params))
        perspective = perspective if table.game.curtain else None
        past, seq = ReplaySource.of(table), table.seq
        told: Any = Raw(m.write_message(room_info(room.code, table, seat_infos(table))))
        key = (room.code, seq, perspective, with_text)
        async with self._making:
            if key not in self._kept:
                loop = asyncio.get_running_loop()
                self._keep(key, await loop.run_in_executor(None, past.frames, perspective, with_text, self._most))
            self._kept.move_to_end(key)
            frames: Any = Raw(self._kept[key])
        return m.write_message(m.Replay(seq, told, perspective, own, may, frames))

    def _keep(self, key: tuple[str, int, int | None, bool], frames: bytes) -> None:
        self._kept[key] = frames
        size = sum(map(len, self._kept.values()))
        while size > KEPT_BYTES and len(self._kept) > 1:
            size -= len(self._kept.popitem(last=False)[1])
