"""Games without a mouse: by keyboard alone, and by touch alone on a phone."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    PHONE,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    cell,
    end_turn,
    expect,
    headline,
    open_room,
    prompt,
    result,
    text_board,
    wait_for_turn,
)

RECORD_POINTERS = """
window.pointers = [];
addEventListener("pointerdown", (event) => window.pointers.push(event.pointerType), true);
"""
MAX_TABS = 30
HAS_VISIBLE_FOCUS = """(element) => {
    const drawn = element.querySelector(".ring") ?? element;
    const { outlineStyle, outlineWidth, stroke } = getComputedStyle(drawn);
    const isVisible = drawn === element ? outlineStyle !== "none" && parseFloat(outlineWidth) >= 2 : stroke !== "none";
    const isDrawnAbove = element.ownerSVGElement?.querySelector(".focus") != null;
    return (isVisible || isDrawnAbove) && element.matches(":focus-visible");
}"""


def tab_to(page: Page, wanted: Locator, key: str = "Tab") -> None:
    """Press Tab until the wanted element has the focus, and check that the focus is visible."""
    for _ in range(MAX_TABS):
        page.keyboard.press(key)
        if wanted.count() and wanted.evaluate("element => element === document.activeElement"):
            assert wanted.evaluate(HAS_VISIBLE_FOCUS), f"The focus on {wanted} is not visible."
            return
    pytest.fail(f"{MAX_TABS} times {key} do not reach {wanted}.")


def keys(page: Page, *pressed: str) -> None:
    for key in pressed:
        page.keyboard.press(key)


def test_a_whole_game_by_keyboard_alone(visitor: NewVisitor) -> None:
    page = visitor()
    page.add_init_script(RECORD_POINTERS)
    page.goto("/")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
    keys(page, "Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Choose how to play Flooding Islands"))
    keys(page, "Enter")

    # New game: up and down move the focus, left and right change a value, Enter starts.
    sheet = page.get_by_role("dialog", name="New game")
    expect(sheet.get_by_role("radio", name="Computer")).to_be_focused()
    keys(page, "ArrowRight", "ArrowRight")
    expect(sheet.get_by_role("radio", name="Same screen")).to_be_checked()
    keys(page, "ArrowDown")
    expect(sheet.get_by_label("Journeyman")).to_be_focused()
    page.keyboard.type("Ada")
    keys(page, "ArrowDown")
    page.keyboard.type("Bo")
    keys(page, "ArrowDown", "Enter", "ArrowDown")
    expect(sheet.get_by_role("radio", name="10 × 10")).to_be_focused()
    keys(page, "ArrowRight")
    expect(sheet.get_by_role("radio", name="Other")).to_be_checked()
    keys(page, "ArrowDown")
    size = sheet.get_by_role("spinbutton", name="Island")
    expect(size).to_be_focused()
    keys(page, "Control+A")
    page.keyboard.type("3")
    keys(page, "ArrowDown")
    expect(size).to_have_value("3")
    keys(page, "ArrowUp")
    expect(size).to_be_focused()
    keys(page, "Enter")

    # Board: arrows move the focus, Enter chooses, Tab reaches the End turn button.
    expect(headline(page)).to_contain_text("Ada's turn")
    expect(cell(page, "a1")).to_be_visible()
    tab_to(page, cell(page, "a1"))
    keys(page, "ArrowRight", "ArrowDown", "Enter")
    expect(cell(page, "b2")).to_be_focused()
    expect(cell(page, "b2")).to_have_attribute("aria-selected", "true")
    tab_to(page, end_turn(page))
    keys(page, "Enter")
    expect(headline(page)).to_contain_text("Bo's turn")
    # The button is gone; the focus is on the board again.
    expect(cell(page, "b2")).to_be_focused()
    expect(page.locator(".focus")).to_have_count(2)  # a double ring, drawn above the marks
    keys(page, "Enter", "End", "ArrowDown")
    expect(cell(page, "c3")).to_be_focused()
    keys(page, "Space", "Control+Enter")
    expect(headline(page)).to_contain_text("Ada's turn")
    expect(cell(page, "c3")).to_be_focused()
    keys(page, "Home", "ArrowUp", "ArrowUp", "Enter", "Control+Enter")
    expect(headline(page)).to_contain_text("Bo's turn")
    expect(cell(page, "a1")).to_be_focused()
    keys(page, "ArrowRight", "Enter", "ArrowDown", "Escape")
    expect(cell(page, "b1")).to_have_attribute("aria-selected", "false")  # deselected
    keys(page, "ArrowUp", "Enter", "ArrowLeft", "ArrowDown", "Enter", "Control+Enter")
    expect(result(page).get_by_role("heading")).to_have_text("Ada was trapped")
    tab_to(page, page.get_by_role("button", name="Play again"), "Shift+Tab")
    keys(page, "Enter")
    expect(headline(page)).to_contain_text("Bo's turn")
    assert page.evaluate("window.pointers") == []


def test_closing_the_preferences_restores_the_focus(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    opener = page.get_by_role("button", name="Preferences")
    tab_to(page, opener)
    keys(page, "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to(page, page.get_by_role("radiogroup", name="Theme").get_by_role("radio", checked=True))
    keys(page, "ArrowLeft")
    expect(page.get_by_role("radio", name="Dark")).to_be_focused()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    keys(page, "Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(opener).to_be_focused()


def test_moves_are_typed_and_chosen_on_the_text_board(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 3}, seats=TWO_HERE)
    expect(cell(page, "a1")).to_be_visible()
    keys(page, "Escape")
    expect(page.get_by_role("button", name="Back to the game")).to_be_focused()
    tab_to(page, page.get_by_role("button", name="Text board"), "ArrowDown")
    keys(page, "Space")
    expect(text_board(page)).to_contain_text("Day 1 of 365")
    field = page.get_by_label("Type a move")
    tab_to(page, field, "Shift+Tab")
    page.keyboard.type("b2")
    keys(page, "Enter")
    expect(text_board(page)).to_contain_text("Night 1 of 365")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    tab_to(page, page.get_by_role("button", name="c3", exact=True), "Shift+Tab")
    keys(page, "Enter")
    expect(field).to_have_value("c3")
    tab_to(page, page.get_by_role("button", name="b2", exact=True), "Shift+Tab")
    keys(page, "Enter")
    expect(page.locator(".preview")).to_have_text("Night 1: the weather floods b2, c3.")
    keys(page, "Enter")
    expect(field).to_have_value("c3")
    expect(page.locator(".preview")).to_have_text("Night 1: the weather floods c3.")


def test_a_game_against_a_bot_by_touch_alone(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    page.add_init_script(RECORD_POINTERS)
    page.goto("/")
    page.get_by_role("button", name="Choose how to play Flooding Islands").tap()
    page.get_by_role("radio", name="Magnus").tap()
    page.get_by_role("radio", name="Journeyman").tap()
    page.locator("dialog summary").tap()
    page.get_by_role("radio", name="Other").tap()
    for _ in range(7):
        page.get_by_role("button", name="Less: Island").tap()
    expect(page.get_by_role("spinbutton", name="Island")).to_have_value("3")
    page.get_by_role("button", name="Play", exact=True).tap()
    over = result(page)
    for day in range(1, 30):
        wait_for_turn(page)
        goal = page.locator("[data-cell].open").first
        name = goal.get_attribute("data-cell")
        goal.tap()
        expect(prompt(page)).to_contain_text(f"Walk to {name}.")
        end_turn(page).tap()
        expect(headline(page).filter(has_text=f"Day {day + 1}").or_(over).first).to_be_visible()
        if over.count():
            break
    expect(over.get_by_role("heading", name="You were trapped")).to_be_visible()  # soon, on an island this small
    assert set(page.evaluate("window.pointers")) == {"touch"}
