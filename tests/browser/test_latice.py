"""The table of Latice: tiles laid by mouse, touch and keyboard, refusals, and hidden racks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    TWO_HERE,
    NewVisitor,
    Page,
    action,
    cell,
    center,
    drag_by_touch,
    expect,
    feedback,
    headline,
    join,
    open_room,
    piece,
    press,
    wait_for_turn,
)

FITTING = "[data-piece]:not(.idle)"
Lay = Callable[[Page, str, str], None]


def by_drag(page: Page, name: str, square: str) -> None:
    page.mouse.move(*center(piece(page, name)))
    page.mouse.down()
    x, y = center(cell(page, square))
    page.mouse.move(x, y - 30, steps=3)
    page.mouse.move(x, y)
    page.mouse.up()


def by_tap(page: Page, name: str, square: str) -> None:
    piece(page, name).tap()
    cell(page, square).tap()


def by_keyboard(page: Page, name: str, square: str) -> None:
    """Pick the tile up with Enter, which focuses its best square, go on with arrows, and lay it with Enter."""
    piece(page, name).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell]:focus")).to_have_count(1)
    here = page.locator("[data-cell]:focus").get_attribute("data-cell") or ""
    across, down = ord(square[0]) - ord(here[0]), int(square[1]) - int(here[1])
    for steps, key in ((across, "ArrowRight"), (-across, "ArrowLeft"), (down, "ArrowDown"), (-down, "ArrowUp")):
        for _ in range(steps):
            page.keyboard.press(key)
    page.keyboard.press("Enter")


def lay_one(page: Page, lay: Lay, touch: bool) -> bool:
    """Lay the first tile that fits, on the last of its squares; return False if none fits."""
    found = page.locator(FITTING)
    if not found.count():
        return False
    name = found.first.get_attribute("data-piece") or ""
    press(piece(page, name), touch)
    square = page.locator("[data-target]").last.get_attribute("data-target") or ""
    expect(cell(page, square)).to_have_attribute("aria-label", re.compile(r"can be laid for \d points?$"))
    press(piece(page, name), touch)
    expect(page.locator("[data-target]")).to_have_count(0)
    lay(page, name, square)
    expect(cell(page, square)).not_to_have_attribute("aria-label", re.compile("empty"))
    return True


def end(page: Page, touch: bool) -> None:
    """End the turn, unless it has ended already."""
    if page.locator("h1.yours").count():
        press(action(page, "end"), touch)


@pytest.mark.slow
def test_a_whole_game_by_mouse_touch_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = visitor(reduced_motion="no-preference"), visitor(**PHONE, dark=True)
    code = open_room(ada, "latice", options={"turns": 12}, seats=ONE_OPEN)
    join(bo, code)
    hands: list[tuple[Page, Lay, bool]] = [
        (ada, by_drag, False),
        (bo, by_tap, True),
        (ada, by_keyboard, False),
        (bo, drag_by_touch, True),
    ]
    used = set()
    for number in range(12):
        page, lay, touch = hands[number % 4]
        wait_for_turn(page)
        expect(page.locator(".head")).to_contain_text(f"Turn {number + 1} of 12")
        if lay_one(page, lay, touch):
            used.add(lay)
        end(page, touch)
        expect(page.locator("h1.yours")).to_have_count(0)
    assert by_drag in used  # any tile fits the moon; later a rack may have none that fits
    for page in (ada, bo):
        expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
        laid = page.locator(".laid dd").all_inner_texts()
        order = [1, 0] if page is ada else [0, 1]
        first, second = (laid[index] for index in order)
        expect(page.locator(".head")).to_contain_text(f"Tiles laid: Ada {first}, Bo {second}")


def test_an_illegal_action_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    cell(page, "a1").click(force=True)
    expect(feedback(page)).to_have_text("Take a tile from your rack first.")
    name = page.locator("[data-piece]").first.get_attribute("data-piece") or ""
    piece(page, name).click()
    cell(page, "a1").click(force=True)
    expect(feedback(page)).to_have_text("The first tile goes on the moon, e5.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-target]")).to_have_count(0)
    by_drag(page, name, "c4")
    expect(feedback(page)).to_have_text("The first tile goes on the moon, e5.")
    action(page, "buy").click(force=True)
    expect(feedback(page)).to_have_text("An action costs 2 points; you have 0.")
    expect(action(page, "buy")).to_have_attribute("title", "An action costs 2 points; you have 0.")
    expect(page.locator("[data-piece]")).to_have_count(5)


def test_an_exchange_asks_for_confirmation(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, "latice", seats=ONE_OPEN)
    other = visitor()
    join(other, code)
    wait_for_turn(page)
    action(page, "exchange").click()
    page.get_by_role("button", name="Keep it").click()
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    action(page, "exchange").click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    expect(action(page, "exchange")).to_be_focused()
    wait_for_turn(page)
    action(page, "exchange").click()
    page.get_by_role("button", name="Yes, exchange").click()
    wait_for_turn(other)
    expect(other.locator(".move-log")).to_contain_text("rack exchanged")
    action(page, "end").click(force=True)
    expect(feedback(page)).to_have_text("It is not your turn yet.")


def rack_labels(page: Page) -> list[str]:
    """Return the labels of both racks."""
    labels = [page.locator(".rack :is(button, [role=img])"), page.locator(".other-rack")]
    return [one.get_attribute("aria-label") or "" for label in labels for one in label.all()]


def hidden(name: str) -> list[str]:
    return ["1 hidden tile"] * 5 + [f"The rack of {name}: 5 hidden tiles"]


def test_at_one_screen_nobody_sees_the_others_rack(visitor: NewVisitor) -> None:
    page = visitor()
    racks: list[Any] = []

    def read_frame(frame: Any) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        racks.extend(re.findall(r'"racks":\[(null|\[[^]]*\]),(null|\[[^]]*\])\]', text))

    page.on("websocket", lambda socket: socket.on("framereceived", read_frame))
    open_room(page, "latice", options={"turns": 4}, seats=TWO_HERE)
    for number in range(4):
        name, other = ("Ada", "Bo") if number % 2 == 0 else ("Bo", "Ada")
        expect(page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
        expect(page.locator("[data-piece]")).to_have_count(0)
        expect(page.locator(".rack [role=img]")).to_have_count(5)
        assert rack_labels(page) == hidden(other)
        page.get_by_role("button", name="show my side").click()
        expect(page.locator("[data-piece]")).to_have_count(5)
        assert hidden(other)[-1] in rack_labels(page)
        lay_one(page, by_drag, False)
        if page.locator("[data-action=end]:not([aria-disabled])").count():
            end(page, False)
    expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
    assert ("null", "null") in racks
    assert all("null" in pair for pair in racks)


def test_open_racks_are_shown_and_the_letters_setting_is_kept(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "latice", options={"open_racks": True}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.locator(".other-rack")).to_have_attribute("aria-label", re.compile(r"(\w+ \w+, ){4}\w+ \w+$"))
    expect(page.locator(".rack text")).to_have_count(0)
    page.get_by_label("Letters").check()
    expect(page.locator(".rack text")).to_have_count(5)
    page.reload()
    expect(page.locator(".rack text")).to_have_count(5)
    sizes = [thing.bounding_box() for thing in (cell(page, "a1"), page.locator("[data-piece]").first)]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert sizes[0]["width"] >= 38
    assert sizes[1]["width"] >= 48
