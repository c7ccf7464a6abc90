"""Undo: disabled with a reason, immediate, or on request."""

from __future__ import annotations

import re

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    NewVisitor,
    Page,
    cell,
    choose_in_menu,
    expect,
    feedback,
    headline,
    log,
    open_room,
    play_turn,
    primary,
    prompt,
    resign,
    result,
    two_players,
    undo,
    wait_for_turn,
)

pytestmark = pytest.mark.slow


def ask(page: Page) -> None:
    """Request an undo that others must agree to."""
    undo(page).click()
    expect(prompt(page)).to_contain_text("Ask the others to undo your last move?")
    primary(page).click()


def test_against_a_bot_undo_is_immediate(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(undo(page)).to_have_attribute("aria-disabled", "true")
    undo(page).click(force=True)
    expect(feedback(page)).to_have_text("Nothing to undo.")
    play_turn(page, "b2")
    wait_for_turn(page)
    undo(page).click()
    # The player's move and the bot's reply are gone from the board and the log.
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")
    expect(log(page, "Ada undid the last move.")).to_have_count(1)
    expect(undo(page)).to_have_attribute("aria-disabled", "true")
    play_turn(page, "b1")


def test_between_two_people_undo_needs_agreement(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    for page in (ada, bo):
        expect(undo(page)).to_have_attribute("aria-disabled", "true")
    play_turn(ada, "b2")
    expect(undo(ada)).to_have_accessible_name("Ask to undo")
    ask(ada)
    expect(prompt(ada)).to_contain_text("You asked to undo. Waiting for Bo…")
    expect(undo(ada)).to_have_attribute("aria-disabled", "true")
    expect(ada.get_by_role("button", name="Agree")).to_have_count(0)
    expect(prompt(bo)).to_have_text("Ada wants to undo the last move.")
    bo.get_by_role("button", name="Agree").click()
    wait_for_turn(ada)
    for page in (ada, bo):
        expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")
        expect(page.get_by_role("button", name="Agree")).to_have_count(0)
        expect(log(page, "Ada undid the last move.")).to_have_count(1)


def test_a_request_can_be_withdrawn(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    play_turn(ada, "b2")
    ask(ada)
    expect(bo.get_by_role("button", name="Agree")).to_be_visible()
    ada.get_by_role("button", name="Withdraw").click()
    expect(bo.get_by_role("button", name="Agree")).to_have_count(0)
    expect(log(bo, "Ada no longer asks for the undo.")).to_have_count(1)
    expect(undo(ada)).not_to_have_attribute("aria-disabled", "true")


def test_between_two_people_undo_can_be_declined(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    play_turn(ada, "b2")
    play_turn(bo, "d4")
    ask(bo)
    ada.get_by_role("button", name="Decline").click()
    for page in (ada, bo):
        expect(page.get_by_role("button", name="Decline")).to_have_count(0)
        expect(log(page, "Ada does not agree to the undo.")).to_have_count(1)
        expect(cell(page, "d4")).to_have_attribute("aria-label", re.compile("^d4, flooded"))
    wait_for_turn(ada)
    expect(undo(bo)).to_have_attribute("aria-disabled", "true")
    play_turn(ada, "b3")
    expect(undo(bo)).not_to_have_attribute("aria-disabled", "true")  # can be requested again


def test_resigning_is_asked_in_place(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    choose_in_menu(ada, "Resign")
    expect(prompt(ada)).to_have_text("Resign this game?")
    ada.get_by_role("button", name="Keep playing").click()
    expect(headline(bo)).to_contain_text("Waiting for Ada")
    resign(ada)
    expect(result(ada).get_by_role("heading")).to_have_text("You resigned")
    expect(result(bo).get_by_role("heading")).to_have_text("You won")
    expect(result(bo)).to_contain_text("Ada resigned on turn 1.")


def test_a_game_is_called_off_if_both_agree(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    choose_in_menu(bo, "Offer to call it off")
    expect(prompt(bo)).to_contain_text("You offered to call it off. Waiting for Ada…")
    ada.get_by_role("button", name="Decline").click()
    expect(log(bo, "Ada wants to play on.")).to_have_count(1)
    choose_in_menu(bo, "Offer to call it off")
    expect(prompt(ada)).to_have_text("Bo offered to call the game off.")
    ada.get_by_role("button", name="Agree").click()
    for page in (ada, bo):
        expect(result(page).get_by_role("heading")).to_have_text("Game called off")
        expect(result(page)).to_contain_text("Both players agreed.")


def test_calling_off_a_game_against_a_bot_is_asked_first(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(page)
    choose_in_menu(page, "Abandon game")
    expect(prompt(page)).to_have_text("Call off this game? It ends without a result.")
    primary(page).click()
    expect(result(page).get_by_role("heading")).to_have_text("Game called off")


CONTRAST = """(button) => {
    const channels = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    const light = (color) => channels(color).reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const { color, backgroundColor } = getComputedStyle(button);
    const [one, other] = [light(color), light(backgroundColor)].sort((a, b) => b - a);
    return (one + 0.05) / (other + 0.05);
}"""
MIN_CONTRAST = 4.5


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_the_question_to_resign_is_readable_in_every_state(visitor: NewVisitor, dark: bool) -> None:
    page = visitor(dark=dark)
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(page)
    choose_in_menu(page, "Resign")
    for button in (primary(page), page.get_by_role("button", name="Keep playing")):
        contrasts = [button.evaluate(CONTRAST)]
        button.hover()
        contrasts.append(button.evaluate(CONTRAST))
        page.mouse.down()
        contrasts.append(button.evaluate(CONTRAST))
        page.mouse.move(1, 400)
        page.mouse.up()
        button.focus()
        contrasts.append(button.evaluate(CONTRAST))
        assert min(contrasts) >= MIN_CONTRAST, contrasts
