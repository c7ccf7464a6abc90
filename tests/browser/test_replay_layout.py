"""The replay at every size: a large board, nothing overlaps or scrolls, and no sentence is cut or has a code."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import NewVisitor, expect, prompt, resize
from browser.recorded_games import open_replay, slider
from browser.shown_text import CODES
from browser.test_table_layout import (
    IS_SHOWN,
    SIZES,
    SMALL_TARGETS,
    SMALL_TEXT,
    SMALLEST_BOARD,
    Size,
    measure_at,
    problems_of,
    too_small,
)

pytestmark = pytest.mark.slow

SCRUBBER_PX = {"rowsandcols": 100, "waffe": 100, "wege": 56}
"""What the scrubber may take from a board upright: much from those that fill what is left, a row from Wege."""
ADVICE = re.compile(
    r"^\s*(Better: (Walk|Flood|Lay|Swap|Play|Pass|End|Buy|Exchange|[A-Z][a-z ]+ here)|The best move was)"
)
LAYS = re.compile("Walk to|Flood [a-z]|Lay it|Play [^.]|here")
IS_CUT = """() => {
    const { scrollHeight, clientHeight } = document.querySelector("[data-part=actions] [data-part=prompt]");
    return scrollHeight > clientHeight + 1;
}"""


def least_board(game: str, index: int) -> Size:
    width, height = SMALLEST_BOARD[game][index]
    upright = SIZES[index][0] < SIZES[index][1]
    scrubber = SCRUBBER_PX.get(game, 0) if upright else 0
    return (width - (scrubber if width == height else 0), height - scrubber)


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("latice", 2),
        ("waffe", 2),
        pytest.param("flooding", 2, marks=SLOW),
        pytest.param("wege", 2, marks=SLOW),
        pytest.param("rowsandcols", 2, marks=SLOW),
        pytest.param("rowsandcols", 6, marks=SLOW),
    ],
)
def test_the_board_is_large_and_nothing_overlaps_or_scrolls(visitor: NewVisitor, game: str, seats: int) -> None:
    page = visitor()
    open_replay(page, game, seats)
    found = []
    for index, size in enumerate(SIZES):
        measured = measure_at(page, size)
        problems = problems_of(measured, size, game) + too_small(measured, least_board(game, index))
        found += [f"{game} {size[0]}x{size[1]}: {problem}" for problem in problems]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALLEST_BOARD)
def test_everything_can_be_hit_and_read(visitor: NewVisitor, game: str) -> None:
    found = []
    upright: dict[str, Any] = {"has_touch": True, "is_mobile": True, "width": 390, "height": 844}
    for window, least, sizes in (
        (upright, 44, ((390, 844), (844, 390), (390, 664), (820, 1180))),
        ({}, 36, ((1280, 800), (1920, 1080), (1366, 680))),
    ):
        page = visitor(**window)
        page.add_init_script(IS_SHOWN)
        open_replay(page, game)
        for size in sizes:
            resize(page, size)
            small = page.evaluate(SMALL_TARGETS, {"control": least, "field": 0})
            # With a mouse a turn of the log is as high as a line of text.
            small = [target for target in small if least == 44 or 'class="number' not in target]
            found += [f"{game} {size[0]}x{size[1]}: {what}" for what in small + page.evaluate(SMALL_TEXT, 13)]
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("game", SMALLEST_BOARD)
def test_advice_says_what_to_do_and_is_drawn(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    last = open_replay(page, game)
    for move in range(last // 2, last // 2 + 2):  # one of each player
        expect(slider(page)).to_have_value(str(move))
        page.get_by_role("button", name="Best move").click()
        expect(prompt(page).last).to_have_text(ADVICE)
        if LAYS.search(prompt(page).last.inner_text()):
            expect(page.locator("[data-mark=hint]").first).to_be_attached()
        page.keyboard.press("ArrowRight")


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seats"), [*((game, 2) for game in SMALLEST_BOARD), ("rowsandcols", 6)])
def test_no_sentence_is_cut_or_has_a_code(visitor: NewVisitor, game: str, seats: int) -> None:
    page = visitor(390, 664)
    last = open_replay(page, game, seats)
    page.keyboard.press("Home")
    found = []
    for move in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        expect(slider(page)).to_have_value(str(move))
        said = prompt(page).last.inner_text()
        if CODES.search(said):
            found.append(f"move {move} has a code: {said}")
        if page.evaluate(IS_CUT):
            found.append(f"move {move} is cut: {said}")
    assert not found, "\n".join(found)
