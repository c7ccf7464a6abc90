"""Page objects: what the browser tests find and do on the page."""

from __future__ import annotations

import re
from importlib.util import find_spec
from typing import Any, Protocol

import pytest
from browser.requirements import missing

if find_spec("playwright") is None:
    missing("Playwright is not installed.")
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
    "choose_in_menu",
    "drag_by_touch",
    "end_turn",
    "expect",
    "feedback",
    "headline",
    "hint",
    "join",
    "log",
    "open_menu",
    "open_room",
    "part",
    "piece",
    "play_turn",
    "player",
    "press",
    "primary",
    "prompt",
    "resign",
    "resize",
    "result",
    "show_drawn_board",
    "show_text_board",
    "sit",
    "spectate",
    "tab",
    "tab_to",
    "text_board",
    "two_players",
    "undo",
    "wait_for_turn",
]

Seats = list[dict[str, Any]]

PLAYED_BEFORE = ("flooding/journeyman", "flooding/weather", "latice", "rowsandcols", "waffe", "wege")
"""The games that somebody knows who opens a room: their prompts have no sentence for newcomers."""

FINGER_REST_MS = 100
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
    page.goto("/healthz")  # for the storage of this origin; home would take longer
    answer = page.request.post("/api/rooms", data=room_request(game=game, **request))
    assert answer.status == 201, answer.text()
    room = answer.json()
    page.evaluate(
        """({code, token, game, played}) => {
            localStorage.setItem("ludoteca.rooms", JSON.stringify({[code]: {token, game, at: Date.now()}}));
            localStorage.setItem("ludoteca.first_games", JSON.stringify(played));
        }""",
        {**room, "game": game, "played": dict.fromkeys(PLAYED_BEFORE, "")},
    )
    page.goto(f"/r/{room['code']}")
    expect(page.locator("header h1")).to_be_visible()
    return str(room["code"])


def sit(page: Page, name: str = "Bo", role: str = "") -> None:
    """Accept an invitation; with a role, on that seat."""
    page.get_by_label("Your name").fill(name)
    if role:
        page.get_by_role("radio", name=role).click()
    page.get_by_role("button", name="Sit down and play").click()


def join(page: Page, code: str, name: str = "Bo") -> None:
    """Follow the link to a room with an open seat, and sit down."""
    page.goto(f"/r/{code}")
    sit(page, name)


def waiting_seat(page: Page, number: int) -> Locator:
    """Return a seat of the waiting room."""
    return part(page, "seat").nth(number)


def two_players(visitor: NewVisitor, **request: Any) -> tuple[Page, Page, str]:
    """Start a small game of Flooding Islands between Ada, the host, and Bo; return their pages and the code."""
    ada, bo = visitor(), visitor()
    code = open_room(ada, **{"options": {"size": 4}, "seats": ONE_OPEN, **request})
    bo.goto(f"/r/{code}")
    sit(bo)
    wait_for_turn(ada)
    return ada, bo, code


def spectate(page: Page, code: str) -> None:
    page.goto(f"/r/{code}")
    expect(page.locator("header h1")).to_be_visible()


# The table


def part(page: Page, name: str) -> Locator:
    """Return a part of the table: board, hand, prompt, actions, primary, seat, clock, log, bubble or result."""
    return page.locator(f"[data-part={name}]")


def headline(page: Page) -> Locator:
    """Return the status in the header, or the heading of a page without a table."""
    return page.get_by_role("heading", level=1)


def feedback(page: Page) -> Locator:
    """Return the bubble that says why something did not work."""
    return part(page, "bubble")


def prompt(page: Page) -> Locator:
    """Return the sentence above the buttons: what to do, what a hint advises, or a question."""
    return part(page, "prompt")


def primary(page: Page) -> Locator:
    """Return the filled button."""
    return part(page, "primary")


def undo(page: Page) -> Locator:
    """Return the button that takes back a move, or asks the others for it."""
    return page.get_by_role("button", name=re.compile("^(Undo|Ask to undo|Take back)$"))


def hint(page: Page) -> Locator:
    return page.get_by_role("button", name="Hint", exact=True)


def player(page: Page, name: str) -> Locator:
    """Return a player's strip; one's own says "You"."""
    return part(page, "seat").filter(has=page.locator("b", has_text=re.compile(f"^{re.escape(name)}$")))


def result(page: Page) -> Locator:
    return part(page, "result")


def open_menu(page: Page) -> Locator:
    """Open the table's menu and return its drawer."""
    page.get_by_role("button", name="Menu", exact=True).click()
    drawer = page.locator("dialog[open]")
    expect(drawer).to_be_visible()
    return drawer


def choose_in_menu(page: Page, name: str) -> None:
    open_menu(page).get_by_role("button", name=name, exact=True).click()


def show_text_board(page: Page) -> None:
    choose_in_menu(page, "Text board")


def show_drawn_board(page: Page) -> None:
    choose_in_menu(page, "Show the drawn board")


def resign(page: Page) -> None:
    """Resign by the menu, and confirm it in place of the buttons."""
    choose_in_menu(page, "Resign")
    primary(page).click()


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def tab_to(page: Page, target: str) -> None:
    """Press Tab until an element that matches has the focus."""
    for _ in range(100):
        if page.evaluate("(target) => document.activeElement?.matches(target) ?? false", target):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not reach {target}.")


def log(page: Page, text: str | re.Pattern[str]) -> Locator:
    """Return the log entries that contain a text."""
    return part(page, "log").get_by_role("listitem").filter(has_text=text)


def text_board(page: Page) -> Locator:
    return page.get_by_label("Text board", exact=True)


def wait_for_turn(page: Page) -> None:
    """Wait until it is this page's turn, and its board is drawn."""
    expect(headline(page)).to_have_class(re.compile(r"\bactive\b"))
    expect(page.locator(".loading")).to_have_count(0)


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


def resize(page: Page, size: tuple[int, int]) -> None:
    """Change the size of the window, and wait until the page is drawn in it."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    wait_until_drawn(page)


def wait_until_drawn(page: Page) -> None:
    """Wait until the browser has drawn what has changed, and knows what a finger may do there."""
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def wait_until_at_rest(target: Locator) -> None:
    """Wait until something has not moved for three frames."""
    target.evaluate("""(element) => new Promise((done) => {
        let [last, same] = ["", 0];
        const look = () => {
            const { x, y, width } = element.getBoundingClientRect();
            const now = `${x} ${y} ${width}`;
            same = now === last ? same + 1 : 0;
            last = now;
            if (same > 2) done();
            else requestAnimationFrame(look);
        };
        look();
    })""")


def drag_finger(page: Page, *path: tuple[float, float]) -> None:
    """Drag one finger along a path and lift it where it rests: after a swing the browser ignores the next tap."""
    wait_until_drawn(page)
    session = page.context.new_cdp_session(page)
    for number, (x, y) in enumerate(path):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    page.wait_for_timeout(FINGER_REST_MS)
    session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [{"x": x, "y": y}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wait_until_drawn(page)


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
    wait_until_at_rest(cell(page, target))
    box = cell(page, target).bounding_box()
    assert box is not None
    # The piece hovers above the finger.
    send("touchMove", box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + 44)
    expect(page.locator(f"[data-target='{target}']")).to_have_class(re.compile("aimed"))
    send("touchEnd")


def end_turn(page: Page) -> Locator:
    return page.get_by_role("button", name="End turn")


def play_turn(page: Page, *fields: str, touch: bool = False) -> None:
    """Wait for this page's turn of Flooding Islands, choose fields, end the turn, and wait until the log shows it.

    Without fields, the weather floods nothing, which is asked in place.
    """
    wait_for_turn(page)
    last = page.locator("[aria-current=step]")
    before = last.text_content() if last.count() else None
    for field in fields:
        press(cell(page, field), touch)
        expect(cell(page, field)).to_have_attribute("aria-selected", "true")
    if fields:
        press(end_turn(page), touch)
    else:
        press(action(page, "none"), touch)
        press(primary(page), touch)
    played = last if before is None else last.filter(has_not_text=before)
    expect(played.or_(result(page)).first).to_be_attached()


def by_arrows(page: Page, name: str) -> None:
    """Go to a cell with the arrow keys, and choose it."""
    page.locator("[data-cell][tabindex='0']").focus()
    page.keyboard.press("Home")
    for _ in range(ord(name[0]) - ord("a")):
        page.keyboard.press("ArrowRight")
    row = int((page.locator("[data-cell]:focus").get_attribute("data-cell") or "")[1:])
    for _ in range(abs(int(name[1:]) - row)):
        page.keyboard.press("ArrowDown" if int(name[1:]) > row else "ArrowUp")
    expect(cell(page, name)).to_be_focused()
    page.keyboard.press("Enter")
