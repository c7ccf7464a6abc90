"""Rooms over real sockets: two people play a game to its end."""

from __future__ import annotations

from pathlib import Path

from server.harness import Server, run


def test_two_people_play_a_whole_game(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        one, two = await server.two(options={"size": 3})
        for text in ("b2", "b2 c3", "a1", "b1 a2"):
            mover = one if one.table["room"]["to_move"] == 0 else two
            await mover.move(text)
            await (two if mover is one else one).reach(mover.table["seq"])
        for client in (one, two):
            room = client.table["room"]
            assert room["phase"] == "over"
            assert room["result"] == [0.0, 1.0]
            assert client.table["news"][-1]["lines"][-1]["code"] == "weather_wins"

    run(play, tmp_path)
