"""The table of RowsAndCols: bricks laid by mouse, touch and keyboard, taken back and swapped; zooming the wall."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    Locator,
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
READY = "[data-action=swap]:not([aria-disabled]), .bag.empty"
TRIES = 20
Lay = Callable[[Page, str, str], None]


def prompt(page: Page) -> Locator:
    return page.locator(".prompt")


def last_turn(page: Page) -> Locator:
    return page.locator(".last-turn")


def size(page: Page) -> int:
    return page.locator(".hand li:not(.none)").count()


def targets(page: Page, name: str) -> dict[str, int]:
    """Return the cells where a brick fits with the points of the turn, and put the brick back."""
    piece(page, name).press("Enter")
    expect(piece(page, name)).to_have_attribute("aria-pressed", "true")
    shown: list[list[Any]] = page.locator("[data-target]").evaluate_all(
        "all => all.map((one) => [one.dataset.target, Number(one.textContent)])"
    )
    page.keyboard.press("Escape")
    expect(page.locator("[data-target]")).to_have_count(0)
    return {str(target): int(points) for target, points in shown}


# Ways to lay a brick


def by_drag(page: Page, name: str, target: str) -> None:
    page.mouse.move(*center(piece(page, name)))
    page.mouse.down()
    page.mouse.move(400, 400)  # targets appear once the brick is picked up
    x, y = center(cell(page, target))
    page.mouse.move(x, y, steps=3)
    page.mouse.up()


def by_tap(page: Page, name: str, target: str) -> None:
    piece(page, name).tap()
    cell(page, target).tap()


def by_keyboard(page: Page, name: str, target: str) -> None:
    """Pick the brick up with Enter, which focuses its best cell, and lay it with Enter."""
    piece(page, name).focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell]:focus")).to_have_attribute("aria-label", re.compile("the turn would be worth"))
    page.keyboard.press("Enter")
    expect(page.locator("[data-piece]:focus, [data-action=end]:focus")).to_have_count(1)


def lay_one(page: Page, lay: Lay | None = None) -> bool:
    """Lay the first brick that fits: on its best cell by `lay`, or, without it, quickly on any cell."""
    if not page.locator(FITTING).count():
        return False
    before = size(page)
    name = page.locator(FITTING).first.get_attribute("data-piece") or ""
    if lay is None:
        # Dispatched events do not wait until the wall has stopped moving.
        piece(page, name).dispatch_event("click")
        page.locator(".cell.open").first.dispatch_event("click")
    else:
        where = targets(page, name)
        lay(page, name, max(where, key=lambda target: where[target]))
    expect(page.locator(".hand li:not(.none)")).to_have_count(before - 1)
    return True


def swap_one(page: Page, touch: bool = False) -> None:
    press(action(page, "swap"), touch)
    press(page.locator("[data-piece]").first, touch)
    press(action(page, "swap_yes"), touch)


def take_turn(page: Page, lay: Lay | None = None, most: int = 6, *, touch: bool = False) -> int:
    """Play a turn and return the number of bricks laid; if none fits, swap one or pass."""
    wait_for_turn(page)
    expect(page.locator(READY).first).to_be_visible()
    laid = 0
    while laid < most and lay_one(page, lay):
        laid += 1
    if laid:
        press(action(page, "end"), touch)
    elif action(page, "pass").count():
        press(action(page, "pass"), touch)
    else:
        swap_one(page, touch)
    return laid


def open_table(page: Page, *, fitting: int = 1, seats: list[dict[str, Any]] = AGAINST_BOT) -> None:
    """Open tables until `fitting` bricks can be laid in one turn, and take them back."""
    for _ in range(TRIES):
        open_room(page, "rowsandcols", seats=seats)
        wait_for_turn(page)
        expect(page.locator("[data-piece]")).to_have_count(6)
        laid = 0
        while laid < fitting and lay_one(page):
            laid += 1
        if laid:
            action(page, "undo_all").click()
            expect(page.locator("[data-piece]")).to_have_count(6)
        if laid == fitting:
            return
    pytest.fail("No hand of twenty tables fits.")


def test_two_players_lay_bricks_by_mouse_touch_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = visitor(reduced_motion="no-preference"), visitor(**PHONE, dark=True)
    code = open_room(ada, "rowsandcols", seats=ONE_OPEN)
    join(bo, code)
    hands: list[tuple[Page, Lay, bool]] = [
        (ada, by_drag, False),
        (bo, by_tap, True),
        (ada, by_keyboard, False),
        (bo, drag_by_touch, True),
    ]
    used: set[Lay] = set()
    for number in range(24):
        page, lay, touch = hands[number % 4]
        laid = take_turn(page, lay, 2, touch=touch)
        if laid:
            used.add(lay)
            expect(last_turn(page)).to_have_text(re.compile(r"^(Ada|Bo) scored \d+: a \w+ of \d for \d+"))
        expect(page.locator("h1.yours")).to_have_count(0)
        if number >= 7 and laid and len(used) == 4:
            break
    assert len(used) == 4
    for page in (ada, bo):
        expect(page.locator(".row-points text")).not_to_have_count(0)
        points = [one.strip() for one in page.locator(".row-points text").all_text_contents()]
        text = last_turn(page).inner_text()
        assert all(f"for {one}" in text for one in points)  # every row shows its points
    assert bo.evaluate("document.documentElement.scrollWidth") <= 390


AFTER_THE_BOT = """() => {
    const last = document.querySelector("[aria-current=step]");
    const mine = document.querySelector("h1.yours") && !/Ada/.test(last?.textContent ?? "");
    return mine || document.querySelector(".game-over");
}"""


@pytest.mark.slow
def test_a_whole_game_against_a_bot(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "rowsandcols", seats=AGAINST_BOT)
    for _ in range(100):
        page.wait_for_function(AFTER_THE_BOT)
        if page.locator(".game-over").count():
            break
        take_turn(page)
    expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
    expect(page.locator(".bag b")).to_have_text("0")
    expect(page.locator(".scores")).to_contain_text("★")
    expect(last_turn(page)).to_have_text(re.compile(r"6 more for laying the last brick\.$|passed\.$"))


def test_bricks_are_taken_back_one_by_one_or_all(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page, fitting=2)
    action(page, "undo").click(force=True)
    expect(feedback(page)).to_have_text("You have laid no brick this turn.")
    for _ in range(2):
        lay_one(page)
    prompt_before = prompt(page).inner_text()
    action(page, "swap").click(force=True)
    expect(feedback(page)).to_have_text("You have laid a brick this turn, so you cannot swap any more.")
    action(page, "undo").click()
    expect(page.locator("[data-piece]")).to_have_count(5)
    expect(prompt(page)).not_to_have_text(prompt_before)
    lay_one(page)
    expect(page.locator("[data-piece]")).to_have_count(4)
    action(page, "undo_all").click()
    expect(page.locator("[data-piece]")).to_have_count(6)
    expect(page.locator("[data-cell]")).to_have_count(1)
    # Pressing the last brick takes it back, too.
    lay_one(page)
    page.locator("[data-cell][aria-label*='laid this turn']").click()
    expect(page.locator("[data-piece]")).to_have_count(6)


def test_an_illegal_action_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    action(page, "end").click(force=True)
    expect(feedback(page)).to_have_text("Lay at least one brick before you end the turn.")
    expect(action(page, "end")).to_have_attribute("title", "Lay at least one brick before you end the turn.")
    for _ in range(TRIES):
        if page.locator("[data-piece].idle").count():
            break
        open_table(page)
    idle = page.locator("[data-piece].idle").first
    idle.click()
    expect(prompt(page)).to_have_text(re.compile("fits nowhere now"))
    cell(page, "1,0").click(force=True)
    expect(feedback(page)).to_have_text(re.compile(r"^The row 0,0 to 1,0 would (be mixed|hold \w\w twice)"))
    by_drag(page, idle.get_attribute("data-piece") or "", "0,1")
    expect(feedback(page)).to_have_text(re.compile(r"^The column 0,0 to 0,1 would "))
    expect(page.locator("[data-piece]")).to_have_count(6)


def test_a_swap_is_chosen_confirmed_or_cancelled(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, "rowsandcols", seats=ONE_OPEN)
    join(bo, code)
    wait_for_turn(ada)
    action(ada, "swap").press("Enter")
    expect(ada.locator("[data-piece]").first).to_be_focused()
    action(ada, "swap_yes").click(force=True)
    expect(feedback(ada)).to_have_text("Choose the bricks to swap first.")
    for index in (0, 2, 5, 2):
        ada.locator("[data-piece]").nth(index).click()
    expect(prompt(ada)).to_have_text("2 of 6 chosen. A swap ends your turn.")
    ada.keyboard.press("Escape")
    expect(action(ada, "swap")).to_be_focused()
    action(ada, "swap").click()
    for index in (1, 3, 4):
        ada.locator("[data-piece]").nth(index).click()
    action(ada, "swap_yes").click()
    wait_for_turn(bo)
    expect(last_turn(bo)).to_have_text("Ada swapped 3 bricks.")
    expect(ada.locator(".hand [role=img]")).to_have_count(6)
    action(ada, "swap").click(force=True)
    expect(feedback(ada)).to_have_text("It is not your turn yet.")


def test_at_one_screen_nobody_sees_the_others_bricks(visitor: NewVisitor) -> None:
    page = visitor()
    seats = [{"kind": "here", "name": name} for name in ("Ada", "Bo", "Cy")]
    open_room(page, "rowsandcols", seats=seats)
    for name in ("Ada", "Bo", "Cy", "Ada"):
        expect(page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
        expect(page.locator("[data-piece]")).to_have_count(0)
        expect(page.locator(".hand [aria-label='hidden brick']")).to_have_count(6)
        page.get_by_role("button", name="show my side").click()
        expect(page.locator("[data-piece]")).to_have_count(6)
        swap_one(page)


def width(page: Page, name: str = "0,0") -> float:
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["width"]


def test_the_wall_fits_the_screen_and_is_zoomed_and_panned(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    fitting = width(page)
    x, y = center(cell(page, "0,0"))
    page.mouse.move(x, y)
    page.mouse.wheel(0, -200)
    expect(page.locator(".surface.pannable")).to_be_visible()
    page.wait_for_timeout(100)
    assert width(page) > 1.3 * fitting
    page.mouse.down()
    page.mouse.move(x + 90, y + 40, steps=4)
    page.mouse.up()
    assert center(cell(page, "0,0")) == pytest.approx((x + 90, y + 40), abs=2)
    cell(page, "0,0").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert center(cell(page, "0,0"))[0] < x + 60
    seen = width(page)
    lay_one(page, by_keyboard)
    assert width(page) == pytest.approx(seen)  # a chosen zoom is kept
    page.get_by_role("button", name="All of it").click()
    assert width(page) == pytest.approx(fitting)
    page.keyboard.press("Tab")
    cell(page, "0,0").focus()
    page.keyboard.press("+")
    assert width(page) == pytest.approx(1.25 * fitting)
    page.keyboard.press("0")
    assert width(page) == pytest.approx(fitting)


def test_unseen_bricks_are_counted_and_the_letters_setting_is_kept(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_table(page)
    page.get_by_text("Bricks not yet seen").tap()
    expect(page.locator("[data-unseen] b")).to_have_count(36)
    counts = page.locator("[data-unseen] b").all_inner_texts()
    assert sum(map(int, counts)) == 108 - 1 - 6
    page.get_by_text("Bricks not yet seen").tap()
    expect(page.locator(".hand text")).to_have_count(0)
    page.get_by_label("Letters").check()
    expect(page.locator(".hand text")).to_have_count(6)
    page.reload()
    expect(page.locator(".hand text")).to_have_count(6)
    assert all((one.bounding_box() or {"width": 0})["width"] >= 44 for one in page.locator("[data-piece]").all())


def test_a_tap_may_miss_a_small_cell(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_table(page)
    for _ in range(3):
        page.get_by_role("button", name="Farther").tap()
    page.locator(FITTING).first.tap()
    (x, y), (brick_x, brick_y) = center(page.locator(".cell.open").first), center(cell(page, "0,0"))
    assert width(page) < 30
    page.touchscreen.tap(x + 0.65 * (brick_x - x), y + 0.65 * (brick_y - y))  # on the brick next to it
    expect(page.locator("[data-piece]")).to_have_count(5)
