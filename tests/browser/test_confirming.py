"""Confirming moves: by one click, two or the button, and the offer of one click where moves should be quick."""

from __future__ import annotations

import json
import re

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    Locator,
    NewVisitor,
    Page,
    cell,
    choose_in_menu,
    expect,
    headline,
    open_room,
    part,
    primary,
    prompt,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

CLOCK = {"per": "game", "seconds": 3600, "increment_s": 0, "on_timeout": "loss"}


def offer(page: Page) -> Locator:
    """Return the answers to the question whether to move with one click."""
    return part(page, "offer")


def test_one_click_is_offered_against_time_and_the_answer_is_remembered(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "flooding", seats=AGAINST_BOT, clock=CLOCK)
    wait_for_turn(page)
    expect(prompt(page)).to_have_text("Choose where to walk. Move with one click? Yes No", use_inner_text=True)
    cell(page, "b2").click()  # somebody who goes on is not stopped
    expect(offer(page)).to_have_count(0)
    expect(primary(page)).to_have_text("End turn: walk to b2")
    page.keyboard.press("Escape")
    offer(page).get_by_role("button", name="No").click()
    expect(offer(page)).to_have_count(0)
    page.reload()
    wait_for_turn(page)
    expect(prompt(page)).to_have_text("Choose where to walk.")
    expect(offer(page)).to_have_count(0)


def test_one_click_is_offered_on_a_long_walk_and_makes_the_move(visitor: NewVisitor) -> None:
    page = visitor()
    start = {"size": 6, "journeyman": "c3", "flooded": [], "day": 9, "to_move": "journeyman"}
    open_room(page, "flooding", seats=AGAINST_BOT, start=start)
    wait_for_turn(page)
    expect(offer(page)).to_have_count(0)  # day 10
    cell(page, "c4").click()
    primary(page).click()
    expect(headline(page)).to_contain_text("Day 11")
    wait_for_turn(page)
    offer(page).get_by_role("button", name="Yes").click()
    expect(offer(page)).to_have_count(0)
    page.locator("[data-cell].open").first.click()
    expect(headline(page)).to_contain_text("Day 12")
    wait_for_turn(page)
    choose_in_menu(page, "Preferences")
    flooding = page.get_by_role("radiogroup", name="Flooding Islands")
    expect(flooding.get_by_role("radio", name="Once")).to_be_checked()


def test_a_tile_is_laid_by_one_click_two_or_the_button(visitor: NewVisitor) -> None:
    for mode in ("twice", "button"):
        page = visitor()
        page.goto("/healthz")
        stored = json.dumps({"confirm": {"latice": mode}})
        page.evaluate("(text) => localStorage.setItem('ludoteca.preferences', text)", stored)
        open_room(page, "latice", seats=AGAINST_BOT)
        wait_for_turn(page)
        page.locator("[data-piece]").first.click()
        cell(page, "e5").click()
        expect(primary(page)).to_have_text("Lay on e5")
        expect(page.locator("[data-target=e5]")).to_have_class(re.compile("aimed"))
        page.locator("[data-piece]").nth(1).click()  # another tile
        expect(primary(page)).to_have_count(0)
        cell(page, "e5").click()
        cell(page, "e5").click()
        if mode == "button":
            expect(cell(page, "e5")).to_have_attribute("aria-label", re.compile("empty"))
            primary(page).click()
        expect(cell(page, "e5")).not_to_have_attribute("aria-label", re.compile("empty"))
