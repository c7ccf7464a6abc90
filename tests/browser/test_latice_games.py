"""Whole games of Latice against the computer: by pointer, by touch and by keyboard."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.latice_moves import FITTING, Lay, by_drag, by_tap, end, lay_one
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    NewVisitor,
    Page,
    expect,
    open_room,
    part,
    result,
    tab_to,
)

TURNS = 20


def turn_by_keyboard(page: Page, turn: int) -> None:
    """Lay a tile on its best square and end the turn; without one, pass."""
    if page.locator(FITTING).count():
        tab_to(page, FITTING)
        page.keyboard.press("Enter")
        expect(page.locator("[data-cell]:focus")).to_have_attribute("aria-label", re.compile("can be laid for"))
        before = page.locator("[data-part=board] .tile").count()
        page.keyboard.press("Enter")
        expect(page.locator("[data-part=board] .tile")).not_to_have_count(before)
        # Without points for another tile the turn ends by itself, and perhaps the game: its result has a button too.
        ends_turn = page.locator("[data-part=primary]:not([data-part=result] *)")
        expect(ends_turn.or_(page.locator("h1", has_not_text=f"{turn} of {TURNS}")).first).to_be_attached()
        if ends_turn.count():
            page.keyboard.press("Control+Enter")
        return
    tab_to(page, "[data-action=end]")
    page.keyboard.press("Enter")
    tab_to(page, "[data-part=primary]")
    page.keyboard.press("Enter")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lay", "context"),
    [(by_drag, {}), (by_tap, PHONE), (None, {"width": 844, "height": 390})],
    ids=["pointer", "touch", "keyboard"],
)
def test_a_whole_game_against_the_computer(visitor: NewVisitor, lay: Lay | None, context: dict[str, Any]) -> None:
    page = visitor(**context)
    open_room(page, "latice", options={"turns": TURNS}, seats=AGAINST_BOT)
    touch = context is PHONE
    board = None
    for turn in range(1, TURNS, 2):
        mine = page.locator("h1.active", has_text=f"{turn} of {TURNS}")
        expect(mine.or_(result(page)).first).to_be_attached()
        expect(page.locator("[data-piece]").or_(result(page)).first).to_be_visible()
        board = part(page, "board").bounding_box()
        if lay is None:
            turn_by_keyboard(page, turn)
        elif not lay_one(page, lay, touch) or mine.count():
            end(page, touch)
    expect(result(page).get_by_role("heading")).to_have_text(re.compile(r"^(You (won|lost) by \d+|A draw)$"))
    expect(result(page).locator(".body > p:not(.record)").first).to_have_text(
        re.compile(r"^(\w+ laid \d+ tiles?, \w+ \d+|\d+ tiles? each)\.$")
    )
    expect(part(page, "board").locator("[data-mark=recap]")).not_to_have_count(0)
    ended = part(page, "board").bounding_box()
    assert board is not None
    assert ended is not None
    assert [ended[side] for side in ("x", "y", "width", "height")] == pytest.approx(
        [board[side] for side in ("x", "y", "width", "height")], abs=2
    )
