"""Rooms with very long but legal logs, written straight into a store."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from ludoteca.core.receipts import deal_seed
from ludoteca.core.registry import find_game
from ludoteca.store.rows import Outcome, RoomRow, StoredEvent
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table import events as e
from ludoteca.table.create_room import CreateRoom, SeatRequest, create_room
from ludoteca.table.fold import apply, fold
from ludoteca.table.settings import RoomSettings

CODE = "MANYMANY"
SOAK_CODES = ("MANYMANY", "MANYMANX", "MANYMANZ")
SOAK_PAIRS = 56_000
SECRET = "5ec4e7" * 5 + "5e"
HOST = "device of the host"


def move_and_undo(pairs: int, plies: int = 20, game: str = "latice") -> list[e.Event]:
    """Make the log of a casual game in which the same move is played and taken back over and over."""
    found = find_game(game)
    request = CreateRoom(
        game, seats=[SeatRequest("here", "Ann"), SeatRequest("here", "Bo")], settings=RoomSettings(casual=True)
    )
    log = create_room(found, request, HOST, SECRET)
    if not isinstance(log, list):
        raise TypeError(log)
    if not isinstance(log[-1], e.Started):
        log.append(e.Started(deal_seed(SECRET, ["", ""]), ["", ""]))
    table = fold((seq, 0, event) for seq, event in enumerate(log, start=1))

    def next_move() -> e.Moved:
        state = table.state
        if state is None:
            raise ValueError("the game has not begun")
        return e.Moved(state.seat(), found.write_move(state, next(iter(state.moves()))), "person")

    for _ in range(plies):
        log.append(next_move())
        apply(table, log[-1], len(log), 0)
    again = next_move()
    return [*log, *[again, e.Undone(again.seat, plies)] * pairs]


def write_room(folder: Path, log: list[e.Event], code: str = CODE) -> None:
    """Write a room with this log to the store, as a server would."""
    game = log[0]
    if not isinstance(game, e.RoomCreated):
        raise TypeError(game)
    stored = [
        StoredEvent(seq, seq, e.kind_of(type(event)), e.write_event(event), f"command {seq}")
        for seq, event in enumerate(log, start=1)
    ]
    outcomes: list[Outcome] = []
    there = threading.Event()

    def done(outcome: Outcome) -> None:
        outcomes.append(outcome)
        there.set()

    with SqliteStore(folder / "ludoteca.db") as store:
        now_ms = int(time.time() * 1000)  # rooms that look old expire
        store.create(RoomRow(code, game.game, game.rules_version, now_ms, now_ms), stored, done)
        there.wait(120)
    if outcomes != [None]:
        raise RuntimeError(f"the log could not be written: {outcomes}")
