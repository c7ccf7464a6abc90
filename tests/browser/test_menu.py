"""The menu of a table, the way back to a game, and high scores."""

from __future__ import annotations

from itertools import count

from browser.page_objects import TWO_HERE, NewVisitor, Page, cell, expect, headline, open_room, play_turn


def is_open(page: Page) -> bool:
    return bool(page.evaluate("!!document.querySelector('dialog[open]')"))


def test_escape_opens_the_menu_unless_the_board_uses_it(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, options={"size": 3}, seats=TWO_HERE)
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
    menu.get_by_role("link", name="All games").click()
    page.get_by_role("link", name=code).click()
    expect(headline(page)).to_have_text("Ada (Journeyman) is to move")


def test_a_finished_game_is_among_the_high_scores(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 3}, seats=[{"kind": "here", "name": "Ada the First"}, {"kind": "bot", "level": 5}])
    best = page.get_by_role("heading", name="New record")
    for day in count(1):
        expect(best.or_(page.locator(".yours")).first).to_be_visible()
        if best.count():
            break
        field = page.locator("[data-cell]:not([aria-disabled=true])").first
        play_turn(page, str(field.get_attribute("data-cell")))
        expect(page.get_by_text(f"Day {day}: the journeyman walks").first).to_be_attached()
    expect(page.locator("li.own").filter(has_text="Ada the First")).to_contain_text("against level 5")
    page.goto("/new/flooding")
    listed = page.locator("details li").filter(has_text="Ada the First").first
    page.get_by_label("Against").select_option("Level 5 computer")
    expect(listed).to_be_attached()
    page.get_by_label("Against").select_option("Level 4 computer")
    expect(listed).to_have_count(0)
