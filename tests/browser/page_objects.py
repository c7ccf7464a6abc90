"""What people do at the page, for all tests of it."""

from __future__ import annotations

import re
from typing import Any, Protocol

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed, so the page is not tried.")
from playwright.sync_api import Locator, Page, expect

__all__ = [
    "PHONE",
    "TWO_HERE",
    "Locator",
    "NewVisitor",
    "Page",
    "board_message",
    "cell",
    "end_turn",
    "expect",
    "headline",
    "log",
    "open_room",
    "play_turn",
    "press",
    "sit",
    "text_board",
    "wait_for_turn",
]

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TWO_HERE: list[dict[str, Any]] = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]


class NewVisitor(Protocol):
    """The fixture `visitor`."""

    def __call__(
        self, width: int = 1280, height: int = 800, *, dark: bool = False, ignore_errors: str = "", **context: Any
    ) -> Page: ...


# In a room


def open_room(page: Page, game: str = "flooding", **request: Any) -> str:
    """Open a room as a program would, go there as who opened it, and give its code."""
    page.goto("/")
    answer = page.request.post("/api/rooms", data={"game": game, **request})
    assert answer.status == 201, answer.text()
    room = answer.json()
    page.evaluate(
        "({code, token, game}) => localStorage.setItem("
        "'ludoteca.rooms', JSON.stringify({[code]: {token, game, at: Date.now()}}))",
        {**room, "game": game},
    )
    page.goto(f"/r/{room['code']}")
    expect(page.get_by_text("Connected", exact=True)).to_be_visible()
    return str(room["code"])


def sit(page: Page, role: str, name: str) -> None:
    """Sit down as somebody who came by link."""
    seat = page.locator(".seat").filter(has=page.get_by_role("heading", name=role))
    seat.get_by_label("Your name").fill(name)
    seat.get_by_role("button", name="Sit down").click()


# At a table


def headline(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def board_message(page: Page) -> Locator:
    """What the house says beside the board."""
    return page.locator(".under .feedback")


def log(page: Page, text: str | re.Pattern[str]) -> Locator:
    """The entries of the log with a text in them."""
    return page.locator("aside").get_by_role("listitem").filter(has_text=text)


def text_board(page: Page) -> Locator:
    return page.get_by_label("The board as text", exact=True)


def wait_for_turn(page: Page) -> None:
    """Wait until it is."""
    expect(headline(page)).to_have_class(re.compile(r"\byours\b"))


def press(thing: Locator, touch: bool) -> None:
    """A finger taps, a mouse clicks."""
    if touch:
        thing.tap()
    else:
        thing.click()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell={name}]")


def end_turn(page: Page) -> Locator:
    return page.get_by_role("button", name="End turn")


def play_turn(page: Page, *fields: str, touch: bool = False) -> None:
    """When it is this page's turn: choose these fields, end it, and wait until the table has taken it."""
    wait_for_turn(page)
    last = page.locator("[aria-current=step]")
    before = last.inner_text() if last.count() else None
    for field in fields:
        press(cell(page, field), touch)
        expect(cell(page, field)).to_have_attribute("aria-selected", "true")
    press(end_turn(page), touch)
    if before is None:
        expect(last).to_be_visible()
    else:
        expect(last).not_to_have_text(before, use_inner_text=True)
