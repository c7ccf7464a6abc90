"""The size of a first visit, and what is loaded on demand."""

from __future__ import annotations

import pytest
from browser.page_objects import AGAINST_BOT, NewVisitor, Page, cell, expect, open_room, part
from playwright.sync_api import Route

import ludoteca

MAX_BYTES = 125_000
"""Scripts and styles of the home page."""
MAX_GAME_BYTES = 140_000
"""Scripts and styles of the home page and of a game started there."""
LOADED = """performance.getEntriesByType("resource").filter(({ name }) => /\\.(js|css)$/.test(name))
    .map(({ name, encodedBodySize }) => [name.split("/").at(-1), encodedBodySize])"""
MAX_FIRST_VISIT_BYTES = 150_000
"""All that a first visit transfers, compressed: page, scripts, styles, fonts, translations and pictures."""
MAX_TABLE_BYTES = 200_000
"""Everything that a table with its board transfers: page, scripts, styles, fonts, translations and pictures."""
MAX_SHIFT = 0.02
OBSERVE_SHIFTS = """window.shifted = 0;
new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { window.shifted += value; }))
    .observe({ type: "layout-shift", buffered: true });"""
TRANSFERRED = """[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""


def loaded(page: Page) -> dict[str, int]:
    """Return the compressed sizes of the scripts and styles loaded so far."""
    page.wait_for_load_state("networkidle")
    return {str(name): int(size) for name, size in page.evaluate(LOADED)}


def test_home_is_small_and_loads_no_board(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
    sizes = loaded(page)
    assert len(sizes) > 1
    assert min(sizes.values()) > 0
    assert sum(sizes.values()) <= MAX_BYTES
    for start in ("board-", "Board-", "Room-", "NewGame-", "engine-", "music-"):
        assert not [name for name in sizes if name.startswith(start)]


def test_a_first_visit_transfers_at_most_150_kilobytes(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    sizes: dict[str, int] = dict(page.evaluate(TRANSFERRED))
    assert len([name for name in sizes if name.endswith(".woff2")]) == 2
    assert len([name for name in sizes if name.endswith(".svg")]) > len(ludoteca.game_names())
    assert 100_000 < sum(sizes.values()) <= MAX_FIRST_VISIT_BYTES


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_nothing_moves_when_the_fonts_arrive(visitor: NewVisitor, size: tuple[int, int]) -> None:
    page = visitor(*size)
    held: list[Route] = []
    page.route("**/*.woff2", lambda route: held.append(route))
    page.add_init_script(OBSERVE_SHIFTS)
    page.goto("/", wait_until="domcontentloaded")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    assert len(held) == 2
    for font in held:
        font.continue_()
    page.wait_for_function("() => [...document.fonts].filter((font) => font.status === 'loaded').length >= 2")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("() => window.shifted") <= MAX_SHIFT


def test_a_game_from_home_is_small_and_loads_only_its_board(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Play the computer Flooding Islands").click()
    expect(cell(page, "a1")).to_be_visible()
    sizes = loaded(page)
    assert [name for name in sizes if name.startswith("board-flooding-")]
    assert not [name for name in sizes if name.startswith("board-latice-")]
    assert sum(sizes.values()) <= MAX_GAME_BYTES


def test_a_link_to_a_table_is_small(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    code = open_room(host, options={"size": 3}, seats=AGAINST_BOT)
    guest.goto(f"/r/{code}")
    expect(cell(guest, "a1")).to_be_visible()
    assert 0 < sum(loaded(guest).values()) <= MAX_BYTES


@pytest.mark.slow
@pytest.mark.parametrize("game", ["flooding", "latice", "rowsandcols", "waffe", "wege"])
def test_a_table_with_its_board_is_small(visitor: NewVisitor, game: str) -> None:
    host, guest = visitor(), visitor()
    code = open_room(host, game, seats=AGAINST_BOT)
    guest.goto(f"/r/{code}")
    expect(part(guest, "board")).to_be_visible()
    expect(guest.locator(".loading")).to_have_count(0)
    guest.wait_for_load_state("networkidle")
    sizes = guest.evaluate(TRANSFERRED)
    largest = sorted(sizes, key=lambda one: -one[1])[:8]
    assert 0 < sum(size for _, size in sizes) <= MAX_TABLE_BYTES, largest


def test_scripts_and_styles_are_compressed_and_cached(visitor: NewVisitor) -> None:
    page = visitor()
    responses = []
    page.on("response", lambda response: responses.append(response))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    assets = [response for response in responses if "/assets/" in response.url]
    assert assets
    for response in assets:
        assert "immutable" in response.headers["cache-control"]
        if len(response.body()) >= 700 and not response.url.endswith(".woff2"):  # which are compressed already
            assert response.headers["content-encoding"] in ("br", "gzip"), response.url
    assert responses[0].headers["cache-control"] == "no-cache"
