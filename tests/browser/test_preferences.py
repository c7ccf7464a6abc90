"""Preferences for theme, motion and sound: defaults from the device, choices of the visitor, persistence."""

from __future__ import annotations

from browser.page_objects import Locator, NewVisitor, Page, expect

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
    page.get_by_role("button", name="Done").click()
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
    choose(page, "Colours", "Dark")
    expect(root).to_have_attribute("data-theme", "dark")
    assert ground(page) == DARK
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    assert ground(page) == DARK
    page.emulate_media(color_scheme="dark")
    choose(page, "Colours", "Light")
    expect(root).to_have_attribute("data-theme", "light")
    assert ground(page) == LIGHT
    choose(page, "Colours", "As the device")
    assert ground(page) == DARK


def test_motion_follows_the_device_until_it_is_chosen(visitor: NewVisitor) -> None:
    page = visitor(reduced_motion="no-preference")
    root = page.locator("html")
    page.goto("/")
    expect(root).to_have_attribute("data-motion", "full")
    page.emulate_media(reduced_motion="reduce")
    expect(root).to_have_attribute("data-motion", "reduced")
    choose(page, "Motion", "Full")
    expect(root).to_have_attribute("data-motion", "full")
    page.emulate_media(reduced_motion="no-preference")
    choose(page, "Motion", "Reduced")
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
    page.get_by_role("link", name="Play Flooding Islands").click()
    page.get_by_role("group", name="Weather").get_by_role("radio", name="Bot").click()
    page.get_by_role("button", name="Open the room").click()
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
    sound = page.get_by_role("dialog").get_by_label("Sound")
    expect(sound).not_to_be_checked()
    expect(page.get_by_label("Music")).to_be_disabled()
    sound.check()
    expect(page.get_by_label("Music")).to_be_enabled()
    contexts(page, 1)
    page.get_by_label("Music").fill("0.15")
    page.get_by_role("button", name="Done").click()
    expect(mute(page)).to_have_attribute("aria-pressed", "false")
    page.reload()
    page.get_by_role("button", name="Preferences").click()
    expect(page.get_by_label("Music")).to_have_value("0.15")
