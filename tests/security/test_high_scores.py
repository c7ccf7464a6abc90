"""High scores name the opponent, and leave out games that one person could have arranged alone.

More is not promised: two people who agree, or one person on two networks, can still arrange a score.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from server.live_server import APART, Client, Server, run
from server.test_play import TWO_HERE, WHOLE_GAME, play_all
from table.local_room import ANN, BO, Room, secret, started, with_bot

from ludoteca.cli import cli
from ludoteca.core.generator import Random
from ludoteca.core.highscores import HighScore, eligible, opponent
from ludoteca.core.registry import find_game
from ludoteca.store.rows import HighScoreRow
from ludoteca.store.sqlite import SqliteStore
from ludoteca.table import commands as c
from ludoteca.table import events as e
from ludoteca.table.highscores import earned_high_scores

SMALL = {"size": 3}


async def high_scores(server: Server, query: str = "", game: str = "flooding") -> list[dict[str, Any]]:
    async with server.session.get(f"{server.url}/api/games/{game}/highscores{query}") as answer:
        assert answer.status == 200, await answer.text()
        return [entry for found in await answer.json() for entry in found["entries"]]


async def walk(client: Client) -> None:
    """Play the journeyman to the end against a bot."""
    while client.table["room"]["phase"] == "playing":
        await client.until(lambda table: table["room"]["phase"] == "over" or table["choices"] != {})
        if client.table["room"]["phase"] == "playing":
            await client.move(client.table["choices"]["fields"][0])


# Opponents


def test_an_entry_names_the_opponent_and_lists_are_filtered_by_it(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(*APART, options=SMALL)
        await play_all(one, two)
        seats = [{"kind": "here", "name": "Cy"}, {"kind": "bot", "level": 2}]
        code, token = await server.open(options=SMALL, seats=seats)
        await walk(await server.join(code, token))
        assert {(entry["name"], entry["against"]) for entry in await high_scores(server)} == {
            *(("Ada", None), ("Bo", None), ("Cy", 2)),
        }
        assert {entry["name"] for entry in await high_scores(server, "?against=people")} == {"Ada", "Bo"}
        assert {entry["name"] for entry in await high_scores(server, "?against=2")} == {"Cy"}
        assert await high_scores(server, "?against=1") == []
        async with server.session.get(f"{server.url}/api/games/flooding/highscores?against=9") as answer:
            assert (answer.status, (await answer.json())["code"]) == (400, "against")

    run(test, tmp_path)
    result = CliRunner().invoke(cli, ["highscores", "flooding", "--against", "2", "--data", str(tmp_path)])
    assert "Cy" in result.output
    assert "against bot 2" in result.output
    assert "Ada" not in result.output
    refused = CliRunner().invoke(cli, ["highscores", "flooding", "--against", "gods", "--data", str(tmp_path)])
    assert refused.exit_code != 0


@pytest.mark.parametrize(
    ("levels", "against"),
    [([None, 3], 3), ([None, None], None), ([None, 2, 5], 5), ([None, 2, None], None), ([None, 0], 0)],
)
def test_of_several_opponents_a_person_counts_first_and_then_the_strongest_bot(
    levels: list[int | None], against: int | None
) -> None:
    assert opponent(0, levels) == against


# What does not count


def test_a_lost_game_is_listed_only_if_the_game_says_so() -> None:
    won, lost, days = (
        HighScore(0, "best", {}, 5),
        HighScore(1, "best", {}, 9),
        HighScore(1, "days", {}, 3, counts_if_lost=True),
    )
    assert eligible([won, lost, days], [1.0, 0.0]) == [won, days]
    assert eligible([won, lost], [0.5, 0.5]) == [won, lost], "a draw is not lost"


@pytest.mark.parametrize("name", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_only_floodings_days_count_in_a_lost_game(name: str) -> None:
    game = find_game(name)
    for seed in range(3):
        state, random = game.start(2, game.check_options({}), Random(f"a {seed}")), Random(f"b {seed}")
        while state.seat() >= 0:
            state.play(state.random_move(random))
        shares = state.result()
        for high_score in eligible(game.high_scores(state), shares):
            assert shares[high_score.seat] == max(shares) or high_score.measure == "highscore_days"


@pytest.mark.parametrize("name", ["Journeyman", " journeyman ", "JOURNEYMAN", "\uff2aourneyman"])
def test_a_player_named_like_a_role_is_listed_as_a_guest(name: str) -> None:
    room = Room()
    room.do(ANN, c.Sit(0, name))
    room.do(BO, c.Sit(1, "Bo"))
    room.play(*WHOLE_GAME[:-1])
    high_scores = earned_high_scores(room.table, [e.Moved(1, WHOLE_GAME[-1], "person", secret=secret(9))])
    assert [room.names[high_score.seat] for high_score in high_scores] == ["Guest", "Bo"]


def test_two_people_at_one_screen_are_not_listed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open(options=SMALL, seats=TWO_HERE)
        client = await server.join(code, token)
        assert client.table["room"]["casual"] is True, "and they know from the start"
        for text in WHOLE_GAME:
            await client.done(
                {
                    "type": "move",
                    "seat": client.table["room"]["to_move"],
                    "move": text,
                    "version": client.table["version"],
                }
            )
        assert await high_scores(server) == []

    run(test, tmp_path)


@pytest.mark.parametrize("second", APART)
def test_two_devices_of_one_address_are_not_listed(tmp_path: Path, second: str) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(APART[0], second, options=SMALL)
        await play_all(one, two)
        names = {entry["name"] for entry in await high_scores(server)}
        assert names == (set() if second == APART[0] else {"Ada", "Bo"})

    run(test, tmp_path)


def test_a_seat_that_moved_to_the_other_players_address_is_not_listed(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(*APART, options=SMALL)
        key = (await two.ask({"type": "link", "seat": 1}))["key"]
        phone = await server.join(one.code, None, APART[0])
        await phone.done({"type": "claim", "key": key})
        await one.until(lambda table: table["room"]["casual"])
        await play_all(one, phone)
        assert await high_scores(server) == []

    run(test, tmp_path)


def test_addresses_stay_on_the_server_and_unreadable(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        one, two = await server.two_players(*APART, options=SMALL)
        await play_all(one, two)
        kept = {player.addresses for player in server.rooms.loaded[one.code].table.players}
        assert len(kept) == 2
        for client in (one, two):
            for mark in [*APART, *(mark for marks in kept for mark in marks)]:
                assert mark not in str(client.received)

    run(test, tmp_path)
    assert all(address.encode() not in path.read_bytes() for path in tmp_path.glob("*.db*") for address in APART)


def test_casual_games_are_not_listed() -> None:
    def listed(room: Room) -> bool:
        return not room.table.casual

    assert listed(started(ANN, BO))
    assert not listed(started(ANN, BO, casual=True)), "a table that was opened as a casual one"
    room = started(ANN, BO)
    room.do(c.SERVER, c.AbsenceTimeout(0))
    assert not listed(room)
    for command in (c.Hint, c.AutoplayTurn):
        alone = with_bot()
        assert listed(alone)
        alone.do(ANN, command(0, alone.version))
        assert not listed(alone)
    again = started(ANN, BO, start=find_game("flooding").write_position(started(ANN, BO).table.state))
    assert not listed(again), "from a position"


def test_a_filtered_list_uses_an_index(tmp_path: Path) -> None:
    high_score = HighScore(0, "highscore_days", SMALL, 1)
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        scores = [
            HighScoreRow.of(high_score, f"g{n}", "flooding", f"p{n}", [None, n % 5 or None], n) for n in range(50)
        ]
        store.add_high_scores(scores, lambda outcome: None)
    with SqliteStore(tmp_path / "ludoteca.db") as store:
        assert [score.against for score in store.high_scores("flooding", 10, 3)] == [3] * 10
        assert [score.against for score in store.high_scores("flooding", 10, "people")] == [None] * 10
        with store._reading() as connection:
            query = "SELECT * FROM high_score WHERE game = ? AND list = ? AND against IS ? ORDER BY rank DESC, at_ms"
            plan = connection.execute(f"EXPLAIN QUERY PLAN {query}", ("flooding", high_score.list_name, 3)).fetchall()
    assert "score_against (game=? AND list=? AND against=?)" in str(plan)
