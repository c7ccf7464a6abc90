"""The table of Waffe: cards selected by mouse, touch and keyboard, previews, and hidden hands."""

from __future__ import annotations

import json
import re
from itertools import combinations
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    action,
    expect,
    feedback,
    headline,
    join,
    open_room,
    press,
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

    def act(self, name: str) -> None:
        if self.device == "keys":
            action(self.page, name).press("Enter")
        else:
            press(action(self.page, name), self.device == "touch")


def as_set(cards: Any) -> int:
    return sum(BIT[CARD_NAMES.index(name)] for name in cards)


def card(page: Page, name: str) -> Locator:
    return page.locator(f"button[data-card='{name}']")


def own_hand(page: Page) -> Locator:
    return page.get_by_label("Your hand", exact=True).locator("[data-card]")


def preview(page: Page, is_: str) -> Locator:
    return page.locator(f"[data-preview={is_}]")


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
    page, choices = player.page, player.choices
    cards = choices["hand"] + choices["table"]
    plays = player.plays(cards, 3) or player.plays(cards + choices["other"], 2)
    if not plays:
        player.act("pass")
        if choices["play"]:
            player.act("yes")
    else:
        for name in plays[-1]:
            player.choose(name)
        expect(preview(page, "ok")).to_be_visible()
        player.act("play")
    expect(page.locator("h1.yours")).to_have_count(0)


@pytest.mark.slow
def test_a_whole_game_by_mouse_touch_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = seated(visitor, options={"hand": 5})
    for number in range(200):
        player, other = (ada, bo) if number % 2 == 0 else (bo, ada)
        ada.device = "mouse" if number % 4 == 0 else "keys"
        wait_for_turn(player.page)
        take_turn(player)
        expect(headline(other.page)).to_have_text(re.compile(r"^Your turn|wins\.|draw"))
        if other.table["room"]["phase"] == "over":
            break
    for page in (ada.page, bo.page):
        expect(headline(page)).to_have_text(re.compile(r"wins\.|draw"))
        expect(action(page, "play")).to_have_count(0)
        expect(page.locator("[data-laid]").first).to_be_visible()


def test_selected_cards_show_a_preview_or_a_refusal(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    page, hand = ada.page, ada.choices["hand"]
    good = set(ada.plays(hand, 2))
    bad = next(two for two in combinations(hand, 2) if two not in good)
    action(page, "play").click(force=True)
    expect(feedback(page)).to_have_text("Choose at least one card.")
    ada.choose(bad[0])
    expect(preview(page, "ok")).to_contain_text(re.compile("A suit of "))
    ada.choose(bad[1])
    expect(preview(page, "no")).to_contain_text("These make no type.")
    expect(preview(page, "no").get_by_role("listitem").first).to_contain_text("no suit, as ")
    action(page, "play").click(force=True)
    expect(feedback(page)).to_have_text("These make no type.")
    page.keyboard.press("Escape")  # clears the selection, does not open the menu
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(own_hand(page)).to_have_count(10)


def test_a_card_dragged_onto_the_field_is_selected(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    name = ada.choices["hand"][0]
    card(ada.page, name).hover()
    ada.page.mouse.down()
    ada.page.get_by_label("The field", exact=True).hover(force=True)
    ada.page.mouse.up()
    expect(card(ada.page, name)).to_have_attribute("aria-pressed", "true")
    expect(preview(ada.page, "ok")).to_be_visible()
    action(ada.page, "play").click()
    expect(ada.page.locator(f"[data-laid='{name}']")).to_be_visible()


def test_a_pass_says_what_it_does_and_asks_if_a_play_exists(visitor: NewVisitor) -> None:
    ada, bo = seated(visitor, options={"must_play": True})
    page = ada.page
    action(page, "pass").click()
    question = page.get_by_role("alertdialog")
    expect(question).to_contain_text("Your 10 cards in hand are laid open.")
    expect(question).to_contain_text("You draw no card: pass 1 of the 4")
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(action(page, "pass")).to_be_focused()
    action(page, "pass").click()
    action(page, "yes").click()
    wait_for_turn(bo.page)
    expect(bo.page.get_by_label("The field", exact=True)).to_contain_text("10 cards were laid open.")
    expect(bo.page.get_by_label("The table hand of Ada").locator("button")).to_have_count(10)
    expect(page.get_by_label("Your table hand").locator("button")).to_have_count(10)
    # Open cards must be played.
    action(bo.page, "pass").tap(force=True)
    expect(feedback(bo.page)).to_contain_text("You may not pass: cards that lie open can be played")


def test_the_field_shows_its_log_and_the_last_play(visitor: NewVisitor) -> None:
    ada, bo = seated(visitor)
    opening = ada.plays(ada.choices["hand"], 2)[-1]
    for name in opening:
        ada.choose(name)
    ada.act("play")
    wait_for_turn(bo.page)
    expect(bo.page.locator("[data-laid]")).to_have_count(len(opening))
    for name in opening:
        expect(bo.page.locator(f"[data-laid='{name}']")).to_have_attribute(
            "aria-label", re.compile("just played by Ada$")
        )
    expect(bo.page.get_by_label("The field", exact=True)).to_contain_text("opened by Ada")
    expect(bo.page.locator(".log li").first).to_contain_text("Ada opened")
    expect(bo.page.locator(".log li svg")).to_have_count(len(opening))


def test_at_one_screen_nobody_sees_the_others_hand(visitor: NewVisitor) -> None:
    page = visitor()
    hands: list[tuple[str, str]] = []

    def read_frame(frame: Any) -> None:
        hands.extend(re.findall(r'"hands":\[(null|\[[^]]*\]),(null|\[[^]]*\])\]', frame))

    page.on("websocket", lambda socket: socket.on("framereceived", read_frame))
    open_room(page, "waffe", seats=TWO_HERE)
    for name in ("Ada", "Bo", "Ada"):
        expect(page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
        expect(page.locator(".own-side .hand [data-card]")).to_have_count(0)
        expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(2)
        page.get_by_role("button", name="show my side").click()
        expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(1)
        fitting = own_hand(page).and_(page.locator("[aria-label*='goes alone']"))
        one = fitting.first if name == "Bo" and fitting.count() else own_hand(page).first
        one.click()
        expect(page.locator("[data-preview]")).to_be_visible()
        if preview(page, "ok").count():
            action(page, "play").click()
        else:
            page.keyboard.press("Escape")
            action(page, "pass").click()
            page.wait_for_timeout(200)
            if action(page, "yes").count():
                action(page, "yes").click()
    assert ("null", "null") in hands
    assert all("null" in pair for pair in hands)


def test_fifteen_cards_fit_fingers_and_sorting_is_kept(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "waffe", options={"hand": 15}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(own_hand(page)).to_have_count(15)
    boxes = [box for one in own_hand(page).all() if (box := one.bounding_box())]
    assert min(box["width"] for box in boxes) >= 43
    assert min(box["height"] for box in boxes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    def suits() -> list[str]:
        names = own_hand(page).evaluate_all("cards => cards.map((card) => card.dataset.card)")
        return [name[1] for name in names if name[1] in "CDHS"]

    page.get_by_role("button", name="Suit", exact=True).tap()
    page.get_by_label("4 colours").uncheck()
    for _ in range(2):
        expect(page.get_by_role("button", name="Suit", exact=True)).to_have_attribute("aria-pressed", "true")
        expect(page.get_by_label("4 colours")).not_to_be_checked()
        assert suits() == sorted(suits())
        page.reload()
        expect(own_hand(page)).to_have_count(15)
