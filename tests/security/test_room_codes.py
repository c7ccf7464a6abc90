"""Rooms cannot be found by guessing codes.

- A code has 8 characters: 850 billion codes.
- All paths that take a code share one bucket of unknown codes per address: 20 at once, then one in 5 seconds, else 429.
  Existing codes cost nothing.
- With an empty bucket even an existing code gets 429, so that the answer reveals nothing; except in a room in which the
  address held a seat within the last hour.
- A device learns the state of a room only if it holds a seat or is the host there.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest
from security.test_connections import from_address
from server.live_server import NO_LIMITS, Server, run, status
from server.raw_client import UPGRADE, Raw

from ludoteca.rooms.codes import ALPHABET, new_code, read_code
from ludoteca.rooms.limits import Limits, Rate

BOTH_STORES = "slow"

FEW = replace(NO_LIMITS, unknown_codes=Rate(0.0001, 20))
UNKNOWN = "ZZZZZZZ"


def test_a_new_code_has_eight_characters() -> None:
    codes = {new_code() for _ in range(1000)}
    assert len(codes) == 1000
    assert {len(code) for code in codes} == {8}
    assert set("".join(codes)) <= set(ALPHABET)
    assert Limits().unknown_codes == Rate(0.2, 20)


@pytest.mark.parametrize(
    "typed", ["K7QX2M9P", "k7qx2m9p", "K7QX 2M9P", "k7qx-2m9p", " K7 QX\u00a02M 9P ", "K7QX\u20132M9P"]
)
def test_a_code_may_be_typed_with_spaces_and_hyphens(typed: str) -> None:
    assert read_code(typed) == "K7QX2M9P"


@pytest.mark.parametrize(
    "typed", ["", "K7QX2M", "K7QX2M9PX", "K7QX2M9\u00c9", "K7QX/2M9P", "K7QX2M9\u0661", "x" * 9000]
)
def test_an_invalid_code_is_none(typed: str) -> None:
    assert read_code(typed) is None


async def request_code(server: Server, code: str, number: int) -> int:
    """Send the code to one of the paths that take a code, chosen by `number`; return the status."""
    path = f"/api/rooms/{code}"
    if number % 7 == 0:
        raw = await Raw.dial(server.url)
        raw.ask(f"GET {path}/socket HTTP/1.1", *UPGRADE)
        found = (await raw.answer())[0]
        raw.drop()
        return found
    if number % 7 == 1:
        request = {"game": "flooding", "source": {"room": code, "move": 0}}
        return (await status(server, "/api/rooms", method="POST", json=request))[0]
    if number % 7 == 2:
        return (await status(server, f"{path}/advice", method="POST", json={"move": 0}))[0]
    return (await status(server, (path, f"{path}/record", f"{path}/replay", f"/r/{code}/qr.svg")[number % 7 - 3]))[0]


def test_all_paths_share_one_bucket_of_unknown_codes(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        got = [await request_code(server, UNKNOWN + ALPHABET[number % 31], number) for number in range(40)]
        assert got == [404] * 20 + [429] * 20
        async with from_address(server, "127.0.0.9") as other:
            assert (await status(other, f"/api/rooms/{UNKNOWN}A"))[0] == 404

    run(test, tmp_path, FEW)


def test_existing_codes_cost_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _two = await server.two_players(options={"size": 4})
        for number in range(80):
            assert await request_code(server, one.code, number) not in (404, 429), number
        assert [(await status(server, f"/api/rooms/{UNKNOWN}A"))[0] for _ in range(21)] == [404] * 20 + [429]

    run(test, tmp_path, FEW)


def test_guessing_many_at_once_gains_nothing(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        asked = [
            status(server, f"/api/rooms/{UNKNOWN[:-1]}{one}{two}") for one in ALPHABET[:20] for two in ALPHABET[:10]
        ]
        got = [found[0] for found in await asyncio.gather(*asked)]
        assert sorted(got) == [404] * 20 + [429] * 180

    run(test, tmp_path, FEW)


def test_an_empty_bucket_reveals_nothing_and_keeps_no_player_out(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, _two = await server.two_players(options={"size": 4})
        other, token = await server.open()
        for _ in range(25):
            await status(server, f"/api/rooms/{UNKNOWN}A")
        found = await status(server, f"/api/rooms/{other}")
        assert found == (429, "too_many_codes") == await status(server, f"/api/rooms/{UNKNOWN}A")
        again = await server.join(one.code, one.token)  # this address held a seat a moment ago
        assert again.table["you"]["seats"] == [0]
        async with from_address(server, "127.0.0.9") as elsewhere:
            await elsewhere.join(other, token)

    run(test, tmp_path, FEW)


def test_only_players_and_hosts_learn_the_state_of_a_room(tmp_path: Path) -> None:
    async def known(server: Server, code: str, token: str) -> list[str]:
        async with server.session.post(f"{server.url}/api/rooms/known", json={"rooms": {code: token}}) as answer:
            assert answer.status == 200
            return list(await answer.json())

    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 4})
        spectator = await server.join(one.code)
        assert await known(server, one.code, one.token) == [one.code] == await known(server, one.code, two.token)
        for token in (spectator.token, "x" * 24, "", one.token[:-1]):
            assert await known(server, one.code, token) == []
        code, token = await server.open()
        assert await known(server, code, token) == [code], "the host has no seat yet"
        assert await known(server, f"{UNKNOWN}A", token) == []

    run(test, tmp_path)
