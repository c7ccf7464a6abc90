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
    log,
    open_room,
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
    return isVisible && element.matches(":focus-visible");
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
    expect(page.get_by_role("link", name="To the content")).to_be_focused()
    tab_to(page, page.get_by_role("link", name="Play Flooding Islands"))
    keys(page, "Enter")

    # New game: up and down move the focus, left and right change a value, Enter opens the room.
    journeyman, weather = (page.get_by_role("group", name=role) for role in ("Journeyman", "Weather"))
    expect(journeyman.get_by_role("radio", name="Me")).to_be_focused()
    keys(page, "ArrowDown")
    expect(journeyman.get_by_label("Name")).to_be_focused()
    page.keyboard.type("Ada")
    keys(page, "ArrowDown")
    expect(weather.get_by_role("radio", name="By link")).to_be_focused()
    keys(page, "ArrowLeft")
    expect(weather.get_by_role("radio", name="Friend here")).to_be_checked()
    expect(weather.get_by_role("radio", name="Friend here")).to_be_focused()
    keys(page, "ArrowDown")
    page.keyboard.type("Bo")
    keys(page, "ArrowDown")
    size = page.get_by_role("spinbutton", name="Size")
    expect(size).to_be_focused()
    keys(page, "ArrowRight")
    expect(size).to_have_value("11")
    keys(page, "PageDown", "ArrowLeft", "ArrowLeft")
    expect(size).to_have_value("4")
    keys(page, "Control+A")
    page.keyboard.type("3")
    keys(page, "ArrowDown")
    expect(page.get_by_role("radio", name="One game")).to_be_focused()
    expect(size).to_have_value("3")
    keys(page, "ArrowUp")
    expect(size).to_be_focused()
    keys(page, "ArrowDown", "Enter")

    # Board: arrows move the focus, Enter chooses, Tab reaches the End turn button.
    expect(headline(page)).to_have_text("Ada (Journeyman) is to move")
    expect(cell(page, "a1")).to_be_visible()
    tab_to(page, cell(page, "a1"))
    keys(page, "ArrowRight", "ArrowDown", "Enter")
    expect(cell(page, "b2")).to_be_focused()
    expect(cell(page, "b2")).to_have_attribute("aria-selected", "true")
    keys(page, "Tab")
    expect(end_turn(page)).to_be_focused()
    keys(page, "Enter")
    expect(headline(page)).to_have_text("Bo (Weather) is to move")
    # The focus is kept.
    expect(end_turn(page)).to_be_focused()
    keys(page, "Shift+Tab")
    expect(cell(page, "b2")).to_be_focused()
    assert cell(page, "b2").evaluate(HAS_VISIBLE_FOCUS)
    keys(page, "Enter", "End", "ArrowDown")
    expect(cell(page, "c3")).to_be_focused()
    keys(page, "Space", "Control+Enter")
    expect(headline(page)).to_have_text("Ada (Journeyman) is to move")
    expect(cell(page, "c3")).to_be_focused()
    keys(page, "Home", "ArrowUp", "ArrowUp", "Enter", "Control+Enter")
    expect(headline(page)).to_have_text("Bo (Weather) is to move")
    expect(cell(page, "a1")).to_be_focused()
    keys(page, "ArrowRight", "Enter", "ArrowDown", "Escape")
    expect(cell(page, "b1")).to_have_attribute("aria-selected", "false")  # deselected
    keys(page, "ArrowUp", "Enter", "ArrowLeft", "ArrowDown", "Enter", "Tab", "Enter")
    expect(headline(page)).to_have_text("Bo (Weather) wins.")
    tab_to(page, page.get_by_role("button", name="Play again"), "Shift+Tab")
    keys(page, "Enter")
    expect(headline(page)).to_have_text("Bo (Journeyman) is to move")
    assert page.evaluate("window.pointers") == []


def test_closing_the_preferences_restores_the_focus(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    opener = page.get_by_role("button", name="Preferences")
    tab_to(page, opener)
    keys(page, "Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    tab_to(page, page.get_by_role("radiogroup", name="Colours").get_by_role("radio", checked=True))
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
    tab_to(page, page.get_by_label("Show the board as text"))
    keys(page, "Space")
    expect(text_board(page)).to_contain_text("Day 1 of 365")
    field = page.get_by_label("Type a move")
    tab_to(page, field, "Shift+Tab")
    page.keyboard.type("b2")
    keys(page, "Enter")
    expect(text_board(page)).to_contain_text("Night 1 of 365")
    expect(field).to_be_focused()
    expect(field).to_have_value("")
    tab_to(page, page.get_by_role("button", name="c3"), "Shift+Tab")
    keys(page, "Enter")
    expect(field).to_have_value("c3")
    tab_to(page, page.get_by_role("button", name="b2"), "Shift+Tab")
    keys(page, "Enter")
    expect(page.locator(".preview")).to_have_text("Night 1: the weather floods b2, c3.")
    keys(page, "Enter")
    expect(field).to_have_value("c3")
    expect(page.locator(".preview")).to_have_text("Night 1: the weather floods c3.")


def test_a_game_against_a_bot_by_touch_alone(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    page.add_init_script(RECORD_POINTERS)
    page.goto("/")
    page.get_by_role("link", name="Play Flooding Islands").tap()
    page.get_by_role("group", name="Weather").get_by_role("radio", name="Bot").tap()
    page.get_by_role("radio", name="5 · master").tap()
    for _ in range(7):
        page.get_by_role("button", name="Less: Size").tap()
    expect(page.get_by_role("spinbutton", name="Size")).to_have_value("3")
    page.get_by_role("button", name="Open the room").tap()
    over = page.locator("section.game-over")
    for day in range(1, 30):
        wait_for_turn(page)
        goal = page.locator("[data-cell].open").first
        name = goal.get_attribute("data-cell")
        goal.tap()
        expect(page.locator(".actions").get_by_role("status")).to_contain_text(
            f"Day {day}: the journeyman walks to {name}"
        )
        end_turn(page).tap()
        expect(log(page, f"Night {day}: the weather floods")).to_be_attached()
        expect(page.get_by_text(f"Day {day + 1} of 365").or_(over)).to_be_visible()
        if over.count():
            break
    expect(headline(page)).to_have_text("master (Weather) wins.")  # soon, on an island this small
    assert set(page.evaluate("window.pointers")) == {"touch"}
