"""A seeded flood of malformed and hostile messages and requests: the server keeps answering, and rooms stay intact."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from random import Random
from typing import Any

import pytest
from server.hostile_client import PER_SOCKET, Hostile
from server.live_server import Client, Json, Server, serving
from table.local_room import fingerprint

from ludoteca.core import registry
from ludoteca.rooms.rooms import device_id
from ludoteca.server.logs import is_worth_logging
from ludoteca.table import events as e
from ludoteca.table.fold import fold

SEED = 20_260_101
MESSAGES = 8_000
REQUESTS = 2_500
ATTACKERS = 6


@pytest.fixture(autouse=True, scope="module")
def dummy_game_is_registered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry._entries(), "dummy", EntryPoint("dummy", "dummy_game:DummyGame", registry.GROUP))
        yield


class Honest:
    """Two people who play game after game in one room."""

    def __init__(self, server: Server, code: str, players: list[Client], random: Random) -> None:
        self.server, self.code, self.players, self.random = server, code, players, random
        self.devices = [device_id(code, player.token) for player in players]
        self.moves: list[str] = []
        self.stop = False

    async def play(self) -> None:
        while not self.stop:
            table = self.server.rooms.loaded[self.code].table
            for player in self.players:
                await player.reach(table.seq)
                assert len(player.table["you"]["seats"]) == 1
            if table.phase == "over":
                for player in self.players:
                    seat = player.table["you"]["seat"]
                    await player.done({"type": "play_again", "seat": seat, "version": player.table["version"]})
                continue
            assert table.state is not None
            seat = table.to_move()
            mover = self.players[self.devices.index(table.players[seat].device or "")]
            text = table.game.write_move(table.state, self.random.choice(table.state.moves()))
            await mover.done({"type": "move", "seat": seat, "move": text, "version": mover.table["version"]})
            self.moves.append(text)
            await asyncio.sleep(0.005)

    def check(self, log: list[e.Event]) -> None:
        """Check that the log holds nothing but what these two did."""
        moved = [event for event in log if isinstance(event, e.Moved)]
        # The last move may be in the log before it is acknowledged.
        assert [event.move for event in moved][: len(self.moves)] == self.moves
        assert len(moved) - len(self.moves) in ((0,) if self.stop else (0, 1))
        assert {event.by for event in moved} <= {"person"}
        assert [event.device for event in log if isinstance(event, e.Seated)] == self.devices
        theirs = {"room_created", "seated", "nonce_added", "started", "moved", "play_again_asked", "rotated"}
        assert {e.kind_of(type(event)) for event in log} <= theirs
        assert {event.device for event in log if isinstance(event, e.NonceAdded)} <= set(self.devices)


async def check_rooms(server: Server, honest: list[Honest]) -> None:
    """Check that the server answers, every loaded table is the fold of its log, and honest players are undisturbed."""
    async with server.session.get(f"{server.url}/healthz") as answer:
        assert answer.status == 200
    for code, room in list(server.rooms.loaded.items()):
        while True:
            found = server.rooms.services.store.load(code)
            assert found is not None
            log = [(event.seq, event.at_ms, e.read_event(event.body)) for event in found[1]]
            if room.table.seq == len(log):
                break
            await asyncio.sleep(0.001)  # committed but not yet applied
        assert fingerprint(room.table) == fingerprint(fold(log)), f"room {code} is not the fold of its log"
        for pair in honest:
            if pair.code == code:
                pair.check([event for _, _, event in log])
    assert {pair.code for pair in honest} <= set(server.rooms.loaded)


class Errors(logging.Handler):
    """Collects unhandled errors, except for bots of a game that the worker does not know."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.addFilter(is_worth_logging)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(logging.Formatter("%(name)s: %(message)s").format(record))

    def unhandled(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.found.append(f"{context.get('message')}: {context.get('exception')!r}")


async def attack(server: Server, errors: Errors, seed: int, messages: int, requests: int) -> int:
    asyncio.get_running_loop().set_exception_handler(errors.unhandled)
    honest = []
    room_requests: list[Json] = [{"options": {"size": 5}}, {"game": "dummy"}, {"options": {"size": 4}}]
    for number, request in enumerate(room_requests):
        players = list(await server.two_players(**request))
        honest.append(Honest(server, players[0].code, players, Random(f"{seed} {number}")))
    hostile = Hostile(server, {pair.code: pair.players for pair in honest}, Random(seed))
    games = [asyncio.ensure_future(pair.play()) for pair in honest]
    count = Counter({"message": 0, "request": 0})

    async def one_attacker() -> None:
        while count["message"] < messages or count["request"] < requests:
            for game in games:
                if game.done():
                    game.result()
            left = {
                "request": max(0, requests - count["request"]),
                "message": max(0, messages - count["message"]) / PER_SOCKET,
            }
            if hostile.random.random() * sum(left.values()) < left["request"]:
                kind, doing = "request", hostile.request()
            elif hostile.random.random() < 0.5:
                kind, doing = "message", hostile.begin_badly()
            else:
                kind, doing = "message", hostile.converse()
            made = await doing
            count[kind] += made

    attackers = asyncio.gather(*(one_attacker() for _ in range(ATTACKERS)))
    try:
        while not attackers.done():
            await asyncio.wait([attackers], timeout=1.0)
            await check_rooms(server, honest)
            assert not errors.found
        attackers.result()
    finally:
        attackers.cancel()
    for pair in honest:
        pair.stop = True
    await asyncio.gather(*games)
    await check_rooms(server, honest)
    assert all(len(pair.moves) > 20 for pair in honest)
    assert hostile.said.keys() - {"SeatKey"} == {
        "TableMessage",
        "Refused",
        "PreviewResult",
        "Pong",
    }  # a key comes only by chance
    return sum(count.values())


def flood(folder: Path, seed: int, messages: int, requests: int) -> None:
    errors = Errors()
    watched = [logging.getLogger(name) for name in ("aiohttp.server", "aiohttp.web", "asyncio", "ludoteca")]
    for logger in watched:
        logger.addHandler(errors)

    async def main() -> int:
        async with serving(folder) as server:
            count = await attack(server, errors, seed, messages, requests)
            gc.collect()  # reports exceptions that were never retrieved
            await asyncio.sleep(0)
            return count

    try:
        assert asyncio.run(main()) >= messages + requests
        assert not errors.found
    except BaseException:
        print(f"seed {seed}", *errors.found[:5], sep="\n")
        raise
    finally:
        for logger in watched:
            logger.removeHandler(errors)


@pytest.mark.slow
def test_a_flood_of_hostile_messages_disturbs_nobody(tmp_path: Path) -> None:
    flood(tmp_path, SEED, MESSAGES, REQUESTS)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_more_floods(tmp_path: Path, seed: int) -> None:
    flood(tmp_path, seed, 2 * MESSAGES, REQUESTS)
