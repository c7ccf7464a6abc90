"""The wall of RowsAndCols: its size, zoom and pan, and taps that miss a little."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    NewVisitor,
    action,
    cell,
    center,
    expect,
    open_room,
    part,
    resize,
    wait_until_at_rest,
)
from browser.rowsandcols_moves import FITTING, by_keyboard, lay_one, open_table, width

pytestmark = pytest.mark.slow

MAX_BRICK_PX = 96
SIZES = {
    (1280, 800): (800, 700),
    (1920, 1080): (1368, 961),
    (820, 1180): (763, 798),
    (390, 844): (362, 478),
    (844, 390): (418, 359),
    (1366, 680): (871, 581),
    (390, 664): (362, 307),
}


def test_the_wall_fills_the_table_and_everything_is_in_sight(visitor: NewVisitor) -> None:
    page = visitor()
    seats = [{"kind": "here", "name": "Ada"}, *({"kind": "bot", "level": 1} for _ in range(2))]
    open_room(page, "rowsandcols", seats=seats)
    expect(page.locator("[data-piece]")).to_have_count(6)
    for window, (least_width, least_height) in SIZES.items():
        resize(page, window)
        board = part(page, "board").bounding_box()
        assert board is not None
        assert board["width"] >= least_width
        assert board["height"] >= least_height
        assert page.evaluate("document.documentElement.scrollHeight <= innerHeight + 1")
        for name in ("hand", "prompt", "actions", "seat"):
            for one in part(page, name).all():
                box = one.bounding_box()
                assert box is not None
                assert box["x"] >= 0
                assert box["y"] >= 0
                assert box["x"] + box["width"] <= window[0]
                assert box["y"] + box["height"] <= window[1]
        for name in ("end", "undo_all", "swap", "autoplay", "hint"):
            expect(action(page, name)).to_be_visible()
            assert action(page, name).evaluate("(button) => button.scrollWidth <= button.clientWidth")
        expect(page.locator(".bag b")).to_be_visible()
        assert width(page) > 33.9


def test_the_wall_fits_the_screen_and_is_zoomed_and_panned(visitor: NewVisitor) -> None:
    page = visitor()
    open_table(page)
    fitting = width(page)
    x, y = center(cell(page, "0,0"))
    page.mouse.move(x, y)
    page.mouse.wheel(0, -200)
    zoom_fit = page.get_by_role("button", name="Fit", exact=True)
    expect(zoom_fit).to_be_visible()
    assert width(page) > 1.3 * fitting
    page.mouse.down()
    page.mouse.move(x + 90, y + 40, steps=4)
    page.mouse.up()
    assert center(cell(page, "0,0")) == pytest.approx((x + 90, y + 40), abs=2)
    cell(page, "0,0").focus()
    page.keyboard.press("Shift+ArrowRight")
    assert center(cell(page, "0,0"))[0] < x + 60
    seen = width(page)
    lay_one(page, by_keyboard)
    assert width(page) == pytest.approx(seen, abs=0.1)  # a chosen zoom is kept
    zoom_fit.click()
    expect(zoom_fit).to_have_count(0)
    fitting = width(page)
    page.keyboard.press("Tab")
    cell(page, "0,0").focus()
    page.keyboard.press("+")
    assert width(page) == pytest.approx(1.25 * fitting, abs=0.1)
    page.keyboard.press("0")
    assert width(page) == pytest.approx(fitting, abs=0.1)


def test_a_wall_that_opens_is_never_too_large_even_if_a_brick_is_picked_up_at_once(visitor: NewVisitor) -> None:
    page = visitor(reduced_motion="no-preference")
    page.add_init_script("""
        window.widest = 0;
        let picked = false;
        const look = () => {
            const cell = document.querySelector("[data-cell='0,0']");
            const brick = document.querySelector("[data-piece]:not(.idle)");
            if (cell) window.widest = Math.max(window.widest, cell.getBoundingClientRect().width);
            if (cell && brick && !picked) {
                brick.click(); // as by keyboard: the best cell is focused
                picked = true;
            }
            requestAnimationFrame(look);
        };
        look();
    """)
    open_room(page, "rowsandcols", seats=AGAINST_BOT)
    expect(page.locator("[data-piece]")).to_have_count(6)
    wait_until_at_rest(cell(page, "0,0"))
    assert 0 < page.evaluate("window.widest") <= MAX_BRICK_PX + 0.1
    expect(page.get_by_role("button", name="Fit", exact=True)).to_have_count(0)


def test_a_tap_may_miss_a_small_cell(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_table(page)
    cell(page, "0,0").focus()
    for _ in range(4):
        page.keyboard.press("-")
    page.locator(FITTING).first.tap()
    (x, y), (brick_x, brick_y) = center(page.locator(".cell.open").first), center(cell(page, "0,0"))
    assert width(page) < 31
    page.touchscreen.tap(x + 0.65 * (brick_x - x), y + 0.65 * (brick_y - y))  # on the brick next to it
    expect(page.locator("[data-piece]")).to_have_count(5)
