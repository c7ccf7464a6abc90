"""What every table does alike: hints on the board, nothing filled before a choice, refusals at the cell, the recap."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    NewVisitor,
    Page,
    action,
    cell,
    center,
    end_turn,
    expect,
    feedback,
    headline,
    hint,
    open_room,
    part,
    primary,
    prompt,
    resize,
    wait_for_turn,
)

GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
SIZES = ((1280, 800), (1920, 1080), (820, 1180), (390, 844), (844, 390), (1366, 680), (390, 664))
MAX_HINT_PX = 140
MAX_BUBBLE_PX = 120
LONG = "A sentence that is much longer than any other on this table, so that it needs a second line. " * 2
LENGTHEN = """(text) => {
    for (const element of document.querySelectorAll("[data-part=prompt] b")) element.textContent = text;
}"""
BOARD = """() => {
    const { x, y, width, height } = document.querySelector("[data-part=board]").getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
}"""
IS_MARKED = """() => {
    const places = [...document.querySelectorAll("[data-part=board], [data-part=hand]")];
    const inside = (outer, inner) => inner.width > 0 && inner.x >= outer.x - 8 && inner.right <= outer.right + 8
        && inner.y >= outer.y - 8 && inner.bottom <= outer.bottom + 8;
    return [...document.querySelectorAll("[data-mark=hint]")].some((mark) =>
        places.some((place) => inside(place.getBoundingClientRect(), mark.getBoundingClientRect())));
}"""
DRAWN_HINT = """() => [...document.querySelectorAll("[data-mark=hint]")].map((mark) => {
    const { x, y, width, height } = mark.getBoundingClientRect();
    const { card, piece, action } = mark.dataset;
    return [...[x, y, width, height].map(Math.round), card, piece, action, mark.innerHTML].join(" ");
})"""
"""What is drawn for a hint, and where."""
RECORD = """
let turns = 0, turn = null;
new MutationObserver(() => {
    const { dataset } = document.documentElement;
    const recap = document.querySelector("[data-part=recap]")?.textContent;
    if (recap && !dataset.recap?.includes(recap)) dataset.recap = `${dataset.recap ?? ""} ${recap}`;
    const now = document.querySelector("header h1")?.classList.contains("active");
    if (now !== undefined && now !== turn) dataset.turns = String(++turns);
    turn = now ?? turn;
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
"""
"""Keeps on the page what the recap said, and how often the turn changed."""


def open_table(page: Page, game: str, **request: Any) -> None:
    open_room(page, game, **{"seats": AGAINST_BOT, **request})
    wait_for_turn(page)
    expect(part(page, "board").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)


def ask_for_hint(page: Page) -> None:
    page.keyboard.press("h")
    expect(page.locator("[data-mark=hint]").first).to_be_attached()


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_filled_before_a_choice_and_the_two_best_moves_are_drawn(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    open_table(page, game)
    expect(primary(page)).to_have_count(0)
    ask_for_hint(page)
    assert page.evaluate(IS_MARKED)
    expect(prompt(page)).not_to_contain_text("Second best")
    best, said = page.evaluate(DRAWN_HINT), prompt(page).inner_text()
    page.keyboard.press("h")  # the second best
    expect(prompt(page)).to_contain_text("Second best: ")
    assert page.evaluate(IS_MARKED)
    assert page.evaluate(DRAWN_HINT) != best
    page.get_by_role("button", name="Hint 1", exact=True).click()  # the best again
    expect(prompt(page)).to_have_text(said, use_inner_text=True)
    assert page.evaluate(DRAWN_HINT) == best


@pytest.mark.parametrize("game", GAMES)
def test_a_long_prompt_moves_no_board_and_the_hint_keeps_its_width(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    open_table(page, game)
    boards = []
    for size in SIZES:
        resize(page, size)
        boards.append(page.evaluate(BOARD))
        widths = [box["width"] for button in hint(page).all() if button.is_visible() and (box := button.bounding_box())]
        assert max(widths, default=0) <= MAX_HINT_PX, (size, widths)
    page.evaluate(LENGTHEN, LONG)
    for size, before in zip(SIZES, boards, strict=True):
        resize(page, size)
        assert page.evaluate(BOARD) == before, size


@pytest.mark.parametrize(("game", "chosen", "illegal"), [("flooding", None, "j10"), ("latice", "[data-piece]", "a1")])
def test_a_refusal_appears_where_the_eye_is(visitor: NewVisitor, game: str, chosen: str | None, illegal: str) -> None:
    page = visitor()
    open_table(page, game)
    if chosen:
        part(page, "hand").locator(chosen).first.click()
    cell(page, illegal).click(force=True)
    bubble = feedback(page)
    expect(bubble).to_have_attribute("role", "status")
    expect(bubble).not_to_be_empty()
    (x, y), (bubble_x, bubble_y) = center(cell(page, illegal)), center(bubble)
    assert abs(bubble_y - y) <= MAX_BUBBLE_PX
    assert abs(bubble_x - x) <= MAX_BUBBLE_PX


def test_ending_a_turn_with_nothing_done_takes_two_activations(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page, "latice")
    action(page, "end").click()
    expect(prompt(page)).to_contain_text("?")
    wait_for_turn(page)  # nothing has happened yet
    page.get_by_role("button", name="Keep playing").click()
    expect(primary(page)).to_have_count(0)
    wait_for_turn(page)
    action(page, "end").click()
    primary(page).click()
    expect(part(page, "log")).to_contain_text("You")
    open_room(page, seats=[AGAINST_BOT[1], AGAINST_BOT[0]])
    wait_for_turn(page)
    action(page, "none").click()
    expect(prompt(page)).to_contain_text("?")
    wait_for_turn(page)
    primary(page).click()
    expect(part(page, "log")).to_contain_text("You flooded nothing")


def test_the_recap_is_shown_for_a_while_when_the_turn_comes_back(visitor: NewVisitor) -> None:
    page = visitor()
    page.add_init_script(RECORD)
    open_table(page, "flooding", seats=[{**AGAINST_BOT[0]}, {"kind": "bot", "level": 2}])
    expect(page.locator("html[data-recap]")).to_have_count(0)
    cell(page, "b2").click()
    end_turn(page).click()
    expect(page.locator("html")).to_have_attribute("data-recap", re.compile("flooded"))
    wait_for_turn(page)
    expect(page.locator("[data-mark=recap]")).not_to_have_count(0)
    expect(part(page, "recap")).to_have_count(0)
    expect(page.locator("[data-mark=recap]")).not_to_have_count(0)


def test_with_motion_the_recap_plays_again_and_a_move_is_never_delayed(visitor: NewVisitor) -> None:
    page = visitor(reduced_motion="no-preference")
    page.add_init_script(RECORD)
    open_table(page, "flooding")
    cell(page, "b2").click()
    end_turn(page).click()
    expect(part(page, "log")).to_contain_text("You walked to b2")
    expect(part(page, "log")).to_contain_text("flooded")
    wait_for_turn(page)
    before = int(page.locator("html").get_attribute("data-turns") or 0)
    page.keyboard.press("p")
    expect(page.locator("html")).to_have_attribute("data-turns", str(before + 2))
    wait_for_turn(page)
    # While it plays again, a press shows the newest position, and the move counts.
    page.keyboard.press("p")
    page.locator("[data-cell].open").or_(part(page, "board")).first.click()
    wait_for_turn(page)
    page.locator("[data-cell].open").first.click()
    end_turn(page).click()
    expect(headline(page).filter(has_text="Day 3").or_(part(page, "result")).first).to_be_visible()


def keys_of(page: Page) -> set[str]:
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Keyboard")
    expect(sheet).to_be_visible()
    found = set(sheet.locator("kbd").all_text_contents())
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    return found


def test_the_list_of_keys_has_only_those_that_work_here(visitor: NewVisitor) -> None:
    page, guest = visitor(), visitor()
    open_table(page, "waffe", options={})
    assert {"H", "U", "P", "L", "Ctrl", "F1"} <= keys_of(page)
    assert not {"C", "R", "0"} & keys_of(page)  # nobody to chat with, nothing to turn, nothing to zoom
    guest.goto(page.url)
    expect(part(guest, "board").first).to_be_visible()
    expect(guest.locator(".loading")).to_have_count(0)
    assert not {"H", "U", "P", "Enter"} & keys_of(guest)
    open_table(page, "wege")
    assert {"R", "0"} <= keys_of(page)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_the_turns_are_in_sight_or_one_click_away(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    open_room(page, game, seats=AGAINST_BOT)
    wait_for_turn(page)
    for size in SIZES:
        resize(page, size)
        if part(page, "log").is_visible():
            continue
        page.get_by_role("button", name="Turns").click()
        expect(page.get_by_role("dialog").get_by_text("The game begins.")).to_be_visible()
        page.keyboard.press("Escape")


def test_numbers_are_explained_on_hover_focus_and_long_press(visitor: NewVisitor) -> None:
    page = visitor(has_touch=True)
    open_table(page, "latice")
    seat, tip = part(page, "seat").first, page.get_by_role("tooltip")
    expect(tip).to_have_count(0)
    seat.hover()
    expect(tip).to_contain_text("Points buy extra tiles.")
    page.mouse.move(5, 5)
    expect(tip).to_have_count(0)
    page.keyboard.press("Tab")
    seat.focus()
    expect(tip).to_be_visible()
    expect(seat).to_have_attribute("aria-describedby", "tip")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    session = page.context.new_cdp_session(page)
    x, y = center(seat)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(tip).to_be_visible()
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
