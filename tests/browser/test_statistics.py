"""Statistics: from the finished games of this device, each counted once; and the credits."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    end_turn,
    expect,
    open_room,
    play_turn,
    resign,
    result,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

SIZES = ((390, 844), (820, 1180), (844, 390), (1280, 800), (1920, 1080))
LEAST_TARGET_PX, LEAST_TEXT_PX = 44, 13
GAMES = [("flooding", 1, "won", 3), ("flooding", 2, "lost", 1), ("latice", 2, "won", 2), ("wege", 3, "drawn", 1)]
FILL = """(games) => {
    const entries = games.flatMap(([game, level, outcome, count]) => Array.from({ length: count }, () =>
        ({ game, outcome, opponents: [{ name: "Pip", level }], score: 1, options: {}, casual: false })));
    localStorage.setItem("ludoteca.finished", JSON.stringify(
        entries.map((entry, index) => ({ ...entry, id: `ROOM/${index}`, at: 1000 + index }))));
    localStorage.setItem("ludoteca.name", JSON.stringify("A name of twenty-four c."));
}"""
SMALL = """([least, text]) => {
    const shown = [...document.querySelectorAll("[role=main] :is(button, a.button), header :is(button, a)")]
        .filter((one) => one.checkVisibility());
    const targets = shown.filter((one) => Math.min(one.offsetWidth, one.offsetHeight) < least)
        .map((one) => one.outerHTML);
    const words = [...document.querySelectorAll("[role=main] *")].filter((one) => one.checkVisibility()
        && [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim())
        && parseFloat(getComputedStyle(one).fontSize) < text).map((one) => one.outerHTML);
    return [...targets, ...words];
}"""


def tile(page: Page, label: str) -> Locator:
    """Return the number above a label."""
    return page.locator(".tiles > div").filter(has_text=label).locator("dd")


def row(page: Page, game: str) -> Locator:
    return page.get_by_role("table", name="Against the computer").get_by_role("row").filter(has_text=game)


def filled(page: Page) -> None:
    page.goto("/")
    page.evaluate(FILL, GAMES)
    page.goto("/stats")
    expect(tile(page, "games finished")).to_have_text("7")


def walk_to_the_end(page: Page) -> None:
    """Walk until the weather has won."""
    over = result(page)
    while not over.count():
        expect(page.locator("h1.active").or_(over).first).to_be_attached()
        if over.count():
            break
        page.locator("[data-target]").first.wait_for(state="attached")
        name = page.locator("[data-target]").first.get_attribute("data-target") or ""
        play_turn(page, name)


def test_a_finished_game_is_counted_once_and_may_set_a_record(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/stats")
    expect(page.get_by_text("Play a game and it will show up here.")).to_be_visible()
    open_room(page, options={"size": 3}, seats=[AGAINST_BOT[0], {"kind": "bot", "level": 5}])
    walk_to_the_end(page)
    expect(result(page)).to_be_visible()
    page.reload()
    expect(result(page)).to_be_visible()
    page.goto("/stats")
    expect(tile(page, "game finished")).to_have_text("1")
    expect(tile(page, "won · 0%")).to_have_text("0")
    expect(row(page, "Flooding Islands").get_by_role("cell").nth(4)).to_contain_text("0 won, 1 lost")
    record = page.get_by_role("region", name="Records").get_by_role("listitem").filter(has_text="Flooding Islands")
    expect(record.filter(has_text=re.compile("3")).filter(has_text="You, against level 5")).to_be_visible()


@pytest.mark.slow
def test_a_game_that_ended_without_this_page_is_found(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    play_turn(page, "b2")
    wait_for_turn(page)
    resign(page)
    expect(result(page)).to_be_visible()
    page.evaluate("localStorage.removeItem('ludoteca.finished')")
    page.goto("/stats")
    expect(row(page, "Flooding Islands").get_by_role("cell").first).to_contain_text("0 won, 1 lost")
    page.get_by_role("button", name="Delete statistics").click()
    page.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Delete statistics").click()
    page.get_by_role("button", name="Delete", exact=True).click()
    empty = page.get_by_text("Play a game and it will show up here.")
    expect(empty).to_be_visible()
    page.goto(f"/r/{code}")
    expect(result(page)).to_be_visible()
    page.goto("/stats")
    expect(empty).to_be_visible()


@pytest.mark.slow
def test_a_game_on_one_screen_is_neither_won_nor_lost(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=TWO_HERE)
    play_turn(page, "b2")
    page.locator("[data-cell='c3']").click()
    end_turn(page).click()
    resign(page)
    expect(result(page)).to_be_visible()
    page.goto("/stats")
    expect(tile(page, "game finished")).to_have_text("1")
    expect(tile(page, "won")).to_have_text("0")
    expect(page.get_by_text("%")).to_have_count(0)


@pytest.mark.slow
def test_the_numbers_follow_the_chosen_game(visitor: NewVisitor) -> None:
    page = visitor()
    filled(page)
    expect(tile(page, "won · 71%")).to_have_text("5")
    expect(tile(page, "wins in a row, best 3")).to_have_text("0")
    expect(tile(page, "strongest beaten without help")).to_have_text("Nell 2")
    expect(row(page, "Wege").get_by_role("cell").nth(2)).to_have_text(re.compile("0 won, 0 lost, 1 drawn"))
    page.get_by_role("radio", name="Flooding Islands").click()
    expect(tile(page, "games finished")).to_have_text("4")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(2)
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Latice")).to_be_focused()
    expect(tile(page, "games finished")).to_have_text("2")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
def test_pages_fit_every_window(visitor: NewVisitor, size: tuple[int, int]) -> None:
    touch: dict[str, Any] = {**PHONE, "device_scale_factor": 1} if min(size) < 600 else {}
    page = visitor(**{**touch, "width": size[0], "height": size[1]})
    filled(page)
    for path in ("/stats", "/credits"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.get_by_role("heading", level=2).nth(1)).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(SMALL, [LEAST_TARGET_PX if touch else 36, LEAST_TEXT_PX]) == []
        if path == "/stats" and size[0] >= 1280:
            expect(page.get_by_role("table")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_the_credits_are_linked_from_the_preferences(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("link", name="Credits").click()
    expect(page.get_by_role("heading", name="Credits", level=1)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    for title in ("Flooding Islands", "Latice", "RowsAndCols", "Wege", "Waffe Game 2"):
        expect(page.get_by_role("listitem").filter(has_text=title)).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="RowsAndCols")).to_contain_text("Benedikt Straub (Noordfrees)")
    expect(page.get_by_role("listitem").filter(has_text="Wege")).to_contain_text("Landlock")
    expect(page.get_by_text("MIT License")).to_be_visible()
