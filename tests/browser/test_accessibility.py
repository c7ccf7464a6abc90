"""Accessibility: axe finds no violation, and no page is wider than the screen, in every theme and size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browser.page_objects import PHONE, NewVisitor, Page, cell, end_turn, expect, feedback, open_room, play_turn

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
RUN_AXE = """async () => {
    const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
    const { violations } = await axe.run(document, { runOnly: { type: "tag", values: tags } });
    return violations.map(({ id, nodes }) =>
        [id, ...nodes.map((node) => `${node.target} ${node.failureSummary} ${node.html}`)].join("\\n    "));
}"""
TOO_WIDE = "Math.max(document.documentElement.scrollWidth, innerWidth) - screen.width"
LONG_NAMES = [{"kind": "here", "name": "A name of twenty-four c."}, {"kind": "here", "name": "W" * 24}]


def tour(page: Page) -> Iterator[str]:
    """Visit every kind of page and state, one after the other, and yield its name."""
    page.goto("/")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
    yield "home"
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    yield "preferences"
    page.keyboard.press("Escape")
    for game in ("flooding", "latice"):
        page.goto(f"/rules/{game}")
        expect(page.get_by_role("heading", name="How to write a move")).to_be_visible()
        yield f"rules of {game}"
        page.goto(f"/new/{game}")
        expect(page.get_by_role("button", name="Open the room")).to_be_visible()
        for chip in page.get_by_role("radio", name="Bot").all():
            chip.click()
        expect(page.get_by_text("Level")).to_have_count(2)
        yield f"new game of {game}"
    for game in ("rowsandcols", "waffe", "wege"):
        page.goto(f"/rules/{game}")
        expect(page.get_by_role("link", name="Play")).to_be_visible()
        yield f"rules of {game}"
    page.goto("/new/chess")
    expect(page.get_by_role("heading", name="There is no such page.")).to_be_visible()
    yield "missing page"
    yield from tables(page)


def tables(page: Page) -> Iterator[str]:
    open_room(page, seats=[{"kind": "open"}, LONG_NAMES[1]], public=True, clock={"per": "game", "seconds": 900})
    expect(page.get_by_role("img", name="QR code of the link")).to_have_js_property("complete", True)
    page.get_by_text("Take this seat to another device").click()
    yield "waiting"
    host = page.context.new_page()
    host.goto(page.url)
    expect(host.get_by_text("Connected", exact=True)).to_be_visible()
    page.goto("/")
    expect(page.get_by_role("region", name="Open tables").get_by_role("link").first).to_be_visible()
    page.get_by_role("button", name="Forget").click()
    yield "home with a game and a table"
    page.get_by_role("button", name="Keep").click()
    page.goto("/games")
    expect(page.get_by_role("link", name="Continue")).to_be_visible()
    yield "my games"
    host.close()
    open_room(page, options={"size": 3}, legs=2, seats=LONG_NAMES)
    expect(cell(page, "a1")).to_be_visible()
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Take this seat to another device").click()
    expect(page.get_by_role("textbox", name="Link")).to_be_visible()
    cell(page, "b2").click()
    yield "table by day"
    play_turn(page)
    cell(page, "c3").click()
    cell(page, "a1").click(force=True)
    cell(page, "b2").click(force=True)
    expect(feedback(page)).not_to_be_empty()
    yield "table by night"
    page.get_by_label("Show the board as text").check()
    page.get_by_label("Type a move").fill("b2")
    expect(page.locator(".preview")).not_to_be_empty()
    yield "table as text"
    page.get_by_label("Show the board as text").uncheck()
    play_turn(page, "b2", "c3")
    play_turn(page, "a1")
    play_turn(page, "a2", "b1")
    yield "game over"
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Replay")).to_be_visible()
    yield "menu"
    page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    expect(page.get_by_role("slider")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Move 1 of 4")
    yield "replay"
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("radio", name="Me against bots").click()
    yield "playing on"
    for game in ("latice", "rowsandcols", "waffe", "wege"):
        yield from table_of(page, game)
    open_room(page, options={"size": 20}, seats=LONG_NAMES)
    expect(cell(page, "t20")).to_be_visible()
    yield "large board"


def table_of(page: Page, game: str) -> Iterator[str]:
    open_room(page, game, seats=LONG_NAMES)
    expect(page.locator(".loading")).to_have_count(0)
    if game != "wege":  # which has no hidden information
        expect(page.locator(".curtain")).to_be_visible()
        yield f"curtain of {game}"
        page.get_by_role("button", name="show my side").click()
    expect(page.locator(".curtain")).to_have_count(0)
    yield f"table of {game}"


def violations(page: Page, place: str, axe: str) -> list[str]:
    found = [f"{place}: {violation}" for violation in page.evaluate(RUN_AXE)] if page.evaluate(axe) is None else []
    too_wide = page.evaluate(TOO_WIDE)
    return [*found, f"{place}: {too_wide} px too wide"] if too_wide > 0 else found


@pytest.mark.parametrize(
    ("screen", "dark"),
    [
        pytest.param({}, False, id="desktop-light", marks=pytest.mark.slow),
        pytest.param({**PHONE, "width": 320, "height": 640}, True, id="small-phone-dark", marks=pytest.mark.slow),
        pytest.param({}, True, id="desktop-dark", marks=pytest.mark.slow),
        pytest.param(PHONE, False, id="phone-light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_no_violation_and_no_page_is_too_wide(
    visitor: NewVisitor, screen: dict[str, Any], dark: bool
) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed in web/node_modules.")
    page, axe = visitor(**screen, dark=dark), AXE.read_text() + ";undefined"
    found = [line for place in tour(page) for line in violations(page, place, axe)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "screen",
    [
        pytest.param(
            {"width": 640, "height": 400, "device_scale_factor": 2}, id="zoomed-to-200-percent", marks=pytest.mark.slow
        ),
        pytest.param(PHONE, id="phone", marks=pytest.mark.slow),
    ],
)
def test_the_table_fits_and_the_turn_can_be_ended(visitor: NewVisitor, screen: dict[str, Any]) -> None:
    page, tables = visitor(**screen), []
    for place in tour(page):
        assert page.evaluate(TOO_WIDE) <= 0, place
        if end_turn(page).count():
            end_turn(page).scroll_into_view_if_needed()
            expect(end_turn(page)).to_be_in_viewport(ratio=1)
            tables.append(place)
    assert {"table by day", "table by night", "table of latice", "large board"} <= set(tables)
