"""Permute all that a seat cannot see, the hidden part of others' last move included: what it receives stays the same.

Everything a socket is sent is caught as bytes, for the true table and for one that looks the same to the seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from ludoteca.core.generator import Random
from ludoteca.core.registry import find_game
from ludoteca.core.state import NOBODY, State
from ludoteca.core.translations import Text
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.command_keys import CommandKeys
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.loading import Loaded
from ludoteca.rooms.lobby import Lobby
from ludoteca.rooms.metrics import Metrics
from ludoteca.rooms.notifier import NoWebhooks
from ludoteca.rooms.outbox import NextUpdate
from ludoteca.rooms.room import Room
from ludoteca.rooms.write_group import WriteGroup
from ludoteca.store.chain import BEGINNING
from ludoteca.table import events as e
from ludoteca.table.create_room import CreateRoom, SeatRequest, create_room
from ludoteca.table.fold import apply, fold
from ludoteca.table.table import Table

Log = list[tuple[int, int, e.Event]]


class RecordingOutbox:
    """An outbox that keeps what it is given."""

    next_update: NextUpdate

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def __len__(self) -> int:
        return 0

    def append(self, reply: bytes) -> None:
        self.frames.append(reply)
        self.flush()

    def flush(self) -> None:
        while (data := self.next_update()) is not None:
            self.frames.append(data)

    def close(self, comes_again: bool = False) -> None:
        raise AssertionError("nobody is disconnected")

    drop = close


class FakeServices:
    """What a room needs of its services, without a store; no command takes effect."""

    store: Any = SimpleNamespace(shared=None)
    write_group = WriteGroup(store)
    workers = None
    nodes = None
    limits = Limits()
    clock = ServerClock(lambda: 1000.0, lambda: 1000.0)  # stands still, so that nothing depends on the time
    new_secret = staticmethod(lambda: "0" * 32)
    hash_address = staticmethod(lambda code, address: address)

    def __init__(self) -> None:
        self.metrics = Metrics()
        self.clocked_rooms: set[str] = set()
        self.webhooks = NoWebhooks()
        self.lobby = Lobby(self.limits)


def begun(game: str, seats: int, seed: str) -> Log:
    requests = [SeatRequest("here", f"Player {seat}") for seat in range(seats)]
    events = create_room(find_game(game), CreateRoom(game, seats=requests), "host", seed)
    assert isinstance(events, list)
    events = [*events, e.Started(seed, [""] * seats)]
    log = [(seq, 1000, event) for seq, event in enumerate(events, start=1)]
    return [(seq, at, msgspec.structs.replace(event, device=f"w{event.seat}")) if isinstance(event, e.Seated)
            else (seq, at, event) for seq, at, event in log]  # fmt: skip


LONG_LOG = 60


def games(game: str, seats: int, seed: str) -> Iterator[Log]:
    """Yield the logs of one random game, from its start to its end; of a long game every fourth."""
    log = begun(game, seats, seed)
    table, random = fold(log), Random(f"{seed} moves")
    yield log
    while (seat := table.to_move()) != NOBODY:
        assert table.state is not None
        move = random.choice(table.state.moves())
        event = e.Moved(seat, table.game.write_move(table.state, move), "person")
        log = [*log, (table.seq + 1, 1000, event)]
        apply(table, event, table.seq + 1, 1000)
        if len(log) < LONG_LOG or len(log) % 4 == 0:
            yield log


def received(table: Table, seat: int | None, texts: list[str]) -> list[bytes]:
    """Return all that a perspective is sent when it joins and sends commands that change nothing."""
    services: Any = FakeServices()
    room = Room("ABCDEF", Loaded(table, CommandKeys(), 0, BEGINNING), services)
    outbox = RecordingOutbox()
    session = ClientSession(room, "nobody" if seat is None else f"w{seat}", outbox)
    room.join(session)
    own = 0 if seat is None else seat
    for text in texts:
        # Legal commands are stale on purpose, so that they change nothing.
        for command in (
            {"type": "preview", "seat": own, "move": text},
            {"type": "move", "seat": own, "move": text, "version": table.version - 1},
            {"type": "undo", "seat": own, "version": table.version - 1},
            {"type": "set_perspective", "seat": own},
            {"type": "show_board"},
        ):
            session.receive(msgspec.json.encode({**command, "id": "x"}))
        if seat is not None and seat != table.to_move():
            message = {"type": "move", "seat": own, "move": text, "version": table.version, "id": "y"}
            session.receive(msgspec.json.encode(message))
    return list(outbox.frames)


def determinized(state: State, seat: int | None, random: Random) -> State:
    """Return a state that looks the same to the seat; a spectator sees no hand at all."""
    other = state.copy()
    for eyes in range(2) if seat is None else [seat]:
        other.determinize(eyes, random.fork())
    return other


def told(game: Any, before: State, move: int, seat: int | None) -> tuple[list[Text], State]:
    after = before.copy()
    after.play(move)
    return game.describe_move(before, move, after, seat), after


DUMMY_MOVES = ["play 3", "swap 5", "end", "zz", *(f"play {card}" for card in range(1, 17, 4))]
LATICE = ["rf@e5", "bb@e4", "buy", "exchange", "end", "zz", "ml@d5"]
ROWS = ["bc@1,0", "rs@0,-1", "swap bc", "swap pt pu", "end", "pass", "zz"]
WAFFE = ["play 7s", "play j1 j3", "1", "2 3", "40", "play", "pass", "zz", "play kc kd kh ks"]
MOST_TRIED = 200
WEGE = ["c3/0", "c3/1", "x c3/0", "x b2/1", "f6/3", "zz"]


@pytest.mark.parametrize(
    ("game", "seats", "texts", "hidden"),
    # `hidden` is how many moves with a hidden part must come up; in Waffe only what a pass draws is hidden.
    [
        ("dummy", 2, DUMMY_MOVES, 10),
        ("dummy", 3, DUMMY_MOVES, 10),
        ("latice", 2, LATICE, 5),
        pytest.param("rowsandcols", 2, ROWS, 10, marks=pytest.mark.slow),
        pytest.param("rowsandcols", 3, ROWS, 10, marks=pytest.mark.slow),
        ("waffe", 2, WAFFE, 0),
        pytest.param("wege", 2, WEGE, 0, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("deal", [0, *(pytest.param(deal, marks=pytest.mark.slow) for deal in (1, 2, 3))])
def test_nobody_receives_hidden_information(game: str, seats: int, texts: list[str], hidden: int, deal: int) -> None:
    async def test() -> int:
        compared = 0
        for log in games(game, seats, f"secrecy {deal}"):
            table = fold(log)
            assert table.state is not None
            random = Random(f"{deal} {len(log)}")
            for seat in (None, *range(seats)):
                other = fold(log)
                other.state = determinized(table.state, seat, random)
                assert received(other, seat, texts) == received(fold(log), seat, texts)
                compared += _check_other_last_moves(log, seat, random, texts)
        return compared

    assert asyncio.run(test()) > hidden


def _check_other_last_moves(log: Log, seat: int | None, random: Random, texts: list[str]) -> int:
    """Check that other last moves which look the same to this seat change nothing that it receives."""
    last = log[-1][2]
    if not isinstance(last, e.Moved) or last.seat == seat:
        return 0
    before = fold(log[:-1])
    game, state = before.game, before.state
    assert state is not None
    move = game.read_move(state, last.move)
    assert isinstance(move, int)
    news, true_after = told(game, state, move, seat)
    otherwise = determinized(state, seat, random)
    compared = 0
    moves = list(otherwise.moves())
    for other_move in moves[:: len(moves) // MOST_TRIED + 1]:
        other_news, other_after = told(game, otherwise, other_move, seat)
        if other_news != news or game.make_view(other_after, seat) != game.make_view(true_after, seat):
            continue
        table = fold(log[:-1])
        table.state = otherwise.copy()
        apply(table, e.Moved(last.seat, game.write_move(otherwise, other_move), last.by), log[-1][0], log[-1][1])
        assert received(table, seat, texts) == received(fold(log), seat, texts)
        compared += 1
    return compared


def test_no_seed_and_no_other_hand_is_ever_in_the_bytes() -> None:
    async def test() -> None:
        for log in games("dummy", 2, "bytes"):
            table = fold(log)
            if table.phase == "over":
                continue
            for seat in (None, 0, 1):
                frames = b"".join(received(fold(log), seat, ["play 1"]))
                assert table.deal is not None
                assert table.deal.secret.encode() not in frames
                assert table.deal.commitment.encode() in frames

    asyncio.run(test())
