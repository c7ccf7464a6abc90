"""A player of Waffe Game 2: chooses and plays cards by mouse, touch or keyboard."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    Locator,
    NewVisitor,
    Page,
    action,
    expect,
    join,
    open_room,
    part,
    press,
    primary,
    prompt,
    wait_for_turn,
)

from ludoteca.games.waffe.cards import BECOMES, BIT, CARD_NAMES, TYPE_NAMES, types_of


class Player:
    """A player with the last table message that the page received."""

    def __init__(self, page: Page, device: str = "mouse") -> None:
        self.page = page
        self.device = device
        self.table: dict[str, Any] = {}
        page.on("websocket", lambda socket: socket.on("framereceived", self._read_frame))

    def _read_frame(self, frame: Any) -> None:
        message = json.loads(frame)
        if message["type"] == "table":
            self.table = message

    @property
    def choices(self) -> dict[str, Any]:
        while not self.table.get("choices"):  # the page may show a turn before its message is reported here
            self.page.wait_for_timeout(10)
        return dict(self.table["choices"])

    def plays(self, cards: list[str], most: int) -> list[tuple[str, ...]]:
        """Return the plays of at most `most` of these cards."""
        view = self.table["view"]
        allowed = BECOMES[sum(BIT[TYPE_NAMES.index(name)] for name in view["types"])]
        sets = (some for count in range(1, most + 1) for some in combinations(cards, count))
        return [some for some in sets if types_of(as_set(view["field"]) | as_set(some)) & allowed]

    def choose(self, name: str) -> None:
        if self.device == "keys":
            self._walk_to(name)
            self.page.keyboard.press("Space")
        else:
            press(card(self.page, name), self.device == "touch")
        expect(card(self.page, name)).to_have_attribute("aria-pressed", "true")

    def _walk_to(self, name: str) -> None:
        """Move the focus to a card with the arrow keys."""
        fan = self.page.locator("ul").filter(has=card(self.page, name)).last
        fan.locator("button[tabindex='0']").focus()
        self.page.keyboard.press("Home")
        for row in range(4):
            for _ in range(20):
                if self.page.evaluate("document.activeElement.dataset.card") == name:
                    return
                self.page.keyboard.press("ArrowRight")
            assert row < 3, f"{name} cannot be reached"
            self.page.keyboard.press("Home")
            for _ in range(row + 1):
                self.page.keyboard.press("ArrowDown")

    def confirm(self) -> None:
        """Press the filled button."""
        self._press(primary(self.page))

    def ask_to_pass(self) -> None:
        self._press(action(self.page, "pass"))

    def _press(self, button: Locator) -> None:
        if self.device == "keys":
            button.press("Enter")
        else:
            press(button, self.device == "touch")


def as_set(cards: Any) -> int:
    return sum(BIT[CARD_NAMES.index(name)] for name in cards)


def card(page: Page, name: str) -> Locator:
    return page.locator(f"button[data-card='{name}']")


def own_hand(page: Page) -> Locator:
    return page.get_by_label("Your hand", exact=True).locator("[data-card]")


def preview(page: Page, is_: str) -> Locator:
    """Return the field while the chosen cards fit ("ok") or do not ("no")."""
    return page.locator(f"[data-preview={is_}]")


def field(page: Page) -> Locator:
    return page.get_by_label("The field", exact=True).and_(page.locator("section"))


def box_of(one: Locator) -> dict[str, float]:
    box = one.bounding_box()
    assert box is not None
    return {"x": box["x"], "y": box["y"], "width": box["width"], "height": box["height"]}


def step(page: Page, name: str) -> Locator:
    """Return a step of the ladder of types."""
    return page.get_by_label("Types in order").get_by_role("listitem").filter(has_text=re.compile(f"{name}, "))


def seated(visitor: NewVisitor, **request: Any) -> tuple[Player, Player]:
    """Start a game between Ada on a desktop and Bo on a phone."""
    ada, bo = Player(visitor(reduced_motion="no-preference")), Player(visitor(**PHONE, dark=True), "touch")
    code = open_room(ada.page, "waffe", seats=ONE_OPEN, **request)
    join(bo.page, code)
    wait_for_turn(ada.page)
    return ada, bo


def alone(visitor: NewVisitor, **request: Any) -> Player:
    """Start a game of Ada against a bot, at her turn."""
    ada = Player(visitor())
    open_room(ada.page, "waffe", seats=AGAINST_BOT, **request)
    wait_for_turn(ada.page)
    expect(own_hand(ada.page).first).to_be_visible()
    return ada


def take_turn(player: Player) -> None:
    """Play up to three cards, or pass; return when the page shows it."""
    page, choices = player.page, player.choices
    cards = choices["hand"] + choices["table"]
    plays = player.plays(cards, 3) or player.plays(cards + choices["other"], 2)
    if plays:
        for name in plays[-1]:
            player.choose(name)
        expect(preview(page, "ok")).to_be_visible()
        expect(primary(page)).to_have_text(re.compile(f"^Play {len(plays[-1])} cards?$"))
    elif choices["play"]:
        player.ask_to_pass()
        expect(prompt(page)).to_contain_text("Pass, although a card fits?")
    player.confirm()
    if plays:
        for name in plays[-1]:
            expect(card(page, name)).to_have_count(0)
    elif choices["hand"]:
        expect(part(page, "hand").locator(f"[data-card='{choices['hand'][0]}']")).to_have_count(0)
    else:
        expect(page.locator("h1.active")).to_have_count(0)
