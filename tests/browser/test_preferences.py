"""Preferences for theme, motion and sound: defaults from the device, choices of the visitor, persistence."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    Locator,
    NewVisitor,
    Page,
    choose_in_menu,
    expect,
    log,
    open_room,
    primary,
    undo,
    wait_for_turn,
)

from ludoteca import game as find_game

pytestmark = pytest.mark.slow

COUNT_CONTEXTS = """
window.contexts = 0;
window.AudioContext = class extends AudioContext {
    constructor(...all) {
        super(...all);
        window.contexts += 1;
        document.documentElement.dataset.contexts = window.contexts;
    }
};
"""
GROUND = "getComputedStyle(document.body).backgroundColor"
LIGHT, DARK = "rgb(246, 239, 224)", "rgb(16, 22, 31)"


def choose(page: Page, what: str, choice: str) -> None:
    page.get_by_role("button", name="Preferences").click()
    page.get_by_role("radiogroup", name=what).get_by_role("radio", name=choice).click()
    page.get_by_role("button", name="Close preferences").click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def ground(page: Page) -> str:
    return str(page.evaluate(GROUND))


def test_the_theme_follows_the_device_until_it_is_chosen(visitor: NewVisitor) -> None:
    page = visitor(dark=True)
    root = page.locator("html")
    page.goto("/")
    expect(root).to_have_attribute("data-theme", "auto")
    assert ground(page) == DARK
    page.emulate_media(color_scheme="light")
    assert ground(page) == LIGHT
    choose(page, "Theme", "Dark")
    expect(root).to_have_attribute("data-theme", "dark")
    assert ground(page) == DARK
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    assert ground(page) == DARK
    page.emulate_media(color_scheme="dark")
    choose(page, "Theme", "Light")
    expect(root).to_have_attribute("data-theme", "light")
    assert ground(page) == LIGHT
    choose(page, "Theme", "Same as device")
    assert ground(page) == DARK


def test_motion_follows_the_device_until_it_is_chosen(visitor: NewVisitor) -> None:
    page = visitor(reduced_motion="no-preference")
    root = page.locator("html")
    page.goto("/")
    expect(root).to_have_attribute("data-motion", "full")
    page.emulate_media(reduced_motion="reduce")
    expect(root).to_have_attribute("data-motion", "reduced")
    choose(page, "Animation", "On")
    expect(root).to_have_attribute("data-motion", "full")
    page.emulate_media(reduced_motion="no-preference")
    choose(page, "Animation", "Off")
    expect(root).to_have_attribute("data-motion", "reduced")
    page.reload()
    expect(root).to_have_attribute("data-motion", "reduced")


def contexts(page: Page, count: int) -> None:
    expect(page.locator("html")).to_have_attribute("data-contexts", str(count))


def mute(page: Page) -> Locator:
    return page.get_by_role("button", name="Mute")


def test_the_audio_context_is_created_by_the_first_click(visitor: NewVisitor) -> None:
    page = visitor()
    page.add_init_script(COUNT_CONTEXTS)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.mouse.move(300, 300)
    page.evaluate("new Promise(requestAnimationFrame)")
    assert page.evaluate("window.contexts") == 0
    page.get_by_role("heading", level=1).click()
    contexts(page, 1)
    page.get_by_role("button", name=re.compile("^Play the computer")).first.click()
    page.locator("[data-cell].open").first.click()
    contexts(page, 1)


def test_mute_is_kept_and_creates_no_audio_context(visitor: NewVisitor) -> None:
    page = visitor()
    page.add_init_script(COUNT_CONTEXTS)
    page.goto("/")
    expect(mute(page)).to_have_attribute("aria-pressed", "false")
    mute(page).click()
    expect(mute(page)).to_have_attribute("aria-pressed", "true")
    page.reload()
    expect(mute(page)).to_have_attribute("aria-pressed", "true")
    with page.expect_response("**/assets/engine-*.js"):
        page.get_by_role("heading", level=1).click()
    page.wait_for_load_state("networkidle")
    assert page.evaluate("window.contexts") == 0
    page.get_by_role("button", name="Preferences").click()
    sound = page.get_by_role("switch", name="Sound", exact=True)
    expect(sound).not_to_be_checked()
    expect(page.get_by_label("Music")).to_be_disabled()
    sound.check()
    expect(page.get_by_label("Music")).to_be_enabled()
    contexts(page, 1)
    page.get_by_label("Music").fill("0.15")
    page.keyboard.press("Escape")
    expect(mute(page)).to_have_attribute("aria-pressed", "false")
    page.reload()
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_label("Music")).to_have_value("0.15")


def test_text_size_and_board_preferences_take_effect_at_once_and_are_kept(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/")
    page.get_by_role("button", name="Preferences").click()
    drawer = page.get_by_role("dialog")
    for row, choice in (("Text size", "130%"), ("Coordinates", "Off"), ("Latice", "Twice")):
        drawer.get_by_role("radiogroup", name=row).get_by_role("radio", name=choice).click()
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "20.8px"
    drawer.get_by_role("switch", name="Colour letters").check()
    drawer.get_by_role("switch", name="Notification sound").uncheck()
    expect(drawer.get_by_role("button", name="Test")).to_be_enabled()
    page.reload()
    page.get_by_role("button", name="Preferences").click()
    for row, choice in (
        ("Text size", "130%"),
        ("Coordinates", "Off"),
        ("Latice", "Twice"),
        ("Waffe Game 2", "Button"),
    ):
        expect(drawer.get_by_role("radiogroup", name=row).get_by_role("radio", name=choice)).to_be_checked()
    expect(drawer.get_by_role("switch", name="Colour letters")).to_be_checked()
    expect(drawer.get_by_role("switch", name="Notification sound")).not_to_be_checked()


def test_preferences_open_from_the_menu_of_a_table(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    open_room(page, "latice", seats=AGAINST_BOT)
    choose_in_menu(page, "Preferences")
    drawer = page.get_by_role("dialog", name="Preferences")
    drawer.get_by_role("radio", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.keyboard.press("Escape")
    expect(drawer).to_be_hidden()
    expect(page.get_by_role("button", name="Menu", exact=True)).to_be_focused()


def test_single_keys_can_be_turned_off(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=AGAINST_BOT)
    keyboard = page.get_by_role("dialog", name="Keyboard")
    choose_in_menu(page, "Preferences")
    page.get_by_role("switch", name="Single-key shortcuts").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.keyboard.press("F1")  # not a letter
    expect(page.locator("[data-part=rules]")).to_be_visible()
    expect(keyboard).to_be_hidden()
    choose_in_menu(page, "Preferences")
    page.get_by_role("switch", name="Single-key shortcuts").check()
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(keyboard).to_be_visible()


def prefer(page: Page, **preferences: Any) -> None:
    """Store preferences as this device keeps them."""
    page.goto("/")
    page.evaluate("(text) => localStorage.setItem('ludoteca.preferences', text)", json.dumps(preferences))


@pytest.mark.parametrize(
    ("game", "take"),
    [
        ("flooding", None),
        ("latice", "[data-piece]"),
        ("rowsandcols", "[data-piece]"),
        ("wege", "[data-hand]"),
    ],
)
def test_possible_moves_can_be_hidden(visitor: NewVisitor, game: str, take: str | None) -> None:
    page, rules = visitor(), find_game(game)
    open_room(page, game, seats=AGAINST_BOT, start=rules.position(rules.new(seed="0")))  # a deal in which a piece fits
    wait_for_turn(page)
    choose_in_menu(page, "Preferences")
    switch = page.get_by_role("switch", name="Show my possible moves")
    expect(switch).to_be_checked()
    switch.uncheck()
    page.keyboard.press("Escape")
    target = page.locator(":is([data-target], [data-fit])").first
    for one in page.locator(take).all() if take else []:
        one.click()
        if target.count():
            break
    expect(target).to_be_attached()
    expect(target).to_be_hidden()
    # Where the mouse is, and as soon as they are wanted again, they are shown.
    name = target.get_attribute("data-target") or ""
    if name:
        page.locator(f"[data-cell='{name}']").hover()
        expect(page.locator(f"[data-target='{name}']").first).to_be_visible()
        page.mouse.move(0, 0)
    choose_in_menu(page, "Preferences")
    switch.check()
    expect(target).to_be_visible()


def forced_pass() -> tuple[int, dict[str, Any]]:
    """Return a position of Waffe Game 2 in which a seat can do nothing but pass, and that seat."""
    rules = find_game("waffe")
    state, bots = rules.new(seed="8"), [rules.bot(1, str(seat)) for seat in range(2)]
    while rules.moves(state) != ["pass"]:
        state = rules.play(state, bots[rules.seat(state) or 0].move(state))
    return rules.seat(state) or 0, rules.position(state)


def test_a_forced_pass_is_made_for_those_who_prefer_it_and_not_again_after_undo(visitor: NewVisitor) -> None:
    seat, start = forced_pass()
    seats = [{"kind": "here", "name": "Ada"} if one == seat else {"kind": "bot", "level": 1} for one in range(2)]
    page = visitor()
    open_room(page, "waffe", seats=seats, start=start)
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    prefer(page, autoPass=True)
    page.go_back()
    expect(log(page, re.compile("^1 *You"))).to_be_visible()
    wait_for_turn(page)
    undo(page).click()
    expect(log(page, re.compile("^1 *You"))).to_have_count(0)
    expect(page.get_by_role("button", name="Pass", exact=True)).to_be_visible()
    page.keyboard.press("h")
    expect(primary(page)).to_have_attribute("data-mark", "hint")


def test_suits_have_two_colours_or_four(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "waffe", seats=AGAINST_BOT)
    card = page.locator("[data-part=hand] .face:is([data-face$=C], [data-face$=D], [data-face$=H])").first
    ink = card.locator("path[fill^='#']").first
    four = ink.get_attribute("fill")
    choose_in_menu(page, "Preferences")
    page.get_by_role("switch", name="Waffe Game 2: four-colour cards").uncheck()
    expect(ink).to_have_attribute("fill", re.compile("#1d2433|#bf2d1d"))
    assert four not in ("#1d2433", "#bf2d1d")
