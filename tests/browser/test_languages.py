"""The page in other languages: chosen, complete, fitting, and one for each reader."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from browser.language_checks import (
    GAMES,
    LANGUAGES,
    clipped_texts,
    english_texts,
    open_late_game,
    open_page,
    reader,
    untranslatable_texts,
    words,
)
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    TWO_HERE,
    NewVisitor,
    Page,
    cell,
    expect,
    headline,
    open_room,
    part,
    primary,
    resize,
    result,
    wait_for_turn,
)
from browser.test_words import MY_TURN_AGAIN, TURNS

from ludoteca.core.languages import PSEUDO

PHONE_SIZE, DESK_SIZE = (390, 844), (1280, 800)
PICTURES = os.environ.get("LUDOTECA_PICTURES")
"""A folder for a picture of every screen in every language, for those who review a translation."""


class Review:
    """Looks at screens in one language, and collects what is wrong, so that one run finds everything."""

    def __init__(self, page: Page, language: str) -> None:
        self.page = page
        self.language = language
        self.words = words(language)
        self.found: list[str] = []

    def look(self, where: str) -> None:
        """Look at what is shown, on a desk and on a phone."""
        for size in (DESK_SIZE, PHONE_SIZE):
            resize(self.page, size)
            wrong = [] if self.language == PSEUDO else clipped_texts(self.page)
            wrong += untranslatable_texts(self.page) if self.language == PSEUDO else english_texts(self.page)
            self.found += [f"{where}, {size[0]} px: {text}" for text in wrong]
            if PICTURES:
                Path(PICTURES).mkdir(exist_ok=True)
                self.page.screenshot(path=f"{PICTURES}/{where}-{self.language}-{size[0]}.png")
        resize(self.page, DESK_SIZE)

    def open(self, path: str, where: str) -> None:
        open_page(self.page, path)
        self.look(where)

    def button(self, code: str) -> None:
        self.page.get_by_role("button", name=self.words[code]).first.click()


@pytest.mark.slow
@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("game", GAMES)
def test_every_screen_of_a_game_is_translated_and_fits(visitor: NewVisitor, game: str, language: str) -> None:
    page = reader(visitor, language)
    review = Review(page, language)
    open_room(page, game, seats=AGAINST_BOT)
    wait_for_turn(page)
    review.look(f"{game}-table")
    page.keyboard.press("h")
    expect(page.locator("[data-mark=hint]").first).to_be_attached()
    review.look(f"{game}-hint")
    page.keyboard.press("F1")
    expect(part(page, "rules").get_by_role("heading", level=3).first).to_be_visible()
    review.look(f"{game}-rules-drawer")
    page.keyboard.press("Escape")
    review.button("menu")
    expect(page.locator("dialog[open]")).to_be_visible()
    review.look(f"{game}-menu")
    page.keyboard.press("Escape")
    review.open(f"/new/{game}", f"{game}-new")
    review.open(f"/rules/{game}", f"{game}-rules")
    review.open(f"/learn/{game}", f"{game}-lesson")
    assert not review.found, "\n".join(review.found)


@pytest.mark.slow
@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_to_its_end_without_an_english_sentence(visitor: NewVisitor, game: str, language: str) -> None:
    page = reader(visitor, language)
    review = Review(page, language)
    code = open_late_game(page, game)
    for _ in range(8):
        expect(page.locator("h1.active").or_(result(page)).first).to_be_visible()
        if result(page).count():
            break
        review.look(f"{game}-late")
        turns = page.locator(TURNS).count()
        review.button("menu")
        page.locator("dialog[open]").get_by_role("button", name=review.words["autoplay_turn"], exact=True).click()
        page.wait_for_function(MY_TURN_AGAIN, arg=turns + 2)
    expect(result(page)).to_be_visible()
    review.look(f"{game}-result")
    review.open(f"/r/{code}/replay/2", f"{game}-replay")
    review.open("/stats", f"{game}-stats")
    review.open("/games", f"{game}-my-games")
    assert not review.found, "\n".join(review.found)


@pytest.mark.slow
@pytest.mark.parametrize("language", [*LANGUAGES, PSEUDO])
def test_every_sheet_and_question_at_a_table_is_translated_and_fits(visitor: NewVisitor, language: str) -> None:
    page = reader(visitor, language)
    review = Review(page, language)
    open_room(page, "latice", seats=TWO_HERE)
    expect(page.locator("section.curtain")).to_be_visible()
    review.look("curtain")
    page.locator("section.curtain button").click()
    expect(page.locator(".curtain")).to_have_count(0)
    page.keyboard.press("?")
    expect(page.locator("dialog[open] kbd").first).to_be_visible()
    review.look("keyboard")
    page.keyboard.press("Escape")
    review.button("menu")
    for summary in page.locator("dialog[open] details > summary").all():
        summary.click()
    review.look("menu-unfolded")
    page.locator("dialog[open]").get_by_role("button", name=review.words["close"], exact=True).click()
    expect(page.locator("dialog[open] button.danger")).to_be_visible()
    review.look("close-table")
    page.keyboard.press("Escape")
    review.button("menu")
    page.locator("dialog[open]").get_by_role("button", name=review.words["resign"], exact=True).click()
    review.look("resign")
    primary(page).click()
    expect(result(page)).to_be_visible()
    review.look("resigned")
    assert not review.found, "\n".join(review.found)


@pytest.mark.parametrize("language", [*(pytest.param(one, marks=pytest.mark.slow) for one in LANGUAGES), PSEUDO])
def test_every_page_around_the_games_is_translated_and_fits(visitor: NewVisitor, language: str) -> None:
    page = reader(visitor, language, ignore_errors="404")
    guest_page = reader(visitor, language)
    review, guest = Review(page, language), Review(guest_page, language)
    review.open("/", "home")
    review.button("preferences")
    expect(page.locator("dialog[open]")).to_be_visible()
    review.look("preferences")
    clock = {"per": "game", "seconds": 300, "increment_s": 3}
    code = open_room(page, "waffe", seats=ONE_OPEN, clock=clock, public=True, legs=2)
    review.look("waiting-room")
    guest.open("/", "home-with-open-table")
    guest.open(f"/r/{code}", "invitation")
    review.open("/games", "my-games")
    page.locator("[data-panel] button.icon-only").first.click()
    review.look("my-games-remove")
    review.open("/stats", "statistics")
    review.open("/credits", "credits")
    review.open("/r/QQQQQQQQ", "no-table")
    assert not review.found + guest.found, "\n".join(review.found + guest.found)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_match_of_two_with_somebody_away_is_translated_and_fits(visitor: NewVisitor, language: str) -> None:
    page, other = reader(visitor, language), reader(visitor, language)
    review = Review(page, language)
    code = open_room(page, "flooding", seats=ONE_OPEN, legs=2, substitute_level=2)
    other.goto(f"/r/{code}")
    other.get_by_role("button", name=review.words["sit_and_play"]).click()
    wait_for_turn(page)
    review.look("match-own-turn")
    cell(page, "b2").click()
    primary(page).click()
    expect(page.locator("h1.active")).to_have_count(0)
    review.look("match-other-turn")
    other.goto("/")
    away = page.locator("summary[aria-label]").filter(visible=True)
    away.first.click()
    review.look("match-away")
    assert not review.found, "\n".join(review.found)


def test_the_browser_chooses_a_language_and_the_reader_another(visitor: NewVisitor) -> None:
    page = visitor(locale="fi-FI")
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "fi")
    expect(page.get_by_role("button", name=words("fi")["preferences"])).to_be_visible()
    page.get_by_role("button", name=words("fi")["preferences"]).click()
    page.get_by_label(words("fi")["language"]).select_option("de")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.get_by_role("button", name=words("de")["preferences"])).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.get_by_role("button", name=words("de")["preferences"]).click()
    expect(page.locator("#language")).to_be_visible()
    tags = page.locator("#language option").evaluate_all("(options) => options.map((option) => option.value)")
    assert tags == ["", "de", "en", "fi", "fr"]


def test_an_address_can_name_the_language(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/?lang=fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", level=1)).to_have_text(words("fr")["welcome"])
    page.goto("/?lang=xx-absurd-and-long")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.evaluate("""localStorage.setItem("ludoteca.language", JSON.stringify("../../etc"))""")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text(words("en")["welcome"])


def test_two_players_at_one_table_read_their_own_languages(visitor: NewVisitor) -> None:
    ada, bo = visitor(locale="fr"), visitor(locale="de")
    code = open_room(ada, "flooding", seats=ONE_OPEN, options={"size": 4})
    bo.goto(f"/r/{code}")
    bo.get_by_role("button", name=words("de")["sit_and_play"]).click()
    for page in (ada, bo):
        expect(part(page, "board")).to_be_visible()
    wait_for_turn(ada)
    expect(headline(ada)).to_contain_text(words("fr")["head_yours"])
    expect(headline(bo)).to_contain_text(words("de")["head_waiting_for"].format(name="Ada"))
    # Who has given no name is a guest in the reader's words.
    expect(part(ada, "seat").filter(has_text=words("fr")["guest"])).to_have_count(1)
    ada.locator("[data-cell].open, [data-cell][aria-disabled=false]").first.click()
    primary(ada).click()
    expect(headline(bo)).to_contain_text(words("de")["head_yours"])
    for page, language in ((ada, "fr"), (bo, "de")):
        shown = json.dumps(page.evaluate("() => document.querySelector('[data-part=log]')?.innerText ?? ''"))
        assert shown
        review = Review(page, language)
        review.look(f"two-readers-{language}")
        assert not review.found, "\n".join(review.found)
