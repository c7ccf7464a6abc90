"""Lessons over HTTP: moves are tried on a step or on a position, within bounds, and nothing is stored."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from server.live_server import Server, run

from ludoteca.core.lessons import SEPARATOR, read_lesson
from ludoteca.core.registry import find_game, game_names
from ludoteca.rooms.limits import Limits, Rate

POSITION = {"size": 6, "journeyman": "a3", "flooded": ["c2", "c3", "c4"], "day": 4, "to_move": "journeyman"}


async def ask(server: Server, body: Any, game: str = "flooding", status: int = 200) -> dict[str, Any]:
    async with server.session.post(f"{server.url}/api/games/{game}/try", json=body) as answer:
        assert answer.status == status, await answer.text()
        found: dict[str, Any] = await answer.json()
        return found


@pytest.mark.parametrize("name", game_names())
def test_every_step_can_be_finished_missed_and_refused(name: str, tmp_path: Path) -> None:
    lesson = read_lesson(find_game(name))
    assert lesson is not None

    async def test(server: Server) -> None:
        for number, step in enumerate(lesson.steps, 1):
            start = await ask(server, {"step": number}, name)
            assert (start["outcome"], start["seat"], start["texts"]) == ("open", step.seat, [])
            assert start["choices"]
            for line in step.accept:
                moves = line.split(SEPARATOR)
                reached = await ask(server, {"step": number, "moves": moves}, name)
                assert (reached["outcome"], reached["done"], reached["comment"]) == ("goal", True, None)
                assert reached["texts"]
                assert len(reached["moves"]) == len(moves)
            for line, code in step.misses.items():
                if line != "*":
                    missed = await ask(server, {"step": number, "moves": line.split(SEPARATOR)}, name)
                    assert (missed["outcome"], missed["comment"]["code"]) == ("miss", code)
            for line, code in step.illegal.items():
                refused = await ask(server, {"step": number, "moves": line.split(SEPARATOR)}, name)
                assert refused["outcome"] == "open"
                assert refused["refused"]["text"]
                assert refused["comment"]["code"] == code

    run(test, tmp_path)


def test_moves_are_tried_on_any_small_position(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        tried = await ask(server, {"position": POSITION, "moves": [" B3 "], "done": {"dried": ["c3"]}})
        assert (tried["view"]["journeyman"], tried["moves"], tried["done"]) == ("b3", ["b3"], True)
        assert (tried["seat"], tried["outcome"], tried["choices"]) == (1, None, {})
        assert "c3" not in tried["view"]["flooded"]
        # The other side plays its script, and then nothing.
        replied = await ask(server, {"position": POSITION, "moves": ["b3", "c3"], "script": ["c3 d4"]})
        assert replied["moves"] == ["b3"]
        assert replied["refused"]["code"] == "flooded"
        assert [text["code"] for text in replied["texts"]] == []
        unanswered = await ask(server, {"position": POSITION, "moves": ["b3", "c3"]})
        assert unanswered["refused"]["code"] == "lesson_not_your_turn"

    run(test, tmp_path)


def test_a_stranger_learns_nothing_hidden(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        tried = await ask(server, {"step": 1}, "latice")
        assert tried["view"]["racks"][1] is None

    run(test, tmp_path)


BAD = [
    ({}, "lesson_either"),
    ({"step": 1, "position": POSITION}, "lesson_either"),
    ({"step": 0}, "lesson_step"),
    ({"step": 8}, "lesson_step"),
    ({"step": 1, "moves": ["-"] * 41}, "lesson_moves"),
    ({"step": 1, "moves": ["a" * 201]}, "lesson_moves"),
    ({"position": {**POSITION, "size": 7}}, "lesson_too_large"),
    ({"position": {**POSITION, "size": "6"}}, "position_int"),
    ({"position": {**POSITION, "journeyman": "z9"}}, "position_square"),
    ({"position": POSITION, "seat": 2}, "seat"),
    ({"position": POSITION, "seat": -1}, "seat"),
    ({"position": POSITION, "done": {"laid": 1}}, "lesson_condition"),
    ({"position": POSITION, "moves": ["b3"], "done": {"dried": 5}}, "lesson_value"),
    ({"position": POSITION, "moves": ["b3"], "done": {"dried_count": "x"}}, "lesson_value"),
    ({"position": POSITION, "moves": [3]}, "message_unreadable"),
    ({"position": [], "moves": []}, "message_unreadable"),
    ({"step": 1, "more": 1}, "message_unreadable"),
]


def test_bad_requests_get_one_sentence(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for body, code in BAD:
            refused = await ask(server, body, status=400)
            assert refused["code"] == code
            assert refused["text"].endswith(".")
        assert (await ask(server, {"step": 1}, "chess", 404))["code"] == "unknown_game"
        too_long = {"step": 1, "moves": ["a" * 190] * 40, "script": ["b" * 190] * 60}
        assert (await ask(server, too_long, status=413))["code"] == "body_too_large"

    run(test, tmp_path)


def test_an_address_can_try_only_so_often(tmp_path: Path) -> None:
    async def test(server: Server) -> None:
        for _ in range(3):
            await ask(server, {"step": 1})
        assert (await ask(server, {"step": 1}, status=429))["code"] == "too_many_requests"

    run(test, tmp_path, limits=Limits(requests=Rate(0.001, 3)))
