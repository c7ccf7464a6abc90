"""The table of Wege: cards turned and laid by mouse, touch and keyboard, swaps, and the score on the board."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from browser.page_objects import (
    ONE_OPEN,
    PHONE,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    cell,
    center,
    expect,
    feedback,
    headline,
    join,
    open_room,
    wait_for_turn,
)

Lay = Callable[[Page, str], None]
LAID = "[data-cell]:not([aria-label*=empty])"


def hand(page: Page) -> Locator:
    return page.locator("[data-hand]")


def fitting(page: Page, fit: str = "place") -> list[str]:
    """Return the cells with this mark for the card in hand."""
    return [
        name or ""
        for name in page.locator(f"[data-cell]:has([data-fit={fit}])").evaluate_all(
            "cells => cells.map((cell) => cell.dataset.cell)"
        )
    ]


def by_click(page: Page, name: str) -> None:
    cell(page, name).click()


def by_tap(page: Page, name: str) -> None:
    cell(page, name).tap()


def by_drag(page: Page, name: str) -> None:
    page.mouse.move(*center(hand(page)))
    page.mouse.down()
    x, y = center(cell(page, name))
    page.mouse.move(x, y - 20, steps=3)
    page.mouse.move(x, y)
    page.mouse.up()


def by_keyboard(page: Page, name: str) -> None:
    cell(page, name).focus()
    page.keyboard.press("Enter")


def lay(page: Page, way: Lay = by_click) -> str:
    """Lay the card in hand on the last cell where it fits, and wait until it is there."""
    wait_for_turn(page)
    expect(page.locator("[data-fit=place]").first).to_be_visible()
    name = fitting(page)[-1]
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("the card in hand fits$"))
    before = page.locator(LAID).count()
    way(page, name)
    expect(page.locator(LAID)).to_have_count(before + 1)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("laid last"))
    return name


def total(page: Page) -> list[str]:
    return page.locator("[data-line=total] td").all_inner_texts()


@pytest.mark.slow
def test_a_whole_game_by_mouse_touch_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = visitor(reduced_motion="no-preference"), visitor(**PHONE, dark=True)
    code = open_room(ada, "wege", options={"rows": 4, "cols": 3, "specials": 1}, seats=ONE_OPEN)
    join(bo, code)
    hands = [(ada, by_click), (bo, by_tap), (ada, by_drag), (bo, by_tap), (ada, by_keyboard), (bo, by_keyboard)]
    for number in range(12):
        page, way = hands[number % len(hands)]
        other = bo if page is ada else ada
        expect(other.locator("[data-fit]")).to_have_count(0)
        lay(page, way)
        if number < 11:
            expect(page.locator(".instructions")).to_contain_text(
                f"{'Bo' if page is ada else 'Ada'} lays this card next."
            )
    for page in (ada, bo):
        expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
        expect(page.get_by_role("table", name="Final score")).to_be_visible()
        expect(page.get_by_label("Show the score on the board")).to_be_checked()
        expect(page.locator("[data-mark=path], [data-mark=stream]").first).to_be_visible()
        expect(hand(page)).to_have_count(0)
    assert total(ada) == total(bo)


def test_the_card_is_turned_by_press_by_key_and_to_fit_a_cell(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", options={"specials": 1}, seats=TWO_HERE)
    wait_for_turn(page)
    expect(page.locator(".instructions")).to_contain_text("The first card")
    seen = []
    for key in (None, "r", None, "R"):
        seen.append(hand(page).inner_text())
        if key:
            page.keyboard.press(key)
        else:
            hand(page).click()
        expect(hand(page)).not_to_have_text(seen[-1], use_inner_text=True)
    expect(hand(page)).to_have_text(seen[0], use_inner_text=True)
    cell(page, "c3").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("laid last"))
    # A new card comes turned so that it fits; after one more turn it fits none of the four cells.
    expect(page.locator("[data-cell] [data-fit=place]")).to_have_count(4)
    assert sorted(fitting(page)) == ["b3", "c2", "c4", "d3"]
    page.keyboard.press("r")
    assert fitting(page) == []
    assert sorted(fitting(page, "turn")) == ["b3", "c2", "c4", "d3"]
    cell(page, "c4").click()
    expect(page.locator(".instructions")).to_contain_text("Turned to fit c4. Choose it again to lay the card.")
    expect(page.locator(LAID)).to_have_count(1)
    cell(page, "c4").click()
    expect(page.locator(LAID)).to_have_count(2)


def test_an_illegal_move_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page, watcher = visitor(), visitor()
    code = open_room(page, "wege", options={"specials": 1}, seats=TWO_HERE)
    cell(page, "c3").click()
    expect(page.locator(LAID)).to_have_count(1)
    by_drag(page, "f6")
    expect(feedback(page)).to_have_text("f6 is next to no card.")
    if "bridge" not in hand(page).inner_text():
        cell(page, "c3").click(force=True)
        expect(feedback(page)).to_have_text(re.compile("^c3 is taken by"))
    expect(page.locator(LAID)).to_have_count(1)
    watcher.goto(f"/r/{code}")
    expect(watcher.get_by_role("img", name="Bo has in hand")).to_be_visible()
    expect(watcher.locator("[data-fit]")).to_have_count(0)
    cell(watcher, "c4").click(force=True)
    expect(feedback(watcher)).to_have_text("It is not your turn yet.")


def play_to_a_bridge(page: Page) -> str:
    """Play until a bridge can be swapped in, and return a cell for it; start again if the deck has none in time."""
    while True:
        open_room(page, "wege", options={"specials": 5}, seats=TWO_HERE)
        for _ in range(34):
            wait_for_turn(page)
            if page.locator("[data-fit=swap]").count():
                return page.locator("[data-fit=swap]").first.get_attribute("data-place") or ""
            lay(page)


def test_a_swap_asks_for_confirmation_and_the_replaced_card_is_explained(visitor: NewVisitor) -> None:
    page = visitor()
    name = play_to_a_bridge(page)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("can be replaced by the bridge"))
    label = cell(page, name).get_attribute("aria-label") or ""
    replaced = label.split(", ")[1]
    mover, other = ("Ada", "Bo") if "Ada" in headline(page).inner_text() else ("Bo", "Ada")
    cell(page, name).click()
    question = f"Swap the bridge in on {name}? {other} must then lay what it replaces: {replaced}."
    expect(page.locator(".question")).to_contain_text(question)
    page.keyboard.press("Escape")
    expect(page.locator(".question")).to_have_count(0)
    cell(page, name).click()
    page.get_by_role("button", name="Swap", exact=True).click()
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"^{name}, bridge, .*laid last"))
    expect(page.locator(".instructions")).to_contain_text(
        f"{mover} swapped a bridge in on {name}. You must lay the card"
    )
    expect(hand(page)).to_contain_text(f"Card in hand: {replaced}")


def test_the_score_is_shown_on_the_board_and_the_deck_is_counted(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", options={"rows": 3, "cols": 3, "specials": 2}, seats=TWO_HERE)
    for _ in range(6):
        lay(page)
    expect(page.get_by_role("table", name="Provisional score")).to_be_visible()
    expect(page.locator("[data-mark=path], [data-mark=stream]")).to_have_count(0)
    page.get_by_label("Show the score on the board").check()
    page.reload()
    expect(page.get_by_label("Show the score on the board")).to_be_checked()
    page.get_by_text("cards in the deck").click()
    expect(page.locator("details li b")).to_have_count(8)
    counts = page.locator("details li b").all_inner_texts()
    assert f"{sum(map(int, counts))} cards" in page.locator("summary", has_text="in the deck").inner_text()


def test_the_largest_park_on_a_phone(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "wege", options={"rows": 10, "cols": 10}, seats=TWO_HERE)
    lay(page, by_tap)
    lay(page, by_tap)
    sizes = [thing.bounding_box() for thing in (cell(page, "a1"), hand(page))]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert sizes[0]["width"] >= 35
    assert sizes[1]["width"] >= 44
    page.get_by_role("button", name="Closer").tap()
    page.wait_for_timeout(200)
    nearer = cell(page, "a1").bounding_box()
    assert nearer is not None
    assert nearer["width"] > 1.2 * sizes[0]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
