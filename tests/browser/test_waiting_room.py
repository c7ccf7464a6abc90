"""The waiting room: everybody seated may change the table, presses Ready, and can stop the countdown."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.page_objects import (
    ONE_OPEN,
    PHONE,
    Locator,
    NewVisitor,
    Page,
    expect,
    headline,
    open_menu,
    open_room,
    part,
    resize,
    sit,
    waiting_seat,
)
from browser.server_process import serving
from browser.test_invitation import SIZES, outside

pytestmark = pytest.mark.slow

COUNTDOWN_MS = 3000
OPEN = {"kind": "open"}


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that counts down as long as in play."""
    with serving(tmp_path_factory.mktemp("countdown"), countdown_ms=COUNTDOWN_MS) as address:
        yield address


def island(size: int) -> str:
    return f"{size} \u00d7 {size}"


def change(page: Page) -> Locator:
    """Return the line that tells the last change."""
    return page.locator(".change")


def waiting_pair(visitor: NewVisitor, game: str = "flooding") -> tuple[Page, Page]:
    """Let Ben sit down at Ada's table, to change something first."""
    ada, ben = visitor(), visitor()
    code = open_room(ada, game, seats=ONE_OPEN)
    ben.goto(f"/r/{code}")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Change").click()
    expect(headline(ben)).to_have_text("Waiting room")
    return ada, ben


def test_a_guest_changes_the_island_and_the_host_agrees(visitor: NewVisitor) -> None:
    ada, ben = waiting_pair(visitor)
    ben.get_by_role("radio", name=island(6)).click()
    expect(ada.get_by_role("radio", name=island(6))).to_be_checked()
    expect(change(ada)).to_have_text(f"Ben set Island to {island(6)}. Press Ready again if you agree.")
    expect(change(ben)).to_have_text(f"You set Island to {island(6)}.")
    for seat in (0, 1):
        expect(waiting_seat(ada, seat)).to_contain_text("Choosing…")
    part(ben, "primary").click()
    expect(waiting_seat(ada, 1)).to_contain_text("Ready")
    expect(ben.get_by_text("Waiting for Ada.")).to_be_visible()
    part(ada, "primary").click()
    for page in (ada, ben):
        expect(part(page, "countdown")).to_be_visible()
        expect(page.locator("[aria-live=assertive]")).to_contain_text("The game starts in")
    for page in (ada, ben):
        expect(page.locator("[data-cell]")).to_have_count(36)
        expect(page.locator("header:visible")).to_have_count(1)  # the table's own


def test_anybody_stops_the_countdown(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor(**PHONE)
    code = open_room(ada, seats=ONE_OPEN)
    ben.goto(f"/r/{code}")
    sit(ben, "Ben")
    expect(part(ada, "countdown").get_by_role("button", name="Wait")).to_be_focused()
    ada.keyboard.press("Enter")
    for page in (ada, ben):
        expect(part(page, "countdown")).to_have_count(0)
    expect(waiting_seat(ben, 0)).to_contain_text("Choosing…")
    part(ada, "primary").click()
    expect(part(ben, "countdown")).to_be_visible()
    ben.keyboard.press("Escape")
    expect(part(ada, "countdown")).to_have_count(0)
    expect(waiting_seat(ada, 1)).to_contain_text("Choosing…")
    # A change stops it too: it takes away the other's Ready.
    part(ben, "primary").click()
    expect(part(ada, "countdown")).to_be_visible()
    ada.keyboard.press("Enter")
    ada.get_by_role("radio", name=island(8)).click()
    part(ada, "primary").click()
    expect(change(ben)).to_have_text(f"Ada set Island to {island(8)}. Press Ready again if you agree.")
    part(ben, "primary").click()
    expect(ben.locator("[data-cell]")).to_have_count(64)


def test_players_swap_roles(visitor: NewVisitor) -> None:
    ada, ben = waiting_pair(visitor, "wege")
    expect(waiting_seat(ada, 0)).to_contain_text("Ada")
    ben.get_by_role("button", name="Swap roles").click()
    expect(waiting_seat(ada, 0)).to_contain_text("Ben")
    expect(waiting_seat(ada, 1)).to_contain_text("Ada (you)")
    expect(change(ada)).to_have_text("Ben swapped the roles. Press Ready again if you agree.")
    for page in (ben, ada):
        part(page, "primary").click()
    expect(headline(ben)).to_contain_text("Your turn")


@pytest.mark.slow
def test_the_waiting_room_works_by_keyboard(visitor: NewVisitor) -> None:
    ada, ben = waiting_pair(visitor)
    ben.get_by_role("radio", name=island(10)).focus()
    ben.keyboard.press("ArrowLeft")
    expect(ada.get_by_role("radio", name=island(8))).to_be_checked()
    for page in (ben, ada):
        part(page, "primary").focus()
        page.keyboard.press("Enter")
    expect(ada.locator("[data-cell]")).to_have_count(64)


@pytest.mark.slow
def test_the_host_adds_players_and_removes_them(visitor: NewVisitor) -> None:
    ada = visitor()
    open_room(ada, "rowsandcols", seats=[ONE_OPEN[0], OPEN, OPEN, OPEN])
    waiting_seat(ada, 1).get_by_role("button", name="Add a computer player").click()
    waiting_seat(ada, 1).get_by_role("combobox", name="Level").select_option("2")
    waiting_seat(ada, 1).get_by_role("button", name="Add", exact=True).click()
    expect(waiting_seat(ada, 1)).to_contain_text("computer, level 2")
    waiting_seat(ada, 2).get_by_role("button", name="Add a player on this device").click()
    ada.keyboard.type("Cy")
    ada.keyboard.press("Enter")
    expect(waiting_seat(ada, 2)).to_contain_text("Cy")
    waiting_seat(ada, 2).get_by_role("button", name="Remove Cy").click()
    expect(waiting_seat(ada, 2)).to_contain_text("Free")
    # Alone with the computer nobody counts down.
    for seat in (2, 3):
        waiting_seat(ada, seat).get_by_role("button", name="Add a computer player").click()
        waiting_seat(ada, seat).get_by_role("button", name="Add", exact=True).click()
    expect(headline(ada)).to_contain_text("Your turn")


@pytest.mark.slow
def test_leaving_frees_the_seat(visitor: NewVisitor) -> None:
    ada, ben = waiting_pair(visitor)
    ben.get_by_role("button", name="Leave").click()
    expect(waiting_seat(ada, 1)).to_contain_text("Free")
    ben.wait_for_url("**/")


@pytest.mark.slow
def test_the_host_alone_opens_the_table_and_the_menu_holds_the_rest(visitor: NewVisitor) -> None:
    ada, ben = waiting_pair(visitor, "latice")
    for page in (ada, ben):
        page.get_by_text("Table settings").click()
    expect(ben.get_by_label("Open table")).to_have_count(0)
    ada.get_by_label("Open table").check()
    expect(ben.get_by_text("Open table. Anyone on this server can join.").first).to_be_visible()
    menu = open_menu(ben)
    expect(menu.get_by_text("Continue on another device")).to_be_visible()
    expect(menu.get_by_role("button", name="End table")).to_have_count(0)


@pytest.mark.slow
def test_two_people_who_change_things_at_once_see_no_refusal(visitor: NewVisitor) -> None:
    ada, ben = waiting_pair(visitor)
    for _ in range(3):
        ada.get_by_role("radio", name=island(6)).click()
        ben.get_by_role("radio", name=island(8)).click()
        ben.get_by_role("button", name="Swap roles").click()
        ada.get_by_role("radio", name="Two, roles swapped").click()
    for page in (ada, ben):
        expect(page.locator(".refused")).to_have_count(0)
        expect(page.get_by_role("radio", name=island(8))).to_be_checked()
        expect(page.get_by_role("radio", name="Two, roles swapped")).to_be_checked()


@pytest.mark.slow
@pytest.mark.parametrize("game", ["flooding", "waffe", "rowsandcols"])
def test_the_main_button_is_in_sight_at_every_size(visitor: NewVisitor, game: str) -> None:
    ada, ben = visitor(), visitor()
    code = open_room(ada, game, seats=[*ONE_OPEN, *([OPEN] * (4 if game == "rowsandcols" else 0))])
    for size in SIZES:
        resize(ada, size)
        expect(part(ada, "primary")).to_be_visible()
        assert outside(ada, "[data-part=primary], header") == []
    ben.goto(f"/r/{code}")
    ben.get_by_label("Your name").fill("B" * 24)
    ben.get_by_role("button", name="Change").click()
    expect(waiting_seat(ada, 1)).to_contain_text("BBBB")
    cut = "seats => seats.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    for size in SIZES:
        resize(ada, size)
        assert outside(ada, "[data-part=primary], header") == []
        assert ada.locator("main").evaluate("main => main.scrollWidth <= main.clientWidth + 1")
        assert part(ada, "seat").evaluate_all(cut) == 0
