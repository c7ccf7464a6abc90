"""The table at every size: the board is large, nothing overlaps or scrolls, and everything can be hit and read.

The sizes are those of table 1.2 of the interface design: the minimum where it names one, else 95 % of the figure.
"""

from __future__ import annotations

from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    NewVisitor,
    Page,
    cell,
    expect,
    hint,
    open_room,
    part,
    primary,
    resize,
    wait_for_turn,
)

Size = tuple[int, int]

SIZES: tuple[Size, ...] = (
    (1280, 800),
    (1920, 1080),
    (820, 1180),
    (390, 844),
    (844, 390),
    (1366, 680),
    (390, 664),
)
SMALLEST_BOARD: dict[str, tuple[Size, ...]] = {
    "flooding": ((700, 700), (960, 960), (760, 760), (374, 374), (360, 360), (590, 590), (363, 363)),
    "latice": ((700, 700), (960, 960), (720, 720), (374, 374), (360, 360), (590, 590), (325, 325)),
    "wege": ((620, 620), (860, 860), (620, 620), (374, 374), (360, 360), (500, 500), (353, 353)),
    "rowsandcols": ((800, 700), (1368, 961), (764, 798), (363, 479), (418, 359), (871, 581), (363, 308)),
    "waffe": ((792, 695), (1391, 961), (764, 834), (363, 523), (467, 359), (865, 581), (363, 352)),
}
"""The least width and height of the board, for each of SIZES."""
SMALLEST_CARD = (160, 199, 168, 99, 99, 136, 99)
"""The least height of a card in the hand of Waffe Game 2, for each of SIZES."""
APART = {"board", "hand", "prompt", "actions", "seat", "header"}
"""Parts that must not overlap, unless one is drawn within the other."""
OWN_CARDS = "[data-part=hand] [data-card] .face"
MAX_HEADER_PX = 48
TOLERANCE_PX = 1

MEASURE = """() => {
    const round = ({ x, y, width, height, right, bottom }) => ({ x, y, width, height, right, bottom });
    const parts = [];
    for (const name of ["board", "hand", "prompt", "actions", "primary", "seat", "clock", "log"]) {
        for (const element of document.querySelectorAll(`[data-part=${name}]`)) {
            const box = element.getBoundingClientRect();
            if (box.width && box.height) parts.push({ name, element, ...round(box) });
        }
    }
    // Waffe Game 2 has the hands in its board, RowsAndCols its bar, Wege prompt and buttons beside the card.
    for (const part of parts)
        part.inside = parts.flatMap((other, i) => (other !== part && other.element.contains(part.element) ? [i] : []));
    for (const part of parts) delete part.element;
    const header = document.querySelector("header");
    const page = document.documentElement;
    const board = document.querySelector("[data-part=board]").getBoundingClientRect();
    return {
        parts,
        headers: [...document.querySelectorAll("header")].filter((one) => !one.closest("dialog, main")).length,
        header: round(header.getBoundingClientRect()),
        status: round(header.querySelector("h1").getBoundingClientRect()),
        scroll: [page.scrollWidth - innerWidth, page.scrollHeight - innerHeight],
        above: [...document.querySelectorAll("main *")].filter((one) => {
            const { x, right, bottom, width, height } = one.getBoundingClientRect();
            return width > 1 && height > 1 && bottom <= board.y + 1 && x < board.right - 1 && right > board.x + 1;
        }).map((one) => one.outerHTML.slice(0, 120)),
    };
}"""
IS_SHOWN = """window.isShown = (element) =>
    !element.closest("dialog, .visually-hidden, .skip, style, title, desc")
    && element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
"""
SMALL_TARGETS = """(least) => [...document.querySelectorAll(
    "button, a[href], input, select, summary, [role=gridcell].open, [data-piece]:not([aria-hidden=true])"
)].filter((element) => {
    if (!isShown(element)) return false;
    const { width, height, right, bottom, x, y } = element.getBoundingClientRect();
    const onScreen = width > 1 && height > 1 && right > 0 && bottom > 0 && x < innerWidth && y < innerHeight;
    if (!onScreen) return false;
    const wanted = element.closest("[data-cell], [data-piece], [data-card]") ? least.field : least.control;
    // A target may reach beyond what is drawn.
    const after = getComputedStyle(element, "::after");
    const reach = after.position === "absolute" ? [parseFloat(after.width), parseFloat(after.height)] : [0, 0];
    return Math.max(width, reach[0]) < wanted - 0.5 || Math.max(height, reach[1]) < wanted - 0.5;
}).map((element) => {
    const { width, height } = element.getBoundingClientRect();
    return `${Math.round(width)}x${Math.round(height)} ${element.outerHTML.replace(/\\s+/g, " ").slice(0, 110)}`;
})"""
SMALL_TEXT = """(least) => {
    const found = [];
    const walker = document.createTreeWalker(document.querySelector(".layout"), NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent.trim();
        if (!text || !isShown(element)) continue;
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1) continue;
        const scale = element instanceof SVGElement ? (element.getScreenCTM?.()?.a ?? 1) : 1;
        const px = parseFloat(getComputedStyle(element).fontSize) * Math.abs(scale);
        const where = element.outerHTML.slice(0, 90);
        if (px < least - 0.2) found.push(`${px.toFixed(1)} px: ${text.slice(0, 40)} in ${where}`);
    }
    return found;
}"""

Box = dict[str, Any]


def overlap(one: Box, other: Box) -> bool:
    wide = min(one["right"], other["right"]) - max(one["x"], other["x"])
    high = min(one["bottom"], other["bottom"]) - max(one["y"], other["y"])
    return bool(wide > TOLERANCE_PX and high > TOLERANCE_PX)


def contains(outer: Box, inner: Box) -> bool:
    return bool(
        outer["x"] - TOLERANCE_PX <= inner["x"]
        and outer["y"] - TOLERANCE_PX <= inner["y"]
        and inner["right"] <= outer["right"] + TOLERANCE_PX
        and inner["bottom"] <= outer["bottom"] + TOLERANCE_PX
    )


def open_table(visitor: NewVisitor, game: str, **context: Any) -> Page:
    """Open a game against the computer on one's own turn, with everything that can be shown."""
    page = visitor(**context)
    page.add_init_script(IS_SHOWN)
    open_room(page, game, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(part(page, "board").first).to_be_visible()
    expect(page.locator(".loading")).to_have_count(0)
    page.evaluate("document.fonts.ready")
    return page


def choose_something(page: Page, game: str) -> None:
    """Choose a move where that shows the filled button; elsewhere a hint does."""
    if game == "flooding":
        page.locator("[data-cell].open").first.click()
        expect(primary(page)).to_be_visible()
    else:
        hint(page).first.click()
        expect(page.locator("[data-mark=hint]").first).to_be_attached()


def measure_at(page: Page, size: Size) -> dict[str, Any]:
    resize(page, size)
    return dict(page.evaluate(MEASURE))


def problems_of(measured: dict[str, Any], size: Size, game: str) -> list[str]:
    """Return what is outside the window, overlaps, scrolls or stands above the board."""
    width, height = size
    # RowsAndCols has its bar on the wall.
    on_board = {"board", "actions", "prompt"} if game == "rowsandcols" else set()
    found = []
    window = {"x": 0, "y": 0, "right": width, "bottom": height}
    parts: list[Box] = [*measured["parts"], {"name": "header", **measured["header"]}]
    for one in parts:
        if one["name"] != "log" and not contains(window, one):
            found.append(f"{one['name']} is outside: {one}")
    for index, one in enumerate(parts):
        for other_index, other in enumerate(parts[:index]):
            names = {one["name"], other["name"]}
            nested = other_index in one.get("inside", ()) or index in other.get("inside", ())
            nested |= "board" in names and names <= on_board
            if names <= APART and overlap(one, other) and not nested:
                found.append(f"{one['name']} overlaps {other['name']}: {one} {other}")
    if measured["scroll"][0] > 1 or measured["scroll"][1] > 1:
        found.append(f"the page scrolls by {measured['scroll']}")
    side = width > height and height <= 500
    if measured["headers"] != 1 or measured["header"]["width" if side else "height"] > MAX_HEADER_PX:
        found.append(f"{measured['headers']} headers, {measured['header']}")
    if (
        not contains(measured["header"], measured["status"])
        or min(measured["status"][s] for s in ("width", "height")) < 20
    ):
        found.append(f"the status is not in sight: {measured['status']}")
    if width > height and not side and measured["above"]:
        found.append(f"above the board: {measured['above']}")
    return found


def too_small(measured: dict[str, Any], least: Size) -> list[str]:
    boards = [one for one in measured["parts"] if one["name"] == "board"]
    if len(boards) != 1:
        return [f"{len(boards)} boards"]
    (board,) = boards
    if board["width"] < least[0] - TOLERANCE_PX or board["height"] < least[1] - TOLERANCE_PX:
        return [f"the board is {board['width']:.0f}x{board['height']:.0f}, not {least[0]}x{least[1]}"]
    return []


@pytest.mark.parametrize("game", SMALLEST_BOARD)
def test_the_board_is_large_and_nothing_overlaps_or_scrolls(visitor: NewVisitor, game: str) -> None:
    page = open_table(visitor, game)
    found = []
    for state in ("own turn", "something chosen"):
        if state != "own turn":
            choose_something(page, game)
        for size, least in zip(SIZES, SMALLEST_BOARD[game], strict=True):
            measured = measure_at(page, size)
            problems = problems_of(measured, size, game) + too_small(measured, least)
            found += [f"{game} {size[0]}x{size[1]}, {state}: {problem}" for problem in problems]
        page.set_viewport_size({"width": 1280, "height": 800})
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", SMALLEST_BOARD)
def test_everything_can_be_hit_and_read(visitor: NewVisitor, game: str) -> None:
    touch = open_table(visitor, game, width=390, height=844, has_touch=True, is_mobile=True)
    found = []
    for size in ((390, 844), (844, 390), (390, 664), (820, 1180)):
        resize(touch, size)
        small = touch.evaluate(SMALL_TARGETS, {"control": 44, "field": 34})
        found += [f"{game} {size[0]}x{size[1]}: {target}" for target in small]
        found += [f"{game} {size[0]}x{size[1]}: {text}" for text in touch.evaluate(SMALL_TEXT, 13)]
    mouse = open_table(visitor, game)
    for size in ((1280, 800), (1920, 1080), (1366, 680)):
        resize(mouse, size)
        small = mouse.evaluate(SMALL_TARGETS, {"control": 36, "field": 34})
        found += [f"{game} {size[0]}x{size[1]}: {target}" for target in small]
        found += [f"{game} {size[0]}x{size[1]}: {text}" for text in mouse.evaluate(SMALL_TEXT, 13)]
    assert not found, "\n".join(found)


def test_cards_in_the_hand_are_large(visitor: NewVisitor) -> None:
    page = open_table(visitor, "waffe")
    found = []
    for size, least in zip(SIZES, SMALLEST_CARD, strict=True):
        resize(page, size)
        heights = [box["height"] for card in page.locator(OWN_CARDS).all() if (box := card.bounding_box())]
        if not heights or min(heights) < least - TOLERANCE_PX:
            found.append(f"{size[0]}x{size[1]}: {heights}, not {least}")
    assert not found, "\n".join(found)


def test_six_players_fit(visitor: NewVisitor) -> None:
    page = visitor()
    seats = [{"kind": "here", "name": "Ada"}, *[{"kind": "bot", "level": 1}] * 5]
    open_room(page, "rowsandcols", seats=seats)
    wait_for_turn(page)
    expect(cell(page, "0,0").or_(page.locator("[data-cell]")).first).to_be_visible()
    found = []
    for size in SIZES:
        found += [
            f"{size[0]}x{size[1]}: {problem}" for problem in problems_of(measure_at(page, size), size, "rowsandcols")
        ]
    assert not found, "\n".join(found)
