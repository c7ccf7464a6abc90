"""The text board of the page: coloured, and playable by buttons in every game, without a line about a single one."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    NewVisitor,
    Page,
    expect,
    log,
    open_room,
    show_text_board,
    text_board,
    wait_for_turn,
)

from ludoteca.core.registry import game_names

pytestmark = pytest.mark.slow


def text_table(page: Page, game: str) -> None:
    open_room(page, game, seats=AGAINST_BOT)
    wait_for_turn(page)
    show_text_board(page)
    expect(text_board(page)).not_to_be_empty()


@pytest.mark.parametrize("game", game_names())
def test_a_move_is_chosen_by_buttons_in_every_game(visitor: NewVisitor, game: str) -> None:
    """Press the first button of each row until a move is typed; all games have rows of pieces, cells or items."""
    page = visitor()
    text_table(page, game)
    field = page.get_by_label("Type a move")
    rows = page.get_by_role("group", name="Choices").locator(".row")
    expect(rows.first).to_be_visible()
    for row in range(3):
        if not field.input_value():
            rows.nth(row).get_by_role("button").first.click()
    expect(field).not_to_have_value("")
    expect(page.locator(".preview")).not_to_be_empty()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(field).to_have_value("")
    expect(log(page, "").first).to_be_visible()


def test_a_swap_of_equal_bricks_names_each(visitor: NewVisitor) -> None:
    page = visitor()
    text_table(page, "rowsandcols")
    swap = page.get_by_role("group", name="Swap").get_by_role("button")
    bricks = swap.all_inner_texts()
    for index in (1, 0):
        swap.nth(index).click()
    expect(page.get_by_label("Type a move")).to_have_value(f"swap {bricks[0]} {bricks[1]}")
    expect(swap.nth(0)).to_have_attribute("aria-pressed", "true")
    swap.nth(0).click()
    expect(page.get_by_label("Type a move")).to_have_value(f"swap {bricks[1]}")


def test_the_text_board_is_coloured(visitor: NewVisitor) -> None:
    page = visitor()
    text_table(page, "latice")
    tiles = text_board(page).locator("[class*='on-']")
    expect(tiles).to_have_count(5)
    assert tiles.first.evaluate("tile => getComputedStyle(tile).backgroundColor") != "rgba(0, 0, 0, 0)"
