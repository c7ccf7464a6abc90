"""Make the picture of the full screen in the terminal: docs/terminal.png.

    python -m tools.terminal_picture

Plays a game in the process, lets Textual draw it as SVG, and Chromium make a PNG of that. Needs requirements/dev.txt.
"""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright
from textual.pilot import Pilot

import ludoteca
from ludoteca.core.records import Record, read_record
from ludoteca.store.terminal_games import new_token
from ludoteca.terminal.fair_deals import FairDeals
from ludoteca.terminal.local_host import LocalHost
from ludoteca.terminal.play import join_options
from ludoteca.terminal.screen.app import LudotecaApp
from ludoteca.terminal.screen.room_screen import RoomScreen
from tools.screenshots import DOCS, find_browser, save

SIZE = (92, 26)
MOVES = 26


def played_game() -> Record:
    """Return a game of two bots that a person goes on with."""
    game = ludoteca.game("latice")
    state = game.new(seed="terminal", options={"turns": 30})
    moves: list[str] = []
    while len(moves) < MOVES or game.seat(state) != 0:
        moves.append(game.bot(2, seed=len(moves)).move(state))
        state = game.play(state, moves[-1])
    seats: list[dict[str, Any]] = [{"name": "Ada", "bot": None}, {"name": "Otto", "bot": 3}]
    return read_record(ludoteca.record("latice", moves, seed="terminal", options={"turns": 30}, seats=seats))


async def settle(screen: RoomScreen, pilot: Pilot[None]) -> None:
    """Wait until the room has answered everything."""
    await pilot.pause(0.2)
    while screen.room.summary is None or not screen.room.client.is_idle:
        await pilot.pause(0.05)
    await pilot.pause()


async def draw(folder: Path) -> str:
    """Return the full screen as SVG."""
    host, token, record = LocalHost(folder), new_token(), played_game()
    try:
        code = host.import_record(record, token)
        options = join_options(record.game, host, code, token, only_bots=False)
        screen = RoomScreen(options, partial(host.client, code, token), FairDeals(None, quiet=True))
        app: LudotecaApp[None] = LudotecaApp(screen)
        async with app.run_test(size=SIZE) as pilot:
            await settle(screen, pilot)
            await pilot.press("tab")
            await settle(screen, pilot)
            svg = app.export_screenshot(title="ludoteca play latice")
        screen.room.client.close()
    finally:
        host.close()
    return re.sub(r"@font-face\s*{[^}]*}", "", svg)  # the fonts of this machine will do


def main() -> None:
    with TemporaryDirectory() as folder:
        svg = asyncio.run(draw(Path(folder)))
    width, height = (round(float(number)) for number in re.findall(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg)[0])
    with sync_playwright() as playwright, playwright.chromium.launch(executable_path=find_browser()) as browser:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.set_content(f"<style>body {{ margin: 0 }} svg {{ width: 100vw }}</style>{svg}")
        save(page.screenshot(), DOCS / "terminal.png")


if __name__ == "__main__":
    main()
