"""A command that the server drops as too fast is refused by its id, so that its sender does not wait for an answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from queue import SimpleQueue
from typing import TypeVar

import pytest
from server.live_server import NO_LIMITS, Server, run

from ludoteca.rooms import incoming
from ludoteca.rooms import messages as m
from ludoteca.rooms.limits import Rate
from ludoteca.table import commands as c
from ludoteca.terminal import remote_client
from ludoteca.terminal.room_client import ClientEvent

BOTH_STORES = "slow"

M = TypeVar("M")
FEW = replace(NO_LIMITS, messages=Rate(1e-6, 3))
"""Three messages, and practically never another."""


async def refusals(server: Server, *texts: str) -> list[tuple[str | None, str]]:
    """Send these after the burst is used up; return the id and code of each refusal."""
    code, _ = await server.open()
    client = await server.join(code)
    for number in range(3):
        await client.ask({"type": "ping", "id": f"burst{number}"})
    for text in texts:
        await client.say(text)
    refused = [await client.next("refused") for _ in texts]
    return [(one["ack"], one["code"]) for one in refused]


def test_a_dropped_command_is_refused_by_its_id(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        move = '{"type": "move", "seat": 0, "move": "b2", "version": 1, "id": "mine"}'
        strange = '{"type": "of a later version", "more": [[[{}]]], "id": "strange"}'
        assert await refusals(server, move, strange) == [("mine", "too_fast"), ("strange", "too_fast")]

    run(test, tmp_path, FEW)


@pytest.mark.parametrize(
    "text",
    [
        "no JSON",
        '{"type": "ping"}',
        '{"type": "ping", "id": ""}',
        '{"type": "ping", "id": 7}',
        '{"type": "ping", "id": "' + "i" * 41 + '"}',
        '{"type": "ping", "id": "a\\nb"}',
        '{"type": "ping", "id": "\\u202e"}',
        '["id"]',
        '{"id": "cut off", "more": ' + "[" * 10_000,
    ],
)
def test_a_message_without_a_valid_id_is_refused_without_one(tmp_path: Path, text: str) -> None:
    async def test(server: Server) -> None:
        assert await refusals(server, text) == [(None, "too_fast")]

    run(test, tmp_path, FEW)


def test_an_unreadable_command_is_refused_by_its_id_if_that_can_be_read(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        client = await server.join(code)
        for text, name in (
            ('{"type": "move", "id": "half"}', "half"),
            ('{"type": "no such", "id": "x"}', "x"),
            ("{", None),
        ):
            await client.say(text)
            refused = await client.next("refused")
            assert (refused["ack"], refused["code"]) == (name, "message_unreadable")

    run(test, tmp_path)


def test_the_terminal_sends_dropped_commands_again_until_they_are_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_client, "TOO_FAST_RETRY_S", 0.05)

    async def test(server: Server) -> None:
        code, token = await server.open()
        events: SimpleQueue[ClientEvent] = SimpleQueue()
        host = remote_client.RemoteRoomClient(remote_client.Address(server.url, code), token, events.put)
        host.start()
        await asyncio.to_thread(answers, events, m.Welcome, 1)
        for _ in range(8):
            host.send(incoming.ShowBoard())
        shown = await asyncio.to_thread(answers, events, m.TextBoard, 8)
        for message in shown:
            host.acknowledge(message.ack or "")
        assert host.is_idle
        host.close()

    run(test, tmp_path, replace(NO_LIMITS, messages=Rate(40, 2)))


def test_the_terminal_gives_up_a_command_that_is_dropped_repeatedly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote_client, "TOO_FAST_RETRY_S", 0.001)

    async def test(server: Server) -> None:
        code, token = await server.open()
        events: SimpleQueue[ClientEvent] = SimpleQueue()
        host = remote_client.RemoteRoomClient(remote_client.Address(server.url, code), token, events.put)
        host.start()
        await asyncio.to_thread(answers, events, m.Welcome, 1)
        for _ in range(3):
            host.send(incoming.ShowBoard())
        host.send(c.SetSettings({"absence_timeout_s": 50}))
        refused = (await asyncio.to_thread(answers, events, m.Refused, 1))[0]
        assert refused.code == "too_fast"
        assert isinstance(host.acknowledge(refused.ack or "")[0], c.SetSettings)
        host.close()

    run(test, tmp_path, FEW)


def answers(events: SimpleQueue[ClientEvent], kind: type[M], count: int) -> list[M]:
    found: list[M] = []
    while len(found) < count:
        message = events.get(timeout=30)
        if isinstance(message, kind):
            found.append(message)
    return found
