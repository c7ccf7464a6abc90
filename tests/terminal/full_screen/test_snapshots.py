"""The text of the full screen in fixed positions, at two sizes.

To write the files again after a change, and read the diff:
UPDATE_SNAPSHOTS=1 .venv/bin/pytest tests/terminal/full_screen/test_snapshots.py
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest
from terminal.full_screen.driver import room_screen, screen_text

import ludoteca
from ludoteca.core.records import Record, read_record
from ludoteca.terminal.replay import Replay
from ludoteca.terminal.screen.app import LudotecaApp
from ludoteca.terminal.screen.menu_screen import MenuScreen
from ludoteca.terminal.screen.replay_screen import ReplayScreen

FOLDER = Path(__file__).parent / "snapshots"
SIZES = [(80, 24), (120, 40)]
NAMES = ["flooding", "latice", "rowsandcols", "waffe", "wege"]


def begun_game(name: str) -> Record:
    """Return a game of two bots after some moves, which Ada goes on with."""
    game = ludoteca.game(name)
    state = game.new(seed="snapshot")
    moves: list[str] = []
    while len(moves) < 8 or game.seat(state) != 0:
        moves.append(game.bot("random", seed=len(moves)).move(state))
        state = game.play(state, moves[-1])
    seats: list[dict[str, Any]] = [{"name": "Ada", "bot": None}, {"name": "Pip", "bot": 1}]
    return read_record(ludoteca.record(name, moves, seed="snapshot", seats=seats))


def check(name: str, size: tuple[int, int], text: str) -> None:
    path = FOLDER / f"{name}-{size[0]}x{size[1]}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        FOLDER.mkdir(exist_ok=True)
        path.write_text(text + "\n", "utf-8")
    assert text + "\n" == path.read_text("utf-8")
    lines = text.split("\n")
    assert len(lines) == size[1]
    assert max(map(len, lines)) <= size[0]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_looks_as_it_did(name: str, size: tuple[int, int], tmp_path: Path) -> None:
    async def main() -> str:
        async with room_screen(tmp_path, begun_game(name), size) as driver:
            await driver.until_idle()
            return driver.text

    check(name, size, asyncio.run(main()))


@pytest.mark.parametrize("size", SIZES)
def test_the_menu_looks_as_it_did(size: tuple[int, int]) -> None:
    async def main() -> str:
        app: LudotecaApp[None] = LudotecaApp(MenuScreen({"K7QX2M9P": "Continue Latice: 12 moves"}))
        async with app.run_test(size=size) as pilot:
            await pilot.press("down", "down", "down", "down", "enter", "down")
            return screen_text(app)

    check("menu", size, asyncio.run(main()))


@pytest.mark.parametrize("size", SIZES)
def test_a_replay_looks_as_it_did(size: tuple[int, int]) -> None:
    async def main() -> str:
        app: LudotecaApp[None] = LudotecaApp(ReplayScreen(Replay(begun_game("wege"))))
        async with app.run_test(size=size) as pilot:
            await pilot.press("end", "left")
            return screen_text(app)

    check("replay", size, asyncio.run(main()))
