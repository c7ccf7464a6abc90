"""Lay bricks in RowsAndCols: by mouse, touch and keyboard, one at a time or a whole turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    Locator,
    Page,
    action,
    cell,
    center,
    expect,
    open_room,
    part,
    piece,
    press,
    wait_for_turn,
    wait_until_at_rest,
)

FITTING = "[data-piece]:not(.idle)"
READY = "[data-action=swap]:not([aria-disabled]), .bag.empty"
TRIES = 20
Lay = Callable[[Page, str, str], None]


def last_turn(page: Page) -> Locator:
    """Return the last line of the log."""
    return part(page, "log").locator("[aria-current=step]")


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


def drag(page: Page, name: str, target: str) -> None:
    """Drag a brick over a cell by mouse, without dropping it, and follow the cell until the wall rests."""
    wait_until_at_rest(piece(page, name))
    page.mouse.move(*center(piece(page, name)))
    page.mouse.down()
    page.mouse.move(600, 400)  # the cells around the wall appear once the brick is picked up
    expect(piece(page, name)).to_have_attribute("aria-pressed", "true")
    aim: tuple[float, float] | None = None
    while aim != center(cell(page, target)):
        aim = center(cell(page, target))
        page.mouse.move(*aim, steps=3)
        wait_until_at_rest(cell(page, target))


def by_drag(page: Page, name: str, target: str) -> None:
    drag(page, name, target)
    expect(page.locator(f"[data-target='{target}']")).to_have_class(re.compile("aimed"))
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


def swap(page: Page, touch: bool = False) -> None:
    """Swap three bricks: six swaps in a row end the game, and with fewer new bricks that happened by chance."""
    press(action(page, "swap"), touch)
    for index in range(min(3, page.locator("[data-piece]").count(), int(page.locator(".bag b").inner_text()))):
        press(page.locator("[data-piece]").nth(index), touch)
    press(action(page, "swap_yes"), touch)


def end_turn(page: Page, laid: int, touch: bool = False) -> None:
    """End the turn; without a brick laid, pass or swap."""
    if laid:
        press(action(page, "end"), touch)
    elif action(page, "pass").count():
        press(action(page, "pass"), touch)
    else:
        swap(page, touch)


def take_turn(page: Page, lay: Lay | None = None, most: int = 6, *, touch: bool = False) -> int:
    """Play a turn and return the number of bricks laid; if none fits, swap or pass."""
    wait_for_turn(page)
    expect(page.locator(READY).first).to_be_visible()
    laid = 0
    while laid < most and lay_one(page, lay):
        laid += 1
    end_turn(page, laid, touch)
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


def width(page: Page, name: str = "0,0") -> float:
    box = cell(page, name).bounding_box()
    assert box is not None
    return box["width"]
