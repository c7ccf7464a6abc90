"""Whole games on the full screen, by keys and by mouse, in a terminal of 80x24 characters."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from terminal.full_screen.driver import new_game, room_screen, take_turn_by_keys, take_turn_by_mouse

SMALL = {
    "flooding": {"size": 3},
    "latice": {"turns": 8},
    "waffe": {"hand": 5},
    "wege": {"rows": 3, "cols": 3},
}
"""Short games; a short game of RowsAndCols does not exist."""


def play_whole_game(folder: Path, name: str, take_turn: Any, **options: Any) -> None:
    async def main() -> None:
        async with room_screen(folder, new_game(name, **options)) as driver:
            await driver.play(take_turn)
            assert driver.summary.room.result is not None
            outcome = driver.summary.outcome(driver.summary.room.result)
            assert outcome in driver.text.splitlines()[-2]
            await driver.press("l")
            assert outcome in driver.text

    asyncio.run(main())


@pytest.mark.parametrize("name", SMALL)
def test_a_short_game_is_played_to_its_end_by_keys(name: str, tmp_path: Path) -> None:
    play_whole_game(tmp_path, name, take_turn_by_keys, **SMALL[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_a_game_of_the_usual_size_is_played_to_its_end_by_keys(name: str, tmp_path: Path) -> None:
    play_whole_game(tmp_path, name, take_turn_by_keys)


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SMALL, "rowsandcols"])
def test_a_game_is_played_to_its_end_by_mouse(name: str, tmp_path: Path) -> None:
    play_whole_game(tmp_path, name, take_turn_by_mouse, **SMALL.get(name, {}))
