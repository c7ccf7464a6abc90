"""Accessibility: axe finds no violation, and no page is wider than the screen, in every theme and size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from browser.lesson_player import coach
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    NewVisitor,
    Page,
    cell,
    choose_in_menu,
    end_turn,
    expect,
    feedback,
    open_menu,
    open_room,
    part,
    play_turn,
    primary,
    result,
    show_drawn_board,
    show_text_board,
    wait_for_turn,
)
from browser.requirements import missing
from browser.test_statistics import FILL
from browser.test_statistics import GAMES as SOME_GAMES

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map(({ id, nodes }) =>
        [id, ...nodes.map((node) => `${node.target} ${node.failureSummary} ${node.html}`)].join("\\n    "));
}"""
TOO_WIDE = "Math.max(document.documentElement.scrollWidth, innerWidth) - screen.width"
GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
HIDDEN_HANDS = {"latice", "rowsandcols", "waffe"}
LONG_NAMES = [{"kind": "here", "name": "A name of twenty-four c."}, {"kind": "here", "name": "W" * 24}]


def pages(page: Page) -> Iterator[str]:
    """Visit every page beside the tables, one after the other, and yield its name."""
    page.goto("/")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
    yield "home"
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "preferences"
    page.keyboard.press("Escape")
    page.goto("/stats")
    expect(page.get_by_text("Play a game and it will show up here.")).to_be_visible()
    yield "no statistics"
    page.evaluate(FILL, SOME_GAMES)
    page.reload()
    expect(page.get_by_role("table", name="Against the computer")).to_be_visible()
    page.get_by_role("button", name="Delete statistics").click()
    yield "statistics"
    page.goto("/credits")
    expect(page.get_by_role("heading", name="Credits", level=1)).to_be_visible()
    yield "credits"
    for game in GAMES:
        page.goto(f"/rules/{game}")
        expect(page.get_by_role("heading", level=2).first).to_be_visible()
        yield f"rules of {game}"
    for game in ("flooding", "rowsandcols"):
        page.goto(f"/new/{game}")
        expect(page.get_by_role("dialog", name="New game")).to_be_visible()
        yield f"new game of {game}"
        page.get_by_role("radio", name="Open table").click()
        page.locator("dialog summary").click()
        yield f"options of a new game of {game}"
    page.goto("/new/chess")
    expect(page.get_by_role("heading", name="We could not find that page.")).to_be_visible()
    yield "missing page"
    open_room(page, seats=[{"kind": "open"}, LONG_NAMES[1]], public=True, clock={"per": "game", "seconds": 900})
    expect(page.get_by_role("img", name="QR code of the link")).to_have_js_property("complete", True)
    for summary in page.locator("main summary").all():
        if summary.locator("xpath=..").get_attribute("open") is None:
            summary.click()
    yield "waiting"
    host = page.context.new_page()
    host.goto(page.url)
    expect(host.locator("header h1")).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("region", name="Open tables").get_by_role("link").first).to_be_visible()
    yield "home with a game and a table"
    page.goto("/games")
    expect(page.get_by_role("link", name=re.compile("^Open"))).to_be_visible()
    yield "my games"
    page.get_by_role("button", name="Remove").click()
    yield "removing a game"
    link = host.url
    host.close()
    page.evaluate("localStorage.removeItem('ludoteca.rooms')")
    page.goto(link)
    expect(page.get_by_role("button", name="Sit down and play")).to_be_visible()
    yield "invitation"
    page.get_by_role("button", name="Change").click()
    page.get_by_role("button", name="Swap roles").click()
    expect(page.locator(".change")).to_be_visible()
    yield "waiting after a change"


def table_of(page: Page, game: str) -> Iterator[str]:
    """Open a table against the computer, and yield the name of every state it can be in."""
    open_room(page, game, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.locator(".loading")).to_have_count(0)
    yield "table"
    page.keyboard.press("h")
    expect(page.locator("[data-mark=hint]").first).to_be_attached()
    yield "hint"
    page.keyboard.press("F1")
    expect(part(page, "rules")).to_be_visible()
    yield "rules"
    page.keyboard.press("Escape")
    expect(part(page, "rules")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "keys"
    page.keyboard.press("Escape")
    open_menu(page)
    yield "menu"
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()
    yield "preferences"
    page.keyboard.press("Escape")
    choose_in_menu(page, "Resign")
    expect(primary(page)).to_be_visible()
    yield "question"
    primary(page).click()
    expect(result(page)).to_be_visible()
    yield "result"
    page.goto(f"{page.url}/replay")
    expect(page.get_by_role("slider")).to_be_visible()
    yield "replay"
    open_room(page, game, seats=LONG_NAMES)
    expect(page.locator(".loading")).to_have_count(0)
    if game in HIDDEN_HANDS:
        expect(page.locator("section.curtain")).to_be_visible()
        yield "curtain"
        page.get_by_role("button", name=re.compile("Show my side")).click()
        expect(page.locator(".curtain")).to_have_count(0)
    yield "long names"
    page.goto(f"/learn/{game}")
    coach(page).get_by_role("button", name="Show me").click()
    expect(coach(page)).to_contain_text("Done.")
    yield "lesson"


def flooding_at_night(page: Page) -> Iterator[str]:
    """Play a small game, and yield the name of what only Flooding Islands has."""
    open_room(page, options={"size": 3}, legs=2, seats=LONG_NAMES)
    cell(page, "b2").click()
    yield "table by day"
    end_turn(page).click()
    expect(end_turn(page)).to_have_count(0)
    cell(page, "c3").click()
    cell(page, "a1").click(force=True)
    cell(page, "b2").click(force=True)
    expect(feedback(page)).not_to_be_empty()
    yield "table by night"
    show_text_board(page)
    page.get_by_label("Type a move").fill("b2")
    expect(page.locator(".preview")).not_to_be_empty()
    yield "table as text"
    show_drawn_board(page)
    play_turn(page, "b2", "c3")
    play_turn(page, "a1")
    play_turn(page, "a2", "b1")
    expect(result(page)).to_be_visible()
    yield "game over"
    page.goto(f"{page.url}/replay")
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Try again from here").click()
    page.get_by_role("radio", name="Me against the computer").click()
    yield "playing on"
    open_room(page, options={"size": 20}, seats=LONG_NAMES)
    expect(cell(page, "t20")).to_be_visible()
    yield "large board"


def tour(page: Page, where: str) -> Iterator[str]:
    if where == "pages":
        return pages(page)
    return chain(table_of(page, where), flooding_at_night(page)) if where == "flooding" else table_of(page, where)


def violations(page: Page, place: str, axe: str) -> list[str]:
    """Return what axe finds on a page that has loaded, and whether the page is wider than the screen."""
    expect(page.locator("h1").first).to_be_attached()
    expect(page.locator(".loading")).to_have_count(0)
    found = [f"{place}: {violation}" for violation in page.evaluate(RUN_AXE)] if page.evaluate(axe) is None else []
    too_wide = page.evaluate(TOO_WIDE)
    return [*found, f"{place}: {too_wide} px too wide"] if too_wide > 0 else found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("screen", "dark"),
    [
        pytest.param({}, False, id="desktop-light"),
        pytest.param({**PHONE, "width": 320, "height": 640}, True, id="small-phone-dark"),
    ],
)
@pytest.mark.parametrize("where", ["pages", *GAMES])
def test_axe_finds_no_violation_and_no_page_is_too_wide(
    visitor: NewVisitor, screen: dict[str, Any], dark: bool, where: str
) -> None:
    if not AXE.is_file():
        missing("axe-core is not installed in web/node_modules.")
    page, axe = visitor(**screen, dark=dark), AXE.read_text() + ";undefined"
    found = [line for place in tour(page, where) for line in violations(page, place, axe)]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(
    "screen",
    [
        pytest.param({"width": 640, "height": 400, "device_scale_factor": 2}, id="zoomed-to-200-percent"),
        pytest.param(PHONE, id="phone"),
    ],
)
@pytest.mark.parametrize("where", ["pages", *GAMES])
def test_every_page_fits_and_the_filled_button_can_be_pressed(
    visitor: NewVisitor, screen: dict[str, Any], where: str
) -> None:
    page, filled = visitor(**screen), []
    for place in tour(page, where):
        assert page.evaluate(TOO_WIDE) <= 0, place
        if primary(page).count() and not page.locator("dialog[open]").count():
            primary(page).scroll_into_view_if_needed()
            expect(primary(page)).to_be_in_viewport(ratio=1)
            filled.append(place)
    assert where == "pages" or "question" in filled
    assert where != "flooding" or {"table by day", "table by night"} <= set(filled)
