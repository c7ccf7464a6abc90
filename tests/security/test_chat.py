"""Chat is separate from the game: no move waits for it, nobody can be impersonated, and a host can stop any abuse."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSCloseCode, WSMsgType
from server.live_server import NO_LIMITS, Client, Server, run, serving

from ludoteca.rooms import incoming
from ludoteca.rooms.chat import Sender
from ludoteca.rooms.chat_saver import ROWS_PER_SAVE
from ludoteca.rooms.clock import ServerClock
from ludoteca.store.chat import KEPT, ChatChange
from ludoteca.store.rows import Done

HERE, THERE = "127.0.0.1", "127.0.0.2"

# No move waits for chat


def test_a_move_is_answered_before_a_flood_of_chat_and_its_clock_is_not_charged(tmp_path: Path) -> None:
    """Time passes here with every chat message handled, so that the clock of the mover counts them."""
    sockets, each = 40, 100
    counts: dict[tuple[str, str], int] = {}

    def handled() -> int:
        """Count the chat messages that the server has handled, accepted or not."""
        return sum(count for (kind, _), count in counts.items() if kind == "say")

    clock = ServerClock(wall=lambda: 1000 + handled() / 50, monotonic=lambda: handled() / 50)

    async def main() -> None:
        async with serving(tmp_path, replace(NO_LIMITS, chat_pause_s=60.0), clock=clock) as server:
            server.rooms.services.metrics.commands = counts
            ada, bo = await server.two_players(clock={"per": "game", "seconds": 600, "on_timeout": "loss"})
            crowd = [await server.join(ada.code) for _ in range(sockets)]
            for client in crowd:
                for number in range(each):
                    await client.say({"type": "say", "id": f"m{number}", "text": "x" * 200, "name": "Crowd"})
            await ada.move("b2")
            await bo.move("c3")
            # Each socket is read once and then paused; ten messages of the address pass.
            limit = sockets + NO_LIMITS.chat_per_address
            assert 0 < handled() <= limit < sockets * each
            assert all(left >= 600_000 - limit * 20 for left in bo.table["room"]["clock"]["left_ms"])

    asyncio.run(main())


def test_chat_does_not_wait_in_the_queue_of_commands(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players()
        other = sqlite3.connect(tmp_path / "ludoteca.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # blocks the commit of the move
        moving = asyncio.ensure_future(ada.move("b2"))
        for number in range(5):
            await bo.done({"type": "say", "text": f"message {number}"})
        assert not moving.done()
        other.close()
        await moving

    run(test, tmp_path)


def test_moves_and_chat_go_on_while_chat_cannot_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        monkeypatch.setattr(server.rooms.services.store, "save_chat", lambda changes, done: None)
        ada, bo = await server.two_players()
        await bo.done({"type": "say", "text": "hello"})
        await ada.move("b2")
        assert await read_chat(ada, "hello") == ["hello"]

    run(test, tmp_path)


def test_a_room_is_usable_before_its_chat_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        gate = threading.Event()
        load = server.rooms.services.store.load_chat
        monkeypatch.setattr(server.rooms.services.store, "load_chat", lambda code: gate.wait() and load(code))
        ada, bo = await server.two_players()
        saying = asyncio.ensure_future(bo.done({"type": "say", "text": "hello"}))
        await ada.move("b2")
        assert not saying.done()
        gate.set()
        await saying
        assert await read_chat(ada, "hello") == ["hello"]

    run(test, tmp_path)


def test_a_burst_of_messages_goes_out_in_one_round(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players()
        await bo.done({"type": "say", "text": "hello"})
        await read_chat(bo, "hello")
        before = len(chats(bo))
        room = server.rooms.loaded[ada.code]
        sender = Sender(room.table.players[0].device or "", "")
        for number in range(30):
            room.chat.submit(incoming.Say(text=f"message {number}"), sender, lambda refusal: None)
        assert len(await read_chat(bo, "message 29")) == 31
        assert len(chats(bo)) == before + 1

    run(test, tmp_path, replace(NO_LIMITS, chat_per_device=100))


# Not in the log


def test_chat_is_not_part_of_the_log(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players()
        before = server.rooms.services.store.load(ada.code)
        seq = ada.table["seq"]
        for text in ("hello", "good luck"):
            await bo.done({"type": "say", "text": text})
        await ada.done({"type": "mute", "number": 2})
        await ada.done({"type": "set_chat", "open": False})
        assert server.rooms.services.store.load(ada.code) == before
        assert server.rooms.loaded[ada.code].table.seq == seq

    run(test, tmp_path)


def test_the_last_messages_and_the_hosts_decisions_survive_a_restart(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(NO_LIMITS, chat_per_device=1000)
        async with serving(tmp_path, limits) as server:
            ada, bo = await server.two_players()
            code, token = ada.code, ada.token
            for number in range(KEPT + 20):
                await bo.done({"type": "say", "id": f"b{number}", "text": f"message {number}"})
            await ada.done({"type": "set_chat", "open": False})
        async with serving(tmp_path, limits) as server:
            ada = await server.join(code, token)
            shown = await read_chat(ada, f"message {KEPT + 19}")
            assert (shown[0], len(shown)) == ("message 20", KEPT)
            assert not chats(ada)[-1]["open"]
            await ada.done({"type": "set_chat", "open": True})
            bo = await server.join(code, bo.token)
            await bo.done({"type": "say", "id": f"b{KEPT + 19}", "text": "sent again under the same id"})
            await bo.done({"type": "say", "id": "new", "text": "and on"})
            assert (await read_chat(ada, "and on"))[-2:] == [f"message {KEPT + 19}", "and on"]
            assert chats(ada)[-1]["messages"][-1]["number"] == KEPT + 21, "numbers go on"

    asyncio.run(main())


def test_chat_is_saved_in_small_batches_and_a_room_stays_in_memory_until_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Server) -> None:
        rows: list[int] = []
        save = server.rooms.services.store.save_chat

        def counting(changes: Sequence[ChatChange], done: Done) -> None:
            rows.append(sum(len(change.messages) for change in changes))
            save(changes, done)

        monkeypatch.setattr(server.rooms.services.store, "save_chat", counting)
        rooms = []
        for _ in range(3):
            code, token = await server.open()
            client = await server.join(code, token)
            await client.done({"type": "sit", "seat": 0, "name": "Ada"})
            await client.done({"type": "say", "text": "first"})  # the chat is loaded now and accepts everything
            for number in range(KEPT - 2):
                await client.say({"type": "say", "text": f"message {number}"})
            await client.done({"type": "say", "text": "last"})
            rooms.append(server.rooms.loaded[code])
            assert not rooms[-1].is_idle
        while any(room.chat.unsaved for room in rooms):
            await asyncio.sleep(0.05)
        assert sum(rows) == 3 * KEPT
        assert max(rows) <= ROWS_PER_SAVE

    run(test, tmp_path, replace(NO_LIMITS, chat_per_device=1000))


# Moderation


def test_a_removed_spectator_is_disconnected_and_kept_out_until_readmitted(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            ada, bo = await server.two_players()
            code = ada.code
            neighbour = await server.join(code, bo.token, THERE)  # Bo's second device, at the same address
            cy, dee = await server.join(code, None, THERE), await server.join(code, None, HERE)
            await cy.done({"type": "say", "text": "spam", "name": "Cy"})
            await dee.done({"type": "say", "text": "hello", "name": "Dee"})
            number = 1
            assert await dee.refused({"type": "remove", "number": number}) == "only_host"
            await ada.done({"type": "remove", "number": number})
            await expect_removed(cy)
            await expect_removed(await server.call(code, cy.token, THERE))
            await expect_removed(await server.call(code, None, THERE))
            for stays in (ada, bo, neighbour, dee):
                assert (await stays.ask({"type": "ping"}))["type"] == "pong"
        async with serving(tmp_path) as server:
            await expect_removed(await server.call(code, None, THERE))
            bo = await server.join(code, bo.token, THERE)
            ada = await server.join(code, ada.token)
            await ada.move("b2")
            await bo.move("c3")
            await read_chat(ada)
            assert chats(ada)[0]["bans"] == [{"number": number, "kind": "remove", "name": "Cy"}]
            assert all(update["bans"] is None for update in chats(bo))
            await ada.done({"type": "readmit", "number": number})
            cy = await server.join(code, cy.token, THERE)
            await cy.done({"type": "say", "text": "sorry", "name": "Cy"})

    asyncio.run(main())


def test_no_address_is_stored_or_sent(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            ada, _ = await server.two_players()
            cy = await server.join(ada.code, None, THERE)
            await cy.done({"type": "say", "text": "spam", "name": "Cy"})
            await ada.done({"type": "mute", "number": 1})
            await read_chat(ada)
            assert THERE not in repr(ada.received + cy.received)
            hashed = server.rooms.services.hash_address(ada.code, THERE)
            assert hashed not in repr(ada.received + cy.received)
            assert hashed != server.rooms.services.hash_address("OTHERS", THERE), (
                "no address is recognised in another room"
            )
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("ludoteca.db*"))
        assert hashed.encode() in kept
        assert THERE.encode() not in kept

    asyncio.run(main())


# Visibility


def test_everybody_reads_players_but_players_read_spectators_only_after_the_game(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two_players()
        cy = await server.join(ada.code)
        await ada.done({"type": "say", "text": "<b>hello</b>"})
        await cy.done({"type": "say", "text": "psst", "name": "Cy"})
        await bo.done({"type": "say", "text": "hi"})
        for client in (ada, bo):
            assert await read_chat(client, "hi") == ["<b>hello</b>", "hi"], "spectators cannot help during a game"
        dora = await server.join(ada.code)
        assert await read_chat(dora, "hi") == ["<b>hello</b>", "psst", "hi"]
        await ada.done({"type": "resign", "seat": 0, "version": ada.table["version"]})
        assert await read_chat(bo, "psst") == ["<b>hello</b>", "psst", "hi"]

    run(test, tmp_path)


# Helpers


def chats(client: Client) -> list[dict[str, Any]]:
    return [message for message in client.received if message["type"] == "chat"]


async def read_chat(client: Client, text: str | None = None) -> list[str]:
    """Return the chat as a client shows it, once it contains this text or, without a text, after any update."""
    while text not in shown(client) if text is not None else not chats(client):
        await client.next("chat")
    return shown(client)


def shown(client: Client) -> list[str]:
    texts: list[str] = []
    for update in chats(client):
        texts = ([] if update["all"] else texts) + [one["text"] for one in update["messages"]]
    return texts


async def expect_removed(client: Client) -> None:
    """Expect a refusal and then the end of the connection."""
    while (message := await client.receive())["type"] != "refused":
        pass
    assert (message["ack"], message["code"]) == (None, "removed_from_room")
    assert message["text"] == "The host removed you from this table."
    end = await client.socket.receive()
    assert (end.type, end.data) == (WSMsgType.CLOSE, WSCloseCode.POLICY_VIOLATION)
