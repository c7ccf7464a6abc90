"""The menu of a table, the way back to a game, and high scores."""

from __future__ import annotations

from itertools import count

from browser.page_objects import TWO_HERE, NewVisitor, Page, cell, expect, headline, open_room, play_turn, result


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
    expect(menu.get_by_text("Saved under My games")).to_be_visible()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    # Arrow keys walk the menu, from its first row.
    expect(menu.get_by_role("button", name="Back to the game")).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(menu.get_by_role("link", name="Rules")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menu").click()
    menu.get_by_role("link", name="All games").click()
    page.locator(f"[data-panel='{code}']").get_by_role("link").click()
    expect(headline(page)).to_contain_text("Ada's turn")


def test_rules_open_beside_the_board_and_lead_back(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, options={"size": 3}, seats=TWO_HERE)
    page.keyboard.press("F1")
    rules = page.locator("[data-part=rules]")
    expect(rules.get_by_role("heading", name="How to play")).to_be_visible()
    # The board beside the rules can be used; Escape closes them, not opening the menu.
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(rules).to_have_count(0)
    assert not is_open(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("dialog").get_by_role("link", name="Rules").click()
    expect(page).to_have_url(f"{page.url.split('/rules')[0]}/rules/flooding?room={code}")
    page.get_by_role("link", name="Back to the table").first.click()
    expect(headline(page)).to_be_visible()
    expect(cell(page, "b2")).to_be_visible()


def test_a_finished_game_is_among_the_high_scores(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 3}, seats=[{"kind": "here", "name": "Ada the First"}, {"kind": "bot", "level": 5}])
    for _ in count():
        expect(result(page).or_(page.locator("header h1.active")).first).to_be_visible()
        if result(page).count():
            break
        field = page.locator("[data-cell]:not([aria-disabled=true])").first
        play_turn(page, str(field.get_attribute("data-cell")))
        expect(result(page).or_(page.locator("[aria-current=step]")).first).to_be_attached()
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog", name="Flooding Islands")
    listed = menu.locator("details li").filter(has_text="Ada the First").first
    menu.get_by_label("Against").select_option("Level 5 computer")
    expect(listed).to_be_attached()
    menu.get_by_label("Against").select_option("Level 4 computer")
    expect(listed).to_have_count(0)
