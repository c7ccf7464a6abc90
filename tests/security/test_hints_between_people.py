"""Between people the server gives no help during a game: no hint, no autoplay, no advice.

Only a table that was declared casual before the game allows hints.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.live_server import Client, Server, run

BOTH_STORES = "slow"

GAMES = ["flooding", "latice", "rowsandcols", "waffe", "wege"]


async def two_people(server: Server, game: str, **request: Any) -> tuple[str, Client, Client]:
    code, token = await server.open(game, **request)
    one, two = await server.join(code, token), await server.join(code)
    await one.done({"type": "sit", "seat": 0, "name": "Ada"})
    await two.done({"type": "sit", "seat": 1, "name": "Bo"})
    for client in (one, two):
        await client.until(lambda table: table["room"]["phase"] == "playing")
    return code, one, two


async def ask_advice(server: Server, code: str, token: str | None = None) -> str:
    """Ask for advice; return the code of the refusal, or nothing if advice was given."""
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
        other, spectator = players[1 - mover], await server.join(code)
        assert not one.table["room"]["hints_allowed"]
        for kind in ("hint", "autoplay_turn"):
            for seat in (0, 1):
                command = {"type": kind, "seat": seat, "version": one.table["version"]}
                assert await players[mover].refused(command) in ("help_closed", "not_your_turn", "not_your_seat")
                assert await other.refused(command) in ("not_your_turn", "not_your_seat")
                assert await spectator.refused(command) == "not_your_seat"
            own = {"type": kind, "seat": mover, "version": one.table["version"]}
            assert await players[mover].refused(own) == "help_closed"
        # The host can no longer allow it.
        assert await one.refused({"type": "set_settings", "settings": {"casual": True}}) == "started_already"
        for token in (None, one.token, two.token, spectator.token):
            assert await ask_advice(server, code, token) == "advice_running"
        assert one.table["room"]["moves"] == 0
        assert not any(message["type"] == "hint_result" for each in (one, two, spectator) for message in each.received)

    run(test, tmp_path)


@pytest.mark.parametrize("game", GAMES)
def test_no_help_for_a_player_who_reconnects_or_watches_with_another_token(tmp_path: Path, game: str) -> None:
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
        assert await ask_advice(server, code, stranger.token) == "advice_running"
        assert back.table["room"]["moves"] == 0

    run(test, tmp_path)


def test_a_casual_table_says_so_and_gives_hints_only_to_the_player_to_move(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, one, two = await two_people(server, "latice", casual=True)
        assert one.table["room"]["hints_allowed"]
        assert two.table["room"]["casual"]
        mover = one.table["room"]["to_move"]
        player, other = (one, two) if mover == 0 else (two, one)
        spectator = await server.join(code)
        command = {"type": "hint", "seat": mover, "version": one.table["version"]}
        assert await other.refused(command) == "not_your_seat"
        assert await spectator.refused(command) == "not_your_seat"
        await player.done(command)
        hinted = await player.next("hint_result")
        assert hinted["advice"]["move"]
        assert await ask_advice(server, code) == "advice_running"
        assert not any(message["type"] == "hint_result" for each in (other, spectator) for message in each.received)

    run(test, tmp_path)
