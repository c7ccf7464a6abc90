"""The table of Wege: cards turned up, turned and laid by mouse, touch and keyboard, swaps, hints, and the score."""

from __future__ import annotations

import re
from collections.abc import Callable
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
    by_arrows,
    cell,
    center,
    drag_by_touch,
    expect,
    feedback,
    headline,
    hint,
    join,
    log,
    open_room,
    part,
    primary,
    prompt,
    result,
    undo,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

Lay = Callable[[Page, str], None]
LAID = "[data-cell]:not([aria-label*=empty])"
SIZES = [(1280, 800, 620), (1920, 1080, 860), (820, 1180, 620), (390, 844, 374), (844, 390, 360), (1366, 680, 500)]
"""Windows, and the least width of the board there."""


def hand(page: Page) -> Locator:
    return page.locator("[data-hand]")


def fitting(page: Page, fit: str = "place") -> list[str]:
    """Return the cells with this mark for the card in hand."""
    return [
        name or ""
        for name in page.locator(f"[data-cell]:has([data-fit={fit}])").evaluate_all(
            "cells => cells.map((cell) => cell.dataset.cell)"
        )
    ]


def turn_up(page: Page, key: str = "") -> None:
    """Turn up the card in hand, if it lies face down, by a press or by a key."""
    wait_for_turn(page)
    expect(page.locator("button[data-hand]")).to_be_visible()
    if "Your next card" in hand(page).inner_text():
        if key:
            page.keyboard.press(key)
        else:
            hand(page).click()
    expect(hand(page)).to_contain_text("Card in hand:")


def by_click(page: Page, name: str) -> None:
    cell(page, name).click()


def by_tap(page: Page, name: str) -> None:
    """Tap twice: the first tap chooses the cell."""
    cell(page, name).tap()
    expect(cell(page, name)).to_have_attribute("aria-selected", "true")
    cell(page, name).tap()


def by_button(page: Page, name: str) -> None:
    cell(page, name).tap()
    expect(primary(page)).to_have_text(f"Lay on {name}")
    primary(page).tap()


def by_drag(page: Page, name: str) -> None:
    page.mouse.move(*center(hand(page)))
    page.mouse.down()
    x, y = center(cell(page, name))
    page.mouse.move(x, y - 20, steps=3)
    page.mouse.move(x, y)
    page.mouse.up()


def by_keyboard(page: Page, name: str) -> None:
    cell(page, name).focus()
    page.keyboard.press("Enter")


def lay(page: Page, way: Lay = by_click) -> str:
    """Lay the card in hand on the last cell where it fits, and wait until the server has it."""
    turn_up(page)
    expect(page.locator("[data-fit=place]").first).to_be_visible()
    name = fitting(page)[-1]
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("the card in hand fits"))
    before = re.search(r"\d+ of", headline(page).text_content() or "")
    assert before is not None
    way(page, name)
    expect(headline(page).filter(has_not_text=before[0]).or_(result(page)).first).to_be_attached()
    expect(cell(page, name)).not_to_have_attribute("aria-label", re.compile("empty"))
    return name


def totals(page: Page) -> list[str]:
    return page.locator("table[aria-label='Final score'] td[data-line=total]").all_text_contents()


def test_a_whole_game_by_mouse_touch_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = visitor(reduced_motion="no-preference"), visitor(**PHONE, dark=True)
    code = open_room(ada, "wege", options={"rows": 4, "cols": 3, "specials": 1}, seats=ONE_OPEN)
    join(bo, code)
    hands = [(ada, by_click), (bo, by_tap), (ada, by_drag), (bo, by_button), (ada, by_keyboard), (bo, by_keyboard)]
    for number in range(12):
        page, way = hands[number % len(hands)]
        other = bo if page is ada else ada
        expect(other.locator("[data-fit]")).to_have_count(0)
        lay(page, way)
        if number < 11:
            expect(prompt(page)).to_contain_text(f"{'Bo' if page is ada else 'Ada'} lays this card next.")
    for page in (ada, bo):
        expect(result(page)).to_be_visible()
        expect(page.locator("[data-mark=path], [data-mark=stream]").first).to_be_visible()
        expect(hand(page)).to_have_count(0)
    expect(ada.get_by_role("table", name="Final score")).to_be_visible()
    result(bo).get_by_role("button", name="What the points come from").first.tap()
    expect(bo.get_by_role("dialog").get_by_role("table", name="Final score")).to_be_visible()
    assert totals(ada) == totals(bo)
    assert len(totals(ada)) == 2


@pytest.mark.parametrize(
    ("screen", "way"),
    [
        pytest.param({}, by_click, id="mouse"),
        pytest.param(PHONE, by_tap, id="touch"),
        pytest.param({"width": 844, "height": 390}, by_arrows, id="keyboard"),
    ],
)
def test_a_game_against_the_computer_is_played_to_its_end(
    visitor: NewVisitor, screen: dict[str, Any], way: Lay
) -> None:
    page = visitor(**screen)
    open_room(page, "wege", options={"rows": 3, "cols": 3, "specials": 2}, seats=AGAINST_BOT)
    yours = page.locator("h1.active")
    expect(yours).to_be_visible()
    while not result(page).count():
        turn_up(page, "r" if way is by_arrows else "")
        lay(page, way)
        expect(yours.or_(result(page)).first).to_be_visible()
    expect(page.locator("[data-mark=path], [data-mark=stream]").first).to_be_visible()
    expect(page.locator(LAID)).to_have_count(9)


def test_a_card_lies_face_down_until_it_is_turned_up(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", options={"specials": 1}, seats=TWO_HERE)
    wait_for_turn(page)
    expect(hand(page)).to_contain_text("Your next card")
    expect(page.locator("[data-fit]")).to_have_count(0)
    cell(page, "c3").click(force=True)
    expect(feedback(page)).to_have_text("Turn up your card first.")
    expect(page.locator(LAID)).to_have_count(0)
    hand(page).click()
    expect(hand(page)).to_contain_text("Card in hand:")
    expect(page.locator("[data-cell] [data-fit=place]")).to_have_count(36)
    for button in (hand(page), undo(page), hint(page)):
        expect(button).to_be_visible()
    cell(page, "c3").click()
    expect(page.locator(LAID)).to_have_count(1)
    expect(hand(page)).to_contain_text("Your next card")
    page.evaluate("localStorage.setItem('ludoteca.preferences', JSON.stringify({openCards: true}))")
    page.reload()
    expect(hand(page)).to_contain_text("Card in hand:")
    expect(page.locator("[data-fit]").first).to_be_visible()


def test_the_card_is_turned_by_press_by_key_and_to_fit_a_cell(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", options={"specials": 1}, seats=TWO_HERE)
    turn_up(page)
    expect(prompt(page)).to_contain_text("The first card")
    seen = []
    for key in (None, "r", None, "R"):
        seen.append(hand(page).inner_text())
        if key:
            page.keyboard.press(key)
        else:
            hand(page).click()
        expect(hand(page)).not_to_have_text(seen[-1], use_inner_text=True)
    expect(hand(page)).to_have_text(seen[0], use_inner_text=True)
    cell(page, "c3").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", re.compile("laid last"))
    # A new card comes turned so that it fits; after one more turn it fits none of the four cells.
    expect(hand(page)).to_contain_text("Your next card")
    page.keyboard.press("r")
    expect(page.locator("[data-cell] [data-fit=place]")).to_have_count(4)
    assert sorted(fitting(page)) == ["b3", "c2", "c4", "d3"]
    page.keyboard.press("r")
    assert fitting(page) == []
    assert sorted(fitting(page, "turn")) == ["b3", "c2", "c4", "d3"]
    cell(page, "c4").click()
    expect(prompt(page)).to_contain_text("Turned to fit c4. Choose it again to lay the card.")
    expect(page.locator(LAID)).to_have_count(1)
    cell(page, "c4").click()
    expect(page.locator(LAID)).to_have_count(2)


def test_an_illegal_move_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page, watcher = visitor(), visitor()
    code = open_room(page, "wege", options={"specials": 1}, seats=TWO_HERE)
    turn_up(page)
    cell(page, "c3").click()
    expect(page.locator(LAID)).to_have_count(1)
    turn_up(page)
    by_drag(page, "f6")
    expect(feedback(page)).to_have_text("f6 is next to no card.")
    if "Bridge" not in hand(page).inner_text():
        cell(page, "c3").click(force=True)
        expect(feedback(page)).to_have_text(re.compile("^c3 is taken by"))
    expect(page.locator(LAID)).to_have_count(1)
    watcher.goto(f"/r/{code}")
    expect(watcher.get_by_role("img", name="Bo has in hand")).to_be_attached()
    expect(watcher.locator("[data-fit]")).to_have_count(0)
    cell(watcher, "c4").click(force=True)
    expect(feedback(watcher)).to_have_text("It is not your turn yet.")


def test_a_face_down_card_can_be_dragged_to_the_board(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", seats=TWO_HERE)
    wait_for_turn(page)
    by_drag(page, "b2")
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("laid last"))


def test_a_card_is_dragged_by_touch(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "wege", seats=TWO_HERE)
    wait_for_turn(page)
    drag_by_touch(page, "card", "b2")
    expect(cell(page, "b2")).to_have_attribute("aria-label", re.compile("laid last"))


def play_to_a_bridge(page: Page) -> str:
    """Play until a bridge can be swapped in, and return a cell for it; start again if the deck has none in time."""
    while True:
        open_room(page, "wege", options={"specials": 9}, seats=TWO_HERE)
        for _ in range(34):
            turn_up(page)
            if page.locator("[data-fit=swap]").count():
                return page.locator("[data-fit=swap]").first.get_attribute("data-place") or ""
            lay(page)


def test_a_swap_asks_in_place_and_the_replaced_card_lies_open(visitor: NewVisitor) -> None:
    page = visitor()
    name = play_to_a_bridge(page)
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile("can be replaced by the bridge"))
    label = cell(page, name).get_attribute("aria-label") or ""
    replaced = label.split(", ")[1]
    mover, other = ("Ada", "Bo") if "Ada" in headline(page).inner_text() else ("Bo", "Ada")
    cell(page, name).click()
    question = f"Swap on {name}? {other} must then lay the {replaced}"
    expect(prompt(page)).to_contain_text(question)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Swap", exact=True)).to_have_count(0)
    cell(page, name).click()
    page.get_by_role("button", name="Swap", exact=True).click()
    expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"^{name}, bridge, .*laid last"))
    expect(prompt(page)).to_contain_text(f"{mover} swapped it for a bridge on {name}. Lay it now.")
    expect(hand(page)).to_contain_text(f"Card in hand: {replaced}")
    expect(page.locator("[data-fit]").first).to_be_visible()


def test_points_are_previewed_and_the_log_tells_them(visitor: NewVisitor) -> None:
    """A cossack earns its point wherever it is laid."""
    page = visitor()
    open_room(page, "wege", options={"rows": 5, "cols": 5, "specials": 9}, seats=AGAINST_BOT)
    turn_up(page)
    while "Cossack" not in hand(page).inner_text():
        lay(page)
        turn_up(page)
    name = fitting(page)[-1]
    cell(page, name).hover()
    expect(page.locator("[data-mark=points]")).to_contain_text(re.compile(r"\+\d+ you .*cossack"))
    lay(page)
    expect(log(page, f"You laid a cossack on {name}")).to_contain_text("+")


def test_a_hint_is_drawn_and_can_be_played(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", options={"rows": 4, "cols": 4}, seats=AGAINST_BOT)
    lay(page)
    wait_for_turn(page)
    expect(part(page, "board").locator("[data-mark=recap]")).to_have_count(1)
    hint(page).click()
    expect(part(page, "board").locator("[data-mark=hint]")).to_be_visible()
    expect(prompt(page)).to_contain_text(re.compile("Lay it on [a-d][1-4], turned as shown|Swap in the bridge on"))
    assert not re.search(r"/[0-3]\b", prompt(page).inner_text())
    primary(page).click()
    expect(page.locator("[data-mark=hint]")).to_have_count(0)
    expect(log(page, re.compile("You (laid|swapped)"))).to_have_count(2)


def test_the_score_is_shown_on_the_board_and_the_deck_is_counted(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "wege", options={"rows": 3, "cols": 3, "specials": 2}, seats=TWO_HERE)
    for _ in range(6):
        lay(page)
    expect(page.get_by_role("table", name="Score so far")).to_be_visible()
    expect(page.locator("[data-mark=path], [data-mark=stream]")).to_have_count(0)
    show = page.get_by_role("button", name="Show the score on the board")
    show.click()
    expect(show).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(show).to_have_attribute("aria-pressed", "true")
    part(page, "score").get_by_role("button", name="Score and cards left").click()
    sheet = page.get_by_role("dialog", name="Score and cards left")
    expect(sheet.locator("li b")).to_have_count(8)
    counts = sheet.locator("li b").all_inner_texts()
    expect(sheet.get_by_role("heading", level=3)).to_have_text(f"{sum(map(int, counts))} cards left")


def test_a_request_for_an_undo_can_be_withdrawn_beside_the_card(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor(**PHONE)
    code = open_room(ada, "wege", options={"rows": 3, "cols": 3}, seats=ONE_OPEN, casual=True)
    join(bo, code)
    lay(ada)
    undo(ada).click()
    primary(ada).click()
    expect(prompt(bo)).to_contain_text("Ada wants to undo the last move.")
    part(ada, "actions").get_by_role("button", name="Withdraw").click()
    expect(prompt(bo)).not_to_contain_text("undo")


@pytest.mark.parametrize(("width", "height", "least"), SIZES)
def test_everything_is_in_sight_without_scrolling(visitor: NewVisitor, width: int, height: int, least: int) -> None:
    page = visitor(width, height)
    open_room(page, "wege", seats=AGAINST_BOT)
    turn_up(page)
    board = part(page, "board").bounding_box()
    below = part(page, "hand").bounding_box()
    assert board is not None
    assert below is not None
    assert min(board["width"], board["height"]) >= least
    assert below["x"] + below["width"] <= width
    assert below["y"] + below["height"] <= height
    assert below["y"] >= board["y"] + board["height"] or below["x"] >= board["x"] + board["width"]
    assert page.evaluate("document.documentElement.scrollHeight") <= height + 1
    lines = "part => part.getBoundingClientRect().height / parseFloat(getComputedStyle(part).lineHeight)"
    assert round(prompt(page).evaluate(lines)) <= 2
    overflow = "part => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1"
    assert not part(page, "hand").evaluate(overflow)
    if width < 600 or height < 500:
        page.get_by_role("button", name="What the points come from").first.click()
        expect(page.get_by_role("dialog").get_by_role("table", name="Score so far")).to_be_visible()


def test_the_largest_park_on_a_phone(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "wege", options={"rows": 16, "cols": 16}, seats=TWO_HERE)
    fit = page.get_by_role("button", name="Fit")
    fit.tap()
    expect(page.locator(".surface.pannable")).to_have_count(0)
    lay(page, by_tap)
    lay(page, by_tap)
    fit.tap()  # a part of it
    expect(page.locator(".surface.pannable")).to_have_count(1)
    sizes = [thing.bounding_box() for thing in (cell(page, "a1"), hand(page))]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert sizes[0]["width"] >= 24
    assert sizes[1]["width"] >= 44
    page.get_by_role("button", name="Zoom in").tap()
    expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
    nearer = cell(page, "a1").bounding_box()
    assert nearer is not None
    assert nearer["width"] > 1.2 * sizes[0]["width"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
