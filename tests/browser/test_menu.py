"""The menu of a table, the way back to a game, and the lists of the best."""

from __future__ import annotations

from browser.hands import TWO_HERE, Page, Visit, cell, enter, expect, headline, my_turn, turn

WHOLE_GAME = (("b2",), ("b2", "c3"), ("a1",), ("b1", "a2"))


def is_open(page: Page) -> bool:
    return bool(page.evaluate("!!document.querySelector('dialog[open]')"))


def test_escape_opens_the_menu_unless_the_board_needs_it_and_the_game_is_found_again(visitor: Visit) -> None:
    page = visitor()
    code = enter(page, options={"size": 3}, seats=TWO_HERE)
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(cell(page, "b2")).to_have_attribute("aria-selected", "false")
    assert not is_open(page)
    page.keyboard.press("Escape")
    menu = page.get_by_role("dialog", name="Flooding Islands")
    expect(menu.get_by_text("The game is saved")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="To the house of games").click()
    page.get_by_role("link", name=code).click()
    expect(headline(page)).to_have_text("Ada (Journeyman) is to move")


def test_a_finished_game_is_among_the_best_at_the_table_and_before_the_next(visitor: Visit) -> None:
    page = visitor()
    enter(page, options={"size": 3}, seats=[{**seat, "name": f"{seat['name']} the First"} for seat in TWO_HERE])
    for fields in WHOLE_GAME:
        my_turn(page)
        turn(page, *fields)
    expect(page.get_by_role("heading", name="Among the best")).to_be_visible()
    expect(page.locator("li.own").filter(has_text="Ada the First")).to_have_count(1)
    page.goto("/new/flooding")
    page.get_by_text("Quickest trap in days, size 3").first.click()
    expect(page.get_by_text("Bo the First").first).to_be_attached()
