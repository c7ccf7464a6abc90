"""Chat is separate from the game: no move waits for it, nobody can be impersonated, and a host can stop any abuse."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from aiohttp import WSCloseCode, WSMsgType
from server.live_server import NO_LIMITS, Client, Server, run, serving
from table.local_room import ANN, BO, CY, Room, started, with_bot

from ludoteca.server import incoming
from ludoteca.server.chat import Chat, Sender
from ludoteca.server.chat_room import ROWS_PER_SAVE
from ludoteca.server.clock import ServerClock
from ludoteca.server.limits import Limits
from ludoteca.server.metrics import Metrics
from ludoteca.store.chat import KEPT, ChatChange
from ludoteca.store.rows import Done
from ludoteca.table import commands as c

HERE, THERE = "127.0.0.1", "127.0.0.2"

# No move waits for chat


def test_a_move_is_answered_before_a_flood_of_chat_and_its_clock_is_not_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time passes here with every chat message handled, so that the clock of the mover counts them."""
    sockets, each = 40, 100
    handled = count_messages(monkeypatch)
    clock = ServerClock(wall=lambda: 1000 + handled() / 50, monotonic=lambda: handled() / 50)

    async def main() -> None:
        async with serving(tmp_path, replace(NO_LIMITS, chat_pause_s=60.0), clock=clock) as server:
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
        monkeypatch.setattr(server.rooms.store, "save_chat", lambda changes, done: None)
        ada, bo = await server.two_players()
        await bo.done({"type": "say", "text": "hello"})
        await ada.move("b2")
        assert await read_chat(ada, "hello") == ["hello"]

    run(test, tmp_path)


def test_a_room_is_usable_before_its_chat_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        gate = threading.Event()
        load = server.rooms.store.load_chat
        monkeypatch.setattr(server.rooms.store, "load_chat", lambda code: gate.wait() and load(code))
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
        before = server.rooms.store.load(ada.code)
        seq = ada.table["seq"]
        for text in ("hello", "good luck"):
            await bo.done({"type": "say", "text": text})
        await ada.done({"type": "mute", "number": 2})
        await ada.done({"type": "set_chat", "open": False})
        assert server.rooms.store.load(ada.code) == before
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
        save = server.rooms.store.save_chat

        def counting(changes: Sequence[ChatChange], done: Done) -> None:
            rows.append(sum(len(change.messages) for change in changes))
            save(changes, done)

        monkeypatch.setattr(server.rooms.store, "save_chat", counting)
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


# Names


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "\uff21\uff4e\uff4e", "Ann\ufe0f", "A\u034fnn", "Journeyman"])
def test_no_spectator_uses_the_name_of_a_player_or_a_seat(name: str) -> None:
    room, chat = started(ANN, BO), ChatTester()
    assert chat.say(room, CY, "hello", name) == "name_taken"
    assert chat.say(room, CY, "hello", "Annie") is None


def test_no_spectator_uses_the_name_of_a_bot() -> None:
    room, chat = with_bot(), ChatTester()
    for bot in room.table.game.bots:
        assert chat.say(room, CY, "hello", bot.name.upper()) == "name_taken"


def test_nobody_sits_down_with_a_name_that_another_device_has() -> None:
    room = Room("flooding", 2)
    room.do(ANN, c.Sit(0, "Straße"))
    assert room.no(BO, c.Sit(1, "STRASSE")) == "name_taken"
    assert room.no(BO, c.Sit(1, room.table.game.bots[0].name)) == "name_taken"
    assert "Straße" not in room.sentence(BO, c.Sit(1, "strasse "))
    room.do(ANN, c.Sit(1, "Straße"))  # the same device may play both


def test_players_write_under_their_own_names_and_spectators_are_marked() -> None:
    room, chat = started(ANN, BO), ChatTester()
    assert chat.say(room, BO, "hello", "Ann") is None
    assert chat.say(room, CY, "  good\n luck ", "Cy") is None
    assert [(one.name, one.seat, one.text) for one in chat.state.messages] == [
        ("Bo", 1, "hello"),
        ("Cy", None, "good luck"),
    ]
    assert chat.say(room, CY, "hello", "") == "name"


@pytest.mark.parametrize("text", ["", " \n ", "x" * 301, "bell\x07", "turn\u202eround"])
def test_texts_that_cannot_be_shown_are_refused(text: str) -> None:
    assert ChatTester().say(started(ANN, BO), ANN, text) == "chat_text"


# Limits


def test_devices_addresses_and_spectators_have_limits_and_players_are_never_crowded_out() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for number in range(5):
        assert chat.say(room, CY, f"message {number}", "Cy", "a") is None
    assert chat.say(room, CY, "more", "Cy", "b") == "chat_fast"
    for number in range(5):
        assert chat.say(room, f"device-{number}", "hello", "Di", "a") is None
    assert chat.say(room, "device-x", "hello", "Di", "a") == "chat_fast_address"
    for number in range(20):
        assert chat.say(room, f"device-y{number}", "hello", "Ed", f"b{number}") is None
    assert chat.say(room, "device-z", "hello", "Fay", "c") == "chat_fast_room"
    for who in (ANN, BO):  # at the address that has used up its share
        for number in range(5):
            assert chat.say(room, who, f"message {number}", address="a") is None
        assert chat.say(room, who, "more", address="a") == "chat_fast"
    chat.now += 10_000
    assert chat.say(room, CY, "more", "Cy", "a") is None


def test_a_clock_that_was_set_back_silences_nobody() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for _ in range(5):
        assert chat.say(room, ANN, "hello") is None
    chat.now -= 3_600_000
    assert chat.say(room, ANN, "an hour ago") is None


def test_a_refusal_names_the_limit() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for number in range(10):
        chat.say(room, f"device-{number}", "hello", "Di", "a")
    refusal = chat.state.handle(incoming.Say(text="x", name="Di"), Sender(CY, "a"), room.table, chat.now)
    assert refusal is not None
    assert "at most 10 messages in 10 seconds" in room.table.game.translations.format(refusal)


# Moderation


def test_the_host_closes_the_chat_after_thousands_of_messages() -> None:
    room, chat = started(ANN, BO), ChatTester()
    for number in range(3000):
        chat.now += 10_000
        assert chat.say(room, BO, f"message {number}") is None
    assert chat.do(room, BO, incoming.SetChat(open=False)) == "only_host"
    for _ in range(1000):
        assert chat.do(room, ANN, incoming.SetChat(open=False)) is None
        assert chat.say(room, BO, "hello") == "chat_off"
        assert chat.do(room, ANN, incoming.SetChat(open=True)) is None
    chat.now += 10_000
    assert chat.say(room, BO, "hello") is None


def test_a_mute_holds_for_the_device_and_for_spectators_of_its_address() -> None:
    room, chat = started(ANN, BO), ChatTester()
    chat.say(room, CY, "spam", "Cy", "a")
    assert chat.do(room, BO, incoming.Mute(number=1)) == "only_host"
    assert chat.do(room, ANN, incoming.Mute(number=2)) == "chat_number"
    assert chat.do(room, ANN, incoming.Mute(number=1)) is None
    assert chat.say(room, CY, "from another address", "Cy", "b") == "chat_muted"
    assert chat.say(room, "device-x", "another window", "Di", "a") == "chat_muted"
    assert chat.say(room, BO, "I sit here", address="a") is None
    assert chat.do(room, ANN, incoming.Mute(number=2)) is None, "players can be muted"
    assert chat.say(room, BO, "hello", address="a") == "chat_muted"
    for number in (1, 2):
        assert chat.do(room, ANN, incoming.Unmute(number=number)) is None
    assert chat.say(room, CY, "sorry", "Cy", "a") is None


def test_players_and_the_host_cannot_be_removed_and_bans_have_a_limit() -> None:
    room, chat = started(ANN, BO), ChatTester(replace(Limits(), chat_bans=1))
    chat.say(room, BO, "hello", address="a")
    chat.say(room, ANN, "hello", address="a")
    chat.say(room, CY, "hello", "Cy", "a")
    assert chat.do(room, ANN, incoming.Remove(number=1)) == "chat_seated"
    assert chat.do(room, ANN, incoming.Remove(number=2)) == "chat_own"
    assert chat.do(room, ANN, incoming.Remove(number=3)) is None
    assert chat.do(room, ANN, incoming.Mute(number=1)) == "chat_bans"
    removed = [chat.state.is_removed(Sender(who, "a"), room.table) for who in (ANN, BO, CY, "device-x")]
    assert removed == [False, False, True, True]


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
            hashed = server.rooms.hash_address(ada.code, THERE)
            assert hashed not in repr(ada.received + cy.received)
            assert hashed != server.rooms.hash_address("OTHERS", THERE), "no address is recognised in another room"
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


class ChatTester:
    """A chat without a server, for a table of table.local_room; returns refusals as codes."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.state = Chat(limits or Limits())
        self.now = 1_000_000_000

    def do(self, room: Room, who: str, command: incoming.ChatCommand, address: str = "") -> str | None:
        refusal = self.state.handle(command, Sender(who, address), room.table, self.now)
        assert refusal is None or "{" not in room.table.game.translations.format(refusal)
        return None if refusal is None else refusal.code

    def say(self, room: Room, who: str, text: str, name: str = "", address: str = "") -> str | None:
        return self.do(room, who, incoming.Say(text=text, name=name), address)


def count_messages(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Count the chat messages that the server has handled, accepted or not."""
    handled = 0
    count = Metrics.count_command

    def counting(self: Metrics, kind: str, outcome: str) -> None:
        nonlocal handled
        handled += kind == "say"
        count(self, kind, outcome)

    monkeypatch.setattr(Metrics, "count_command", counting)
    return lambda: handled


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
    assert message["text"] == "The host has removed you from this room."
    end = await client.socket.receive()
    assert (end.type, end.data) == (WSMsgType.CLOSE, WSCloseCode.POLICY_VIOLATION)
