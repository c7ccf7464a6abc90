"""Make the pictures of the documentation with a browser: the home page, a table, and the pictures of all rules.

    python -m tools.screenshots

Runs a server with its own empty data folder, and Chromium. The pictures of rules are those that the boards draw in the
page: docs/pictures/GAME-NUMBER.png, in the order of games/GAME/page/rules.md. Needs requirements/dev.txt and docs.txt.
"""

from __future__ import annotations

import shutil
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

import ludoteca
from ludoteca.selftest import serving

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
PICTURES = DOCS / "pictures"
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
SCREEN = ViewportSize(width=1280, height=800)
NARROW = ViewportSize(width=560, height=900)
"""Rules have their pictures one below the other here."""
COLOURS = 128
TIMEOUT_MS = 60_000
REMEMBER = """({code, token}) => {
    localStorage.setItem("ludoteca.rooms", JSON.stringify({[code]: {token, game: "latice", at: Date.now()}}));
    localStorage.setItem("ludoteca.first_games", JSON.stringify({latice: ""}));
}"""


def find_browser() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("There is no Chromium: apt install chromium-headless-shell.")
    return found


def save(picture: bytes, path: Path) -> None:
    """Write a PNG with a palette: a quarter of the size."""
    Image.open(BytesIO(picture)).convert("RGB").quantize(COLOURS).save(path, optimize=True)


def open_page(browser: Browser, url: str, screen: ViewportSize) -> Page:
    page = browser.new_page(viewport=screen, reduced_motion="reduce", color_scheme="light", locale="en-GB")
    page.goto(url)
    page.wait_for_load_state("networkidle")
    return page


def take_home(browser: Browser, url: str) -> None:
    page = open_page(browser, url, SCREEN)
    save(page.screenshot(animations="disabled"), DOCS / "home.png")
    page.close()


def take_table(browser: Browser, url: str) -> None:
    """Picture a table in the middle of a game between two bots, continued by a person."""
    game = ludoteca.game("latice")
    state = game.new(seed="picture")
    moves: list[str] = []
    while len(moves) < 16 or game.seat(state) != 0:
        moves.append(game.bot(2, seed=len(moves)).move(state))
        state = game.play(state, moves[-1])
    seats: list[dict[str, Any]] = [{"name": "Ada", "bot": None}, {"name": "Bo", "bot": 2}]
    page = open_page(browser, f"{url}/healthz", SCREEN)
    record = ludoteca.record("latice", moves, seed="picture", seats=seats)
    page.evaluate(REMEMBER, page.request.post(f"{url}/api/records", data=record).json())
    (room,) = page.evaluate("Object.keys(JSON.parse(localStorage['ludoteca.rooms']))")
    page.goto(f"{url}/r/{room}")
    page.wait_for_load_state("networkidle")
    save(page.screenshot(animations="disabled"), DOCS / "table.png")
    page.close()


def take_rules(browser: Browser, url: str, game: str) -> int:
    """Picture everything that the board draws on a page of rules; return how many pictures that were."""
    page = open_page(browser, f"{url}/rules/{game}", NARROW)
    pictures = page.locator("[data-picture]")
    expect(pictures.first).to_be_attached()
    for number in range(pictures.count()):
        picture = pictures.nth(number)
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_attribute("data-picture", "drawn")
        save(picture.locator(".window").screenshot(animations="disabled"), PICTURES / f"{game}-{number + 1}.png")
    count = pictures.count()
    page.close()
    return count


def main() -> None:
    expect.set_options(timeout=TIMEOUT_MS)
    PICTURES.mkdir(exist_ok=True)
    for old in PICTURES.glob("*.png"):
        old.unlink()
    with (
        serving() as url,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=find_browser()) as browser,
    ):
        take_home(browser, url)
        take_table(browser, url)
        for game in ludoteca.game_names():
            print(f"{game}: {take_rules(browser, url, game)} pictures")


if __name__ == "__main__":
    main()
