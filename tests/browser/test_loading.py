"""The size of a first visit, and what is loaded on demand."""

from __future__ import annotations

from browser.page_objects import AGAINST_BOT, NewVisitor, Page, cell, expect, open_room

MAX_BYTES = 120_000
LOADED = """performance.getEntriesByType("resource").filter(({ name }) => /\\.(js|css)$/.test(name))
    .map(({ name, encodedBodySize }) => [name.split("/").at(-1), encodedBodySize])"""


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
    for part in ("board-", "Board-", "Room-", "NewGame-", "engine-", "music-"):
        assert not [name for name in sizes if name.startswith(part)]


def test_a_game_from_home_is_small_and_loads_only_its_board(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("link", name="Play Flooding Islands").click()
    page.get_by_role("group", name="Weather").get_by_role("radio", name="Friend here").click()
    page.get_by_role("button", name="Open the room").click()
    expect(cell(page, "a1")).to_be_visible()
    sizes = loaded(page)
    assert [name for name in sizes if name.startswith("board-flooding-")]
    assert not [name for name in sizes if name.startswith("board-latice-")]
    assert sum(sizes.values()) <= MAX_BYTES


def test_a_link_to_a_table_is_small(visitor: NewVisitor) -> None:
    host, guest = visitor(), visitor()
    code = open_room(host, options={"size": 3}, seats=AGAINST_BOT)
    guest.goto(f"/r/{code}")
    expect(cell(guest, "a1")).to_be_visible()
    assert 0 < sum(loaded(guest).values()) <= MAX_BYTES


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
        if len(response.body()) >= 700:
            assert response.headers["content-encoding"] in ("br", "gzip"), response.url
    assert responses[0].headers["cache-control"] == "no-cache"
