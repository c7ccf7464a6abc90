"""The table of Waffe: cards selected by mouse, touch and keyboard, previews, and hidden hands."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    TWO_HERE,
    NewVisitor,
    action,
    expect,
    feedback,
    hint,
    join,
    log,
    open_room,
    part,
    primary,
    prompt,
    wait_for_turn,
)
from browser.waffe_player import Player, alone, box_of, card, field, own_hand, preview, seated, step

pytestmark = pytest.mark.slow


def test_selected_cards_show_a_preview_or_a_refusal(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    page, hand = ada.page, ada.choices["hand"]
    good = set(ada.plays(hand, 2))
    bad = next(two for two in combinations(hand, 2) if two not in good and not any(name[1] in "123" for name in two))
    expect(primary(page)).to_have_count(0)
    field(page).click()
    expect(feedback(page)).to_contain_text("Choose at least one card.")
    ada.choose(bad[0])
    expect(preview(page, "ok")).to_be_visible()
    expect(prompt(page)).to_contain_text("This card fits.")
    expect(prompt(page)).to_contain_text(re.compile("The field is a suit of .*; you keep 9 cards"))
    expect(page.locator(f"[data-chosen='{bad[0]}']")).to_be_visible()
    ada.choose(bad[1])
    expect(preview(page, "no")).to_be_visible()
    expect(prompt(page)).to_contain_text("These cards form no type.")
    expect(prompt(page)).to_contain_text("No suit, as ")
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", prompt(page).inner_text())
    expect(primary(page)).to_have_count(0)
    card(page, bad[1]).click()  # a second click puts it back
    expect(card(page, bad[1])).to_have_attribute("aria-pressed", "false")
    page.locator(f"[data-chosen='{bad[0]}']").click()  # and so does one on the field
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
    ada.choose(bad[0])
    page.keyboard.press("Escape")  # clears the selection, does not open the menu
    expect(page.locator("[data-card][aria-pressed=true]")).to_have_count(0)
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(own_hand(page)).to_have_count(10)


def test_a_pass_says_what_it_does_and_asks_if_a_play_exists(visitor: NewVisitor) -> None:
    ada, bo = seated(visitor, options={"must_play": True})
    page = ada.page
    action(page, "pass").click()
    expect(prompt(page)).to_contain_text("Pass, although a card fits?")
    expect(prompt(page)).to_contain_text("10 opened.")
    expect(prompt(page)).to_contain_text("You draw nothing: 4 such passes in a row are a draw.")
    page.get_by_role("button", name="Keep playing").click()
    expect(own_hand(page)).to_have_count(10)
    action(page, "pass").click()
    primary(page).click()
    wait_for_turn(bo.page)
    expect(field(bo.page)).to_contain_text("10 cards were laid open.")
    expect(bo.page.get_by_label("Open cards of Ada").locator("button")).to_have_count(10)
    expect(page.get_by_label("Your open cards").locator("button")).to_have_count(10)
    # Open cards must be played.
    action(bo.page, "pass").tap(force=True)
    expect(feedback(bo.page)).to_contain_text("You may not pass: cards that lie open can be played")
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", feedback(bo.page).inner_text())


def test_the_last_play_is_marked_and_stands_in_the_log(visitor: NewVisitor) -> None:
    ada = Player(visitor(reduced_motion="no-preference"))
    bo = Player(visitor())
    join(bo.page, open_room(ada.page, "waffe", seats=ONE_OPEN))
    wait_for_turn(ada.page)
    expect(own_hand(ada.page).first).to_be_visible()
    opening = ada.plays(ada.choices["hand"], 2)[-1]
    for name in opening:
        ada.choose(name)
    ada.confirm()
    wait_for_turn(bo.page)
    expect(bo.page.locator("[data-laid]")).to_have_count(len(opening))
    for name in opening:
        laid = bo.page.locator(f"[data-laid='{name}']")
        expect(laid).to_have_attribute("aria-label", re.compile("played by Ada$"))
        expect(laid.locator(".seat-0 text")).to_have_text("1")
    line = log(bo.page, "Ada opened").first
    expect(line).to_be_visible()
    expect(line.locator("svg")).to_have_count(len(opening))


def test_the_ladder_shows_what_the_field_is_and_can_become(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    page = ada.page
    for name in ("Suit", "Straight", "Pairs", "Triples", "Fours"):
        expect(step(page, name)).to_contain_text("still possible")
    name = next(one for one in ada.choices["hand"] if one[1] not in "123")
    ada.choose(name)
    expect(step(page, "Suit")).to_contain_text("with the chosen cards")
    ada.confirm()
    expect(page.locator(f"[data-laid='{name}']")).to_be_visible()
    expect(page.get_by_label("Types in order").locator("[aria-current=step]")).to_have_count(1)


def test_a_hint_raises_its_cards(visitor: NewVisitor) -> None:
    ada = alone(visitor)
    page = ada.page
    hint(page).click()
    marks = part(page, "hand").locator("[data-mark=hint]")
    expect(marks.first).to_be_visible()
    expect(prompt(page)).to_contain_text(re.compile(r"^\s*Play "))
    assert not re.search(r"\b[2-9TJQKA][CDHS]\b", prompt(page).inner_text())
    names = marks.locator("[data-card]").evaluate_all("cards => cards.map((card) => card.dataset.card)")
    primary(page).click()
    for name in names:
        expect(page.locator(f"[data-laid='{name}']")).to_be_visible()


SIZES = {
    # width, height: the least height of a card in hand
    (1280, 800): 160,
    (1920, 1080): 200,
    (820, 1180): 168,
    (390, 844): 99,
    (844, 390): 99,
    (1366, 680): 136,
    (390, 664): 99,
}


def test_the_table_fills_every_window(visitor: NewVisitor) -> None:
    for (width, height), least in SIZES.items():
        touch = min(width, height) < 600
        page = visitor(width, height, has_touch=touch, is_mobile=touch)
        open_room(page, "waffe", seats=AGAINST_BOT)
        wait_for_turn(page)
        expect(own_hand(page)).to_have_count(10)
        face = box_of(own_hand(page).last.locator("svg"))
        board, cards = box_of(part(page, "board")), box_of(field(page))
        assert face["height"] >= least, (width, height)
        assert cards["width"] >= board["width"] - 1, (width, height)
        assert cards["height"] >= 120, (width, height)
        own_hand(page).first.click(position={"x": 12, "y": 20})
        expect(preview(page, "ok")).to_be_visible()
        for box in (face, board, cards, box_of(primary(page)), box_of(prompt(page))):
            assert -1 <= box["x"] <= box["x"] + box["width"] <= width + 1, (width, height, box)
            assert -1 <= box["y"] <= box["y"] + box["height"] <= height + 1, (width, height, box)
        assert page.evaluate("document.documentElement.scrollHeight") <= height + 1


def test_at_one_screen_nobody_sees_the_others_hand(visitor: NewVisitor) -> None:
    page = visitor()
    hands: list[tuple[str, str]] = []

    def read_frame(frame: Any) -> None:
        hands.extend(re.findall(r'"hands":\[(null|\[[^]]*\]),(null|\[[^]]*\])\]', frame))

    page.on("websocket", lambda socket: socket.on("framereceived", read_frame))
    open_room(page, "waffe", seats=TWO_HERE)
    for name in ("Ada", "Bo", "Ada"):
        expect(page.locator(".curtain")).to_contain_text(f"Pass the device to {name}.")
        expect(part(page, "hand").locator("[data-card]")).to_have_count(0)
        expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(2)
        page.get_by_role("button", name="show my side").click()
        expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(1)
        fitting = own_hand(page).and_(page.locator("[aria-label*='fits on its own']"))
        one = fitting.first if name == "Bo" and fitting.count() else own_hand(page).first
        one.click()
        expect(page.locator("[data-preview]")).to_be_visible()
        if not preview(page, "ok").count():
            page.keyboard.press("Escape")
            if action(page, "pass").count():
                action(page, "pass").click()
        primary(page).click()
    assert ("null", "null") in hands
    assert all("null" in pair for pair in hands)


def test_fifteen_cards_fit_fingers_and_sorting_is_kept(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "waffe", options={"hand": 15}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(own_hand(page)).to_have_count(15)
    boxes = [box for one in own_hand(page).all() if (box := one.bounding_box())]
    assert min(box["width"] for box in boxes) >= 34
    assert min(box["height"] for box in boxes) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]

    def suits() -> list[str]:
        names = own_hand(page).evaluate_all("cards => cards.map((card) => card.dataset.card)")
        return [name[1] for name in names if name[1] in "CDHS"]

    menu = page.get_by_role("button", name=re.compile("^Pack "))
    menu.tap()
    page.get_by_role("radio", name="Suit").check(force=True)
    page.get_by_label("Four colours").uncheck()
    for again in range(2):
        if again:
            menu.tap()
        expect(page.get_by_role("radio", name="Suit")).to_be_checked()
        expect(page.get_by_label("Four colours")).not_to_be_checked()
        assert suits() == sorted(suits())
        page.reload()
        expect(own_hand(page)).to_have_count(15)
