"""The plain page in a real Chromium: two people in two browsers, one of them on a phone."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed, so the page is not tried in it.")
sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed, so the page is not tried.")


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    """A real server process on a free port."""
    command = [sys.executable, "-c", "from ludoteca.cli import main; main()", "serve", "--host", "127.0.0.1"]
    options = ["--port", "0", "--data", str(tmp_path), "--no-browser"]
    with subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().rsplit(" ", 1)[1].strip()
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


@pytest.fixture
def browser() -> Iterator[Any]:
    with sync_api.sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield started
        started.close()


def visitor(browser: Any, complaints: list[str], **context: Any) -> Any:
    page = browser.new_context(**context).new_page()
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    return page


def turn(page: Any, *fields: str) -> None:
    """Choose these fields when it is this page's turn, and end the turn."""
    page.wait_for_selector("h1.yours")
    for field in fields:
        page.click(f"#cell-{field}")
    page.click("#end")


def test_two_people_play_a_game_by_link_with_a_refresh_in_the_middle(browser: Any, url: str) -> None:
    complaints: list[str] = []
    ada = visitor(browser, complaints, viewport={"width": 1280, "height": 800})
    bo = visitor(browser, complaints, viewport={"width": 390, "height": 844}, has_touch=True)
    ada.goto(url)
    ada.fill("#new-flooding-name-0", "Ada")
    ada.fill("#new-flooding-option-size", "3")
    ada.click("text=Open the room")
    ada.wait_for_selector("#share")
    bo.goto(ada.input_value("#share"))
    bo.fill("#sit-1", "Bo <b>")
    bo.press("#sit-1", "Enter")
    turn(ada, "b2")
    turn(bo, "b2", "c3")
    ada.wait_for_selector("h1.yours")
    ada.reload()
    watcher = visitor(browser, complaints)
    watcher.goto(ada.url)
    watcher.wait_for_selector(".island")
    assert watcher.locator("#end").count() == 0 or watcher.locator("#end").is_disabled()
    turn(ada, "a1")
    turn(bo, "b1", "a2")
    for page in (ada, bo, watcher):
        page.wait_for_selector("h1:has-text('Bo <b> (Weather) wins')")
        overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert overflow <= 0
    assert complaints == []


def test_an_illegal_move_is_explained_where_it_was_typed(browser: Any, url: str) -> None:
    complaints: list[str] = []
    page = visitor(browser, complaints)
    page.goto(url)
    page.fill("#new-flooding-name-0", "Ada")
    page.select_option("#new-flooding-kind-1", "2")
    page.click("text=Open the room")
    page.wait_for_selector("h1.yours")
    page.fill("#move", "c3")
    page.press("#move", "Enter")
    page.wait_for_selector("text=c3 is not next to a1, where the journeyman stands.")
    page.fill("#move", "b2")
    page.press("#move", "Enter")
    page.wait_for_selector("text=Night 1: the weather floods")
    page.wait_for_selector("h1.yours")
    assert complaints == []


def test_a_game_without_a_board_of_its_own_is_played_by_its_text(browser: Any, url: str) -> None:
    complaints: list[str] = []
    page = visitor(browser, complaints, viewport={"width": 390, "height": 844})
    page.goto(url)
    page.fill("#new-latice-name-0", "Ada")
    page.select_option("#new-latice-kind-1", "2")
    page.locator("form", has_text="Latice").get_by_text("Open the room").click()
    page.wait_for_selector(".text-board:has-text('Turn 1 of 20')")
    rack = page.inner_text(".text-board").split("Player 1   ")[1].split()
    page.fill("#move", f"{rack[0]}@e5")
    page.press("#move", "Enter")
    page.wait_for_selector(".text-board:has-text('Turn 3 of 20')")
    assert f" {rack[0]} " in page.inner_text(".text-board")
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    assert complaints == []
