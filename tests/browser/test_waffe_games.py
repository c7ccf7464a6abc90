"""Whole games of Waffe Game 2 by pointer, touch and keyboard; cards dragged by both; hands open at the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    NewVisitor,
    Page,
    action,
    center,
    expect,
    open_room,
    primary,
    resign,
    result,
    wait_for_turn,
)
from browser.waffe_player import Player, alone, card, field, own_hand, preview, seated, take_turn

pytestmark = pytest.mark.slow

SIDE: dict[str, Any] = {**PHONE, "width": 844, "height": 390}
MOST_TURNS = 200


def expect_open_hands(page: Page) -> None:
    expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(0)


@pytest.mark.parametrize(("device", "window"), [("mouse", {}), ("touch", PHONE), ("keys", SIDE)])
def test_a_whole_game_against_the_computer(visitor: NewVisitor, device: str, window: dict[str, Any]) -> None:
    ada = Player(visitor(**window), device)
    open_room(ada.page, "waffe", seats=AGAINST_BOT, options={"hand": 5})
    for _ in range(MOST_TURNS):
        expect(ada.page.locator("h1.active").or_(result(ada.page)).first).to_be_visible()
        if result(ada.page).is_visible():
            break
        take_turn(ada)
    expect(result(ada.page)).to_be_visible()
    expect(action(ada.page, "pass")).to_have_count(0)
    expect_open_hands(ada.page)
    assert None not in ada.table["view"]["hands"]


def test_a_whole_game_between_a_desk_and_a_phone(visitor: NewVisitor) -> None:
    players = ada, bo = seated(visitor, options={"hand": 5})
    for number in range(MOST_TURNS):
        player, other = players[number % 2], players[1 - number % 2]
        ada.device = ("mouse", "keys")[number // 2 % 2]
        wait_for_turn(player.page)
        take_turn(player)
        expect(other.page.locator("h1.active").or_(result(other.page)).first).to_be_visible()
        if result(other.page).is_visible():
            break
    for page in (ada.page, bo.page):
        expect(result(page)).to_be_visible()
        expect_open_hands(page)


def test_all_hands_are_open_after_a_resignation(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    expect(ada.page.get_by_role("img", name="10 hidden cards")).to_be_visible()
    resign(ada.page)
    expect(result(ada.page)).to_contain_text("You resigned")
    expect_open_hands(ada.page)
    expect(ada.page.get_by_label("The hand of Pip").locator("[data-card]")).to_have_count(10)


def test_a_card_dragged_onto_the_field_is_selected(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    name = ada.choices["hand"][0]
    card(ada.page, name).hover(position={"x": 12, "y": 20})
    ada.page.mouse.down()
    field(ada.page).hover(force=True)
    ada.page.mouse.up()
    expect(card(ada.page, name)).to_have_attribute("aria-pressed", "true")
    expect(preview(ada.page, "ok")).to_be_visible()
    primary(ada.page).click()
    expect(ada.page.locator(f"[data-laid='{name}']")).to_be_visible()


def test_a_finger_drags_a_card_onto_the_field(visitor: NewVisitor) -> None:
    ada = Player(visitor(**PHONE), "touch")
    open_room(ada.page, "waffe", seats=AGAINST_BOT)
    wait_for_turn(ada.page)
    name = ada.choices["hand"][0]
    session = ada.page.context.new_cdp_session(ada.page)
    for kind, point in (("touchStart", center(card(ada.page, name))), ("touchMove", center(field(ada.page)))):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
    expect(field(ada.page)).to_have_class(re.compile("aimed"))
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card(ada.page, name)).to_have_attribute("aria-pressed", "true")
    ada.confirm()
    expect(ada.page.locator(f"[data-laid='{name}']")).to_be_visible()


def hand_of(page: Page) -> list[str]:
    expect(own_hand(page).first).to_be_visible()  # the hand is drawn once the board has been measured
    names: list[str] = own_hand(page).evaluate_all("cards => cards.map((card) => card.dataset.card)")
    return names


def test_the_hand_is_ordered_by_dragging(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    page, before = ada.page, hand_of(ada.page)
    card(page, before[0]).hover(position={"x": 12, "y": 40})
    page.mouse.down()
    page.mouse.move(*center(card(page, before[3])), steps=4)
    expect(own_hand(page).nth(3)).to_have_attribute("data-card", before[0])
    page.mouse.up()
    assert sorted(hand_of(page)) == sorted(before)
    # A drag within the hand chooses nothing.
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
    moved = hand_of(page)
    last = next(name for name in reversed(moved) if not name[1].isdigit())  # no joker, which may stand for another card
    ada.choose(last)
    primary(page).click()
    expect(page.locator(f"[data-laid='{last}']")).to_be_visible()
    assert hand_of(page)[:4] == moved[:4]
    page.get_by_role("button", name=re.compile("^Pack ")).click()
    page.get_by_role("radio", name="Rank").check(force=True)
    expect(own_hand(page).first).to_have_attribute("data-card", before[0])


def test_a_finger_orders_the_hand(visitor: NewVisitor) -> None:
    ada = Player(visitor(**PHONE), "touch")
    open_room(ada.page, "waffe", seats=AGAINST_BOT)
    wait_for_turn(ada.page)
    before = hand_of(ada.page)
    session = ada.page.context.new_cdp_session(ada.page)
    start, end = center(card(ada.page, before[0])), center(card(ada.page, before[2]))
    for kind, point in (("touchStart", start), ("touchMove", (start[0] + 12, start[1])), ("touchMove", end)):
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": point[0], "y": point[1]}]})
    expect(own_hand(ada.page).nth(2)).to_have_attribute("data-card", before[0])
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(ada.page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
