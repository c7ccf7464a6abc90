"""The menu and the replay on the full screen."""

from __future__ import annotations

import asyncio
from typing import Any

from terminal.full_screen.driver import screen_text
from textual.pilot import Pilot

import ludoteca
from ludoteca.core.records import read_record
from ludoteca.terminal.play import NewGame
from ludoteca.terminal.replay import Replay
from ludoteca.terminal.screen.app import LudotecaApp
from ludoteca.terminal.screen.menu_screen import Chosen, MenuScreen
from ludoteca.terminal.screen.replay_screen import ReplayScreen

MOVES = ["b2", "b2 c3", "a1", "b1 a2"]


def choose(*keys: str, game: str = "", unfinished: dict[str, str] | None = None) -> Chosen | None:
    """Choose a game in the menu and press more keys; return what was chosen."""
    names = ludoteca.game_names()
    first = [*["down"] * names.index(game), "enter"] if game else []

    async def main() -> Chosen | None:
        app: LudotecaApp[Chosen] = LudotecaApp(MenuScreen(unfinished or {}))
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.press(*first, *keys)
        return app.return_value

    return asyncio.run(main())


def test_the_first_game_is_against_the_computer() -> None:
    chosen = choose("enter", game="flooding")
    assert isinstance(chosen, NewGame)
    assert chosen.request.game == "flooding"
    assert chosen.request.seats is not None
    assert [(seat.kind, seat.level) for seat in chosen.request.seats] == [("bot", 3), ("here", 1)]


def test_level_seat_and_options_are_changed_with_arrow_keys() -> None:
    chosen = choose(
        *("down", "right", "down", "right", "down", "left", "left", "up", "up", "up", "enter"), game="flooding"
    )
    assert isinstance(chosen, NewGame)
    assert chosen.request.seats is not None
    assert [(seat.kind, seat.level) for seat in chosen.request.seats] == [("here", 1), ("bot", 4)]
    assert chosen.request.options == {"size": 8}


def test_people_at_one_screen_can_be_chosen() -> None:
    chosen = choose(*("down", "left", "left", "left", "down", "right", "up", "up", "enter"), game="rowsandcols")
    assert isinstance(chosen, NewGame)
    assert chosen.request.seats is not None
    assert [seat.kind for seat in chosen.request.seats] == ["here", "here", "here"]


def test_an_unfinished_game_comes_first_and_escape_leaves() -> None:
    assert choose("enter", unfinished={"K7QX2M9P": "Continue Latice: 12 moves"}) == "K7QX2M9P"
    assert choose("enter", "escape", "escape") is None


def replayed(steps: Any, name: str = "flooding", moves: list[str] | None = None, **options: Any) -> None:
    record = ludoteca.record(name, MOVES if moves is None else moves, seed="r", options=options)

    async def main() -> None:
        screen = ReplayScreen(Replay(read_record(record)))
        app: LudotecaApp[None] = LudotecaApp(screen)
        async with app.run_test(size=(80, 24)) as pilot:
            await steps(app, screen, pilot)

    asyncio.run(main())


def test_arrow_keys_home_and_end_step_through_a_replay() -> None:
    async def steps(app: LudotecaApp[None], screen: ReplayScreen, pilot: Pilot[None]) -> None:
        assert "Move 0 of 4" in screen_text(app)
        numbers = []
        for key in ("left", "right", "right", "left", "end", "right", "home"):
            await pilot.press(key)
            numbers.append(screen.number)
        assert numbers == [0, 1, 2, 1, 4, 4, 0]
        await pilot.press("end")
        assert "The weather wins." in screen_text(app)

    replayed(steps, size=3)


def test_a_replay_plays_by_itself_and_pauses() -> None:
    async def steps(app: LudotecaApp[None], screen: ReplayScreen, pilot: Pilot[None]) -> None:
        await pilot.press("space")
        assert "playing" in screen_text(app)
        while screen.number < 2:
            await pilot.pause(0.05)
        await pilot.press("space")
        assert not screen.is_playing
        await pilot.press("end", "space")
        assert screen.number == 0

    replayed(steps, size=3)


def test_a_replay_is_seen_from_every_seat() -> None:
    async def steps(app: LudotecaApp[None], screen: ReplayScreen, pilot: Pilot[None]) -> None:
        hands = []
        for expected in ("the player to move", "Player 1", "Player 2", "spectator"):
            assert f"view: {expected}" in screen_text(app)
            hands.append(screen_text(app).count("▒"))
            await pilot.press("v")
        assert hands[1] == hands[2] < hands[3]
        assert "view: the player to move" in screen_text(app)

    replayed(steps, "latice", [])
