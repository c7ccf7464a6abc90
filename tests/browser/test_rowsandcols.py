"""The table of RowsAndCols: bricks laid by mouse, touch and keyboard, taken back and swapped; hints, bar and menu."""

from __future__ import annotations

import re

import pytest
from browser.page_objects import (
    ONE_OPEN,
    PHONE,
    NewVisitor,
    Page,
    action,
    cell,
    center,
    drag_by_touch,
    expect,
    feedback,
    hint,
    join,
    open_menu,
    open_room,
    part,
    piece,
    player,
    primary,
    prompt,
    tab,
    wait_for_turn,
)
from browser.rowsandcols_moves import (
    FITTING,
    TRIES,
    Lay,
    by_drag,
    by_keyboard,
    by_tap,
    drag,
    last_turn,
    lay_one,
    open_table,
    swap,
    take_turn,
    width,
)

pytestmark = pytest.mark.slow


def test_a_brick_is_dragged_by_mouse_and_by_touch(visitor: NewVisitor) -> None:
    for page, lay in ((visitor(), by_drag), (visitor(**PHONE), drag_by_touch)):
        open_table(page)
        assert lay_one(page, lay)
        expect(primary(page)).to_have_text(re.compile(r"^End turn - \+\d+$"))


def test_the_hand_is_put_in_order_by_dragging(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    names = [one.get_attribute("data-piece") or "" for one in page.locator("[data-piece]").all()]
    page.mouse.move(*center(piece(page, names[0])))
    page.mouse.down()
    page.mouse.move(*center(piece(page, names[1])), steps=4)
    page.mouse.move(*center(piece(page, names[2])), steps=4)
    page.mouse.up()
    ordered = [names[1], names[2], names[0], *names[3:]]
    for index, name in enumerate(ordered):
        expect(page.locator("[data-piece]").nth(index)).to_have_attribute("data-piece", name)


def test_two_players_lay_bricks_by_mouse_touch_and_keyboard(visitor: NewVisitor) -> None:
    ada, bo = visitor(reduced_motion="no-preference"), visitor(**PHONE, dark=True)
    code = open_room(ada, "rowsandcols", seats=ONE_OPEN)
    join(bo, code)
    hands: list[tuple[Page, Lay, bool]] = [
        (ada, by_drag, False),
        (bo, by_tap, True),
        (ada, by_keyboard, False),
        (bo, drag_by_touch, True),
    ]
    used: set[Lay] = set()
    for number in range(24):
        page, lay, touch = hands[number % 4]
        laid = take_turn(page, lay, 2, touch=touch)
        if laid:
            used.add(lay)
            expect(last_turn(page)).to_contain_text(re.compile(r"You.*rows? of \d.*\+\d"))
        expect(action(page, "swap")).to_have_attribute("aria-disabled", "true")
        if number >= 7 and laid and len(used) == 4:
            break
    assert len(used) == 4
    # The last turn stays marked for the other player, in the colour of its seat and with the points of its rows.
    watching, mover = (bo, 0) if page is ada else (ada, 1)
    marks = watching.locator(f".recap.seat-{mover} .row-points text")
    expect(marks).not_to_have_count(0)
    points = sum(int(one) for one in marks.all_text_contents())
    expect(last_turn(watching)).to_contain_text(f"+{points}")
    assert bo.evaluate("document.documentElement.scrollWidth") <= 390


def test_bricks_are_taken_back_one_by_one_or_all(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page, fitting=2)
    action(page, "undo_all").click(force=True)
    expect(feedback(page)).to_have_text("You have laid no brick this turn.")
    expect(primary(page)).to_have_count(0)
    for _ in range(2):
        lay_one(page)
    expect(primary(page)).to_have_text(re.compile(r"^End turn - \+\d+$"))
    action(page, "swap").click(force=True)
    expect(feedback(page)).to_have_text("You have laid a brick this turn, so you cannot swap any more.")
    laid = page.locator("[data-cell][aria-label*='laid this turn']")
    expect(laid).to_have_count(2)
    laid.first.click()
    expect(laid).not_to_have_count(2)
    action(page, "undo_all").click()
    expect(page.locator("[data-piece]")).to_have_count(6)
    expect(page.locator("[data-cell]")).to_have_count(1)


def test_any_brick_of_the_turn_goes_back_by_pressing_it(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page, fitting=2)
    for _ in range(2):
        lay_one(page)
    laid = page.locator("[data-cell][aria-label*='laid this turn']")
    expect(laid).to_have_count(2)
    expect(action(page, "undo_all")).not_to_have_attribute("aria-disabled", "true")
    laid.first.press("Enter")
    # The other stays if it still fits without it.
    expect(laid).not_to_have_count(2)


def test_an_illegal_action_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    action(page, "end").click(force=True)
    expect(feedback(page)).to_have_text("Lay at least one brick before you end the turn.")
    expect(action(page, "end")).to_have_attribute("title", "Lay at least one brick before you end the turn.")
    for _ in range(TRIES):
        if page.locator("[data-piece].idle").count():
            break
        open_table(page)
    idle = page.locator("[data-piece].idle").first
    idle.click()
    expect(prompt(page)).to_have_text(re.compile("does not fit anywhere"))
    refusal = re.compile(r"^The \w+ \w+ (and the \w+ \w+ share neither colour nor shape|would be in this row twice)\.$")
    cell(page, "1,0").click(force=True)
    expect(feedback(page)).to_have_text(refusal)
    idle.click()  # put it back
    drag(page, idle.get_attribute("data-piece") or "", "0,1")
    page.mouse.up()
    expect(feedback(page)).to_have_text(refusal)
    expect(page.locator("[data-piece]")).to_have_count(6)


def test_a_click_on_a_far_cell_says_why_beside_it(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    x, y = center(cell(page, "0,0"))
    for held in (False, True):
        if held:
            page.locator(FITTING).first.click()
        page.mouse.click(x + 5 * width(page), y)
        expect(feedback(page)).to_have_text("Bricks must touch the wall.")
        bubble = feedback(page).bounding_box()
        assert bubble is not None
        assert abs(bubble["y"] + bubble["height"] / 2 - y) < 120
        expect(feedback(page)).to_have_count(0)
    expect(page.locator("[data-piece]")).to_have_count(6)


def test_a_swap_is_chosen_confirmed_or_cancelled(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, "rowsandcols", seats=ONE_OPEN)
    join(bo, code)
    wait_for_turn(ada)
    action(ada, "swap").press("Enter")
    expect(ada.locator("[data-piece]").first).to_be_focused()
    action(ada, "swap_yes").click(force=True)
    expect(feedback(ada)).to_have_text("Choose the bricks to swap first.")
    for index in (0, 2, 5, 2):
        ada.locator("[data-piece]").nth(index).click()
    expect(prompt(ada)).to_have_text("2 of 6 chosen. A swap ends your turn.")
    ada.keyboard.press("Escape")
    expect(action(ada, "swap")).to_be_focused()
    action(ada, "swap").click()
    for index in (1, 3, 4):
        ada.locator("[data-piece]").nth(index).click()
    action(ada, "swap_yes").click()
    wait_for_turn(bo)
    expect(last_turn(bo)).to_contain_text("Ada swapped 3 bricks")
    expect(ada.locator("[data-part=hand] [role=img]")).to_have_count(6)
    action(ada, "swap").click(force=True)
    expect(feedback(ada)).to_have_text("It is not your turn yet.")


def test_a_hint_is_drawn_and_played(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    hint(page).click()
    expect(page.locator("[data-mark=hint]").first).to_be_visible(timeout=30_000)
    expect(prompt(page)).to_have_text(re.compile(r"^\w+ \w+ here: \+\d+\.|^Swap \d"))
    expect(prompt(page)).not_to_have_text(re.compile(r"@|-?\d+,-?\d+"))
    action(page, "play_it").click()
    expect(page.locator("[data-mark=hint]")).to_have_count(0)
    expect(prompt(page)).not_to_have_text("Choose a brick.")


def test_the_computer_plays_a_turn_where_that_is_allowed(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    expect(player(page, "You").locator("b").first).to_have_css("font-weight", "700")
    action(page, "autoplay").click()
    expect(last_turn(page)).to_contain_text(re.compile("rows? of|swapped"))
    ada, bo = visitor(), visitor()
    join(bo, open_room(ada, "rowsandcols", seats=ONE_OPEN))
    wait_for_turn(ada)
    expect(action(ada, "autoplay")).to_have_attribute("aria-disabled", "true")
    action(ada, "autoplay").click(force=True)
    expect(feedback(ada)).to_have_text("Hints are off in games between people.")


def test_at_one_screen_nobody_sees_the_others_bricks(visitor: NewVisitor) -> None:
    page = visitor()
    seats = [{"kind": "here", "name": name} for name in ("Ada", "Bo", "Cy")]
    open_room(page, "rowsandcols", seats=seats)
    for name in ("Ada", "Bo", "Cy", "Ada"):
        expect(page.locator(".curtain p")).to_have_text(f"Pass the device to {name}.")
        expect(page.locator("[data-piece]")).to_have_count(0)
        expect(page.locator("[data-part=hand] [aria-label='hidden brick']")).to_have_count(6)
        page.get_by_role("button", name="show my side").click()
        expect(page.locator("[data-piece]")).to_have_count(6)
        swap(page)


def test_unseen_bricks_are_counted_and_letters_are_a_preference(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_table(page)
    drawer = open_menu(page)
    drawer.get_by_text("Unseen", exact=True).tap()
    expect(page.locator("[data-unseen] b")).to_have_count(36)
    counts = page.locator("[data-unseen] b").all_inner_texts()
    assert sum(map(int, counts)) == 108 - 1 - 6
    hand = part(page, "hand")
    expect(hand.locator("text")).to_have_count(0)
    page.evaluate("localStorage.setItem('ludoteca.preferences', JSON.stringify({letters: true}))")
    page.reload()
    expect(hand.locator("text")).to_have_count(6)
    assert all((one.bounding_box() or {"width": 0})["width"] >= 44 for one in page.locator("[data-piece]").all())
    desk = visitor()
    open_table(desk)
    tab(desk, "Unseen").click()
    expect(desk.locator("[data-unseen] b")).to_have_count(36)


def test_escape_opens_a_sheet_with_the_records_at_its_right(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    page.locator(FITTING).first.click()
    page.keyboard.press("Escape")  # puts the brick back
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.keyboard.press("Escape")
    sheet = page.locator("dialog[open]")
    expect(sheet).to_be_visible()
    box, records = sheet.bounding_box(), sheet.get_by_role("heading", name="Records").bounding_box()
    assert box is not None
    assert records is not None
    assert box["width"] == pytest.approx(860, abs=1)
    assert box["x"] + box["width"] / 2 == pytest.approx(640, abs=1)
    assert records["x"] > 640


def test_a_request_to_undo_is_withdrawn_in_the_bar(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    join(bo, open_room(ada, "rowsandcols", seats=ONE_OPEN, casual=True))
    wait_for_turn(ada)
    expect(ada.locator("[data-piece]")).to_have_count(6)
    swap(ada)
    wait_for_turn(bo)
    action(ada, "undo_all").click()
    primary(ada).click()
    expect(prompt(ada)).to_contain_text("Waiting for Bo")
    expect(prompt(bo)).to_contain_text("Ada wants to undo")
    ada.get_by_role("button", name="Withdraw").click()
    expect(ada.get_by_role("button", name="Withdraw")).to_have_count(0)
    expect(prompt(bo)).to_contain_text("Choose a brick.")
