"""Lay tiles in Latice: by mouse, touch and keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

from browser.page_objects import Page, action, cell, center, expect, piece, press, primary

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
    """End the turn, unless it has ended already; without a tile that is asked in place."""
    if not page.locator("h1.active").count():
        return
    press(action(page, "end"), touch)
    if page.get_by_text("End your turn without laying a tile?").count():
        press(primary(page), touch)
