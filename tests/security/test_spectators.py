"""Spectators cannot keep players out: an address has at most 10 in a room, and a seat holder always gets in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from security.test_connections import from_address
from server.live_server import NO_LIMITS, Client, Server, eventually, run

from ludoteca.rooms.limits import Limits

BOTH_STORES = "slow"


async def refused(server: Server, code: str, token: str | None = None) -> str:
    """Return the code of the refusal that a socket gets for its hello."""
    raw = await server.session.ws_connect(f"{server.url}/api/rooms/{code}/socket")
    client = Client(raw)
    await client.say({"type": "hello", "token": token})
    answer = await client.receive()
    assert answer["type"] == "refused", answer
    assert answer["text"].endswith(".")
    return str(answer["code"])


def test_spectators_of_one_address_cannot_fill_a_room_and_a_seated_player_can_return(tmp_path: Path) -> None:
    """In an early version one address took 198 of a room's 200 sockets."""

    async def test(server: Server) -> None:
        async with from_address(server, "127.0.0.7") as home, from_address(server, "127.0.0.66") as stranger:
            one, _two = await home.two_players(options={"size": 4})
            code, token = one.code, one.token
            await one.socket.close()
            watching = [await stranger.join(code) for _ in range(10)]
            for _ in range(190):
                assert await refused(stranger, code) == "too_many_spectators_here"
            assert (await watching[0].ask({"type": "ping"}))["type"] == "pong"
            watching.append(await home.join(code))  # another household may still watch
            again = await home.join(code, token)
            assert again.table["you"]["seats"] == [0]
            await again.move("b2")

    run(test, tmp_path, replace(NO_LIMITS, spectators_per_address=Limits().spectators_per_address))


def test_a_room_full_of_spectators_admits_its_players(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _two = await server.two_players(options={"size": 4})
        await one.socket.close()
        watching = [await server.join(one.code) for _ in range(3)]
        assert await refused(server, one.code) == "too_many_spectators"
        assert (await watching[0].ask({"type": "ping"}))["type"] == "pong"
        again = await server.join(one.code, one.token)
        assert again.table["you"]["seats"] == [0]

    run(test, tmp_path, replace(NO_LIMITS, spectators_per_room=3))


def test_a_player_replaces_a_spectator_of_the_same_full_address(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        watching = [await server.join(one.code) for _ in range(2)]
        assert await refused(server, one.code) == "too_many_sockets"
        again = await server.join(one.code, one.token)
        assert again.table["you"]["seats"] == [0]
        assert (await watching[0].next("refused"))["code"] == "too_many_sockets"
        assert (await watching[1].ask({"type": "ping"}))["type"] == "pong"
        fourth = await server.join(one.code, two.token)
        assert await refused(server, one.code, one.token) == "too_many_sockets"
        assert (await fourth.ask({"type": "ping"}))["type"] == "pong"

    run(test, tmp_path, replace(NO_LIMITS, sockets_per_address=4))


def test_one_device_has_at_most_eight_sockets_in_a_room_and_the_oldest_is_closed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        more = [await server.join(one.code, one.token) for _ in range(8)]
        assert (await one.next("refused"))["code"] == "socket_replaced"
        await eventually(lambda: len(server.rooms.loaded[one.code].sessions) == 9)
        for client in more:
            assert (await client.ask({"type": "ping"}))["type"] == "pong"
        await more[0].move("b2")
        await two.until(lambda table: table["room"]["moves"] == 1)

    run(test, tmp_path)
