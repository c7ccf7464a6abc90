"""Boards with many small fields: all can be pressed, and the board is zoomed and panned by mouse, touch and keys."""

from __future__ import annotations

from typing import Any

import pytest
from browser.page_objects import PHONE, TWO_HERE, NewVisitor, Page, cell, expect, open_room, wait_for_turn

COVERED = """() => [...document.querySelectorAll("[data-cell]")].filter((cell) => {
    cell.scrollIntoView({ block: "center" });
    const { x, y, width, height } = cell.getBoundingClientRect();
    return !cell.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).map((cell) => cell.dataset.cell)"""


def board(page: Page, size: int = 10) -> None:
    open_room(page, options={"size": size}, seats=TWO_HERE)
    expect(cell(page, "a1")).to_be_visible()
    wait_for_turn(page)


def width(page: Page, name: str = "a1") -> float:
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["width"]


def place(page: Page, name: str) -> tuple[float, float]:
    """The middle of a field on the screen."""
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [10, 20])
@pytest.mark.parametrize("screen", [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone")])
def test_no_field_is_covered(visitor: NewVisitor, screen: dict[str, Any], size: int) -> None:
    page = visitor(**screen)
    board(page, size)
    expect(page.locator("[data-cell]")).to_have_count(size * size)
    assert page.evaluate(COVERED) == []


def test_a_large_board_is_zoomed_by_buttons_wheel_and_keys(visitor: NewVisitor) -> None:
    page = visitor()
    board(page)
    fitting = width(page)
    page.get_by_role("button", name="Closer").click()
    assert width(page) == pytest.approx(1.25 * fitting)
    page.get_by_role("button", name="All of it").click()
    assert width(page) == pytest.approx(fitting)
    cell(page, "a1").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert width(page) == pytest.approx(1.25**2 * fitting)
    page.keyboard.press("-")
    assert width(page) == pytest.approx(1.25 * fitting)
    page.keyboard.press("0")
    assert width(page) == pytest.approx(fitting)
    # The wheel scrolls the page. With Ctrl it zooms around the mouse.
    before = place(page, "c3")
    page.mouse.move(*before)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -200)
    page.keyboard.up("Control")
    expect(page.locator(".surface.pannable")).to_be_visible()
    assert width(page) > 1.2 * fitting
    assert place(page, "c3") == pytest.approx(before, abs=1)


def test_panning_a_zoomed_board_chooses_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    board(page)
    for _ in range(3):
        page.get_by_role("button", name="Closer").click()
    x, y = place(page, "e5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    assert place(page, "e5") == pytest.approx((x + 60, y + 40), abs=1)
    expect(page.locator(".under .feedback")).to_have_text("")  # the field under the mouse was not pressed
    for _ in range(2):
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 150, y + 150, steps=4)
        page.mouse.up()
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-selected", "true")


def test_a_field_reached_by_keyboard_is_scrolled_into_view(visitor: NewVisitor) -> None:
    page = visitor()
    board(page)
    for _ in range(4):
        page.get_by_role("button", name="Closer").click()
    page.keyboard.press("Shift+Tab")
    expect(cell(page, "a1")).to_be_focused()
    frame = page.locator(".surface svg").bounding_box()
    assert frame is not None
    for key, name in (("End", "j1"), ("ArrowDown", "j2"), ("Home", "a2"), ("ArrowDown", "a3"), ("End", "j3")):
        page.keyboard.press(key)
        expect(cell(page, name)).to_be_focused()
        x, y = place(page, name)
        half = width(page, name) / 2 - 2  # tolerance for rounding
        assert frame["x"] <= x - half, name
        assert x + half <= frame["x"] + frame["width"], name
        assert frame["y"] <= y - half, name
        assert y + half <= frame["y"] + frame["height"], name


def test_a_large_board_is_zoomed_by_two_fingers_and_panned_by_one(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    board(page)
    session = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        fingers = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})

    fitting = width(page)
    x, y = place(page, "e5")
    touch("touchStart", (x - 20, y), (x + 20, y))
    for step in range(1, 7):
        touch("touchMove", (x - 20 - 10 * step, y), (x + 20 + 10 * step, y))
    touch("touchEnd")
    expect(page.locator(".surface.pannable")).to_be_visible()
    assert width(page) > 2 * fitting
    before = place(page, "e5")
    touch("touchStart", before)
    for step in range(1, 7):
        touch("touchMove", (before[0] + 10 * step, before[1] + 8 * step))
    touch("touchEnd")
    after = place(page, "e5")
    assert after == pytest.approx((before[0] + 60, before[1] + 48), abs=8)
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".under .feedback")).to_have_text("")
