"""High scores: what counts, what does not, and that a game counts once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from server.live_server import APART, Server, run
from server.test_play import WHOLE_GAME, play_all

from ludoteca.cli import cli
from ludoteca.core.highscores import HighScore
from ludoteca.store.rows import Conflict, HighScoreRow
from ludoteca.store.sqlite import SqliteStore

SMALL = {"size": 3}


async def high_scores(server: Server, game: str = "flooding") -> list[dict[str, Any]]:
    async with server.session.get(f"{server.url}/api/games/{game}/highscores") as answer:
        assert answer.status == 200
        found: list[dict[str, Any]] = await answer.json()
        return found


def test_a_finished_game_enters_both_players_once_and_stays_after_a_restart(tmp_path: Path) -> None:
    async def play(server: Server) -> None:
        one, two = await server.two_players(*APART, options=SMALL)
        await play_all(one, two, WHOLE_GAME[:-1])
        assert await high_scores(server) == []
        await play_all(one, two, WHOLE_GAME[-1:])
        days, trap = await high_scores(server)
        assert (days["text"], trap["text"]) == ("Days survived, 3 × 3", "Fastest trap, 3 × 3")
        assert [(entry["name"], entry["value"], entry["players"]) for entry in days["entries"]] == [("Ada", 2, 2)]
        assert [(entry["name"], entry["value"]) for entry in trap["entries"]] == [("Bo", 2)]
        assert days["entries"][0]["game"] == f"{one.code}/{one.table['seq']}"

    async def look_again(server: Server) -> None:
        assert [len(found["entries"]) for found in await high_scores(server)] == [1, 1]

    run(play, tmp_path)
    run(look_again, tmp_path)
    told = CliRunner().invoke(cli, ["highscores", "flooding", "--data", str(tmp_path)])
    assert told.exit_code == 0
    assert "Flooding Islands: Days survived, 3 × 3\n   1.      2  Ada" in told.output


def test_bots_are_not_entered(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        seats = [{"kind": "bot", "level": 1}, {"kind": "here", "name": "Bo"}]
        code, token = await server.open(options=SMALL, seats=seats)
        client = await server.join(code, token)
        while client.table["room"]["phase"] == "playing":
            await client.until(lambda table: table["room"]["phase"] == "over" or table["choices"] != {})
            if client.table["room"]["phase"] == "playing":
                await client.move(" ".join(client.table["choices"]["fields"][:2]))
        names = {entry["name"] for found in await high_scores(server) for entry in found["entries"]}
        assert names == {"Bo"}

    run(test, tmp_path)


@pytest.mark.parametrize("how", ["resign", "abandon"])
def test_an_unfinished_game_does_not_count(tmp_path: Path, how: str) -> None:
    async def test(server: Server) -> None:
        seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]
        code, token = await server.open(options=SMALL, seats=seats)
        client = await server.join(code, token)
        await client.until(lambda table: table["choices"] != {})
        await client.done({"type": how, "seat": 0, "version": client.table["version"]})
        assert client.table["room"]["phase"] == "over"
        assert await high_scores(server) == []

    run(test, tmp_path)


def test_ten_scores_are_shown_and_the_earliest_of_equals_first(tmp_path: Path) -> None:
    def score(number: int, value: int) -> HighScoreRow:
        return HighScoreRow.of(
            HighScore(0, "highscore_days", SMALL, value),
            f"game {number}",
            "flooding",
            f"p{number}",
            [None, None],
            number,
        )

    with SqliteStore(tmp_path / "ludoteca.db") as store:
        failures: list[Any] = []
        store.add_high_scores([score(number, number % 4) for number in range(12)], failures.append)
        store.add_high_scores([score(3, 3)], failures.append)
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        found = store.high_scores("flooding", 10)
    assert failures[0] is None
    assert isinstance(failures[1], Conflict)
    assert [entry.name for entry in found] == ["p3", "p7", "p11", "p2", "p6", "p10", "p1", "p5", "p9", "p0"]
