"""Page objects: what the browser tests find and do on the page."""

from __future__ import annotations

import re
from typing import Any, Protocol

import pytest

pytest.importorskip("playwright.sync_api", reason="Playwright is not installed.")
from playwright.sync_api import Locator, Page, expect
from room_requests import room_request

__all__ = [
    "AGAINST_BOT",
    "ONE_OPEN",
    "PHONE",
    "TWO_HERE",
    "Locator",
    "NewVisitor",
    "Page",
    "action",
    "cell",
    "center",
    "drag_by_touch",
    "end_turn",
    "expect",
    "feedback",
    "headline",
    "join",
    "log",
    "open_room",
    "piece",
    "play_turn",
    "press",
    "sit",
    "spectate",
    "tab",
    "text_board",
    "two_players",
    "wait_for_turn",
]

Seats = list[dict[str, Any]]

PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
TWO_HERE: Seats = [{"kind": "here", "name": "Ada"}, {"kind": "here", "name": "Bo"}]
ONE_OPEN: Seats = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
AGAINST_BOT: Seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]


class NewVisitor(Protocol):
    """The fixture `visitor`, which opens a page in a new browser context."""

    def __call__(
        self, width: int = 1280, height: int = 800, *, dark: bool = False, ignore_errors: str = "", **context: Any
    ) -> Page: ...


# Rooms


def open_room(page: Page, game: str = "flooding", **request: Any) -> str:
    """Create a room over the API, go there as its host, and return its code."""
    page.goto("/")
    answer = page.request.post("/api/rooms", data=room_request(game=game, **request))
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
    """Sit down in the waiting room."""
    seat = page.locator(".seat").filter(has=page.get_by_role("heading", name=role))
    seat.get_by_label("Your name").fill(name)
    seat.get_by_role("button", name="Sit down").click()


def join(page: Page, code: str, name: str = "Bo") -> None:
    """Follow the link to a room with one open seat, and sit down."""
    page.goto(f"/r/{code}")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Name").press("Enter")


def two_players(visitor: NewVisitor, **request: Any) -> tuple[Page, Page, str]:
    """Start a small game of Flooding Islands between Ada, the host, and Bo; return their pages and the code."""
    ada, bo = visitor(), visitor()
    code = open_room(ada, **{"options": {"size": 4}, "seats": ONE_OPEN, **request})
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    wait_for_turn(ada)
    return ada, bo, code


def spectate(page: Page, code: str) -> None:
    page.goto(f"/r/{code}")
    expect(page.get_by_text("you are watching")).to_be_visible()


# The table


def headline(page: Page) -> Locator:
    return page.get_by_role("heading", level=1)


def feedback(page: Page) -> Locator:
    """Return the message beside the board, such as a refusal."""
    return page.locator(".under .feedback")


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def log(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return the log entries that contain a text."""
    return page.locator("aside").get_by_role("listitem").filter(has_text=text)


def text_board(page: Page) -> Locator:
    return page.get_by_label("The board as text", exact=True)


def wait_for_turn(page: Page) -> None:
    """Wait until it is this page's turn."""
    expect(headline(page)).to_have_class(re.compile(r"\byours\b"))


# The board


def press(target: Locator, touch: bool) -> None:
    """Tap or click."""
    if touch:
        target.tap()
    else:
        target.click()


def center(target: Locator) -> tuple[float, float]:
    """Scroll to a target and return its centre on the screen."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"[data-cell='{name}']")


def piece(page: Page, name: str) -> Locator:
    """Return a piece of the hand."""
    return page.locator(f"[data-piece='{name}']")


def action(page: Page, name: str) -> Locator:
    """Return a button of the action bar."""
    return page.locator(f"[data-action={name}]")


def drag_by_touch(page: Page, name: str, target: str) -> None:
    """Drag a piece to a cell with real touch events, which the browser must not take for scrolling."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = center(piece(page, name))
    send("touchStart", x, y)
    send("touchMove", x, y - 20)
    box = cell(page, target).bounding_box()
    assert box is not None
    # The piece hovers above the finger.
    send("touchMove", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 44)
    expect(page.locator(f"[data-target='{target}']")).to_have_class(re.compile("aimed"))
    send("touchEnd")


def end_turn(page: Page) -> Locator:
    return page.get_by_role("button", name="End turn")


def play_turn(page: Page, *fields: str, touch: bool = False) -> None:
    """Wait for this page's turn of Flooding Islands, choose fields, end the turn, and wait until the log shows it."""
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
