"""Chat stands apart from the game: no move waits for it, nobody is impersonated in it, and a host can end any abuse."""

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
from table.helpers import ANN, BO, CY, Room, started, with_bot

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


def test_a_move_is_answered_before_a_flood_of_chat_is_worked_off_and_its_clock_is_not_charged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time here passes by chat messages handled, so that what the mover is charged counts them."""
    sockets, each = 40, 100
    handled = counted(monkeypatch)
    clock = ServerClock(wall=lambda: 1000 + handled() / 50, monotonic=lambda: handled() / 50)

    async def main() -> None:
        async with serving(tmp_path, replace(NO_LIMITS, chat_pause_s=60.0), clock=clock) as server:
            ada, bo = await server.two(clock={"per": "game", "seconds": 600, "on_timeout": "loss"})
            crowd = [await server.join(ada.code) for _ in range(sockets)]
            for client in crowd:
                for number in range(each):
                    await client.say({"type": "say", "id": f"m{number}", "text": "x" * 200, "name": "Crowd"})
            await ada.move("b2")
            await bo.move("c3")
            # Each socket is heard out once, and then not listened to for a while; ten messages of the address pass.
            most = sockets + NO_LIMITS.chat_per_address
            assert 0 < handled() <= most < sockets * each
            assert all(left >= 600_000 - most * 20 for left in bo.table["room"]["clock"]["left_ms"])

    asyncio.run(main())


def test_chat_has_no_place_in_the_line_of_commands(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two()
        other = sqlite3.connect(tmp_path / "ludoteca.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")  # the move is being committed for as long as this lasts
        moving = asyncio.ensure_future(ada.move("b2"))
        for number in range(5):
            await bo.done({"type": "say", "text": f"message {number}"})
        assert not moving.done()
        other.close()
        await moving

    run(test, tmp_path)


def test_moves_and_chat_go_on_while_no_chat_can_be_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        monkeypatch.setattr(server.rooms.store, "save_chat", lambda changes, done: None)
        ada, bo = await server.two()
        await bo.done({"type": "say", "text": "hello"})
        await ada.move("b2")
        assert await reading(ada, "hello") == ["hello"]

    run(test, tmp_path)


def test_a_room_is_there_before_its_chat_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(server: Server) -> None:
        gate = threading.Event()
        load = server.rooms.store.load_chat
        monkeypatch.setattr(server.rooms.store, "load_chat", lambda code: gate.wait() and load(code))
        ada, bo = await server.two()
        saying = asyncio.ensure_future(bo.done({"type": "say", "text": "hello"}))
        await ada.move("b2")
        assert not saying.done()
        gate.set()
        await saying
        assert await reading(ada, "hello") == ["hello"]

    run(test, tmp_path)


def test_a_burst_of_messages_goes_out_in_one_round(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two()
        await bo.done({"type": "say", "text": "hello"})
        await reading(bo, "hello")
        before = len(chats(bo))
        room = server.rooms.loaded[ada.code]
        sender = Sender(room.table.players[0].device or "", "")
        for number in range(30):
            room.chat.submit(incoming.Say(text=f"message {number}"), sender, lambda refusal: None)
        assert len(await reading(bo, "message 29")) == 31
        assert len(chats(bo)) == before + 1

    run(test, tmp_path, replace(NO_LIMITS, chat_per_device=100))


# Apart from the log


def test_chat_is_no_part_of_the_log(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two()
        before = server.rooms.store.load(ada.code)
        seq = ada.table["seq"]
        for text in ("hello", "good luck"):
            await bo.done({"type": "say", "text": text})
        await ada.done({"type": "mute", "number": 2})
        await ada.done({"type": "set_chat", "open": False})
        assert server.rooms.store.load(ada.code) == before
        assert server.rooms.loaded[ada.code].table.seq == seq

    run(test, tmp_path)


def test_the_last_messages_and_what_the_host_decided_outlive_the_server(tmp_path: Path) -> None:
    async def main() -> None:
        limits = replace(NO_LIMITS, chat_per_device=1000)
        async with serving(tmp_path, limits) as server:
            ada, bo = await server.two()
            code, token = ada.code, ada.token
            for number in range(KEPT + 20):
                await bo.done({"type": "say", "id": f"b{number}", "text": f"message {number}"})
            await ada.done({"type": "set_chat", "open": False})
        async with serving(tmp_path, limits) as server:
            ada = await server.join(code, token)
            shown = await reading(ada, f"message {KEPT + 19}")
            assert (shown[0], len(shown)) == ("message 20", KEPT)
            assert not chats(ada)[-1]["open"]
            await ada.done({"type": "set_chat", "open": True})
            bo = await server.join(code, bo.token)
            await bo.done({"type": "say", "id": f"b{KEPT + 19}", "text": "sent again under the same id"})
            await bo.done({"type": "say", "id": "new", "text": "and on"})
            assert (await reading(ada, "and on"))[-2:] == [f"message {KEPT + 19}", "and on"]
            assert chats(ada)[-1]["messages"][-1]["number"] == KEPT + 21, "numbers go on"

    asyncio.run(main())


def test_a_save_is_small_and_a_room_stays_until_it_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
            await client.done({"type": "say", "text": "first"})  # the chat is loaded now, and refuses nothing
            for number in range(KEPT - 2):
                await client.say({"type": "say", "text": f"message {number}"})
            await client.done({"type": "say", "text": "last"})
            rooms.append(server.rooms.loaded[code])
            assert not rooms[-1].idle
        while any(room.chat.unsaved for room in rooms):
            await asyncio.sleep(0.05)
        assert sum(rows) == 3 * KEPT
        assert max(rows) <= ROWS_PER_SAVE

    run(test, tmp_path, replace(NO_LIMITS, chat_per_device=1000))


# Names


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "\uff21\uff4e\uff4e", "Ann\ufe0f", "A\u034fnn", "Journeyman"])
def test_no_spectator_writes_under_the_name_of_a_player_or_a_seat(name: str) -> None:
    room, talk = started(ANN, BO), Talk()
    assert talk.say(room, CY, "hello", name) == "name_taken"
    assert talk.say(room, CY, "hello", "Annie") is None


def test_no_spectator_writes_under_the_name_of_a_bot() -> None:
    room, talk = with_bot(), Talk()
    for bot in room.table.game.bots:
        assert talk.say(room, CY, "hello", bot.name.upper()) == "name_taken"


def test_nobody_sits_down_under_a_name_that_another_device_has() -> None:
    room = Room("flooding", 2)
    room.do(ANN, c.Sit(0, "Straße"))
    assert room.no(BO, c.Sit(1, "STRASSE")) == "name_taken"
    assert room.no(BO, c.Sit(1, room.table.game.bots[0].name)) == "name_taken"
    assert "Straße" not in room.sentence(BO, c.Sit(1, "strasse "))
    room.do(ANN, c.Sit(1, "Straße"))  # the same device may play both


def test_players_write_under_their_own_names_and_spectators_are_marked() -> None:
    room, talk = started(ANN, BO), Talk()
    assert talk.say(room, BO, "hello", "Ann") is None
    assert talk.say(room, CY, "  good\n luck ", "Cy") is None
    assert [(one.name, one.seat, one.text) for one in talk.chat.messages] == [
        ("Bo", 1, "hello"),
        ("Cy", None, "good luck"),
    ]
    assert talk.say(room, CY, "hello", "") == "name"


@pytest.mark.parametrize("text", ["", " \n ", "x" * 301, "bell\x07", "turn\u202eround"])
def test_texts_that_cannot_be_shown_are_refused(text: str) -> None:
    assert Talk().say(started(ANN, BO), ANN, text) == "chat_text"


# Limits


def test_a_device_an_address_and_all_spectators_have_their_limits_and_players_are_never_crowded_out() -> None:
    room, talk = started(ANN, BO), Talk()
    for number in range(5):
        assert talk.say(room, CY, f"message {number}", "Cy", "a") is None
    assert talk.say(room, CY, "more", "Cy", "b") == "chat_fast"
    for number in range(5):
        assert talk.say(room, f"device-{number}", "hello", "Di", "a") is None
    assert talk.say(room, "device-x", "hello", "Di", "a") == "chat_fast_address"
    for number in range(20):
        assert talk.say(room, f"device-y{number}", "hello", "Ed", f"b{number}") is None
    assert talk.say(room, "device-z", "hello", "Fay", "c") == "chat_fast_room"
    for who in (ANN, BO):  # at the address that has had its share
        for number in range(5):
            assert talk.say(room, who, f"message {number}", address="a") is None
        assert talk.say(room, who, "more", address="a") == "chat_fast"
    talk.now += 10_000
    assert talk.say(room, CY, "more", "Cy", "a") is None


def test_a_clock_that_was_set_back_silences_nobody() -> None:
    room, talk = started(ANN, BO), Talk()
    for _ in range(5):
        assert talk.say(room, ANN, "hello") is None
    talk.now -= 3_600_000
    assert talk.say(room, ANN, "an hour ago") is None


def test_a_refusal_names_the_bounds() -> None:
    room, talk = started(ANN, BO), Talk()
    for number in range(10):
        talk.say(room, f"device-{number}", "hello", "Di", "a")
    refusal = talk.chat.do(incoming.Say(text="x", name="Di"), Sender(CY, "a"), room.table, talk.now)
    assert refusal is not None
    assert "at most 10 messages in 10 seconds" in room.table.game.translations.format(refusal)


# What the host can do


def test_the_host_closes_the_chat_after_thousands_of_messages() -> None:
    room, talk = started(ANN, BO), Talk()
    for number in range(3000):
        talk.now += 10_000
        assert talk.say(room, BO, f"message {number}") is None
    assert talk.do(room, BO, incoming.SetChat(open=False)) == "only_host"
    for _ in range(1000):
        assert talk.do(room, ANN, incoming.SetChat(open=False)) is None
        assert talk.say(room, BO, "hello") == "chat_off"
        assert talk.do(room, ANN, incoming.SetChat(open=True)) is None
    talk.now += 10_000
    assert talk.say(room, BO, "hello") is None


def test_a_mute_holds_for_the_device_and_for_spectators_of_its_address() -> None:
    room, talk = started(ANN, BO), Talk()
    talk.say(room, CY, "spam", "Cy", "a")
    assert talk.do(room, BO, incoming.Mute(number=1)) == "only_host"
    assert talk.do(room, ANN, incoming.Mute(number=2)) == "chat_number"
    assert talk.do(room, ANN, incoming.Mute(number=1)) is None
    assert talk.say(room, CY, "from elsewhere", "Cy", "b") == "chat_muted"
    assert talk.say(room, "device-x", "another window", "Di", "a") == "chat_muted"
    assert talk.say(room, BO, "I sit here", address="a") is None
    assert talk.do(room, ANN, incoming.Mute(number=2)) is None, "players can be muted"
    assert talk.say(room, BO, "hello", address="a") == "chat_muted"
    for number in (1, 2):
        assert talk.do(room, ANN, incoming.Unmute(number=number)) is None
    assert talk.say(room, CY, "sorry", "Cy", "a") is None


def test_players_and_the_host_cannot_be_removed_and_bans_are_bounded() -> None:
    room, talk = started(ANN, BO), Talk(replace(Limits(), chat_bans=1))
    talk.say(room, BO, "hello", address="a")
    talk.say(room, ANN, "hello", address="a")
    talk.say(room, CY, "hello", "Cy", "a")
    assert talk.do(room, ANN, incoming.Remove(number=1)) == "chat_seated"
    assert talk.do(room, ANN, incoming.Remove(number=2)) == "chat_own"
    assert talk.do(room, ANN, incoming.Remove(number=3)) is None
    assert talk.do(room, ANN, incoming.Mute(number=1)) == "chat_bans"
    removed = [talk.chat.is_removed(Sender(who, "a"), room.table) for who in (ANN, BO, CY, "device-x")]
    assert removed == [False, False, True, True]


def test_who_was_removed_is_sent_out_and_not_let_in_again_until_readmitted(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            ada, bo = await server.two()
            code = ada.code
            neighbour = await server.join(code, bo.token, THERE)  # Bo's second device, at the same address
            cy, dee = await server.join(code, None, THERE), await server.join(code, None, HERE)
            await cy.done({"type": "say", "text": "spam", "name": "Cy"})
            await dee.done({"type": "say", "text": "hello", "name": "Dee"})
            number = 1
            assert await dee.refused({"type": "remove", "number": number}) == "only_host"
            await ada.done({"type": "remove", "number": number})
            await shown_out(cy)
            await shown_out(await server.call(code, cy.token, THERE))
            await shown_out(await server.call(code, None, THERE))
            for stays in (ada, bo, neighbour, dee):
                assert (await stays.ask({"type": "ping"}))["type"] == "pong"
        async with serving(tmp_path) as server:
            await shown_out(await server.call(code, None, THERE))
            bo = await server.join(code, bo.token, THERE)
            ada = await server.join(code, ada.token)
            await ada.move("b2")
            await bo.move("c3")
            await reading(ada)
            assert chats(ada)[0]["bans"] == [{"number": number, "kind": "remove", "name": "Cy"}]
            assert all(update["bans"] is None for update in chats(bo))
            await ada.done({"type": "readmit", "number": number})
            cy = await server.join(code, cy.token, THERE)
            await cy.done({"type": "say", "text": "sorry", "name": "Cy"})

    asyncio.run(main())


def test_no_address_is_kept_or_sent(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving(tmp_path) as server:
            ada, _ = await server.two()
            cy = await server.join(ada.code, None, THERE)
            await cy.done({"type": "say", "text": "spam", "name": "Cy"})
            await ada.done({"type": "mute", "number": 1})
            await reading(ada)
            assert THERE not in repr(ada.received + cy.received)
            hashed = server.rooms.hash_address(ada.code, THERE)
            assert hashed not in repr(ada.received + cy.received)
            assert hashed != server.rooms.hash_address("OTHERS", THERE), "no address is recognised in another room"
        kept = b"".join(path.read_bytes() for path in tmp_path.glob("ludoteca.db*"))
        assert hashed.encode() in kept
        assert THERE.encode() not in kept

    asyncio.run(main())


# Who reads what


def test_players_are_read_by_all_and_spectators_by_players_only_after_the_game(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        ada, bo = await server.two()
        cy = await server.join(ada.code)
        await ada.done({"type": "say", "text": "<b>hello</b>"})
        await cy.done({"type": "say", "text": "psst", "name": "Cy"})
        await bo.done({"type": "say", "text": "hi"})
        for client in (ada, bo):
            assert await reading(client, "hi") == ["<b>hello</b>", "hi"], "spectators help nobody while a game runs"
        dora = await server.join(ada.code)
        assert await reading(dora, "hi") == ["<b>hello</b>", "psst", "hi"]
        await ada.done({"type": "resign", "seat": 0, "version": ada.table["version"]})
        assert await reading(bo, "psst") == ["<b>hello</b>", "psst", "hi"]

    run(test, tmp_path)


# Helpers


class Talk:
    """A chat without a server, at a table of table.helpers; refusals are their codes."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.chat = Chat(limits or Limits())
        self.now = 1_000_000_000

    def do(self, room: Room, who: str, command: incoming.ChatCommand, address: str = "") -> str | None:
        refusal = self.chat.do(command, Sender(who, address), room.table, self.now)
        assert refusal is None or "{" not in room.table.game.translations.format(refusal)
        return None if refusal is None else refusal.code

    def say(self, room: Room, who: str, text: str, name: str = "", address: str = "") -> str | None:
        return self.do(room, who, incoming.Say(text=text, name=name), address)


def counted(monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many chat messages the server has handled, whatever became of them."""
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


async def reading(client: Client, text: str | None = None) -> list[str]:
    """All that a client shows which follows the protocol, once this text is there, or any update at all."""
    while text not in shown(client) if text is not None else not chats(client):
        await client.next("chat")
    return shown(client)


def shown(client: Client) -> list[str]:
    texts: list[str] = []
    for update in chats(client):
        texts = ([] if update["all"] else texts) + [one["text"] for one in update["messages"]]
    return texts


async def shown_out(client: Client) -> None:
    """The next thing that concerns this client is a sentence, and the end of the line."""
    while (message := await client.receive())["type"] != "refused":
        pass
    assert (message["ack"], message["code"]) == (None, "removed_from_room")
    assert message["text"] == "The host has removed you from this room."
    end = await client.socket.receive()
    assert (end.type, end.data) == (WSMsgType.CLOSE, WSCloseCode.POLICY_VIOLATION)
