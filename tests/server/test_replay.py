"""Replays, advice and records, and what they must not reveal while a game is running."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from server.live_server import NO_LIMITS, Client, Json, Server, run
from server.test_secrecy import determinized, games

from ludoteca.core.generator import Random
from ludoteca.core.records import Record
from ludoteca.core.state import State
from ludoteca.rooms.limits import Rate
from ludoteca.server.replays import ReplayError, ReplaySource, allowed_perspectives
from ludoteca.table.fold import fold
from ludoteca.table.table import Table

BOTH_STORES = "slow"

SHORT = ["a2", "b2", "a1", "b1 a2"]
HERE: list[Json] = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
RECORD: Json = {
    "game": "flooding",
    "rules_version": 1,
    "options": {"size": 3},
    "seed": "seed",
    "seats": [{"name": "Ada", "bot": None}, {"name": "x", "bot": 1}],
    "moves": SHORT,
}


async def fetch(server: Server, path: str, token: str | None = None, **asked: Any) -> tuple[int, Any]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    method = "POST" if asked else "GET"
    async with server.session.request(method, f"{server.url}{path}", headers=headers, **asked) as answer:
        return answer.status, await answer.json()


async def finished(server: Server) -> tuple[str, str]:
    """Play a short game of Flooding Islands to its end."""
    code, token = await server.open(options={"size": 3}, seats=HERE)
    client = await server.join(code, token)
    for move in SHORT:
        await play(client, move)
    return code, token


async def play(client: Client, move: str) -> None:
    seat, version = client.table["room"]["to_move"], client.table["version"]
    await client.done({"type": "move", "seat": seat, "move": move, "version": version})


def test_a_replay_has_a_frame_per_move(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await finished(server)
        status, replay = await fetch(server, f"/api/rooms/{code}/replay")
        assert status == 200
        frames = replay["frames"]
        assert [frame["move"] for frame in frames] == [0, 1, 2, 3, 4]
        assert [frame["seat"] for frame in frames] == [None, 0, 1, 0, 1]
        assert [frame["by"] for frame in frames] == [None, *["person"] * 4]
        assert [frame["view"]["journeyman"] for frame in frames] == ["a1", "a2", "a2", "a1", "a1"]
        assert frames[1]["texts"][0]["text"] == "Day 1: the journeyman walks to a2."
        assert frames[0]["texts_between"][0]["code"] == "table_started"
        assert [frame["to_move"] for frame in frames] == [0, 1, 0, 1, None]
        assert replay["room"]["result"] == [0.0, 1.0]
        assert (replay["perspective"], replay["perspectives"], frames[0]["board"]) == (None, [], None)
        _, drawn = await fetch(server, f"/api/rooms/{code}/replay?text")
        assert all(frame["board"] for frame in drawn["frames"])
        assert (await fetch(server, f"/api/rooms/{code}/replay?perspective=x"))[0] == 400

    run(test, tmp_path)


def test_there_is_no_replay_before_the_start(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await server.open()
        assert (await fetch(server, f"/api/rooms/{code}/replay"))[1]["code"] == "not_started"
        assert (await fetch(server, "/api/rooms/NORQQMXX/replay"))[0] == 404

    run(test, tmp_path)


def test_a_replay_that_is_too_large_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await finished(server)
        status, said = await fetch(server, f"/api/rooms/{code}/replay")
        assert (status, said["code"]) == (413, "replay_too_large")

    run(test, tmp_path, replace(NO_LIMITS, replay_bytes=1000))


def test_a_running_game_is_shown_only_from_ones_own_seat(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("dummy", seats=[{"kind": "here", "name": "Ada"}, {"kind": "open"}])
        ada, bo = await server.join(code, token), await server.join(code)
        await bo.done({"type": "sit", "seat": 1, "name": "Bo"})
        await ada.until(lambda table: table["room"]["phase"] == "playing")
        path = f"/api/rooms/{code}/replay"
        public = (await fetch(server, path))[1]
        assert public["perspectives"] == []
        own = (await fetch(server, f"{path}?perspective=0", token))[1]
        assert (own["perspective"], own["perspectives"]) == (0, [0])
        assert own["frames"][0]["view"] == ada.table["view"] != public["frames"][0]["view"]
        for perspective, sender in (("1", token), ("0", bo.token), ("0", None), ("0", "x" * 32)):
            status, said = await fetch(server, f"{path}?perspective={perspective}", sender)
            assert (status, said["code"]) == (403, "replay_perspective")
        assert (await fetch(server, f"{path}?perspective=7", token))[1]["code"] == "seat_range"
        await bo.done({"type": "resign", "seat": 1, "version": bo.table["version"]})
        assert (await fetch(server, f"{path}?perspective=1"))[1]["perspectives"] == [0, 1]

    run(test, tmp_path)


def test_hands_of_waffe_are_open_once_a_player_has_resigned(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("waffe", seats=[{"kind": "here", "name": "Ada"}, {"kind": "open"}])
        ada, bo = await server.join(code, token), await server.join(code)
        await bo.done({"type": "sit", "seat": 1, "name": "Bo"})
        await ada.until(lambda table: table["room"]["phase"] == "playing")
        assert ada.table["view"]["hands"][1] is None
        own = [client.table["view"]["hands"][seat] for seat, client in enumerate((ada, bo))]
        await play(ada, "pass")
        await bo.until(lambda table: table["room"]["to_move"] == 1)
        running = (await fetch(server, f"/api/rooms/{code}/replay"))[1]["frames"]
        assert running[-1]["view"]["hands"] == [None, None]
        await bo.done({"type": "resign", "seat": 1, "version": bo.table["version"]})
        await ada.until(lambda table: table["room"]["phase"] == "over")
        spectator = await server.join(code)
        frames = (await fetch(server, f"/api/rooms/{code}/replay"))[1]["frames"]
        for view in (ada.table["view"], bo.table["view"], spectator.table["view"], frames[-1]["view"]):
            assert view["hands"][1] == own[1]
            assert None not in view["hands"]
        assert frames[0]["view"]["hands"] == [None, None]

    run(test, tmp_path)


def test_players_who_share_a_screen_cannot_see_behind_the_curtain(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open("dummy", seats=HERE)
        await server.join(code, token)
        assert (await fetch(server, f"/api/rooms/{code}/replay", token))[1]["perspectives"] == []
        assert (await fetch(server, f"/api/rooms/{code}/replay?perspective=0", token))[0] == 403

    run(test, tmp_path)


@pytest.mark.parametrize(("name", "seats"), [("dummy", 3), ("latice", 2), ("rowsandcols", 2), ("waffe", 2)])
def test_hidden_information_does_not_change_a_byte_of_a_running_games_replay(name: str, seats: int) -> None:
    """Determinize every past state for a perspective: the frames stay the same."""
    compared = 0
    for log in games(name, seats, "replay"):
        table = fold(log)
        if table.phase != "playing" or table.state is None:
            continue
        truth = ReplaySource.of(table)
        for perspective in (None, *range(seats)):
            record = DeterminizedRecord(**vars(truth.record))
            object.__setattr__(record, "perspective", perspective)
            otherwise = replace(truth, record=record)
            assert otherwise.frames(perspective, True, 1 << 30) == truth.frames(perspective, True, 1 << 30)
            compared += len(truth.record.moves)
        if compared > 300:
            break
    assert compared > 10


class DeterminizedRecord(Record):
    """A record with other states that look the same from a perspective."""

    perspective: int | None

    def steps(self) -> Iterator[State]:
        for number, state in enumerate(super().steps()):
            yield determinized(state, self.perspective, Random(f"{number}"))


def test_the_phase_decides_which_perspectives_are_allowed() -> None:
    table = Table()
    with pytest.raises(ReplayError):
        ReplaySource.of(table)
    for log in games("dummy", 2, "perspectives"):
        table = fold(log)
        playing = table.phase == "playing"
        assert allowed_perspectives(table, "w0") == ([0] if playing else [0, 1])
        assert allowed_perspectives(table, "somebody") == ([] if playing else [0, 1])


def test_advice_is_given_on_finished_games(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, token = await server.open(options={"size": 3}, seats=HERE)
        path = f"/api/rooms/{code}/advice"
        client = await server.join(code, token)
        await play(client, "a2")
        status, said = await fetch(server, path, json={"move": 0})
        assert (status, said["code"]) == (409, "advice_running")
        for move in SHORT[1:]:
            await play(client, move)
        status, advice = await fetch(server, path, json={"move": 2})
        assert status == 200
        assert advice["move"]
        assert advice["texts"][0]["text"].startswith("Day 2: the journeyman")
        assert await fetch(server, path, json={"move": 2}) == (200, advice)
        assert (await fetch(server, path, json={"move": 4}))[1]["code"] == "game_over"
        for wrong in (-1, 5):
            assert (await fetch(server, path, json={"move": wrong}))[1]["code"] == "replay_move"
        assert (await fetch(server, path, json={"move": "x"}))[1]["code"] == "message_unreadable"

    run(test, tmp_path)


def test_advice_and_replays_have_limits_of_their_own(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await finished(server)
        assert [(await fetch(server, f"/api/rooms/{code}/replay"))[0] for _ in range(3)] == [200, 200, 429]
        asked = [(await fetch(server, f"/api/rooms/{code}/advice", json={"move": 9}))[0] for _ in range(3)]
        assert asked == [400, 400, 429]

    few = Rate(0.001, 2)
    run(test, tmp_path, replace(NO_LIMITS, replays=few, advice=few))


def test_a_new_room_starts_from_any_move_of_a_game(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        code, _ = await finished(server)
        again, token = await server.open(seats=HERE, source={"room": code, "move": 2})
        client = await server.join(again, token)
        assert client.table["view"]["journeyman"] == "a2"
        assert client.table["view"]["flooded"] == ["b2"]
        assert client.table["room"]["options"] == {"size": 3}
        assert client.table["room"]["casual"]
        for source, seats, refused in (
            ({"room": code, "move": 4}, HERE, "start_unfit"),
            ({"room": code, "move": 5}, HERE, "replay_move"),
            ({"room": "NORQQMXX", "move": 1}, HERE, "no_room"),
        ):
            request = {"game": "flooding", "seats": seats, "source": source}
            assert (await fetch(server, "/api/rooms", json=request))[1]["code"] == refused
        request = {"game": "latice", "source": {"room": code, "move": 1}}
        assert (await fetch(server, "/api/rooms", json=request))[1]["code"] == "source_other"
        # Also from a running game without hidden information; from one with, only when it is over.
        await server.open(seats=HERE, source={"room": again, "move": 0})
        hidden, key = await server.open("dummy", seats=HERE)
        player = await server.join(hidden, key)
        request = {"game": "dummy", "seats": HERE, "source": {"room": hidden, "move": 0}}
        assert (await fetch(server, "/api/rooms", json=request))[1]["code"] == "source_secret"
        await player.done({"type": "resign", "seat": 0, "version": player.table["version"]})
        await server.open("dummy", seats=HERE, source={"room": hidden, "move": 0})

    run(test, tmp_path)


def test_a_record_is_imported_and_exported(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        status, room = await fetch(server, "/api/records", json=RECORD)
        assert (status, room["phase"]) == (201, "over")
        async with server.session.get(f"{server.url}/api/rooms/{room['code']}/record") as answer:
            assert answer.headers["Content-Disposition"] == f'attachment; filename="flooding-{room["code"]}.json"'
            record = await answer.json()
        assert record["moves"] == SHORT
        assert record["seed"] == "seed"
        assert len((await fetch(server, f"/api/rooms/{room['code']}/replay"))[1]["frames"]) == 5
        await server.open()  # written after the end of the game is noted in the room index
        assert server.rooms.services.store.due(1 << 60, 100) == []
        # An unfinished game goes on; its people play on the device that imported it.
        status, half = await fetch(server, "/api/records", "t" * 32, json={**RECORD, "moves": SHORT[:2]})
        assert (status, half["phase"], half["token"]) == (201, "playing", "t" * 32)
        client = await server.join(half["code"], half["token"])
        assert client.table["you"]["seats"] == [0]
        assert client.table["room"]["casual"]
        await client.move("a1")
        await client.until(lambda table: table["room"]["moves"] == 4 or table["room"]["phase"] == "over")

    run(test, tmp_path)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("no json", "record_not_json"),
        ("\ud800".encode("utf-8", "surrogatepass"), "record_not_json"),
        ([], "record_not_object"),
        ({**RECORD, "game": "chess"}, "record_part"),
        ({**RECORD, "rules_version": 99}, "record_version"),
        ({**RECORD, "moves": ["a2", "z9"]}, "record_move"),
        ({**RECORD, "seats": [{"name": "Ada", "bot": None}, {"name": "x", "bot": 99}]}, "unknown_bot"),
        ({**RECORD, "start": {"what": 1}}, "record_part"),
        ({**RECORD, "more": 1}, "record_unknown"),
        (b" " * 600_000, "body_too_large"),
    ],
)
def test_a_record_that_cannot_be_used_changes_nothing(tmp_path: Path, body: Any, code: str) -> None:
    async def test(server: Server) -> None:
        data = body if isinstance(body, str | bytes) else json.dumps(body)
        status, said = await fetch(server, "/api/records", data=data)
        assert said["code"] == code
        assert status == (413 if code == "body_too_large" else 400)
        assert said["text"].endswith(".")
        assert server.rooms.services.store.count() == 0

    run(test, tmp_path)
