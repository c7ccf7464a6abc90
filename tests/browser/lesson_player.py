"""Plays the moves of a lesson on the page: by mouse, by touch or by keyboard."""

from __future__ import annotations

from browser.page_objects import Locator, Page, action, cell, expect, part, primary
from browser.waffe_player import card

DEVICES = ("mouse", "touch", "keys")
OPEN = ":not([aria-disabled=true])"


class Learner:
    """Somebody who plays a lesson with one device."""

    def __init__(self, page: Page, game: str, device: str) -> None:
        self.page = page
        self.game = game
        self.device = device

    def press(self, target: Locator) -> None:
        """Click, tap, or focus and press Enter."""
        if self.device == "mouse":
            target.click()
        elif self.device == "touch":
            target.tap()
        else:
            expect(target).not_to_have_attribute("aria-disabled", "true")  # a key does not wait for it, as a click does
            target.press("Enter")

    def play(self, move: str) -> None:
        """Make a move, given as text, as its game is played on the page."""
        {
            "flooding": self._choose_fields,
            "latice": self._lay_tile,
            "rowsandcols": self._lay_brick,
            "wege": self._lay_card,
            "waffe": self._play_cards,
        }[self.game](move)

    def _choose_fields(self, move: str) -> None:
        for field in move.split():
            self.press(cell(self.page, field))
            expect(cell(self.page, field)).to_have_attribute("aria-selected", "true")
        self.press(primary(self.page))

    def _lay_tile(self, move: str) -> None:
        name, at, square = move.partition("@")
        if not at:
            return self.press(action(self.page, name))
        self._pick(name)
        self.press(cell(self.page, square))
        return None

    def _lay_brick(self, move: str) -> None:
        name, at, where = move.partition("@")
        if at:
            self._pick(name)
            return self.press(cell(self.page, where))
        if move == "end":
            return self.press(action(self.page, "end"))
        self.press(action(self.page, "swap"))
        for brick in move.split()[1:]:
            self.press(self._piece(brick))
        self.press(action(self.page, "swap_yes"))
        return None

    def _piece(self, kind: str) -> Locator:
        return self.page.locator(f"[data-piece^='{kind}#']").first

    def _pick(self, kind: str) -> None:
        self.press(self._piece(kind))
        expect(self._piece(kind)).to_have_attribute("aria-pressed", "true")

    def _lay_card(self, move: str) -> None:
        where, _, turns = move.removeprefix("x ").partition("/")
        hand = self.page.locator("button[data-hand]")
        expect(hand).to_be_visible()
        if "Your next card" in hand.inner_text():
            self.press(hand)
        expect(hand).to_contain_text("Card in hand:")
        # A new card is turned until it fits somewhere.
        for _ in range((int(turns) - int(hand.get_attribute("data-rotation") or "")) % 4):
            self.press(hand)
        expect(hand).to_have_attribute("data-rotation", turns)
        target = cell(self.page, where)
        self.press(target)
        if move.startswith("x "):
            return self.press(self.page.get_by_role("button", name="Swap", exact=True))
        if self.device == "touch":  # the first tap chooses the cell
            expect(target).to_have_attribute("aria-selected", "true")
            self.press(target)
        return None

    def _play_cards(self, move: str) -> None:
        kind, *names = move.split()
        for name in names:
            self.press(card(self.page, name))
            expect(card(self.page, name)).to_have_attribute("aria-pressed", "true")
        if kind == "pass":  # asked in place; where no card fits, the filled button passes
            ask, filled = (self.page.locator(f"{part}{OPEN}") for part in ("[data-action=pass]", "[data-part=primary]"))
            expect(ask.or_(filled).first).to_be_visible()
            if ask.count():
                self.press(ask)
        self.press(primary(self.page))


def coach(page: Page) -> Locator:
    return part(page, "coach")
