"""Flooding Islands: choosing and confirming, previews, hints and drags."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.page_objects import (
    PHONE,
    TWO_HERE,
    NewVisitor,
    Page,
    action,
    by_arrows,
    cell,
    center,
    drag_by_touch,
    end_turn,
    expect,
    feedback,
    headline,
    hint,
    log,
    open_room,
    piece,
    primary,
    prompt,
    result,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

AS_JOURNEYMAN = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]
AS_WEATHER = [{"kind": "bot", "level": 1}, {"kind": "here", "name": "Ada"}]
DAY = {"size": 10, "journeyman": "c3", "flooded": ["d2", "d3", "d4", "e5"], "day": 3, "to_move": "journeyman"}
NIGHT = {"size": 10, "journeyman": "c4", "flooded": ["d3", "e5"], "day": 4, "to_move": "weather"}
SCREENS = [pytest.param({}, id="desktop"), pytest.param(PHONE, id="phone")]


def play_day(page: Page, **position: Any) -> None:
    open_room(page, seats=AS_JOURNEYMAN, start={**DAY, **position})
    wait_for_turn(page)


def play_night(page: Page, **position: Any) -> None:
    open_room(page, seats=AS_WEATHER, start={**NIGHT, **position})
    wait_for_turn(page)


def marks(page: Page, name: str) -> Any:
    return page.locator(f"[data-part=board] [data-mark={name}]")


def test_a_step_shows_what_it_dries_and_is_made_by_the_button(visitor: NewVisitor) -> None:
    page = visitor()
    play_day(page)
    expect(page.locator("header h1")).to_contain_text("Day 4")
    expect(page.get_by_text("Stay on dry land for 365 days.")).to_be_visible()
    expect(prompt(page)).to_have_text("Choose where to walk.")
    expect(primary(page)).to_have_count(0)
    cell(page, "c4").hover()
    expect(marks(page, "dries")).to_have_count(1)
    expect(primary(page)).to_have_count(0)
    cell(page, "c4").click()
    expect(prompt(page)).to_have_text("Walk to c4. Dries d4.")
    cell(page, "c4").click()  # a second click deselects
    expect(cell(page, "c4")).to_have_attribute("aria-selected", "false")
    expect(primary(page)).to_have_count(0)
    cell(page, "b4").click()
    cell(page, "c4").click()  # another field replaces the first
    expect(cell(page, "b4")).to_have_attribute("aria-selected", "false")
    expect(primary(page)).to_have_text("End turn: walk to c4")
    primary(page).click()
    expect(log(page, "You walked to c4")).to_contain_text("dried d4")
    expect(page.locator("header h1")).to_contain_text("Day 5")
    expect(marks(page, "recap")).to_have_count(1)


def test_the_weather_sees_what_its_floods_leave(visitor: NewVisitor) -> None:
    page = visitor()
    play_night(page)
    expect(page.locator("header h1")).to_contain_text("Night 4")
    expect(prompt(page)).to_have_text("Choose up to two fields to flood.")
    cell(page, "b5").click()
    expect(prompt(page)).to_have_text(
        re.compile(r"Flood b5\. Leaves .+ 6 steps instead of 7\. You may flood one more\.")
    )
    expect(primary(page)).to_have_text("End turn: flood b5")
    cell(page, "j9").click()
    expect(prompt(page)).to_have_text(re.compile(r"Flood b5 and j9\. Leaves .+ 6 steps instead of 7\."))
    cell(page, "j8").click()
    expect(feedback(page)).to_have_text("Two fields a night. Click a chosen one to release it.")
    cell(page, "j9").click()
    cell(page, "a1").click()
    expect(primary(page)).to_have_text("End turn: flood a1, b5")
    primary(page).click()
    expect(log(page, "You flooded a1, b5")).to_have_count(1)


def test_flooding_nothing_is_asked_in_place(visitor: NewVisitor) -> None:
    page = visitor()
    play_night(page)
    action(page, "none").click()
    expect(prompt(page)).to_have_text("End your turn without flooding a field?")
    page.get_by_role("button", name="Keep playing").click()
    expect(prompt(page)).to_have_text("Choose up to two fields to flood.")
    action(page, "none").click()
    primary(page).click()
    expect(log(page, "You flooded nothing")).to_have_count(1)


def test_a_field_out_of_reach_says_why(visitor: NewVisitor) -> None:
    page = visitor()
    play_day(page)
    cell(page, "g8").click(force=True)
    expect(feedback(page)).to_have_text("g8 is not next to c3, where the journeyman stands.")
    cell(page, "d3").click(force=True)
    expect(feedback(page)).to_have_text("d3 is flooded.")


def test_the_journeyman_is_dragged_to_a_field(visitor: NewVisitor) -> None:
    page = visitor()
    play_day(page)
    page.mouse.move(*center(cell(page, "c3")))
    page.mouse.down()
    page.mouse.move(*center(cell(page, "c4")), steps=4)
    expect(marks(page, "dries")).to_have_count(1)
    page.mouse.up()
    expect(cell(page, "c4")).to_have_attribute("aria-selected", "true")
    expect(end_turn(page)).to_have_text("End turn: walk to c4")
    page.mouse.move(*center(cell(page, "c3")))
    page.mouse.down()
    page.mouse.move(*center(cell(page, "h8")), steps=4)
    page.mouse.up()
    expect(feedback(page)).to_have_text("h8 is not next to c3, where the journeyman stands.")


def test_the_journeyman_is_dragged_by_touch(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    play_day(page)
    expect(piece(page, "journeyman")).to_be_attached()
    drag_by_touch(page, "journeyman", "b4")
    expect(cell(page, "b4")).to_have_attribute("aria-selected", "true")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_hint_is_drawn_on_the_board(visitor: NewVisitor, screen: dict[str, Any]) -> None:
    page = visitor(**screen)
    play_day(page)
    hint(page).click()
    expect(marks(page, "hint")).to_have_count(1)
    expect(prompt(page)).to_contain_text(re.compile(r"Walk to [a-j]\d+\."))
    expect(primary(page)).to_be_visible()
    play_night(page)
    hint(page).click()
    expect(marks(page, "hint")).to_have_count(2)  # two floods are never worse than one
    expect(prompt(page)).to_contain_text(re.compile(r"Flood [a-j]\d+ and [a-j]\d+\."))


def test_keys_choose_clear_and_end_the_turn(visitor: NewVisitor) -> None:
    page = visitor()
    play_day(page)
    cell(page, "c3").focus()
    page.keyboard.press("ArrowDown")
    expect(marks(page, "dries")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(cell(page, "c4")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Escape")
    expect(cell(page, "c4")).to_have_attribute("aria-selected", "false")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+Enter")
    expect(log(page, "You walked to c4")).to_have_count(1)


def by_click(page: Page, name: str) -> None:
    cell(page, name).click()


def by_tap(page: Page, name: str) -> None:
    cell(page, name).tap()


@pytest.mark.parametrize(
    ("screen", "choose", "end"),
    [
        pytest.param({}, by_click, lambda page: primary(page).click(), id="mouse"),
        pytest.param(PHONE, by_tap, lambda page: primary(page).tap(), id="touch"),
        pytest.param(
            {"width": 844, "height": 390}, by_arrows, lambda page: page.keyboard.press("Control+Enter"), id="keyboard"
        ),
    ],
)
def test_a_game_is_played_to_its_end(
    visitor: NewVisitor, screen: dict[str, Any], choose: Callable[[Page, str], None], end: Callable[[Page], None]
) -> None:
    """The journeyman returns to his corner and is trapped there."""
    page = visitor(**screen)
    open_room(page, options={"size": 4}, seats=TWO_HERE)
    for turn, fields in enumerate((["a2"], ["b2", "c3"], ["a1"], ["b1", "a2"])):
        status = ("Day 1", "Night 1", "Day 2", "Night 2")[turn]
        expect(headline(page)).to_contain_text(status)
        for field in fields:
            choose(page, field)
            expect(cell(page, field)).to_have_attribute("aria-selected", "true")
        end(page)
    expect(result(page)).to_contain_text("Ada was trapped")
    expect(result(page)).to_contain_text("after 2 days")


def test_the_trapped_journeyman_stays_in_sight(visitor: NewVisitor) -> None:
    page = visitor()
    play_night(page, journeyman="a1", flooded=["a2"])
    for field in ("b1", "b2"):
        cell(page, field).click()
    expect(prompt(page)).to_contain_text("no step: a trap.")
    before = page.locator("[data-part=board]").bounding_box()
    primary(page).click()
    expect(result(page)).to_be_visible()
    assert page.locator("[data-part=board]").bounding_box() == pytest.approx(before, abs=1)


def test_the_journeyman_survives_the_last_day(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, seats=TWO_HERE, start={**DAY, "journeyman": "e5", "day": 364})
    cell(page, "e4").click()
    primary(page).click()
    expect(result(page)).to_contain_text("Ada survived")
    expect(result(page)).to_contain_text("after 365 days")
    expect(result(page)).not_to_contain_text("night")


def test_every_field_shows_its_name_where_it_is_preferred(visitor: NewVisitor) -> None:
    page = visitor()
    play_day(page)
    expect(marks(page, "names")).to_have_count(0)
    page.get_by_role("button", name="Menu", exact=True).click()
    page.get_by_role("button", name="Preferences", exact=True).click()
    page.get_by_label("show field names in every field").check()
    expect(marks(page, "names").locator("text")).to_have_count(100)
