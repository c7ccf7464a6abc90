"""Home: one click to one's own turn, what somebody sees who comes back, the header, and what is forgotten."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    PHONE,
    Locator,
    NewVisitor,
    Page,
    cell,
    center,
    end_turn,
    expect,
    headline,
    open_room,
    play_turn,
    primary,
    prompt,
    resize,
    wait_for_turn,
)
from browser.test_accessibility import AXE, violations

TITLES = {
    "flooding": "Flooding Islands",
    "latice": "Latice",
    "rowsandcols": "RowsAndCols",
    "waffe": "Waffe Game 2",
    "wege": "Wege",
}
TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
SCREENS: dict[str, dict[str, Any]] = {
    "phone": PHONE,
    "tablet": {"width": 820, "height": 1180, **TOUCH},
    "side": {"width": 844, "height": 390, **TOUCH},
    "laptop": {"width": 1280, "height": 800},
    "desk": {"width": 1920, "height": 1080},
}
THEMES = (False, True, False, True, False)
"""Whether each screen is tried in the dark."""
EVERY_SCREEN = [pytest.param(screen, id=name) for name, screen in SCREENS.items()]
COUNT_CLICKS = (
    "window.clicks = 0; addEventListener('click', (event) => { window.clicks += Number(event.isTrusted); }, true);"
)
HAS_PLAYED = (
    """() => Object.values(JSON.parse(localStorage.getItem("ludoteca.rooms") ?? "{}")).some((room) => room.played)"""
)
COVERED = """() => {
    const cards = [...document.querySelectorAll("[data-game]")].map((card) => card.getBoundingClientRect());
    const rows = Object.groupBy(cards, ({ top }) => Math.round(top));
    return Object.values(rows).map((row) => [row[0].left, row.at(-1).right].map(Math.round));
}"""
SMALL_TARGETS = """(least) => [...document.querySelectorAll("a, button, input, label.button")].flatMap((one) => {
    const box = one.getBoundingClientRect();
    if (one.matches("[tabindex='-1'], .visually-hidden, .skip") || !one.checkVisibility() || !box.width) return [];
    return box.width < least || box.height < least ? [`${one.outerHTML.slice(0, 90)} ${box.width}x${box.height}`] : [];
})"""
SMALL_TEXTS = """() => [...document.querySelectorAll("body *")].flatMap((one) => {
    const has = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const size = parseFloat(getComputedStyle(one).fontSize);
    return has && one.checkVisibility() && size < 13 ? [`${one.textContent} ${size}`] : [];
})"""

FITTING = "[data-piece]:not(.idle)"
IS_CUT = """(one, sentence) => {
    one.textContent = sentence;
    for (let box = one; box && !box.matches("section, main, .hand, .large"); box = box.parentElement)
        if (getComputedStyle(box).overflowY === "hidden" && box.scrollHeight > box.clientHeight + 1)
            return `${box.className} ${box.scrollHeight} > ${box.clientHeight}`;
    return "";
}"""


def play_button(page: Page, title: str = TITLES["flooding"]) -> Locator:
    return page.get_by_role("button", name=f"Play the computer {title}")


def panels(page: Page) -> Locator:
    return page.get_by_role("region", name="Where you left off").get_by_role("listitem")


def go_home(page: Page) -> None:
    """Leave the table by its logo."""
    page.get_by_role("link", name="All games").click()
    expect(play_button(page)).to_be_visible()


def rule(page: Page) -> Locator:
    return page.locator("[data-rule]")


# One click


def flood(page: Page) -> None:
    cell(page, "e5").click()
    end_turn(page).click()


def lay_tile(page: Page) -> None:
    page.locator(FITTING).first.click()
    target = page.locator("[data-target]").first.get_attribute("data-target") or ""
    cell(page, target).click()


def lay_card(page: Page) -> None:
    page.locator("button[data-hand]").click()
    page.locator("[data-cell]:has([data-fit=place])").first.click()


def play_card(page: Page) -> None:
    page.locator("button[data-card]").first.click()
    primary(page).click()


FIRST_MOVES: dict[str, Callable[[Page], None]] = {
    "flooding": flood,
    "latice": lay_tile,
    "rowsandcols": lay_tile,
    "waffe": play_card,
    "wege": lay_card,
}


@pytest.mark.parametrize("game", TITLES)
def test_one_click_leads_to_ones_own_turn_and_two_more_make_a_move(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    page.add_init_script(COUNT_CLICKS)
    page.goto("/")
    expect(play_button(page, TITLES[game])).to_contain_text("Level 1 · Pip")
    play_button(page, TITLES[game]).click()
    wait_for_turn(page)
    expect(rule(page)).to_be_visible()
    while game == "rowsandcols" and not page.locator(FITTING).count():  # one deal in nine, and a swap takes more
        page.goto("/")
        play_button(page, TITLES[game]).click()
        expect(rule(page)).to_be_visible()
    assert page.evaluate("() => window.clicks") == 1
    FIRST_MOVES[game](page)
    page.wait_for_function(HAS_PLAYED)
    assert page.evaluate("() => window.clicks") == 3


@pytest.mark.slow
@pytest.mark.parametrize("start", ["picture", "title"])
def test_picture_and_title_start_a_game_too(visitor: NewVisitor, start: str) -> None:
    page = visitor()
    page.goto("/")
    page.locator(f"[data-game=flooding] .{start}").click()
    wait_for_turn(page)


def test_with_a_friend_asks_for_the_name_once_and_opens_a_table_by_link(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    page.goto("/")
    page.get_by_role("button", name="With a friend Latice").tap()
    page.get_by_role("dialog").get_by_label("Your name").fill("Ada")
    page.get_by_role("dialog").get_by_role("button", name="Continue").tap()
    page.wait_for_url("**/r/*")
    expect(page.get_by_role("main")).to_contain_text("Ada")
    page.goto("/")
    expect(panels(page)).to_contain_text("Your table waits for players")
    page.get_by_role("button", name="With a friend Wege").tap()
    page.wait_for_url("**/r/*")


@pytest.mark.slow
def test_a_right_click_and_a_long_press_open_the_sheet(visitor: NewVisitor) -> None:
    page, phone = visitor(), visitor(**PHONE)
    for one in (page, phone):
        one.goto("/")
    page.locator("[data-game=latice] .picture").click(button="right")
    page.get_by_role("dialog", name="New game").get_by_role("radio", name="Otto").click()
    page.get_by_role("dialog", name="New game").get_by_role("button", name="Play", exact=True).click()
    wait_for_turn(page)
    go_home(page)
    expect(play_button(page, "Latice")).to_contain_text("Level 3 · Otto")
    touch = phone.context.new_cdp_session(phone)
    x, y = center(play_button(phone, "Latice"))
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    expect(phone.get_by_role("dialog", name="New game")).to_be_visible()
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("dialog")).to_have_count(0)
    expect(play_button(phone, "Latice")).to_be_visible()


# What stands where


@pytest.mark.parametrize("returning", [False, True])
def test_all_ten_buttons_are_above_the_fold(visitor: NewVisitor, returning: bool) -> None:
    page = visitor()
    if returning:
        open_room(page, seats=AGAINST_BOT)
        play_turn(page, "b2")
    page.goto("/")
    expect(panels(page)).to_have_count(int(returning))
    expect(page.get_by_role("heading", name="Five board games, no account")).to_have_count(int(not returning))
    for title in TITLES.values():
        expect(play_button(page, title)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name=f"With a friend {title}")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
@pytest.mark.parametrize("screen", EVERY_SCREEN)
def test_home_fits_every_screen_without_a_hole(visitor: NewVisitor, screen: dict[str, Any]) -> None:
    page = visitor(**screen)
    page.goto("/")
    expect(page.locator("[data-game]")).to_have_count(5)
    header = page.locator("header").bounding_box()
    assert header is not None
    assert header["height"] == 44
    assert page.evaluate("() => document.documentElement.scrollWidth - innerWidth") <= 0
    rows = page.evaluate(COVERED)
    assert len({tuple(row) for row in rows}) == 1, rows
    assert page.evaluate(SMALL_TARGETS, 44 if screen.get("has_touch") else 24) == []
    assert page.evaluate(SMALL_TEXTS) == []
    if screen is PHONE:
        heights = page.locator("[data-game]").evaluate_all("(all) => all.map((one) => one.offsetHeight)")
        assert heights == [132] * 5


def test_a_returning_visitor_sees_first_what_waits(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    open_room(ada, "latice", seats=[{"kind": "here", "name": "Ada"}, {"kind": "open"}], public=True)
    open_room(bo, seats=[{"kind": "here", "name": "Bo"}, {"kind": "bot", "level": 2}])
    play_turn(bo, "b2")
    wait_for_turn(bo)
    bo.goto("/")
    expect(panels(bo)).to_have_count(2)
    expect(panels(bo).first).to_contain_text("Your turn against Nell")
    expect(panels(bo).last).to_contain_text("Open table: Ada waits")
    expect(panels(bo).last).to_contain_text("Latice · 1 of 2 seats free")
    panels(bo).first.get_by_role("link", name="Continue").click()
    wait_for_turn(bo)
    go_home(bo)
    bo.get_by_role("link", name="All 1 game").click()
    expect(bo.get_by_role("region", name="Your turn").get_by_role("listitem")).to_contain_text("Flooding Islands")
    expect(bo.get_by_role("region", name="Open a record")).to_be_visible()


# The header


@pytest.mark.slow
def test_a_table_is_joined_by_code_or_link(visitor: NewVisitor) -> None:
    ada, page = visitor(), visitor()
    code = open_room(ada, seats=ONE_OPEN)
    page.goto("/")
    field = page.get_by_role("textbox", name="Code or link")
    for typed, answer in {
        f"https://example.com/r/{code}": "This link leads to another site.",
        f"{page.url}rules/latice": "This link does not lead to a table.",
    }.items():
        field.fill(typed)
        field.press("Enter")
        expect(page.get_by_role("banner").get_by_role("status")).to_have_text(answer)
    field.fill(f"{page.url}r/{code}")
    field.press("Enter")
    page.wait_for_url(f"**/r/{code}")


@pytest.mark.slow
def test_a_phone_reaches_everything_by_the_header(visitor: NewVisitor) -> None:
    page = visitor(**PHONE, ignore_errors="404")
    code = open_room(page, seats=ONE_OPEN)
    page.goto("/")
    page.get_by_role("link", name="My games", exact=True).tap()
    page.wait_for_url("**/games")
    page.get_by_role("button", name="Menu").tap()
    expect(page.get_by_role("link", name="Statistics")).to_be_visible()
    assert page.evaluate(SMALL_TARGETS, 44) == []
    page.get_by_role("link", name="Statistics").tap()
    expect(page.get_by_role("heading", name="Statistics")).to_be_visible()
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("textbox", name="Code or link").fill("nonsense")
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_role("status").filter(has_text="No table has the code NONS ENSE.")).to_be_visible()
    page.get_by_role("textbox", name="Code or link").fill(code)
    page.get_by_role("button", name="Join").tap()
    page.wait_for_url(f"**/r/{code}")
    page.goto("/")
    page.get_by_role("button", name="Preferences").tap()
    expect(page.get_by_role("dialog", name="Preferences")).to_be_visible()


# Forgetting, and the first game


def test_a_game_left_without_a_move_is_forgotten_but_not_by_a_reload(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    play_button(page).click()
    wait_for_turn(page)
    page.reload()
    wait_for_turn(page)
    left = page.url
    go_home(page)
    expect(page.get_by_role("heading", name="Five board games, no account")).to_be_visible()
    page.goto("/games")
    expect(page.get_by_text("No games yet.")).to_be_visible()
    page.goto(left)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("closed|ended"))
    page.goto("/")
    play_button(page).click()
    wait_for_turn(page)
    flood(page)
    page.wait_for_function(HAS_PLAYED)
    go_home(page)
    expect(panels(page)).to_have_count(1)


@pytest.mark.slow
def test_the_first_three_turns_of_a_first_game_explain_the_rules(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    play_button(page).click()
    turns = {
        "j10": "He loses when no field around him is dry.",
        "j1": "Where he arrives, the fields beside him dry again.",
        "a10": "In a corner he is caught soonest.",
    }
    for night, (field, sentence) in enumerate(turns.items(), start=1):
        expect(headline(page)).to_have_text(f"Your turn · Night {night}")
        expect(rule(page)).to_have_text(sentence)
        box = prompt(page).locator(".text")
        assert box.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1"), sentence
        cell(page, field).click()
        expect(rule(page)).to_have_count(0)
        end_turn(page).click()
    expect(headline(page)).to_have_text("Your turn · Night 4")
    expect(rule(page)).to_have_count(0)
    go_home(page)
    play_button(page).click()
    wait_for_turn(page)
    expect(rule(page)).to_have_count(0)


# Sweeps


@pytest.mark.slow
@pytest.mark.parametrize("game", TITLES)
def test_the_sentence_of_the_rules_is_never_cut(visitor: NewVisitor, game: str) -> None:
    page = visitor()
    page.goto("/")
    play_button(page, TITLES[game]).click()
    wait_for_turn(page)
    texts = page.request.get(f"/games/{game}/locales/en.json").json()
    sentences = [text for code, text in texts.items() if code.startswith("page_first_")]
    assert len(sentences) == (6 if game == "flooding" else 3)
    expect(rule(page)).to_be_visible()
    for screen in SCREENS.values():
        resize(page, (screen["width"], screen["height"]))
        for sentence in sentences:
            assert len(sentence.split()) <= 14
            cut = rule(page).evaluate(IS_CUT, sentence)
            assert not cut, (screen, sentence, cut)


@pytest.mark.slow
@pytest.mark.parametrize(("screen", "dark"), list(zip(SCREENS.values(), THEMES, strict=True)), ids=list(SCREENS))
def test_axe_finds_nothing_at_home_and_in_my_games(visitor: NewVisitor, screen: dict[str, Any], dark: bool) -> None:
    page, axe = visitor(**screen, dark=dark, ignore_errors="404"), AXE.read_text() + ";undefined"
    found: list[str] = []

    def check(place: str) -> None:
        found.extend(violations(page, place, axe))

    page.goto("/")
    expect(page.locator("[data-game]")).to_have_count(5)
    check("first visit")
    if page.get_by_role("button", name="Menu").is_visible():
        page.get_by_role("button", name="Menu").click()
    page.get_by_role("textbox", name="Code or link").fill("nonsense")
    page.get_by_role("textbox", name="Code or link").press("Enter")
    expect(page.get_by_role("status").filter(has_text="No table has the code NONS ENSE.")).to_be_visible()
    check("bad code")
    open_room(page, seats=[*ONE_OPEN])
    page.goto("/")
    expect(panels(page)).to_have_count(1)
    check("coming back")
    page.goto("/games")
    expect(page.get_by_role("button", name="Remove")).to_be_visible()
    check("my games")
    page.get_by_role("button", name="Remove").click()
    check("removing a game")
    page.get_by_role("button", name="Remove").click()
    expect(page.get_by_text("No games yet.")).to_be_visible()
    check("no games")
    assert not found, "\n".join(found)
