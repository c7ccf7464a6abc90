"""The table of Latice: tiles laid by mouse, finger and keyboard; what cannot be done says why; racks stay secret."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from browser.page_objects import (
    PHONE,
    Locator,
    NewVisitor,
    Page,
    cell,
    expect,
    headline,
    open_room,
    press,
    wait_for_turn,
)

TWO_HERE = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
FITTING = "[data-piece]:not(.idle)"
Lay = Callable[[Page, str, str], None]


def piece(page: Page, name: str) -> Locator:
    return page.locator(f"[data-piece='{name}']")


def action(page: Page, name: str) -> Locator:
    return page.locator(f"[data-action={name}]")


def board_message(page: Page) -> Locator:
    return page.locator(".under .feedback")


def middle(thing: Locator) -> tuple[float, float]:
    thing.scroll_into_view_if_needed()
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_drag(page: Page, name: str, square: str) -> None:
    page.mouse.move(*middle(piece(page, name)))
    page.mouse.down()
    x, y = middle(cell(page, square))
    page.mouse.move(x, y - 30, steps=3)
    page.mouse.move(x, y)
    page.mouse.up()


def by_tap(page: Page, name: str, square: str) -> None:
    piece(page, name).tap()
    cell(page, square).tap()


def by_finger(page: Page, name: str, square: str) -> None:
    """A real touch: what a browser would rather make a scroll of must be a drag. The tile hovers above the finger."""
    touch = page.context.new_cdp_session(page)

    def send(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    square_x, square_y = middle(cell(page, square))
    x, y = middle(piece(page, name))
    send("touchStart", x, y)
    send("touchMove", x, y - 20)
    send("touchMove", square_x, square_y + 44)
    expect(page.locator(f"[data-target={square}]")).to_have_class(re.compile("aimed"))
    send("touchEnd")


def by_keyboard(page: Page, name: str, square: str) -> None:
    """Enter takes the tile up and leads to its best square; arrows lead on from there."""
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
    """Lay the first tile that fits somewhere, on the last of its squares; False when none does."""
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
    """The turn may be over by itself already."""
    if page.locator("h1.yours").count():
        press(action(page, "end"), touch)


def test_a_whole_game_by_mouse_finger_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = visitor(reduced_motion="no-preference"), visitor(**PHONE, dark=True)
    code = open_room(ada, "latice", options={"turns": 12}, seats=[TWO_HERE[0], {"kind": "open"}])
    bo.goto(f"/r/{code}")
    bo.get_by_label("Name").fill("Bo")
    bo.get_by_label("Name").press("Enter")
    hands: list[tuple[Page, Lay, bool]] = [
        (ada, by_drag, False),
        (bo, by_tap, True),
        (ada, by_keyboard, False),
        (bo, by_finger, True),
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
    assert by_drag in used  # the moon always takes a tile; later a rack may hold none that fits
    for page in (ada, bo):
        expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
        laid = page.locator(".laid dd").all_inner_texts()
        order = [1, 0] if page is ada else [0, 1]
        first, second = (laid[index] for index in order)
        expect(page.locator(".head")).to_contain_text(f"Tiles laid: Ada {first}, Bo {second}")


def test_what_cannot_be_done_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=[TWO_HERE[0], {"kind": "bot", "level": 1}])
    wait_for_turn(page)
    cell(page, "a1").click(force=True)
    expect(board_message(page)).to_have_text("Take a tile from your rack first.")
    name = page.locator("[data-piece]").first.get_attribute("data-piece") or ""
    piece(page, name).click()
    cell(page, "a1").click(force=True)
    expect(board_message(page)).to_have_text("The first tile goes on the moon, e5.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-target]")).to_have_count(0)
    by_drag(page, name, "c4")
    expect(board_message(page)).to_have_text("The first tile goes on the moon, e5.")
    action(page, "buy").click(force=True)
    expect(board_message(page)).to_have_text("An action costs 2 points; you have 0.")
    expect(action(page, "buy")).to_have_attribute("title", "An action costs 2 points; you have 0.")
    expect(page.locator("[data-piece]")).to_have_count(5)


def test_an_exchange_asks_first(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=[TWO_HERE[0], {"kind": "open"}])
    other = visitor()
    other.goto(page.url)
    other.get_by_label("Name").fill("Bo")
    other.get_by_label("Name").press("Enter")
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
    expect(board_message(page)).to_have_text("It is not your turn yet.")


def seen_tiles(page: Page) -> list[str]:
    """What the racks say they hold, the one on this side and the other."""
    labels = [page.locator(".rack :is(button, [role=img])"), page.locator(".other-rack")]
    return [one.get_attribute("aria-label") or "" for label in labels for one in label.all()]


def hidden(name: str) -> list[str]:
    return ["1 hidden tile"] * 5 + [f"The rack of {name}: 5 hidden tiles"]


def test_at_one_screen_nobody_sees_the_others_rack(visitor: NewVisitor) -> None:
    page = visitor()
    racks: list[Any] = []

    def hear(frame: Any) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        racks.extend(re.findall(r'"racks":\[(null|\[[^]]*\]),(null|\[[^]]*\])\]', text))

    page.on("websocket", lambda socket: socket.on("framereceived", hear))
    open_room(page, "latice", options={"turns": 4}, seats=TWO_HERE)
    for number in range(4):
        name, other = ("Ada", "Bo") if number % 2 == 0 else ("Bo", "Ada")
        expect(page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
        expect(page.locator("[data-piece]")).to_have_count(0)
        expect(page.locator(".rack [role=img]")).to_have_count(5)
        assert seen_tiles(page) == hidden(other)
        page.get_by_role("button", name="show my side").click()
        expect(page.locator("[data-piece]")).to_have_count(5)
        assert hidden(other)[-1] in seen_tiles(page)
        lay_one(page, by_drag, False)
        if page.locator("[data-action=end]:not([aria-disabled])").count():
            end(page, False)
    expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
    assert ("null", "null") in racks
    assert all("null" in pair for pair in racks)


def test_open_racks_are_open_and_letters_are_remembered(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "latice", options={"open_racks": True}, seats=[TWO_HERE[0], {"kind": "bot", "level": 1}])
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
