"""Boards with many small fields: all can be pressed, and the board is zoomed and panned by mouse, touch and keys."""

from __future__ import annotations

from typing import Any

import pytest
from browser.page_objects import (
    PHONE,
    TWO_HERE,
    NewVisitor,
    Page,
    cell,
    drag_finger,
    expect,
    feedback,
    open_room,
    play_turn,
    wait_for_turn,
    wait_until_drawn,
)

pytestmark = pytest.mark.slow

SIDE: dict[str, Any] = {**PHONE, "width": 844, "height": 390}
LEAST_PX = 24
"""The side of a field on boards larger than standard."""
SCREENS = [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone"), pytest.param(SIDE, id="side")]
COVERED = """() => [...document.querySelectorAll("[data-cell]")].filter((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    const top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !cell.contains(top);
}).map((cell) => cell.dataset.cell)"""


def board(page: Page, size: int = 10) -> None:
    open_room(page, options={"size": size}, seats=TWO_HERE)
    expect(cell(page, "a1")).to_be_visible()
    wait_for_turn(page)


def width(page: Page, name: str = "a1") -> float:
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["width"]


def zoom_in(page: Page, times: int) -> None:
    """Zoom by key; the focus is on the field a1 then."""
    cell(page, "a1").focus()
    for _ in range(times):
        page.keyboard.press("+")


def is_in_sight(page: Page, name: str) -> bool:
    """Whether all of a field is within the board's area."""
    frame, box = page.locator(".surface svg").bounding_box(), cell(page, name).bounding_box()
    assert frame is not None
    assert box is not None
    wide = frame["x"] - 1 <= box["x"] and box["x"] + box["width"] <= frame["x"] + frame["width"] + 1
    high = frame["y"] - 1 <= box["y"] and box["y"] + box["height"] <= frame["y"] + frame["height"] + 1
    return wide and high


def place(page: Page, name: str) -> tuple[float, float]:
    """The middle of a field on the screen."""
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.mark.parametrize("size", [10, 20])
@pytest.mark.parametrize("screen", SCREENS)
def test_no_field_is_covered(visitor: NewVisitor, screen: dict[str, Any], size: int) -> None:
    page = visitor(**screen)
    board(page, size)
    expect(page.locator("[data-cell]")).to_have_count(size * size)
    if size == 20 and screen:
        page.get_by_role("button", name="Fit").tap()  # a phone shows only a part
    assert page.evaluate(COVERED) == []


def test_a_board_is_zoomed_by_buttons_wheel_and_keys(visitor: NewVisitor) -> None:
    page = visitor()
    board(page)
    fitting = width(page)
    closer = page.get_by_role("button", name="Zoom in")
    expect(closer).to_have_count(0)  # the fields are large enough to need no buttons
    cell(page, "a1").focus()
    page.keyboard.press("+")
    page.keyboard.press("+")
    assert width(page) == pytest.approx(1.25**2 * fitting)
    page.keyboard.press("-")
    assert width(page) == pytest.approx(1.25 * fitting)
    closer.click()
    assert width(page) == pytest.approx(1.25**2 * fitting)
    page.get_by_role("button", name="Fit").click()
    assert width(page) == pytest.approx(fitting)
    expect(closer).to_have_count(0)
    cell(page, "a1").focus()
    page.keyboard.press("-")  # never smaller than the whole
    assert width(page) == pytest.approx(fitting)
    # The wheel zooms around the mouse.
    before = place(page, "c3")
    page.mouse.move(*before)
    page.mouse.wheel(0, -200)
    expect(page.locator(".surface.pannable")).to_be_visible()
    assert width(page) > 1.2 * fitting
    assert place(page, "c3") == pytest.approx(before, abs=1)


def test_small_fields_have_buttons_to_zoom(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    board(page, 20)
    fitting = width(page)
    page.get_by_role("button", name="Zoom in").tap()
    assert width(page) == pytest.approx(1.25 * fitting)


@pytest.mark.parametrize("screen", SCREENS[1:])
def test_a_phone_shows_the_part_of_a_large_island_where_the_play_is(
    visitor: NewVisitor, screen: dict[str, Any]
) -> None:
    page = visitor(**screen)
    board(page, 20)
    assert width(page) >= LEAST_PX
    assert is_in_sight(page, "a1")
    assert not is_in_sight(page, "t20")
    # All of the island at a tap, and back to the journeyman.
    fit(page, whole=True)
    assert is_in_sight(page, "a1")
    assert is_in_sight(page, "t20")
    fit(page, whole=False)
    assert width(page) >= LEAST_PX
    # A finger pans, and chooses nothing.
    x, y = place(page, "h8")
    drag_finger(page, (x, y), (x - 40, y - 30), (x - 90, y - 60))
    assert not is_in_sight(page, "a1")
    assert page.evaluate("[scrollX, scrollY]") == [0, 0]
    expect(page.locator("[aria-selected=true]")).to_have_count(0)
    fit(page, whole=True)
    fit(page, whole=False)
    # The board follows the journeyman to the far corner.
    for step in range(2, 11):
        play_turn(page, squares(step), touch=True)
        play_turn(page, touch=True)
        assert is_in_sight(page, squares(step))
    assert not is_in_sight(page, "a1")
    # The keys reach every field.
    cell(page, squares(10)).focus()
    page.keyboard.press("Home")
    expect(cell(page, "a10")).to_be_focused()
    assert is_in_sight(page, "a10")
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1


def fit(page: Page, whole: bool) -> None:
    """Show the whole board, or again the part where the play is."""
    page.get_by_role("button", name="Fit").tap()
    expect(page.locator(".surface.pannable")).to_have_count(0 if whole else 1)
    wait_until_drawn(page)


def squares(step: int) -> str:
    """The field on the diagonal."""
    return f"{chr(ord('a') + step - 1)}{step}"


@pytest.mark.parametrize("screen", SCREENS[1:])
def test_a_phone_shows_a_part_of_a_large_park(visitor: NewVisitor, screen: dict[str, Any]) -> None:
    page = visitor(**screen)
    open_room(page, "wege", options={"rows": 16, "cols": 16}, seats=TWO_HERE)
    wait_for_turn(page)
    assert width(page, "h8") >= LEAST_PX
    page.locator("[data-hand]").tap()
    cell(page, "h8").tap()
    cell(page, "h8").tap()  # by touch, moves are confirmed
    expect(page.locator("header h1")).to_contain_text("Bo")
    assert is_in_sight(page, "h8")
    page.keyboard.press("h")
    expect(page.locator("[data-part=board] [data-mark=hint]").first).to_be_attached()
    assert page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1


def test_panning_a_zoomed_board_chooses_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    board(page)
    zoom_in(page, 3)
    x, y = place(page, "e5")
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    assert place(page, "e5") == pytest.approx((x + 60, y + 40), abs=1)
    expect(feedback(page)).to_have_count(0)  # the field under the mouse was not pressed
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
    zoom_in(page, 4)
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
    expect(feedback(page)).to_have_count(0)
