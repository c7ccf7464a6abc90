"""The table of Latice: tiles laid by mouse, touch and keyboard, refusals, and hidden racks."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.latice_moves import FITTING, by_drag, end, lay_one
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    TWO_HERE,
    NewVisitor,
    action,
    cell,
    center,
    drag_by_touch,
    expect,
    feedback,
    headline,
    hint,
    join,
    log,
    open_room,
    part,
    piece,
    player,
    primary,
    prompt,
    result,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

POOLS = (
    "gd yb bl cd ml rd cb bt mb ye gf cf gf bt rl bf cl ct cd ml ct mt rd gt yd yf bf yd ge yb",
    "me gb gl md mt bd cf rl bl bd ge yt md yl rb gb gt bb be cb yf rf rt ye ce bb re mb be mf",
)
TWO_POINTS: dict[str, Any] = {
    "board": {"e5": "rf", "f5": "rb"},
    "racks": [["rt", "re", "gd", "yl", "mf"], ["ce", "cl", "me", "gl", "yt"]],
    "pools": [pool.split() for pool in POOLS],
    "points": [2, 0],
    "laid": [1, 1],
    "turn": 2,
    "actions": 1,
    "placed_this_turn": 0,
    "to_move": 0,
    "options": {},
}
"""Ada has two points, the price of an extra tile."""


def test_a_tile_is_dragged_by_mouse_and_by_touch(visitor: NewVisitor) -> None:
    for page, drag in ((visitor(), by_drag), (visitor(**PHONE), drag_by_touch)):
        open_room(page, "latice", seats=AGAINST_BOT)
        wait_for_turn(page)
        expect(page.locator("[data-piece]")).to_have_count(5)
        drag(page, page.locator("[data-piece]").first.get_attribute("data-piece") or "", "e5")
        expect(cell(page, "e5")).not_to_have_attribute("aria-label", re.compile("empty"))


def test_an_illegal_action_says_why_and_changes_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    cell(page, "a1").click(force=True)
    expect(feedback(page)).to_have_text("Choose a tile first.")
    name = page.locator("[data-piece]").first.get_attribute("data-piece") or ""
    piece(page, name).click()
    cell(page, "a1").click(force=True)
    expect(feedback(page)).to_have_text("The first tile goes on the moon, e5.")
    page.keyboard.press("Escape")
    expect(page.locator("[data-target]")).to_have_count(0)
    by_drag(page, name, "c4")
    expect(feedback(page)).to_have_text("The first tile goes on the moon, e5.")
    action(page, "buy").click(force=True)
    expect(feedback(page)).to_have_text("An extra tile costs 2 points; you have 0.")
    expect(page.locator("[data-piece]")).to_have_count(5)


def test_an_exchange_asks_for_confirmation(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, "latice", seats=ONE_OPEN)
    other = visitor()
    join(other, code)
    wait_for_turn(page)
    action(page, "exchange").click()
    expect(prompt(page)).to_have_text("Exchange all your tiles? It ends your turn.")
    page.get_by_role("button", name="Keep them").click()
    expect(prompt(page)).to_have_text("Choose a tile.")
    action(page, "exchange").click()
    primary(page).click()
    wait_for_turn(other)
    expect(log(other, "exchanged the tiles")).to_have_count(1)
    action(page, "end").click(force=True)
    expect(feedback(page)).to_have_text("It is not your turn yet.")


def test_passing_is_asked_first(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(primary(page)).to_have_count(0)
    action(page, "end").click()
    expect(prompt(page)).to_have_text("End your turn without laying a tile?")
    page.get_by_role("button", name="Keep playing").click()
    expect(headline(page)).to_contain_text("1 of 20")
    action(page, "end").click()
    primary(page).click()
    expect(log(page, "passed")).to_have_count(1)


def test_without_an_action_a_tile_is_bought_by_laying_it(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", start=TWO_POINTS, seats=AGAINST_BOT)
    wait_for_turn(page)
    page.locator("[data-piece^='rt#']").click()
    cell(page, "d5").click()
    expect(prompt(page)).to_have_text("No tile left this turn. Buy one for 2 points.")
    page.locator("[data-piece^='re#']").click()
    expect(prompt(page)).to_have_text(re.compile(r"^\s*\w+ \w+: laying it costs 2 points\.\s*$"))
    expect(page.locator("[data-target='g5'] .price")).to_have_text("2")
    before = page.locator("[data-part=board] .tile").count()
    cell(page, "g5").click()
    expect(page.locator("[data-part=board] .tile")).to_have_count(before + 1)
    expect(log(page, "extra tile")).to_have_count(1)


def test_a_hint_is_drawn_on_board_and_rack_and_the_button_plays_it(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    hint(page).click()
    expect(part(page, "board").locator("[data-mark=hint]")).to_have_count(1)
    expect(part(page, "hand").locator("[data-mark=hint]")).to_have_count(1)
    expect(prompt(page)).to_have_text(re.compile(r"^\s*\w+ \w+ here\."))
    assert not re.search(r"@|\b[rygbcm][fbtdel]\b", prompt(page).inner_text())
    expect(primary(page)).to_have_text("Lay it")
    primary(page).click()
    expect(cell(page, "e5")).not_to_have_attribute("aria-label", re.compile("empty"))


def test_the_rack_is_put_in_order_by_dragging(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.locator("[data-piece]")).to_have_count(5)
    names = [one.get_attribute("data-piece") or "" for one in page.locator("[data-piece]").all()]
    page.mouse.move(*center(piece(page, names[0])))
    page.mouse.down()
    page.mouse.move(*center(piece(page, names[1])), steps=4)
    page.mouse.move(*center(piece(page, names[2])), steps=4)
    page.mouse.up()
    ordered = [names[1], names[2], names[0], *names[3:]]
    for index, name in enumerate(ordered):
        expect(page.locator("[data-piece]").nth(index)).to_have_attribute("data-piece", name)
    expect(page.locator("[data-target]")).to_have_count(0)


def test_at_one_screen_nobody_sees_the_others_rack(visitor: NewVisitor) -> None:
    page = visitor()
    racks: list[Any] = []

    def read_frame(frame: Any) -> None:
        text = frame if isinstance(frame, str) else frame.decode()
        racks.extend(re.findall(r'"racks":\[(null|\[[^]]*\]),(null|\[[^]]*\])\]', text))

    page.on("websocket", lambda socket: socket.on("framereceived", read_frame))
    open_room(page, "latice", options={"turns": 4}, seats=TWO_HERE)
    for number in range(4):
        name, other = ("Ada", "Bo") if number % 2 == 0 else ("Bo", "Ada")
        expect(page.locator(".curtain p")).to_have_text(f"Pass the device to {name}.")
        expect(page.locator("[data-piece]")).to_have_count(0)
        expect(page.locator(".rack [role=img]")).to_have_count(5)
        expect(page.locator(".rack [role=img]").first).to_have_attribute("aria-label", "1 hidden tile")
        page.get_by_role("button", name=re.compile("show my (side|tiles)", re.IGNORECASE)).click()
        expect(page.locator("[data-piece]")).to_have_count(5)
        expect(player(page, other).get_by_role("img")).to_have_count(0)
        lay_one(page, by_drag, False)
        if page.locator("[data-action=end]:not([aria-disabled])").count():
            end(page, False)
    expect(result(page)).to_be_visible()
    assert ("null", "null") in racks
    assert all("null" in pair for pair in racks)


def test_open_racks_are_shown_and_letters_are_a_preference(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "latice", options={"open_racks": True}, seats=AGAINST_BOT)
    wait_for_turn(page)
    racks = part(page, "seat").get_by_role("img")
    expect(racks).to_have_count(1)
    expect(racks).to_have_attribute("aria-label", re.compile(r"^The rack of \w+: (\w+ \w+,?( and)? ){4}\w+ \w+$"))
    expect(page.locator(".rack text")).to_have_count(0)
    page.evaluate("localStorage.setItem('ludoteca.preferences', JSON.stringify({letters: true}))")
    page.reload()
    expect(page.locator(".rack text")).to_have_count(5)


def test_the_board_keeps_its_size_on_a_short_phone(visitor: NewVisitor) -> None:
    page = visitor(**{**PHONE, "height": 664})
    code = open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.locator("[data-piece]")).to_have_count(5)
    board = part(page, "board")
    before = board.bounding_box()
    assert before is not None
    assert before["width"] >= 342
    page.keyboard.press("h")
    expect(board.locator("[data-mark=hint]")).to_have_count(1)
    assert board.bounding_box() == before
    primary(page).tap()
    expect(cell(page, "e5")).not_to_have_attribute("aria-label", re.compile("empty"))
    page.goto(f"/r/{code}/replay/1")
    expect(cell(page, "e5")).to_be_visible()
    replayed = board.bounding_box()
    assert replayed is not None
    assert replayed["width"] >= 342


SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll("[data-part=board] text, [data-part=hand] text")]
    .map((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a))"""


@pytest.mark.parametrize("size", [(390, 844), (390, 664), (844, 390), (1280, 800)], ids="{0[0]}x{0[1]}".format)
def test_buttons_fit_and_text_is_large_enough(visitor: NewVisitor, size: tuple[int, int]) -> None:
    width, height = size
    page = visitor(**({**PHONE, "width": width, "height": height} if min(size) < 600 else {}))
    open_room(page, "latice", seats=AGAINST_BOT)
    wait_for_turn(page)
    for one in page.locator("[data-action]").all():
        box = one.bounding_box()
        assert box is not None
        assert box["height"] == 44
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert one.evaluate("(button) => button.scrollWidth <= button.clientWidth")
    page.locator(FITTING).first.click()
    assert page.evaluate(SMALLEST_TEXT) >= 13
    square = cell(page, "a1").bounding_box()
    assert square is not None
    assert square["width"] >= 34
    for seat in part(page, "seat").all():
        expect(seat.get_by_text("0 points")).to_be_visible()
