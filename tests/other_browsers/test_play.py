"""Some moves of every game in Firefox and in WebKit, wide and narrow, by real clicks on the board.

The other tests in a browser use Chromium. These only ask whether a game can be played at all in the others.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from browser.requirements import missing
from browser.server_process import PAGE, serving
from other_browsers import drivers
from other_browsers.drivers import Driver

from ludoteca.selftest import fetch

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

BROWSERS = ("firefox", "webkit")
SIZES = {"wide": (1280, 800), "narrow": (460, 844)}
"""The window of WebKit's small browser cannot be narrower."""
MOVES = 5
"""Moves of both sides after which a game has been played enough."""
LIMIT_S = 90.0
SEATS = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]
PRIMARY = "[data-part=primary]:not([aria-disabled])"
OPEN_CELL = "[data-cell]:not([aria-disabled])"
CHOSEN = "[data-piece][aria-pressed=true]"
FITTING = "[data-piece][aria-pressed=false]:not(.idle)"
CLICKS = {
    "flooding": [PRIMARY, OPEN_CELL],
    "latice": [PRIMARY, f"body:has({CHOSEN}) {OPEN_CELL}", FITTING, "[data-action=end]"],
    "rowsandcols": [
        "[data-action=end]:not([aria-disabled])",
        f"body:has({CHOSEN}) [data-target]",
        FITTING,
        "[data-action=swap]:not([aria-disabled])",
        PRIMARY,
    ],
    "waffe": [PRIMARY, "body:not(:has([data-card][aria-pressed=true])) [data-card]", "[data-action=pass]"],
    "wege": [PRIMARY, OPEN_CELL, "[data-hand]"],
}
"""For each game what to click, by selectors: the first that is there."""
REMEMBER = """(() => {{
    localStorage.setItem("ludoteca.rooms", JSON.stringify({rooms}));
    localStorage.setItem("ludoteca.first_games", JSON.stringify({{}}));
    return true;
}})()"""
NEXT = """(() => {{
    if (!document.querySelector("h1.active") || document.querySelector(".loading")) return null;
    for (const selector of {selectors}) {{
        for (const element of document.querySelectorAll(selector)) {{
            element.scrollIntoView({{ block: "nearest", inline: "nearest" }});
            const box = element.getBoundingClientRect();
            const x = box.x + box.width / 2, y = box.y + box.height / 2;
            const hit = document.elementFromPoint(x, y);
            // Boards have their own layers; nothing from outside may lie above them.
            const isHit = hit && (element.contains(hit) || hit.closest("svg") === element.closest("svg"));
            if (box.width && isHit) return [x, y, selector];
        }}
    }}
    return null;
}})()"""
FITS = "document.documentElement.scrollWidth <= innerWidth"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    if not PAGE.is_file():
        missing("The page is not built.")
    with serving(tmp_path_factory.mktemp("rooms")) as address:
        yield address


@pytest.fixture(scope="module", params=BROWSERS)
def page(request: pytest.FixtureRequest) -> Iterator[Driver]:
    with ExitStack() as stack:
        if request.param == "firefox":
            program = drivers.find_firefox()
            if program is None:
                pytest.skip("Firefox is not installed.")
            yield stack.enter_context(drivers.firefox(program))
        else:
            found = drivers.find_webkit()
            if found is None:
                pytest.skip("WebKit's driver, its small browser or Xvfb is not installed.")
            yield stack.enter_context(drivers.webkit(*found))


@pytest.mark.parametrize("game", sorted(CLICKS))
@pytest.mark.parametrize("size", sorted(SIZES))
def test_a_game_can_be_played(page: Driver, url: str, game: str, size: str) -> None:
    room = json.loads(fetch(f"{url}/api/rooms", {"game": game, "seats": SEATS, "options": {}}))
    page.resize(*SIZES[size])
    page.goto(f"{url}/healthz")  # for the storage of this origin
    known = {room["code"]: {"token": room["token"], "game": game, "at": round(1000 * time.time())}}
    assert page.evaluate(REMEMBER.format(rooms=json.dumps(known)))
    page.goto(f"{url}/r/{room['code']}")
    clicks = play(page, url, room, CLICKS[game])
    assert page.evaluate(FITS), "the page is wider than the window"
    assert len(set(clicks)) > 1 or game == "flooding", clicks


def play(page: Driver, url: str, room: dict[str, str], selectors: list[str]) -> list[str]:
    """Click until enough moves are played or the game is over; return what was clicked."""
    clicked: list[str] = []
    end = time.monotonic() + LIMIT_S
    while True:
        summary = json.loads(fetch(f"{url}/api/rooms/known", {"rooms": {room["code"]: room["token"]}}))[room["code"]]
        if summary["moves"] >= MOVES or summary["phase"] == "over":
            return clicked
        assert time.monotonic() < end, f"{summary['moves']} moves after these clicks: {clicked[-12:]}"
        found: Any = page.evaluate(NEXT.format(selectors=json.dumps(selectors)))
        if found is None:
            time.sleep(0.1)
            continue
        page.click(found[0], found[1])
        clicked.append(found[2])
        time.sleep(0.15)
