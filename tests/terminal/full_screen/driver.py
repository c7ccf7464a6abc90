"""Drives the full screen in a test: a room of this process, keys, clicks, and the text of the screen."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from terminal.scripted import AT_ONCE
from textual.app import App
from textual.pilot import Pilot

from ludoteca.core.board import Selection
from ludoteca.core.records import Record
from ludoteca.core.registry import find_game
from ludoteca.store.terminal_games import new_token
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.local_host import LocalHost
from ludoteca.terminal.play import NewGame, join_options, read_new_game
from ludoteca.terminal.screen.app import LudotecaApp
from ludoteca.terminal.screen.area import Area
from ludoteca.terminal.screen.room_screen import RoomScreen
from ludoteca.terminal.screen.room_texts import SEPARATOR
from ludoteca.terminal.table_summary import TableSummary

TERMINAL = (80, 24)
STEP_S = 0.01
LIMIT_S = 60.0
"""Only for what would otherwise hang."""
MAX_TURNS = 400


def new_game(name: str, bots: tuple[str, ...] = ("2=1",), **options: Any) -> NewGame:
    """Describe a new game of Ada, the same every time."""
    game = find_game(name)
    given: dict[str, Any] = {"bots": bots, "names": ("Ada",), "clock": None, "load": None, "seed": "screen"}
    return read_new_game(game, game.check_options(options), given)


def screen_text(app: App[Any]) -> str:
    """Return what is on the screen, without blanks at the ends of lines."""
    strips = app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


class Driver:
    """A running room screen."""

    def __init__(self, app: LudotecaApp[None], screen: RoomScreen, pilot: Pilot[None], host: LocalHost) -> None:
        self.app = app
        self.screen = screen
        self.pilot = pilot
        self.host = host

    @property
    def summary(self) -> TableSummary:
        """The present table."""
        assert self.screen.room.summary is not None
        return self.screen.room.summary

    @property
    def text(self) -> str:
        return screen_text(self.app)

    @property
    def is_over(self) -> bool:
        return self.summary.room.phase == "over"

    async def until(self, wanted: Callable[[], bool]) -> None:
        """Wait for a condition."""
        deadline = asyncio.get_running_loop().time() + LIMIT_S
        while not wanted():
            assert asyncio.get_running_loop().time() < deadline, self.text
            await self.pilot.pause(STEP_S)
        await self.pilot.pause()

    async def until_idle(self) -> None:
        """Wait until it is this player's turn, or the game is over, and every answer is there."""
        room = self.screen.room

        def is_idle() -> bool:
            summary = room.summary
            if summary is None or summary.room.phase == "waiting" or not room.client.is_idle or room.awaits_hint:
                return False
            return summary.room.phase == "over" or summary.is_own_turn

        await self.until(is_idle)

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def type(self, line: str) -> None:
        """Type a line into the command line."""
        await self.press("colon", *("space" if char == " " else char for char in line), "enter")

    async def click(self, kind: str, value: str) -> None:
        """Click a region of the table."""
        area = self.screen.query_one(Area)
        region = next(one for one in area._block.regions if (one.kind, one.value) == (kind, value))
        await self.pilot.click(area, offset=(region.x + region.width // 2, region.y))
        await self.pilot.pause()

    async def click_key(self, name: str) -> None:
        """Click the name of a key in the last line."""
        at = 1
        for key in self.screen._shown_keys():
            if key.name == name:
                await self.pilot.click("#keys", offset=(at, 0))
                await self.pilot.pause()
                return
            at += len(key.text) + len(SEPARATOR)
        raise AssertionError(f"{name} is not in the last line:\n{self.text}")

    async def after_move(self, act: Awaitable[None]) -> None:
        """Wait until something has made a move and been answered."""
        before = self.summary.table.version
        await act
        await self.until(lambda: self.summary.table.version != before)
        await self.until_idle()

    async def play(self, take_turn: Callable[[Driver], Coroutine[Any, Any, None]]) -> None:
        """Play to the end."""
        for _ in range(MAX_TURNS):
            await self.until_idle()
            if self.is_over:
                return
            await self.after_move(take_turn(self))
        raise AssertionError(self.text)


@asynccontextmanager
async def room_screen(folder: Path, new: NewGame | Record, size: tuple[int, int] = TERMINAL) -> AsyncIterator[Driver]:
    """Open a game of this folder on the full screen."""
    host, token = LocalHost(folder, AT_ONCE), new_token()
    try:
        code = host.import_record(new, token) if isinstance(new, Record) else new.create(host, token)
        table = host.call(host.rooms.load(code)).table
        options = join_options(table.game, host, code, token, only_bots=False)
        screen = RoomScreen(options, partial(host.client, code, token), FairDeals(None, quiet=True))
        app: LudotecaApp[None] = LudotecaApp(screen)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, screen, pilot, host)
            await driver.until(lambda: screen.room.summary is not None)
            yield driver
        screen.room.client.close()
    finally:
        host.close()


async def take_turn_by_keys(driver: Driver) -> None:
    """Make one move with the keyboard: lay a piece where it fits, else select something, else an action."""
    choice = driver.screen.choice
    for _ in choice.slots:
        if choice.moves.targets and not choice.fits:
            await driver.press("tab")
    if choice.fits:
        if choice.target is None:
            await driver.press("n")
        await driver.press("enter")
        return
    selections = [button for button in choice.buttons if isinstance(button.does, Selection)]
    if choice.selection is None and selections and not choice.moves.actions:
        await driver.press(selections[0].key)
    if choice.selection is not None and not choice.selection.is_certain and not choice.selection.alone:
        await driver.press("h")
        await driver.until(lambda: bool(choice.hint))
        await driver.until(lambda: driver.screen.room.client.is_idle)
        if choice.move:
            await driver.press("enter")
            return
        choice.begin(None)
    elif choice.selection is not None:
        await _reach(driver, choice.selection)
        await driver.press("space")
        await driver.until(lambda: driver.screen.room.client.is_idle)
        await driver.press("enter")
        return
    button = choice.buttons[0]
    await driver.press(button.key)
    if getattr(button.does, "question", None) is not None:
        await driver.press("y")


async def take_turn_by_mouse(driver: Driver) -> None:
    """Make one move with the mouse alone, as `take_turn_by_keys` makes it with keys."""
    choice = driver.screen.choice
    for slot in range(len(choice.slots)):
        if choice.moves.targets and not choice.fits:
            await driver.click("slot", str(slot))
    if choice.fits:
        cell = choice.cell_name if choice.cell_name in choice.fits else next(iter(choice.fits))
        await driver.click("cell", cell)
        if choice.target is None:
            await driver.click("rotation", str(choice.fits[cell][-1].rotation))
        await driver.click("cell", cell)
        return
    selections = [button for button in choice.buttons if isinstance(button.does, Selection)]
    if choice.selection is None and selections and not choice.moves.actions:
        await driver.click_key(selections[0].key)
    if choice.selection is not None and not choice.selection.is_certain and not choice.selection.alone:
        await driver.click_key("h")
        await driver.until(lambda: bool(choice.hint))
        await driver.until(lambda: driver.screen.room.client.is_idle)
        if choice.move:
            await driver.click_key("enter")
            return
        choice.begin(None)
    elif choice.selection is not None:
        wanted = choice.selection.alone or choice.selection.items
        slots = [number for number, slot in enumerate(choice.slots) if slot.piece.id in wanted]
        await driver.click("slot", str(slots[0]))
        await driver.until(lambda: driver.screen.room.client.is_idle)
        await driver.click_key("enter")
        return
    button = choice.buttons[0]
    await driver.click_key(button.key)
    if getattr(button.does, "question", None) is not None:
        await driver.click_key("y")


async def _reach(driver: Driver, selection: Selection) -> None:
    """Move the cursor to something that can be selected alone."""
    choice = driver.screen.choice
    wanted = selection.alone or selection.items
    if selection.of == "cells":
        await driver.press("n")
        return
    for _ in range(len(choice.slots)):
        if choice.piece is not None and choice.piece.id in wanted:
            return
        await driver.press("right")
