"""The end of a game: the board stays where it is, and the result beside it says what happened to whom."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    Locator,
    NewVisitor,
    Page,
    choose_in_menu,
    expect,
    open_room,
    part,
    play_turn,
    primary,
    resign,
    result,
    two_players,
    wait_for_turn,
)
from browser.test_table_layout import SIZES, SMALLEST_BOARD, contains, overlap

MAX_SHIFT_PX = 2
BOXES = """() => Object.fromEntries(["board", "result", "primary", "seat", "header", "hand"].map((name) => {
    const shown = (element) => element.checkVisibility({ visibilityProperty: true });
    const boxes = [...document.querySelectorAll(name === "header" ? ".layout > header" : `[data-part=${name}]`)]
        .filter(shown).map((element) => element.getBoundingClientRect().toJSON());
    return [name, boxes];
}))"""

CUT_ROWS = """() => {
    const end = document.querySelector("[data-part=result] footer").getBoundingClientRect().y + 1;
    const rows = [...document.querySelectorAll("[data-part=result] ol > li")];
    return rows.filter((row) => row.getBoundingClientRect().bottom > end).map((row) => row.innerText);
}"""
SHORT_PHONE_PX = 664
"""So low a window cannot show the whole ranking below the board."""


def title(page: Page) -> Locator:
    return result(page).get_by_role("heading")


def boxes(page: Page) -> dict[str, list[dict[str, Any]]]:
    return dict(page.evaluate(BOXES))


def problems_of(before: dict[str, list[dict[str, Any]]], page: Page) -> list[str]:
    """Return what moved, overlaps or is out of sight now that the game is over."""
    after, window = boxes(page), page.evaluate("() => ({ x: 0, y: 0, right: innerWidth, bottom: innerHeight })")
    (old,), (new,), (panel,) = before["board"], after["board"], after["result"]
    found = [
        f"the board's {side} moved from {old[side]} to {new[side]}"
        for side in ("x", "y", "right", "bottom")
        if abs(old[side] - new[side]) > MAX_SHIFT_PX
    ]
    for name in ("board", "seat", "header"):
        found += [f"the result {panel} overlaps the {name} {box}" for box in after[name] if overlap(panel, box)]
    if not contains(window, panel):
        found.append(f"the result is outside: {panel}")
    if len(after["primary"]) != 1 or not contains(window, after["primary"][0]):
        found.append(f"one filled button, in sight: {after['primary']}")
    return found


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALLEST_BOARD)
def test_the_board_stays_where_it_is(visitor: NewVisitor, game: str) -> None:
    pages = [visitor(*SIZES[0])]
    code = open_room(pages[0], game, seats=AGAINST_BOT)
    for width, height in SIZES[1:]:
        page = pages[0].context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.goto(f"/r/{code}")
        pages.append(page)
    for page in pages:
        wait_for_turn(page)
        expect(part(page, "board")).to_be_visible()
        expect(page.locator(".loading")).to_have_count(0)
        page.evaluate("document.fonts.ready")
    before = [boxes(page) for page in pages]
    resign(pages[0])
    found = []
    for size, page, old in zip(SIZES, pages, before, strict=True):
        expect(title(page)).to_have_text("You resigned")
        found += [f"{size[0]}x{size[1]}: {problem}" for problem in problems_of(old, page)]
        if size[1] != SHORT_PHONE_PX:
            found += [f"{size[0]}x{size[1]}: cut: {row}" for row in page.evaluate(CUT_ROWS)]
    assert not found, "\n".join(found)


def test_win_and_loss_are_said_to_the_player_and_the_ranking_begins_with_the_winner(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor, options={"size": 3})
    cy = visitor()
    cy.goto(f"/r/{code}")
    for page, fields in ((ada, "b2"), (bo, "b2 c3"), (ada, "a1")):
        play_turn(page, *fields.split())
    wait_for_turn(bo)
    before = boxes(ada)
    play_turn(bo, "b1", "a2")
    expect(title(ada)).to_have_text("You were trapped")
    expect(title(bo)).to_have_text("You trapped Ada")
    expect(title(cy)).to_have_text("Ada was trapped")
    for page in (ada, bo, cy):
        expect(result(page)).to_contain_text("after 2 days")
        expect(result(page).get_by_role("list", name="Ranking").get_by_role("listitem")).to_have_count(2)
    ranking = result(ada).get_by_role("list", name="Ranking").get_by_role("listitem")
    expect(ranking).to_contain_text(["Bo · Weather", "You · Journeyman"])
    expect(ranking.locator(".avatar")).to_have_count(2)
    expect(result(ada).get_by_role("img", name="Dry steps")).to_be_visible()
    assert not problems_of(before, ada)


def test_a_resignation_names_who_resigned_and_not_the_last_move(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    play_turn(ada, "b2")
    wait_for_turn(bo)
    before = boxes(bo)
    resign(ada)
    expect(title(ada)).to_have_text("You resigned")
    expect(title(bo)).to_have_text("You won")
    expect(result(bo)).to_contain_text("Ada resigned on turn 1.")
    for page in (ada, bo):
        expect(result(page)).not_to_contain_text("b2")
        expect(result(page)).not_to_contain_text("walks")
    assert not problems_of(before, bo)


@pytest.mark.slow  # a player has at least thirty seconds
def test_time_names_who_ran_out_of_it(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor, clock={"per": "game", "seconds": 30, "on_timeout": "loss"})
    expect(ada.locator(".loading")).to_have_count(0)
    expect(ada.locator("[data-cell]").first).to_be_visible()
    before = boxes(ada)
    expect(title(ada)).to_have_text("You ran out of time", timeout=60_000)
    expect(title(bo)).to_have_text("You won on time")
    expect(result(bo)).to_contain_text("Ada ran out of time.")
    assert not problems_of(before, ada)


def test_a_record_counts_against_the_same_level_with_the_same_options(visitor: NewVisitor) -> None:
    seats = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 4}]
    ribbons = []
    for patient in (True, False):
        page = visitor()
        open_room(page, options={"size": 3}, seats=seats)
        while patient:
            expect(result(page).or_(page.locator("h1.active")).first).to_be_visible()
            if result(page).count():
                break
            play_turn(page, str(page.locator("[data-cell].open").first.get_attribute("data-cell")))
        if not patient:
            wait_for_turn(page)
            resign(page)
        expect(result(page).locator("svg").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        ribbons.append(part(page, "record").all_inner_texts())
    first, none = ribbons
    assert re.match(r"New record: \d+\s+Days survived, 3 × 3 · against level 4", first[0])
    assert none == []


def test_full_screen_is_in_the_menu_and_on_a_key(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, seats=AGAINST_BOT, options={"size": 4})
    wait_for_turn(page)
    choose_in_menu(page, "Full screen")
    page.wait_for_function("() => document.fullscreenElement")
    page.keyboard.press("f")
    page.wait_for_function("() => !document.fullscreenElement")


def test_against_the_computer_the_second_choice_is_to_swap_roles_or_to_play_a_stronger_one(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, seats=AGAINST_BOT, options={"size": 4})
    wait_for_turn(page)
    resign(page)
    expect(primary(page)).to_have_text("Play again")
    page.get_by_role("button", name="Swap roles").click()
    expect(part(page, "seat").filter(has_text="You")).to_contain_text("Weather")
