"""Whole games of RowsAndCols against the computer: by pointer, by touch and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    NewVisitor,
    Page,
    action,
    expect,
    open_room,
    part,
    piece,
    press,
    result,
    tab_to,
)
from browser.rowsandcols_moves import FITTING, end_turn, size

import ludoteca

Turn = Callable[[Page], None]
HALF = 40
"""Bricks left in the bag."""

AFTER_THE_BOT = """() => {
    const last = document.querySelector("[aria-current=step]");
    const ready = document.querySelector("[data-action=swap]:not([aria-disabled]), .bag.empty");
    const mine = document.querySelector("h1.active") && ready && !/You/.test(last?.textContent ?? "");
    return mine || document.querySelector("[data-part=result]");
}"""
IN_SIGHT = """() => [...document.querySelectorAll(".cell.open")].filter((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest("[data-cell]") === cell;
}).map((cell) => {
    const { x, y, width, height } = cell.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
})"""
"""The middles of the cells where the picked brick fits, if nothing covers them."""


def turn_by_pointer(page: Page, touch: bool = False) -> None:
    laid = 0
    while page.locator(FITTING).count():
        before = size(page)
        name = page.locator(FITTING).first.get_attribute("data-piece") or ""
        press(piece(page, name), touch)
        expect(piece(page, name)).to_have_attribute("aria-pressed", "true")
        page.wait_for_function(f"() => ({IN_SIGHT})().length")
        x, y = page.evaluate(IN_SIGHT)[0]
        (page.touchscreen.tap if touch else page.mouse.click)(x, y)
        expect(page.locator(".hand li:not(.none)")).to_have_count(before - 1)
        laid += 1
    end_turn(page, laid, touch)


def turn_by_touch(page: Page) -> None:
    turn_by_pointer(page, touch=True)


def turn_by_keyboard(page: Page) -> None:
    laid = 0
    while page.locator(FITTING).count():
        before = size(page)
        tab_to(page, FITTING)
        page.keyboard.press("Enter")
        expect(page.locator("[data-cell]:focus")).to_have_attribute("aria-label", re.compile("would be worth"))
        page.keyboard.press("Enter")
        expect(page.locator(".hand li:not(.none)")).to_have_count(before - 1)
        laid += 1
    if laid:
        page.keyboard.press("Control+Enter")
    elif action(page, "pass").count():
        tab_to(page, "[data-action=pass]")
        page.keyboard.press("Enter")
    else:
        tab_to(page, "[data-action=swap]")
        page.keyboard.press("Enter")
        expect(page.locator("[data-piece]").first).to_be_focused()
        page.keyboard.press("Enter")
        tab_to(page, "[data-action=swap_yes]")
        page.keyboard.press("Enter")


def half_way() -> dict[str, Any]:
    """Return a position in which half of the bricks are laid: a whole game has about fifty turns."""
    game = ludoteca.game("rowsandcols")
    state, bot = game.new(seats=2, seed="half"), game.bot(1, seed=1)
    while len(game.position(state)["bag"]) > HALF or game.position(state)["placed"]:
        state = game.play(state, bot.move(state))
    return game.position(state)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("take_turn", "context", "start"),
    [
        (turn_by_pointer, {}, None),
        (turn_by_touch, PHONE, half_way()),
        (turn_by_keyboard, {"width": 844, "height": 390}, half_way()),
    ],
    ids=["pointer", "touch", "keyboard"],
)
def test_a_game_against_the_computer_to_its_end(
    visitor: NewVisitor, take_turn: Turn, context: dict[str, Any], start: dict[str, Any] | None
) -> None:
    page = visitor(**context)
    open_room(page, "rowsandcols", seats=AGAINST_BOT, **({} if start is None else {"start": start}))
    board = None
    for _ in range(100):
        page.wait_for_function(AFTER_THE_BOT)
        if result(page).count():
            break
        board = part(page, "board").bounding_box()
        take_turn(page)
    expect(result(page).get_by_role("heading")).to_have_text(re.compile(r"^(You (won|lost) by \d+|A draw)$"))
    expect(result(page).locator(".body > p:not(.record)").first).to_have_text(
        re.compile(r"^(\w+ laid the last brick: \+6|Nobody could lay another brick)\. \w+ \d+, \w+ \d+\.$")
    )
    expect(page.locator(".bag b")).to_have_text("0")
    ended = part(page, "board").bounding_box()
    assert board is not None
    assert ended is not None
    assert [ended[side] for side in ("x", "y", "width", "height")] == pytest.approx(
        [board[side] for side in ("x", "y", "width", "height")], abs=2
    )
