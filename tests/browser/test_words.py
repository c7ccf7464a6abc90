"""No page shows a code, a hash, the key of an option or a raw value, or speaks of rooms and bots."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    NewVisitor,
    Page,
    choose_in_menu,
    expect,
    headline,
    open_menu,
    open_room,
    part,
    resign,
    result,
    wait_for_turn,
)
from browser.shown_text import raw_texts

pytestmark = pytest.mark.slow

GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
TURNS = "[data-part=log] li:not(.event)"
MY_TURN_AGAIN = f"""(turns) => document.querySelector("[data-part=result]")
    || (document.querySelector("h1.active") && document.querySelectorAll("{TURNS}").length >= turns)"""


class Walk:
    """Collects what should not be shown, screen by screen, so that one run finds everything."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: list[str] = []

    def look(self, where: str) -> None:
        self.found += [f"{where}: {text}" for text in raw_texts(self.page) if text not in str(self.found)]

    def open(self, path: str, where: str) -> None:
        self.page.goto(path)
        expect(headline(self.page).first).to_be_visible()
        expect(self.page.locator(".loading")).to_have_count(0)
        self.page.wait_for_load_state("networkidle")
        self.look(where)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_screen_of_a_game_shows_a_raw_value(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    walk = Walk(page)
    code = open_room(page, game, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.locator(".loading")).to_have_count(0)
    walk.look("table")
    page.keyboard.press("h")
    expect(page.locator("[data-mark=hint]").first).to_be_attached()
    walk.look("hint")
    page.keyboard.press("F1")
    expect(part(page, "rules").get_by_role("heading", level=3).first).to_be_visible()
    walk.look("rules")
    page.keyboard.press("Escape")
    open_menu(page)
    walk.look("menu")
    page.keyboard.press("Escape")
    turns = page.locator(TURNS).count()
    choose_in_menu(page, "Play for me")
    page.wait_for_function(MY_TURN_AGAIN, arg=turns + 2)
    walk.look("turn")
    resign(page)
    expect(result(page)).to_be_visible()
    walk.look("result")
    walk.open(f"/r/{code}/replay/2", "replay")
    walk.open(f"/rules/{game}", "rules page")
    walk.open(f"/new/{game}", "new game")
    walk.open("/games", "my games")
    assert walk.found == []


def test_no_page_around_the_games_shows_a_raw_value(visitor: NewVisitor) -> None:
    ada, bo = visitor(ignore_errors="404"), visitor()
    walk = Walk(ada)
    walk.open("/", "first visit")
    ada.get_by_role("button", name="Preferences").click()
    expect(ada.locator("dialog[open]")).to_be_visible()
    walk.look("preferences")
    clock = {"per": "game", "seconds": 300, "increment_s": 3}
    options = {"shared_table": False, "must_play": True, "jokers": 0}
    code = open_room(ada, "waffe", seats=ONE_OPEN, clock=clock, options=options, public=True, legs=2)
    walk.look("waiting room")
    guest = Walk(bo)
    guest.open("/", "home with an open table")
    guest.open(f"/r/{code}", "invitation")
    walk.open("/", "home of somebody who comes back")
    walk.open("/games", "my games")
    walk.open("/stats", "statistics")
    walk.open("/credits", "credits")
    walk.open("/r/QQQQQQQQ", "no such table")
    assert walk.found + guest.found == []


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_no_turn_of_a_longer_game_shows_a_raw_value(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    walk = Walk(page)
    open_room(page, game, seats=AGAINST_BOT)
    unneeded = page.locator("button[aria-disabled]").filter(has_text="Hint")  # with a single move there is no advice
    for turn in range(6):
        wait_for_turn(page)
        page.keyboard.press("h")
        expect(page.locator("[data-mark=hint]").or_(unneeded).first).to_be_attached()
        walk.look(f"hint of turn {turn}")
        turns = page.locator(TURNS).count()
        choose_in_menu(page, "Play for me")
        page.wait_for_function(MY_TURN_AGAIN, arg=turns + 2)
        walk.look(f"turn {turn}")
        if result(page).count():
            break
    assert walk.found == []
