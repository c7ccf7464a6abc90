"""Two players at one screen: with hidden information a curtain falls between their turns."""

from __future__ import annotations

from browser.page_objects import (
    TWO_HERE,
    NewVisitor,
    Page,
    cell,
    expect,
    headline,
    open_room,
    play_turn,
    result,
    show_text_board,
    text_board,
)


def test_a_whole_game_of_flooding_at_one_screen(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/new/flooding")
    sheet = page.get_by_role("dialog", name="New game")
    sheet.get_by_role("radio", name="Same screen").click()
    sheet.get_by_label("Journeyman").fill("Ada")
    sheet.get_by_label("Weather").fill("Bo")
    sheet.locator("summary").click()
    sheet.get_by_role("radio", name="Other").click()
    sheet.get_by_role("spinbutton", name="Island").fill("3")
    sheet.get_by_role("button", name="Play", exact=True).click()
    who = {0: "Ada's turn", 1: "Bo's turn"}
    for number, fields in enumerate((["b2"], ["b2", "c3"], ["a1"], ["b1", "a2"])):
        expect(headline(page)).to_contain_text(who[number % 2])
        expect(page.locator("[data-part=seat][aria-current]")).to_contain_text("Bo" if number % 2 else "Ada")
        expect(page.locator(".curtain")).to_have_count(0)
        play_turn(page, *fields)
    expect(result(page).get_by_role("heading")).to_have_text("Ada was trapped")
    expect(result(page)).to_contain_text("after 2 days")
    # Both players are here, so one click starts the next game, with roles swapped.
    page.get_by_role("button", name="Play again").click()
    expect(headline(page)).to_contain_text("Bo's turn")
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")


def curtain_is_down(page: Page, name: str, other: str) -> None:
    expect(page.locator(".curtain").get_by_text(f"Pass the device to {name}.")).to_be_visible()
    expect(page.get_by_role("button", name=f"I'm {name}. Show my side")).to_be_visible()
    expect(page.get_by_role("button", name=f"I'm {other}. Show my side")).to_have_count(0)


def test_the_curtain_falls_between_turns_and_after_a_reload(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=TWO_HERE)
    expect(page.locator(".loading")).to_have_count(0)
    show_text_board(page)
    curtain_is_down(page, "Ada", "Bo")
    board = text_board(page)
    expect(board).to_contain_text("Turn 1 of 20")
    hidden = board.inner_text()
    page.get_by_role("button", name="I'm Ada. Show my side").click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(board).not_to_have_text(hidden, use_inner_text=True)
    rack = board.inner_text()

    page.reload()
    curtain_is_down(page, "Ada", "Bo")
    expect(page.locator(".loading")).to_have_count(0)
    show_text_board(page)
    expect(board).to_have_text(hidden, use_inner_text=True)
    page.get_by_role("button", name="I'm Ada. Show my side").click()
    expect(board).to_have_text(rack, use_inner_text=True)
    page.get_by_label("Type a move").fill("end")
    page.get_by_role("button", name="Play", exact=True).click()
    curtain_is_down(page, "Bo", "Ada")
    expect(board).to_contain_text("Turn 2 of 20")
    assert rack.splitlines()[-1] not in board.inner_text()
