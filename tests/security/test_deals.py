"""Fair deals, as clients see them: nobody can predict a deal, and everybody can check it afterwards.

What a client received is enough to compute the whole deal again with the public API, but not before the game ends. The
logic of the table is tested in tests/table/test_deal.py.
"""

from __future__ import annotations

import hmac
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from server.live_server import Client, Server, run

import ludoteca
from ludoteca.core.generator import KeyedRandom
from ludoteca.core.receipts import Receipt
from ludoteca.store.rows import RoomRow
from ludoteca.table import events as e

BOTH_STORES = "slow"

GAMES = ("latice", "rowsandcols", "waffe", "wege")


async def two(server: Server, game: str) -> tuple[str, Client, Client]:
    """Start a game of two people on two devices."""
    code, token = await server.open(game, seats=[{"kind": "here", "name": "Ada"}, {"kind": "open"}])
    ada, bo = await server.join(code, token), await server.join(code)
    await bo.done({"type": "sit", "seat": 1, "name": "Bo"})
    await ada.until(lambda table: table["room"]["phase"] == "playing")
    return code, ada, bo


async def resign(client: Client) -> dict[str, Any]:
    await client.done({"type": "resign", "seat": client.table["you"]["seats"][0], "version": client.table["version"]})
    deal: dict[str, Any] = client.table["room"]["deal"]
    return deal


@pytest.mark.parametrize("game", GAMES)
def test_what_was_sent_is_enough_to_deal_again_without_the_server(tmp_path: Path, game: str) -> None:
    async def test(server: Server) -> None:
        code, ada, bo = await two(server, game)
        before = ada.table["room"]["deal"]
        assert before["nonces"] == [ada.nonce, bo.nonce]
        assert before["secret"] is None
        hands = [client.table["view"] for client in (ada, bo)]
        after = await resign(bo)
        assert {**after, "secret": None} == before
        assert sha256(after["secret"].encode()).hexdigest() == before["commitment"]
        seed = "/".join([after["secret"], *before["nonces"]])
        rules = ludoteca.game(game)
        state = rules.new(seats=2, seed=seed, options=ada.table["room"]["options"])
        assert [rules.view(state, seat) for seat in (0, 1)] == hands
        async with server.session.get(f"{server.url}/api/rooms/{code}/record") as answer:
            record = await answer.json()
        assert record["seed"] == seed
        assert Receipt(code, 1, before["commitment"], tuple(before["nonces"]), ada.nonce).mismatch(seed) is None

    run(test, tmp_path)


def test_the_commitment_is_known_before_anybody_sits_down_and_stays(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open("waffe")
        stranger = await server.join(code)
        first = stranger.table["room"]["next_deal"]
        assert (first["game"], first["answered"]) == (1, [])
        await stranger.done({"type": "sit", "seat": 1, "name": "Bo"})
        await stranger.done({"type": "stand", "seat": 1})
        await stranger.done({"type": "sit", "seat": 0, "name": "Bo"})
        assert stranger.table["room"]["next_deal"]["commitment"] == first["commitment"]
        other = await server.join(code)
        await other.done({"type": "sit", "seat": 1, "name": "Cy"})
        assert other.table["room"]["deal"]["commitment"] == first["commitment"]

    run(test, tmp_path)


def test_the_secret_is_in_the_log_before_its_commitment_is_shown(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, ada, bo = await two(server, "latice")
        await resign(bo)
        await ada.until(lambda table: table["room"]["phase"] == "over")
        shown = [ada.table["room"]["deal"]["commitment"], ada.table["room"]["next_deal"]["commitment"]]
        found = server.rooms.services.store.load(code)
        assert found is not None
        events = [e.read_event(event.body) for event in found[1]]
        drawn = [secret for event in events if (secret := getattr(event, "secret", ""))]
        assert [sha256(secret.encode()).hexdigest() for secret in drawn] == shown

    run(test, tmp_path)


def test_the_secret_of_the_next_game_is_sent_to_nobody(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, ada, bo = await two(server, "latice")
        await resign(bo)
        await ada.until(lambda table: table["room"]["phase"] == "over")
        secret = server.rooms.loaded[code].table.secret
        assert len(secret) == 32
        assert not any(secret in frame for client in (ada, bo) for frame in client.frames)

    run(test, tmp_path)


def test_a_nonce_for_another_commitment_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("waffe", seats=[{"kind": "here", "name": "Ada"}, {"kind": "open"}])
        ada = await server.join(code, token)
        answer = await ada.ask({"type": "ready", "nonce": ada.nonce, "commitment": "0" * 64})
        assert (answer["type"], answer["code"]) == ("refused", "other_commitment")
        assert answer["text"] == "That nonce is for another commitment than the one of the next game."

    run(test, tmp_path)


def test_a_device_without_a_nonce_is_named_after_a_short_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludoteca.table.deal.NONCE_TIMEOUT_MS", 100)  # shorter than the 5 s of play

    async def test(server: Server) -> None:
        code, token = await server.open("waffe", seats=[{"kind": "here", "name": "Ada"}, {"kind": "open"}])
        ada = await server.join(code, token)
        silent = await server.call(code)
        silent.answers = False
        await silent.settle()
        await silent.done({"type": "sit", "seat": 1, "name": "Bo"})
        assert silent.table["room"]["next_deal"]["answered"] == [0]
        assert silent.table["room"]["starts_at"] is not None
        table = await ada.until(lambda table: table["room"]["phase"] == "playing")
        assert (table["room"]["deal"]["nonces"], table["room"]["deal"]["missing"]) == ([ada.nonce, ""], [1])

    run(test, tmp_path)


def test_a_room_created_full_starts_though_nobody_connects(tmp_path: Path) -> None:
    """A room that is not in memory is loaded for its start, by its deadline in the store."""

    async def test(server: Server) -> None:
        seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]
        code, _ = await server.open("wege", seats=seats)
        if code in server.rooms.loaded:
            server.rooms.unload_idle(0.0)
        found = server.rooms.services.store.load(code)
        assert found is not None
        row: RoomRow = found[0]
        assert row.due_at is not None
        assert code in server.rooms.services.store.due(server.rooms.services.clock.now_ms() + 60_000, 10)

    run(test, tmp_path)


def test_the_keyed_stream_is_as_documented() -> None:
    """Compute the first card of a pack with HMAC-SHA256 alone, as docs/fair-deal.md describes it."""
    seed = f"{'0' * 32}/a-nonce-of-22-letters_/"
    block = hmac.new(seed.encode(), b"ludoteca deal" + bytes(8), sha256).digest()
    words = [int.from_bytes(block[index : index + 4], "big") for index in range(0, 32, 4)]
    random = KeyedRandom(seed)
    assert [random.below(2**32 - 1) for _ in range(8)] == [word % (2**32 - 1) for word in words]


def test_a_game_without_chance_has_no_deal(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.done({"type": "resign", "seat": 0, "version": one.table["version"]})
        assert not any("commitment" in frame for client in (one, two) for frame in client.frames)
        assert (one.table["room"]["deal"], one.table["room"]["next_deal"]) == (None, None)

    run(test, tmp_path)
