"""Name and avatar: kept by the browser, sent with the seat, changed while seated; nobody is called by a role."""

from __future__ import annotations

import re

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    NewVisitor,
    Page,
    choose_in_menu,
    expect,
    log,
    open_room,
    part,
    play_turn,
    player,
    primary,
    resign,
    result,
)

pytestmark = pytest.mark.slow

GUEST_AND_BOT = [{"kind": "here"}, {"kind": "bot", "level": 1}]
DRAWING = "(token) => document.querySelector(`[aria-label='${token}'] path`).getAttribute('d')"


def open_preferences(page: Page) -> None:
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()


def test_name_and_avatar_are_kept_and_go_with_the_seat(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    you = page.get_by_role("button", name="Preferences")
    expect(you).to_have_accessible_name("Guest, Preferences")
    open_preferences(page)
    drawer = page.get_by_role("dialog", name="Preferences")
    drawer.get_by_label("Name", exact=True).fill("  Ada  Lee ")
    tokens = drawer.get_by_role("radiogroup", name="Avatar")
    expect(tokens.get_by_role("radio")).to_have_count(12)
    tokens.get_by_role("radio", name="Boat").click()
    page.keyboard.press("ArrowDown")
    expect(tokens.get_by_role("radio", name="Star")).to_be_checked()
    expect(tokens.get_by_role("radio", name="Star")).to_be_focused()
    star = page.evaluate(DRAWING, "Star")
    page.reload()
    expect(you).to_have_accessible_name("Ada Lee, Preferences")
    expect(you.locator("path").first).to_have_attribute("d", star)
    page.get_by_role("button", name=re.compile("^Play the computer")).first.click()
    expect(part(page, "board")).to_be_visible()
    expect(player(page, "You").locator(".avatar path")).to_have_attribute("d", star)
    code = page.url.rsplit("/", 1)[1]
    others = visitor()
    others.goto(f"/r/{code}")
    expect(player(others, "Ada Lee").locator(".avatar path")).to_have_attribute("d", star)


def test_a_guest_stays_a_guest_after_a_rematch_and_may_take_a_name_while_seated(visitor: NewVisitor) -> None:
    page, watching = visitor(), visitor()
    code = open_room(page, options={"size": 4}, seats=GUEST_AND_BOT)
    watching.goto(f"/r/{code}")
    expect(player(watching, "Guest")).to_contain_text("Journeyman")
    expect(player(watching, "Pip")).to_contain_text("Weather · computer, level 1")
    play_turn(page, "b2")
    resign(page)
    result(page).get_by_role("button", name="Swap roles").click()
    expect(player(watching, "Guest")).to_contain_text("Weather")
    expect(player(watching, "Pip")).to_contain_text("Journeyman")
    choose_in_menu(page, "Preferences")
    page.get_by_role("dialog", name="Preferences").get_by_label("Name", exact=True).fill("Ada")
    expect(player(watching, "Ada")).to_contain_text("Weather")
    expect(log(watching, "Guest is now Ada.")).to_be_visible()


@pytest.mark.slow
def test_a_name_that_another_player_has_is_refused(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    choose_in_menu(page, "Preferences")
    page.get_by_role("dialog", name="Preferences").get_by_label("Name", exact=True).fill("Pip")
    expect(part(page, "bubble")).to_contain_text("name must not be that of another player")
    expect(primary(page).or_(part(page, "prompt")).first).to_be_attached()
