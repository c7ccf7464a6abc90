"""Print checksums of all messages that rooms send in scripted games, as JSON. Compiled and plain Python print the same.

Everything that differs between two runs is fixed: the clock, the secrets, the codes and the tokens.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
from collections.abc import Callable
from hashlib import sha256
from itertools import count
from pathlib import Path
from typing import Any

from ludoteca.bots.workers import Workers
from ludoteca.core import native
from ludoteca.core.generator import Random
from ludoteca.core.receipts import commit
from ludoteca.core.registry import find_game, game_names
from ludoteca.rooms import messages as m
from ludoteca.rooms.client_session import ClientSession
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.creating import create_from_request
from ludoteca.rooms.limits import Limits, Rate
from ludoteca.rooms.outbox import NextUpdate
from ludoteca.rooms.room import Room
from ludoteca.rooms.rooms import Rooms, device_id
from ludoteca.rooms.services import RoomServices
from ludoteca.store.rows import Done, StoreError
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table.clock import Clock
from ludoteca.table.create_room import CreateRoom, SeatRequest
from ludoteca.table.deal import COUNTDOWN_MS
from ludoteca.table.settings import RoomSettings

MOVES = 24
STEP_MS = 700
TIMEOUT_S = 10.0
TOKENS = ("token of the host, Ada", "token of the other, Bo", "token of a spectator")


class Outbox:
    """Keeps a hash of every message."""

    def __init__(self) -> None:
        self.next_update: NextUpdate = lambda: None
        self.sent: list[str] = []
        self.unread: list[bytes] = []

    def __len__(self) -> int:
        return 0

    def append(self, reply: bytes) -> None:
        self._send(reply)
        self.flush()

    def flush(self) -> None:
        while (update := self.next_update()) is not None:
            self._send(update)

    def _send(self, data: bytes) -> None:
        self.unread.append(data)
        self.sent.append(sha256(data).hexdigest()[:16])

    def close(self, comes_again: bool = False) -> None:
        self.sent.append("closed")

    def drop(self) -> None:
        self.sent.append("dropped")


class Script:
    """Plays in one room, over the sessions of two players and a spectator."""

    def __init__(self, rooms: Rooms, room: Room, advance: Callable[[int], None]) -> None:
        self.room = room
        self.advance = advance
        self.outboxes = [Outbox() for _ in TOKENS]
        self.sessions = [
            ClientSession(room, device_id(room.code, token), outbox, "192.0.2.7")
            for token, outbox in zip(TOKENS, self.outboxes, strict=True)
        ]
        self.ids = count(1)
        for session in self.sessions:
            session.join(m.Welcome("", "", m.WIRE_VERSION, None, 0, [], 0))

    async def ready(self) -> None:
        await self.room.chat.ready()

    async def send(self, who: int, kind: str, **fields: Any) -> None:
        """Send a message and wait for the answer to it."""
        message_id = f"m{next(self.ids)}"
        self.advance(STEP_MS)
        self.outboxes[who].unread.clear()
        self.sessions[who].receive(json.dumps({"type": kind, "id": message_id, **fields}))
        async with asyncio.timeout(TIMEOUT_S):
            while not any(f'"{message_id}"'.encode() in data for data in self.outboxes[who].unread):
                await asyncio.sleep(0.001)
            while self.room.chat._round is not None:  # others have not been sent the chat message yet
                await asyncio.sleep(0.001)

    async def begin(self) -> None:
        """Seat the second player, and let the countdown pass."""
        table = self.room.table
        nonces = [{"nonce": f"a-nonce-for-seat-{seat}", "commitment": commit(table.secret)} for seat in (0, 1)]
        if table.game.chance:
            await self.send(0, "ready", **nonces[0])
        await self.send(1, "sit", seat=1, name="Bo", **(nonces[1] if table.game.chance else {}))
        for _ in range(COUNTDOWN_MS // STEP_MS + 1):
            self.advance(STEP_MS)
        self.room.automation.schedule()
        async with asyncio.timeout(TIMEOUT_S):
            while table.phase == "waiting":
                await asyncio.sleep(0.001)

    def at(self, seat: int) -> int:
        """Return who holds a seat."""
        device = self.room.table.players[seat].device or ""
        return [session.device for session in self.sessions].index(device)

    async def play(self, length: int, random: Random) -> None:
        """Play random moves with questions, refusals, undo and chat between them."""
        table = self.room.table
        for number in range(length):
            state, seat = table.state, table.to_move()
            if state is None or seat < 0:
                return
            move = table.game.write_move(state, state.random_move(random))
            who, other = self.at(seat), self.at(1 - seat)
            if number % 5 == 0:
                await self.send(who, "preview", seat=seat, move=move)
                await self.send(who, "show_board")
                await self.send(other, "move", seat=1 - seat, move=move, version=table.version)
                await self.send(who, "move", seat=seat, move="no such move", version=table.version)
            await self.send(who, "move", seat=seat, move=move, version=table.version)
            if number % 7 == 3:
                await self.send(who, "say", text=f"after move {number}")
                await self.send(2, "say", text="well", name="Cy")
                await self.send(who, "move", seat=seat, move=move, version=table.version - 1)
            if number % 4 == 2:
                await self.undo(seat, yes=number % 8 == 2)

    async def undo(self, seat: int, yes: bool) -> None:
        table = self.room.table
        if table.phase == "playing":
            await self.send(self.at(seat), "undo", seat=seat, version=table.version)
            if table.undo_offer is not None:
                await self.send(self.at(1 - seat), "answer_undo", seat=1 - seat, yes=yes, version=table.version)

    async def end(self) -> None:
        """Leave and come back, offer an end, resign, and ask for another game."""
        table = self.room.table
        self.sessions[1].leave()
        self.advance(STEP_MS)
        self.sessions[1].join(m.Welcome("", "", m.WIRE_VERSION, None, 0, [], 0))
        if table.phase == "playing":
            await self.send(self.at(0), "abandon", seat=0, version=table.version)
            await self.send(self.at(1), "abandon", seat=1, version=table.version, yes=False)
            await self.send(self.at(1), "resign", seat=1, version=table.version)
        fair = {"nonce": "a-nonce-for-another-game", "commitment": commit(table.secret)} if table.game.chance else {}
        for seat in (0, 1):
            await self.send(seat, "play_again", seat=seat, version=table.version, **fair)
        await self.send(self.at(0), "rename", seat=0, name="Cleo")


async def play_all(folder: Path) -> dict[str, list[list[str]]]:
    loop, now = asyncio.get_running_loop(), [1_800_000_000.0]

    def deliver(batch: list[tuple[Done, StoreError | None]]) -> None:
        for done, error in batch:
            loop.call_soon_threadsafe(done, error)

    clock = ServerClock(lambda: now[0], lambda: now[0])

    def advance(ms: int) -> None:
        now[0] += ms / 1000
        clock.tick()

    secrets, codes = count(1), count(1)
    store = SqliteStore(folder / "rooms.db", deliver)
    limits = Limits(messages=Rate(1e6, 1_000_000), chat_round_s=0.0, chat_per_device=1000)
    services = RoomServices(store, Workers(), limits, clock=clock, new_secret=lambda: f"{next(secrets):032x}")
    rooms = Rooms(services, new_code=lambda: f"ROOM{next(codes)}")
    services.start()
    sent = {}
    clocks = (Clock(), Clock(per="game", seconds=3000, increment_s=5))
    for game in [find_game(name) for name in game_names()]:
        for number, clock_settings in enumerate(clocks):
            settings = RoomSettings(clock=clock_settings, casual=bool(number))
            seats = [SeatRequest("here", "Ada"), SeatRequest()]
            request = CreateRoom(game.name, seats=seats, settings=settings)
            room = await rooms.load(await create_from_request(rooms, request, TOKENS[0]))
            script = Script(rooms, room, advance)
            await script.ready()
            await script.begin()
            random = Random(f"{game.name} {number}")
            await script.play(MOVES, random)
            await script.end()
            await script.play(MOVES // 4, random)
            sent[f"{game.name} {number}"] = [outbox.sent for outbox in script.outboxes]
    await rooms.stop()
    await loop.run_in_executor(None, store.close)
    return sent


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        sent = asyncio.run(play_all(Path(folder)))
    print(json.dumps({"compiled": native.COMPILED, "sums": sent}))
    total = sha256(json.dumps(sent).encode()).hexdigest()
    print(sum(len(one) for room in sent.values() for one in room), total, file=sys.stderr)


if __name__ == "__main__":
    main()
