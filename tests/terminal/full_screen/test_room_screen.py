"""What keys, clicks, typed lines and sizes do on the full screen."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from terminal.full_screen.driver import Driver, new_game, room_screen, screen_text
from terminal.test_play import new_game as game_of_people
from terminal.test_play import record_of
from textual import events
from textual.widgets import Static

import ludoteca
from ludoteca.core.records import Record, read_record
from ludoteca.core.registry import find_game
from ludoteca.store.terminal_games import new_token
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.player_commands import JoinOptions
from ludoteca.terminal.screen.app import LudotecaApp
from ludoteca.terminal.screen.command_line import CommandLine
from ludoteca.terminal.screen.room_screen import RoomScreen

SEATS: list[dict[str, Any]] = [{"name": "Ada", "bot": None}, {"name": "Pip", "bot": 1}]
Play = Callable[[Driver], Awaitable[None]]


def on_screen(folder: Path, play: Play, new: Any = None, size: tuple[int, int] = (80, 24)) -> None:
    """Open a game, and let a test play it."""

    async def main() -> None:
        async with room_screen(folder, new or new_game("latice"), size) as driver:
            await driver.until_idle()
            await play(driver)

    asyncio.run(main())


def test_the_piece_in_hand_shows_where_it_fits_and_is_laid_by_enter(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        choice = driver.screen.choice
        assert choice.cell_name == "e5"
        first = choice.piece
        await driver.press("tab")
        assert choice.piece != first
        assert choice.piece is not None
        assert f"[{choice.piece.text}]" in driver.text
        await driver.press("right")
        assert choice.cell_name == "f5"
        assert "‹" in driver.text
        await driver.press("enter")
        assert "Nothing can be played here" in driver.text
        await driver.press("n")
        await driver.after_move(driver.press("enter"))
        assert (
            f"Ada lays {choice.slots and driver.summary.table.view and driver.summary.table.view['board']['e5']}"
            in driver.text
        )

    on_screen(tmp_path, play)


def test_a_hint_is_marked_and_chosen_and_undo_takes_a_move_back(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        await driver.press("h")
        await driver.until(lambda: "I would play" in driver.text)
        hinted = driver.screen.choice.hint
        assert driver.screen.choice.move == hinted
        await driver.after_move(driver.press("enter"))
        moves = driver.summary.room.moves
        await driver.after_move(driver.press("u"))
        assert driver.summary.room.moves < moves

    on_screen(tmp_path, play, new_game("flooding", size=4))


def test_the_computer_moves_for_me(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        await driver.after_move(driver.press("m"))
        await driver.until(lambda: driver.summary.room.moves >= 2)

    on_screen(tmp_path, play, new_game("flooding", size=4))


def test_an_action_that_is_easily_regretted_asks_first(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        button = next(one for one in driver.screen.choice.buttons if getattr(one.does, "question", None))
        await driver.press(button.key)
        assert "(y yes, n no)" in driver.text
        await driver.press("n")
        assert driver.summary.room.moves == 0
        await driver.press(button.key)
        await driver.after_move(driver.press("y"))
        assert driver.summary.room.moves >= 1

    on_screen(tmp_path, play)


def test_why_a_choice_cannot_be_played_is_whole_in_the_log(tmp_path: Path) -> None:
    """The line below the board cuts a long sentence."""

    async def play(driver: Driver) -> None:
        for _ in range(5):  # five such cards have no type
            await driver.press("space", "right")
        await driver.until(lambda: "would have no type" in driver.text)
        reason = str(driver.screen.query_one("#status", Static).content)
        await driver.press("enter")
        log = driver.screen._logs[None]
        assert log[-1] == reason
        assert driver.summary.room.moves == 0

    on_screen(tmp_path, play, new_game("waffe"))


def test_a_log_that_comes_again_is_not_shown_again(tmp_path: Path) -> None:
    """Whoever sits down or reconnects is sent the whole log."""

    async def play(driver: Driver) -> None:
        summary, before = driver.summary, list(driver.screen._logs[None])
        assert summary.table.log
        driver.screen.show_log(summary, summary, is_stale=False)
        assert driver.screen._logs[None] == before

    on_screen(tmp_path, play)


def test_keys_of_the_last_line_can_be_clicked(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        line = driver.text.splitlines()[-1]
        await driver.pilot.click("#keys", offset=(line.index("? keys"), 0))
        await driver.until(lambda: "Arrow keys" in driver.text)
        await driver.press("escape")
        assert "Arrow keys" not in driver.text

    on_screen(tmp_path, play)


def test_typed_lines_are_completed_and_remembered(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        await driver.type("nonsense")
        await driver.until(lambda: '"nonsense" is not' in driver.text)
        await driver.press("slash", "up")
        command = driver.screen.query_one(CommandLine)
        assert command.value == "nonsense"
        command.value = "b"
        await driver.press("tab")
        first = command.value
        assert first in ("b1", "b2")
        await driver.press("tab")
        assert command.value != first
        command.value = "b2"
        await driver.after_move(driver.press("enter"))
        assert driver.summary.room.moves >= 1
        await driver.type("who")
        await driver.until(lambda: "(computer, level 1)" in " ".join(driver.text.split()))

    on_screen(tmp_path, play, new_game("flooding", size=4))


def test_what_is_typed_before_the_command_line_has_the_focus_is_kept(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        command = driver.screen.query_one(CommandLine)
        driver.screen._open_command()  # the focus comes with a later event
        await command.type_ahead(events.Key("q", "q"))
        await driver.press("u", "i", "t")
        assert command.value == "quit"

    on_screen(tmp_path, play)


def test_rules_have_pictures_in_text(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        await driver.press("f1")
        assert "Flooding Islands" in driver.text
        seen = driver.text
        for _ in range(12):
            await driver.press("pagedown")
            seen += driver.text
        assert "White frames mark" in seen
        assert "~~" in seen
        await driver.press("q")
        assert "Day 1" in driver.text

    on_screen(tmp_path, play, new_game("flooding", size=4))


@pytest.mark.parametrize("size", [(40, 12), (20, 5), (200, 60)])
def test_no_window_is_too_small_or_too_large(size: tuple[int, int], tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        small = "This window has" in driver.text
        assert small == (size[0] < 56)
        await driver.pilot.resize_terminal(80, 24)
        await driver.until(lambda: "Day 1" in driver.text and "This window" not in driver.text)
        await driver.pilot.resize_terminal(*size)
        await driver.until(lambda: ("This window has" in driver.text) == small)

    on_screen(tmp_path, play, new_game("flooding"), size)


def test_a_board_that_is_too_large_pans_with_the_cursor(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        await driver.press(*["right"] * 20, *["down"] * 20)
        assert " t" in driver.text.splitlines()[1]
        assert driver.screen.choice.cell_name == "t20"
        assert "\n20" in driver.text
        await driver.press(*["left"] * 20)
        assert " a " in driver.text.splitlines()[1]

    on_screen(tmp_path, play, new_game("flooding", size=20))


def test_without_colours_nothing_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = []

    async def play(driver: Driver) -> None:
        texts.append(driver.text)
        strips = driver.app.screen._compositor.render_strips()
        colours = {segment.style.bgcolor for strip in strips for segment in strip if segment.style is not None}
        assert bool({colour.name for colour in colours if colour} & {"yellow", "blue"}) != driver.app.no_color

    on_screen(tmp_path / "colours", play)
    monkeypatch.setenv("NO_COLOR", "1")
    on_screen(tmp_path / "none", play)
    assert texts[0].replace("▀", "").split() == texts[1].split()


def test_a_game_that_draws_itself_is_played_by_text(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        assert "player 1" in driver.text
        assert driver.screen.focused is driver.screen.query_one(CommandLine)
        moves = driver.summary.table.choices.get("moves", [])
        for key in moves[0]:
            await driver.press(key)
        await driver.after_move(driver.press("enter"))
        assert driver.summary.room.moves >= 1

    on_screen(tmp_path, play, record_of(find_game("dummy"), (None, 1)))


def test_ctrl_c_leaves_and_keeps_the_game(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        await driver.after_move(driver.press("enter"))
        await driver.press("ctrl+c")
        assert driver.app.was_interrupted

    on_screen(tmp_path, play, new_game("flooding", size=4))


def test_two_people_at_one_screen_never_see_each_others_hands(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        assert "Ada only: press Enter" in driver.text
        assert driver.text.count("▒▒▒▒▒") == 2
        await driver.press("enter")
        await driver.until(lambda: driver.summary.table.you.seat == 0)
        own = {slot.piece.text for slot in driver.screen.choice.slots}
        assert own
        await driver.after_move(driver.press("enter"))
        if driver.summary.table.you.seat == 0:
            await driver.after_move(driver.type("end"))
        assert driver.summary.table.you.seat is None
        hidden = [line for line in driver.text.splitlines() if "▒▒▒▒▒" in line]
        assert len(hidden) == 2
        await driver.press("l")
        assert not any(f"draws {tile}" in driver.text for tile in own)

    assert find_game("latice").curtain
    on_screen(tmp_path, play, game_of_people("latice", names=("Ada", "Bo")))


def test_a_spectator_sees_moves_as_they_happen(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        options = JoinOptions(watch=True)
        connect = partial(driver.host.client, driver.summary.room.code, new_token())
        watching = RoomScreen(options, connect, FairDeals(None))
        app: LudotecaApp[None] = LudotecaApp(watching)
        async with app.run_test(size=(80, 24)) as pilot:
            while watching.room.summary is None:
                await pilot.pause(0.01)
            await driver.after_move(driver.press("enter"))
            while watching.room.summary.room.moves < driver.summary.room.moves:
                await pilot.pause(0.01)
            await pilot.press("l")
            assert "Day 1: the journeyman walks to" in screen_text(app)
            await pilot.press("escape")
            await pilot.press("enter", "m")
            await pilot.pause()
            assert "You are watching" in str(app.screen.query_one("#status", Static).content)
        watching.room.client.close()

    on_screen(tmp_path, play, new_game("flooding", size=4))


def test_a_target_that_needs_another_move_first_makes_both(tmp_path: Path) -> None:
    async def play(driver: Driver) -> None:
        target = driver.screen.choice.target
        assert target is not None
        assert target.after == "buy"
        laid = driver.summary.room.moves
        await driver.press("enter")
        await driver.until(lambda: driver.summary.room.moves >= laid + 2)
        assert driver.summary.table.view is not None
        assert target.cell in driver.summary.table.view["board"]

    on_screen(tmp_path, play, latice_before_buying())


def latice_before_buying() -> Record:
    """Return a game in which Ada has laid a tile, and can buy the right to lay another."""
    game = find_game("latice")
    for seed in range(100):
        state = game.new(seed=str(seed))
        moves: list[str] = []
        while game.seat(state) is not None:
            choices = game.choices(state, game.seat(state))
            if game.seat(state) == 0 and choices.get("targets_after_buying"):
                return read_record(ludoteca.record("latice", moves, seed=str(seed), seats=SEATS))
            moves.append(game.bot(1, seed=len(moves)).move(state))
            state = game.play(state, moves[-1])
    raise AssertionError("no such game")
