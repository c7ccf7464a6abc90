"""Undo: disabled with a reason, immediate, or on request."""

from __future__ import annotations

from browser.page_objects import (
    AGAINST_BOT,
    Locator,
    NewVisitor,
    Page,
    cell,
    expect,
    headline,
    log,
    open_room,
    play_turn,
    two_players,
    wait_for_turn,
)


def undo(page: Page) -> Locator:
    return page.get_by_role("button", name="undo")


def ask(page: Page) -> None:
    """Request an undo that others must agree to."""
    undo(page).click()
    page.get_by_role("dialog").get_by_role("button", name="Ask", exact=True).click()


def test_against_a_bot_undo_is_immediate(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(undo(page)).to_be_disabled()
    expect(page.get_by_text("You have made no move that could be taken back.")).to_be_visible()
    play_turn(page, "b2")
    wait_for_turn(page)
    expect(log(page, "Night 1: the weather floods")).to_have_count(1)
    expect(undo(page)).to_have_accessible_description("Takes back your last move.")
    undo(page).click()
    # The player's move and the bot's reply are gone from the board and the log.
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")
    expect(log(page, "Day 1:")).to_have_count(0)
    expect(log(page, "Night 1:")).to_have_count(0)
    expect(log(page, "Ada takes back the last move.")).to_have_count(1)
    expect(undo(page)).to_be_disabled()
    play_turn(page, "b1")
    expect(log(page, "Day 1: the journeyman walks to b1.")).to_have_count(1)
    expect(log(page, "Day 1:")).to_have_count(1)


def test_between_two_people_undo_needs_agreement(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    for page in (ada, bo):
        expect(undo(page)).to_be_disabled()
        expect(undo(page)).to_have_accessible_description("You have made no move that could be taken back.")
    play_turn(ada, "b2")
    expect(undo(ada)).to_have_text("Ask to undo")
    expect(undo(ada)).to_have_accessible_description("The others must agree.")
    ask(ada)
    expect(ada.get_by_text("Ada asks to take back a move; waiting for the answer.")).to_be_visible()
    expect(undo(ada)).to_be_disabled()
    expect(ada.get_by_role("button", name="Agree")).to_have_count(0)
    expect(bo.locator(".offer").get_by_text("Ada asks to take back the last move.")).to_be_visible()
    bo.get_by_role("button", name="Agree").click()
    wait_for_turn(ada)
    for page in (ada, bo):
        expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")
        expect(page.locator(".offer")).to_have_count(0)
        expect(log(page, "Ada takes back the last move.")).to_have_count(1)


def test_between_two_people_undo_can_be_declined(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    play_turn(ada, "b2")
    play_turn(bo, "d4")
    ask(bo)
    expect(bo.get_by_text("Bo asks to take back a move; waiting for the answer.")).to_be_visible()
    ada.get_by_role("button", name="Decline").click()
    for page in (ada, bo):
        expect(page.locator(".offer")).to_have_count(0)
        expect(log(page, "Ada does not agree to the undo.")).to_have_count(1)
        expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, flooded")
    wait_for_turn(ada)
    expect(undo(bo)).to_be_disabled()
    play_turn(ada, "b3")
    expect(undo(bo)).to_be_enabled()  # can be requested again


def test_resigning_asks_for_confirmation(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    ada.get_by_text("More", exact=True).click()
    resign = ada.get_by_role("button", name="Resign", exact=True)
    resign.click()
    really = ada.get_by_role("button", name="Really resign?")
    expect(really).to_be_visible()
    ada.keyboard.press("Tab")
    expect(resign).to_be_visible()  # leaving the button cancels
    expect(headline(bo)).to_have_text("Waiting for Ada (Journeyman)")
    resign.click()
    really.click()
    for page in (ada, bo):
        expect(headline(page)).to_have_text("Bo (Weather) wins.")


def test_a_game_ends_without_a_result_if_both_agree(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    bo.get_by_text("More", exact=True).click()
    bo.get_by_role("button", name="Offer to end without a result").click()
    expect(bo.get_by_text("Offered to end without a result: Bo. Waiting for the answer.")).to_be_visible()
    ada.get_by_role("button", name="Decline").click()
    expect(log(bo, "Ada wants to play on.")).to_have_count(1)
    expect(bo.locator(".offer")).to_have_count(0)
    bo.get_by_role("button", name="Offer to end without a result").click()
    expect(ada.get_by_text("Bo would like to end the game without a result.")).to_be_visible()
    ada.get_by_role("button", name="Agree").click()
    for page in (ada, bo):
        expect(headline(page)).to_have_text("The game ended without a result.")
