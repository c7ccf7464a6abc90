"""Two players at one screen: with hidden information a curtain falls between their turns."""

from __future__ import annotations

from browser.page_objects import TWO_HERE, NewVisitor, Page, cell, expect, headline, open_room, play_turn, text_board


def test_a_whole_game_of_flooding_at_one_screen(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/new/flooding")
    page.get_by_label("Name").fill("Ada")
    weather = page.get_by_role("group", name="Weather")
    weather.get_by_role("radio", name="Friend here").click()
    weather.get_by_label("Name").fill("Bo")
    size = page.get_by_role("spinbutton", name="Size")
    size.fill("3")
    page.get_by_role("button", name="Open the room").click()
    who = {0: "Ada (Journeyman) is to move", 1: "Bo (Weather) is to move"}
    for number, fields in enumerate((["b2"], ["b2", "c3"], ["a1"], ["b1", "a2"])):
        expect(headline(page)).to_have_text(who[number % 2])
        expect(page.get_by_role("listitem").filter(has_text="▶")).to_contain_text("Bo" if number % 2 else "Ada")
        expect(page.locator(".curtain")).to_have_count(0)
        play_turn(page, *fields)
    expect(headline(page)).to_have_text("Bo (Weather) wins.")
    expect(page.get_by_text("2 days survived")).to_be_visible()
    # Both players are here, so one click starts the next game, with roles swapped.
    page.get_by_role("button", name="Play again").click()
    expect(headline(page)).to_have_text("Bo (Journeyman) is to move")
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")


def curtain_is_down(page: Page, name: str, other: str) -> None:
    expect(page.get_by_text(f"Pass the device to {name}.")).to_be_visible()
    expect(page.get_by_role("button", name=f"I am {name}; show my side")).to_be_visible()
    expect(page.get_by_role("button", name=f"I am {other}; show my side")).to_have_count(0)


def test_the_curtain_falls_between_turns_and_after_a_reload(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=TWO_HERE)
    as_text = page.get_by_label("Show the board as text")
    expect(page.locator(".loading")).to_have_count(0)
    if as_text.count():
        as_text.check()
    curtain_is_down(page, "Ada", "Bo")
    board = text_board(page)
    expect(board).to_contain_text("Turn 1 of 20")
    hidden = board.inner_text()
    page.get_by_role("button", name="I am Ada; show my side").click()
    expect(page.locator(".curtain")).to_have_count(0)
    expect(board).not_to_have_text(hidden, use_inner_text=True)
    rack = board.inner_text()

    page.reload()
    curtain_is_down(page, "Ada", "Bo")
    expect(page.locator(".loading")).to_have_count(0)
    if as_text.count():
        as_text.check()
    expect(board).to_have_text(hidden, use_inner_text=True)
    page.get_by_role("button", name="I am Ada; show my side").click()
    expect(board).to_have_text(rack, use_inner_text=True)
    page.get_by_label("Type a move").fill("end")
    page.get_by_role("button", name="Play", exact=True).click()
    curtain_is_down(page, "Bo", "Ada")
    expect(board).to_contain_text("Turn 2 of 20")
    assert rack.splitlines()[-1] not in board.inner_text()
