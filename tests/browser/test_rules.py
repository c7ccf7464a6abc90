"""Rules: pictures drawn by the game's own board, in the drawer and on the page, and the ways on from there."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    Locator,
    NewVisitor,
    Page,
    cell,
    expect,
    headline,
    open_room,
    part,
)
from browser.test_accessibility import AXE, RUN_AXE, TOO_WIDE

from ludoteca.core.registry import game_names
from ludoteca.core.translations import PICTURE
from ludoteca.server.game_info import find_page_file

SCREENS: list[dict[str, Any]] = [{}, PHONE]
DRAWN = re.compile("drawn")
PARTS_SHOWN = """(picture) => {
    const frame = picture.getBoundingClientRect();
    const parts = [...picture.querySelectorAll("svg, svg *")].map((one) => one.getBoundingClientRect());
    return parts.filter(({ left, top, right, bottom, width }) =>
        width && right > frame.left && left < frame.right && bottom > frame.top && top < frame.bottom).length;
}"""
"""How many drawn things lie in the frame of a picture."""


def sentences(game: str, file: str) -> list[str]:
    path = find_page_file(f"ludoteca.games.{game}", file)
    assert path is not None
    return [sentence.replace("**", "") for sentence, _ in PICTURE.findall(path.read_text("utf-8"))]


def pictures(place: Page | Locator) -> Locator:
    return place.locator("[data-picture]")


def expect_pictures(place: Page | Locator, wanted: list[str]) -> None:
    """Scroll through the pictures, and expect each to be drawn by the board, with its sentence, and out of the way."""
    expect(pictures(place)).to_have_count(len(wanted))
    for index, sentence in enumerate(wanted):
        picture = pictures(place).nth(index)
        picture.scroll_into_view_if_needed()
        expect(picture).to_have_attribute("data-picture", DRAWN)
        assert picture.evaluate(PARTS_SHOWN) > 3, sentence
        assert picture.evaluate("(one) => one.inert && one.ariaHidden === 'true'")
        assert not picture.evaluate(
            "(one) => one.querySelectorAll('[tabindex], [data-cell], [data-part], [role]').length"
        )
        expect(place.locator("figcaption").nth(index)).to_have_text(sentence)


def open_drawer(page: Page, game: str) -> Locator:
    open_room(page, game, seats=AGAINST_BOT)
    expect(page.locator("[data-board]").first).to_be_visible()
    page.keyboard.press("F1")
    expect(part(page, "rules")).to_be_visible()
    return part(page, "rules")


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_the_drawer_shows_pictures_that_the_board_draws(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    drawer = open_drawer(page, game)
    expect_pictures(drawer, sentences(game, "rules-short.md"))
    expect(drawer.get_by_role("link", name="Replay the lesson")).to_have_attribute("href", f"/learn/{game}")
    expect(page.locator("[data-board]")).to_have_count(1)


@pytest.mark.slow
def test_the_drawer_leads_to_the_rules_in_a_new_tab_and_they_lead_back(visitor: NewVisitor) -> None:
    page = visitor()
    drawer = open_drawer(page, "flooding")
    # A picture is no board: nothing in it can be pressed.
    pictures(drawer).first.click(force=True)
    expect(page.locator("[data-cell][aria-selected=true]")).to_have_count(0)
    with page.expect_popup() as opened:
        drawer.get_by_role("link", name="Full rules").click()
    rules = opened.value
    expect(rules.get_by_role("heading", name="Where this game comes from")).to_be_visible()
    rules.get_by_role("link", name="Back to the table").first.click()
    expect(cell(rules, "a1")).to_be_visible()


def test_the_page_leads_to_the_lesson_and_to_a_game(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    page.goto("/rules/waffe")
    expect_pictures(page, sentences("waffe", "rules.md"))
    page.get_by_role("link", name="Learn in 3 minutes").first.click()
    expect(headline(page)).to_have_text("Lesson · 1 of 8")
    page.keyboard.press("F1")
    expect(part(page, "rules").get_by_role("link")).to_have_text(["Full rules"])  # the lesson is here
    page.goto("/rules/waffe")
    page.get_by_role("button", name="Play the computer").first.click()
    expect(page).to_have_url(re.compile("/r/"))
    expect(headline(page)).to_contain_text("Your turn")


@pytest.mark.slow
def test_without_the_server_the_sentences_stand_alone(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="Failed to load resource")
    page.route("**/api/games/flooding/try", lambda route: route.abort())
    page.goto("/rules/flooding")
    expect(page.locator("figure").first).to_have_text(sentences("flooding", "rules.md")[0])
    expect(pictures(page.locator("figure").first)).to_have_count(0)


@pytest.mark.slow
@pytest.mark.parametrize(("screen", "dark"), list(zip(SCREENS, [False, True], strict=True)), ids=["desk", "phone"])
@pytest.mark.parametrize("game", game_names())
def test_page_and_drawer_are_illustrated_and_accessible(
    visitor: NewVisitor, game: str, screen: dict[str, Any], dark: bool
) -> None:
    page = visitor(**screen, dark=dark)
    page.goto(f"/rules/{game}")
    expect_pictures(page, sentences(game, "rules.md"))
    check(page)
    expect_pictures(open_drawer(page, game), sentences(game, "rules-short.md"))
    check(page)


def check(page: Page) -> None:
    page.evaluate(AXE.read_text())
    assert page.evaluate(RUN_AXE) == []
    assert page.evaluate(TOO_WIDE) <= 0
