"""Between people the server helps nobody: no hint, no move played for somebody, no advice while the game runs.

It does so only at a table that was declared friendly before the game began, where everybody could see that.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.live_server import Client, Server, run

GAMES = ["flooding", "latice", "rowsandcols", "waffe", "wege"]


async def two_people(server: Server, game: str, **request: Any) -> tuple[str, Client, Client]:
    code, token = await server.open(game, **request)
    one, two = await server.join(code, token), await server.join(code)
    await one.done({"type": "sit", "seat": 0, "name": "Ada"})
    await two.done({"type": "sit", "seat": 1, "name": "Bo"})
    for client in (one, two):
        await client.until(lambda table: table["room"]["phase"] == "playing")
    return code, one, two


async def advised(server: Server, code: str, token: str | None = None) -> str:
    """The code of the refusal of advice; nothing where it was given."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with server.session.post(
        f"{server.url}/api/rooms/{code}/advice", json={"move": 0}, headers=headers
    ) as answer:
        return str((await answer.json()).get("code", ""))


@pytest.mark.parametrize("game", GAMES)
def test_no_help_while_two_people_play(tmp_path: Path, game: str) -> None:
    async def test(server: Server) -> None:
        code, one, two = await two_people(server, game)
        players = {0: one, 1: two}
        mover = one.table["room"]["to_move"]
        late, watcher = players[1 - mover], await server.join(code)
        assert not one.table["room"]["hints_allowed"]
        for kind in ("hint", "autoplay_turn"):
            for seat in (0, 1):
                command = {"type": kind, "seat": seat, "version": one.table["version"]}
                assert await players[mover].refused(command) in ("help_closed", "not_your_turn", "not_your_seat")
                assert await late.refused(command) in ("not_your_turn", "not_your_seat")
                assert await watcher.refused(command) == "not_your_seat"
            own = {"type": kind, "seat": mover, "version": one.table["version"]}
            assert await players[mover].refused(own) == "help_closed"
        # The host cannot open it any more.
        assert await one.refused({"type": "set_settings", "friendly": True}) == "started_already"
        for token in (None, one.token, two.token, watcher.token):
            assert await advised(server, code, token) == "advice_running"
        assert one.table["room"]["moves"] == 0
        assert not any(message["type"] == "hint_result" for each in (one, two, watcher) for message in each.received)

    run(test, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_no_help_for_a_device_that_left_and_came_back_to_look_on(tmp_path: Path, game: str) -> None:
    async def test(server: Server) -> None:
        code, one, two = await two_people(server, game)
        mover = one.table["room"]["to_move"]
        player = one if mover == 0 else two
        await player.socket.close()
        stranger = await server.join(code)  # the same person with another token
        back = await server.join(code, player.token)
        for client, reason in ((stranger, "not_your_seat"), (back, "help_closed")):
            for kind in ("hint", "autoplay_turn"):
                assert await client.refused({"type": kind, "seat": mover, "version": client.table["version"]}) == reason
        assert await advised(server, code, stranger.token) == "advice_running"
        assert back.table["room"]["moves"] == 0

    run(test, tmp_path)


def test_a_friendly_table_says_so_before_the_game_and_helps_only_the_one_who_is_to_move(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, one, two = await two_people(server, "latice", friendly=True)
        assert one.table["room"]["hints_allowed"]
        assert two.table["room"]["friendly"]
        mover = one.table["room"]["to_move"]
        player, late = (one, two) if mover == 0 else (two, one)
        watcher = await server.join(code)
        command = {"type": "hint", "seat": mover, "version": one.table["version"]}
        assert await late.refused(command) == "not_your_seat"
        assert await watcher.refused(command) == "not_your_seat"
        await player.done(command)
        hinted = await player.next("hint_result")
        assert hinted["advice"]["move"]
        assert await advised(server, code) == "advice_running"
        assert not any(message["type"] == "hint_result" for each in (late, watcher) for message in each.received)

    run(test, tmp_path)
