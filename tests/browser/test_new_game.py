"""The sheet of a new game: presets, options, keys, what is remembered, and that it fits."""

from __future__ import annotations

import json
from typing import Any

import pytest
from browser.page_objects import PHONE, NewVisitor, Page, expect, headline, open_room, part, wait_for_turn
from browser.test_accessibility import AXE, violations
from playwright.sync_api import Locator, Route

SIZES = ((390, 844), (820, 1180), (844, 390), (1280, 800), (1920, 1080))
GAMES = ("flooding", "latice", "rowsandcols", "waffe", "wege")
PRESETS = ("Computer", "Friend", "Same screen", "Open table")


def open_sheet(page: Page, game: str, preset: str = "") -> Locator:
    """Open the home page with the sheet of a game."""
    page.goto(f"/new/{game}")
    sheet = page.get_by_role("dialog", name="New game")
    expect(sheet).to_be_visible()
    if preset:
        sheet.get_by_role("radio", name=preset).click()
    return sheet


def give_name(page: Page, name: str) -> None:
    page.goto("/")
    page.evaluate("name => localStorage.setItem('ludoteca.name', JSON.stringify(name))", name)


def start(page: Page, sheet: Locator, button: str = "Play") -> dict[str, Any]:
    """Press the button, and return what the server was asked for."""
    with page.expect_request("**/api/rooms") as asked:
        sheet.get_by_role("button", name=button, exact=True).click()
    page.wait_for_url("**/r/*")
    request: dict[str, Any] = json.loads(asked.value.post_data or "{}")
    return request


def focused(page: Page) -> Locator:
    return page.locator("dialog[open] :focus")


def press(page: Page, keys: str) -> None:
    for key in keys.split():
        page.keyboard.press(key)


def test_the_computer_preset_plays_at_once_with_level_and_role(visitor: NewVisitor) -> None:
    page = visitor()
    sheet = open_sheet(page, "flooding")
    # A first game: the weakest computer, and the easier role.
    expect(sheet.get_by_role("radio", name="Computer")).to_be_checked()
    expect(sheet.get_by_role("radio", name="Pip beginner")).to_be_checked()
    expect(sheet.get_by_role("radiogroup", name="You play", exact=True)).to_be_visible()
    expect(sheet.get_by_role("radio", name="Weather")).to_be_checked()
    expect(sheet.get_by_text("10 × 10 island · 365 days · no clock · hints allowed")).to_be_visible()
    sheet.get_by_role("radio", name="Otto fair").click()
    sheet.get_by_role("radio", name="Journeyman").click()
    request = start(page, sheet)
    assert request["seats"] == [{"kind": "here", "name": "", "avatar": ""}, {"kind": "bot", "level": 3}]
    expect(headline(page)).to_contain_text("Your turn")
    expect(part(page, "seat").first).to_contain_text("Otto")


@pytest.mark.slow
def test_a_friend_gets_a_table_by_link_and_both_roles_two_rounds(visitor: NewVisitor) -> None:
    page = visitor()
    give_name(page, "Ada")
    sheet = open_sheet(page, "wege", "Friend")
    expect(sheet.get_by_role("textbox")).to_have_count(0)
    sheet.get_by_role("radio", name="Both, two rounds").click()
    expect(sheet.get_by_text("6 × 6 park · standard cards · two rounds · no clock")).to_be_visible()
    request = start(page, sheet, "Create table")
    assert [seat["kind"] for seat in request["seats"]] == ["here", "open"]
    assert (request["settings"]["legs"], request["settings"]["public"]) == (2, False)
    assert request["seats"][0]["name"] == "Ada"


@pytest.mark.slow
def test_friends_at_the_same_screen_type_their_names(visitor: NewVisitor) -> None:
    page = visitor()
    sheet = open_sheet(page, "latice", "Same screen")
    sheet.get_by_label("Player 1").fill("Ada")
    sheet.get_by_label("Player 2").fill("Bo")
    start(page, sheet)
    expect(page.get_by_role("button", name="I'm Ada. Show my side")).to_be_visible()
    # The device keeps its own name, and the friend's with the game.
    sheet = open_sheet(page, "latice")
    expect(sheet.get_by_role("radio", name="Same screen")).to_be_checked()
    expect(sheet.get_by_label("Player 1")).to_have_value("Ada")
    expect(sheet.get_by_label("Player 2")).to_have_value("Bo")
    assert page.evaluate("JSON.parse(localStorage.getItem('ludoteca.name'))") == "Ada"


@pytest.mark.slow
def test_an_open_table_is_listed_under_the_given_name(visitor: NewVisitor) -> None:
    page = visitor()
    sheet = open_sheet(page, "waffe", "Open table")
    # Choosing the rules is the first thing to do in this game: they are not folded.
    sheet.get_by_role("radio", name="Only when no open card fits").click()
    sheet.get_by_label("Use the other player's open cards").uncheck()
    sheet.get_by_label("Your name").fill("Ada")
    start(page, sheet, "Create table")
    home = visitor()
    home.goto("/")
    expect(home.locator(f"a[href='{page.url[page.url.index('/r/') :]}']").first).to_be_visible()
    [listed] = [table for table in page.request.get("/api/lobby").json() if table["code"] in page.url]
    assert listed["seats"][0]["name"] == "Ada"
    assert (listed["options"]["must_play"], listed["options"]["shared_table"]) == (True, False)


@pytest.mark.slow
def test_seats_are_filled_with_the_kind_of_the_preset_and_changed_one_by_one(visitor: NewVisitor) -> None:
    page = visitor()
    sheet = open_sheet(page, "rowsandcols")
    sheet.get_by_role("radio", name="4", exact=True).click()
    # Three of one level have different names.
    assert [row.inner_text().split()[0] for row in sheet.locator("[data-seat] [role=spinbutton]").all()] == [
        *("Pip", "Bea", "Tom")
    ]
    sheet.get_by_role("radio", name="Friend").first.click()
    expect(sheet.get_by_role("button", name="Player 4, friend by link")).to_be_visible()
    sheet.get_by_role("radiogroup", name="Player 3, who plays").get_by_role("radio", name="Computer").click()
    sheet.get_by_role("button", name="Player 3: stronger").click()
    request = start(page, sheet, "Create table")
    assert [(seat["kind"], seat.get("level")) for seat in request["seats"]] == [
        *(("here", None), ("open", None), ("bot", 2), ("open", None))
    ]


def test_a_game_is_set_up_with_arrow_keys_enter_and_escape_alone(visitor: NewVisitor) -> None:
    page = visitor()
    sheet = open_sheet(page, "flooding")
    expect(focused(page)).to_have_text("Computer starts at once")
    press(page, "ArrowDown ArrowRight ArrowRight ArrowRight ArrowDown ArrowLeft")
    expect(focused(page)).to_have_text("Journeyman")
    expect(sheet.get_by_role("radio", name="Vera")).to_be_checked()
    press(page, "ArrowDown Enter ArrowDown ArrowLeft ArrowLeft ArrowDown ArrowRight")
    expect(sheet.get_by_role("radio", name="6 × 6")).to_be_checked()
    expect(sheet.get_by_role("radio", name="5 min + 3 s")).to_be_checked()
    expect(sheet.locator("summary")).to_contain_text("6 × 6 island · 365 days · 5 min + 3 sec each · hints allowed")
    page.keyboard.press("Escape")
    expect(sheet).to_have_count(0)
    expect(page).to_have_url("/")
    # Nothing was started, so nothing is remembered. Ctrl+Enter starts from anywhere, the button with Enter.
    open_sheet(page, "flooding")
    expect(page.get_by_role("radio", name="Pip")).to_be_checked()
    press(page, "ArrowRight ArrowRight ArrowDown ArrowDown")
    page.keyboard.type("Bo")
    press(page, "ArrowUp")
    page.keyboard.type("Ada")
    press(page, "Control+Enter")
    expect(headline(page)).to_contain_text("Ada's turn")


def test_the_escape_menu_of_rowsandcols(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, "rowsandcols", seats=[{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}])
    expect(page.locator("[data-piece]")).to_have_count(6)
    page.keyboard.press("Escape")
    menu = page.get_by_role("dialog", name="RowsAndCols")
    expect(focused(page)).to_have_text("Continue")
    page.keyboard.press("Enter")
    expect(menu).to_have_count(0)
    page.keyboard.press("Escape")
    expect(focused(page)).to_have_text("Continue")
    # Players by left and right; Enter switches person and computer; typing edits a name; left and right a level.
    press(page, "ArrowDown ArrowRight")
    expect(menu.locator("[data-seat]")).to_have_count(3)
    press(page, "ArrowDown")
    page.keyboard.type("Ada")
    press(page, "ArrowDown Enter")
    page.keyboard.type("Bo")
    expect(menu.get_by_label("Player 2, name")).to_have_value("Bo")
    press(page, "ArrowDown ArrowRight ArrowRight")
    expect(menu.get_by_role("spinbutton", name="Player 3")).to_have_attribute("aria-valuetext", "Otto (fair)")
    press(page, "Enter Enter")
    expect(focused(page)).to_have_attribute("aria-valuetext", "Otto (fair)")
    # Escape in the menu: the game is saved, back to all games. One without a move would be forgotten.
    menu.get_by_role("button", name="Continue").click()
    page.get_by_role("button", name="Play for me").click()
    expect(page.get_by_role("list", name="Turns").or_(page.locator("[data-part=log]")).first).to_contain_text("Pip")
    wait_for_turn(page)
    page.keyboard.press("Escape")
    expect(focused(page)).to_have_text("Continue")
    page.keyboard.press("Escape")
    expect(page).to_have_url("/")
    page.goto(f"/r/{code}")
    expect(page.locator("[data-piece]")).to_have_count(6)
    page.keyboard.press("Escape")
    menu.get_by_role("button", name="More").click()
    expect(page.get_by_role("dialog").get_by_role("link", name="Rules")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(focused(page)).to_have_text("Continue")
    press(page, "ArrowDown ArrowRight ArrowDown ArrowDown ArrowDown ArrowDown ArrowDown")
    expect(focused(page)).to_have_text("Start")
    page.keyboard.press("Enter")
    expect(page).not_to_have_url(f"/r/{code}")
    expect(part(page, "seat")).to_have_count(3)


@pytest.mark.slow
def test_an_own_clock_is_set_by_keyboard(visitor: NewVisitor) -> None:
    page = visitor()
    sheet = open_sheet(page, "flooding", "Friend")
    sheet.locator("summary").focus()
    press(page, "Enter ArrowDown ArrowDown ArrowLeft")
    expect(sheet.get_by_role("radio", name="Own")).to_be_checked()
    press(page, "ArrowDown ArrowDown")
    expect(sheet.get_by_role("spinbutton", name="Time")).to_be_focused()
    expect(sheet.get_by_role("spinbutton", name="Time")).to_have_value("15")
    press(page, "PageDown ArrowDown ArrowRight ArrowDown ArrowLeft ArrowDown ArrowRight")
    expect(sheet.get_by_role("radio", name="The computer plays that turn")).to_be_checked()
    expect(sheet.locator("summary")).to_contain_text("10 hr + 9 sec each")
    request = start(page, sheet, "Create table")
    clock = {"per": "game", "seconds": 36_000, "increment_s": 9, "on_timeout": "fallback"}
    assert request["settings"]["clock"] == clock
    sheet = open_sheet(page, "flooding")
    sheet.locator("summary").click()
    expect(sheet.get_by_role("radio", name="Own")).to_be_checked()
    sheet.get_by_role("radio", name="1 day a turn").click()
    expect(sheet.locator("summary")).to_contain_text("1 day a turn")


@pytest.mark.slow
def test_ratings_of_bots_and_configured_webhooks_are_offered(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="400 .Bad Request.")
    games = page.request.get("/api/games").json()
    bots = [{"level": 3, "name": "fair", "player_name": "Otto", "more_names": [], "about": "", "rating": 1180}]
    page.route("**/api/games", lambda route: route.fulfill(json=[{**game, "bots": bots} for game in games]))
    page.route("**/api/info", lambda route: route.fulfill(json={"webhooks": ["club"], "url": None}))
    sheet = open_sheet(page, "flooding")
    expect(sheet.get_by_text("Strength 1180")).to_be_visible()
    sheet.locator("summary").click()
    sheet.get_by_role("radio", name="club").click()
    sheet.get_by_label("Casual game").check()
    with page.expect_request("**/api/rooms") as asked:
        sheet.get_by_role("button", name="Play", exact=True).click()
    request = json.loads(asked.value.post_data or "{}")
    assert (request["settings"]["webhook"], request["settings"]["casual"]) == ("club", True)
    assert request["seats"][0] == {"kind": "bot", "level": 3}
    expect(sheet.get_by_text("no webhook")).to_be_visible()  # this server has no webhooks
    # One that is gone is left out later.
    page.unroute("**/api/info")
    page.reload()
    sheet.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_url("**/r/*")


@pytest.mark.slow
def test_what_was_stored_for_another_version_of_a_game_breaks_nothing(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    for stored in (
        '{"preset": "ghost", "seats": [1, 2, 3], "level": 99, "options": {"size": "big"}}',
        "[]",
        "not JSON",
    ):
        page.evaluate("stored => localStorage.setItem('ludoteca.setup.flooding', stored)", stored)
        sheet = open_sheet(page, "flooding")
        expect(sheet.get_by_role("radio", name="Pip")).to_be_checked()
        expect(sheet.get_by_text("10 × 10 island")).to_be_visible()


def test_a_refusal_is_shown_in_the_sheet_and_a_double_click_starts_one_game(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="503|400")
    sheet = open_sheet(page, "wege")
    page.route(
        "**/api/rooms", lambda route: route.fulfill(status=503, json={"code": "busy", "text": "Too many rooms."})
    )
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text("Too many rooms.")
    page.unroute("**/api/rooms")
    held: list[Route] = []
    page.route("**/api/rooms", lambda route: held.append(route))
    sheet.get_by_role("button", name="Play", exact=True).dblclick()
    page.keyboard.press("Control+Enter")
    expect(sheet.get_by_role("button", name="One moment…")).to_be_disabled()
    expect(sheet.get_by_role("status")).to_have_text("")
    assert len(held) == 1
    held[0].continue_()
    page.wait_for_url("**/r/*")
    page.goto("/")
    sheet = open_sheet(page, "rowsandcols")
    sheet.get_by_role("radiogroup", name="Player 1, who plays").get_by_role("radio", name="Computer").click()
    sheet.get_by_role("button", name="Play", exact=True).click()
    expect(sheet.get_by_role("status")).to_have_text("At least one player must be a person.")


def assert_fits(page: Page, sheet: Locator) -> None:
    """The start button is inside the window, nothing is wider, and everything to touch is large enough."""
    window = page.viewport_size or {"width": 0, "height": 0}
    button = sheet.locator("[data-part=primary]").bounding_box()
    assert button is not None
    assert button["y"] >= 0
    assert button["y"] + button["height"] <= window["height"]
    assert page.evaluate("document.documentElement.scrollWidth") <= window["width"]
    assert sheet.locator(".fields").evaluate("fields => fields.scrollWidth <= fields.clientWidth")
    small = "all => all.filter((one) => one.offsetParent && Math.min(one.offsetWidth, one.offsetHeight) < 43.5)"
    tiny = "all => all.filter((one) => one.offsetParent && parseFloat(getComputedStyle(one).fontSize) < 13)"
    describe = ".map((one) => one.outerHTML.slice(0, 120))"
    touched = sheet.locator("button, input:not([type=checkbox]), select, summary")
    assert touched.evaluate_all(small + describe) == []
    assert sheet.locator("*").evaluate_all(tiny + describe) == []


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_the_start_button_is_inside_the_window_with_six_seats(visitor: NewVisitor, size: tuple[int, int]) -> None:
    page = visitor(*size)
    sheet = open_sheet(page, "rowsandcols")
    sheet.get_by_role("radio", name="6", exact=True).click()
    expect(sheet.locator("[data-seat]")).to_have_count(6)
    assert_fits(page, sheet)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "dark"), list(zip(SIZES, [False, True, False, True, False], strict=True)), ids=str)
def test_the_sheet_fits_and_axe_finds_nothing(visitor: NewVisitor, size: tuple[int, int], dark: bool) -> None:
    touch = {**PHONE, "width": size[0], "height": size[1]} if min(size) < 600 else {}
    page = visitor(**touch, dark=dark) if touch else visitor(*size, dark=dark)
    axe, found = AXE.read_text() + ";undefined", list[str]()
    for game in GAMES:
        sheet = open_sheet(page, game)
        if game == "rowsandcols":
            sheet.get_by_role("radio", name="6", exact=True).click()
        for preset in PRESETS:
            sheet.get_by_role("radio", name=preset).first.click()
            assert_fits(page, sheet)
        if not sheet.locator("details[open]").count():
            sheet.locator("summary").click()
        sheet.get_by_role("radio", name="Own").click()
        assert_fits(page, sheet)
        found += violations(page, f"{game}, options", axe)
    assert not found, "\n".join(found)
