"""The chat of a table: players, spectators, and what the host may do."""

from __future__ import annotations

import re

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    Locator,
    NewVisitor,
    Page,
    expect,
    open_room,
    resign,
    spectate,
    tab,
    two_players,
    wait_for_turn,
)

pytestmark = pytest.mark.slow


def say(page: Page, text: str) -> None:
    page.get_by_label("Message", exact=True).fill(text)
    page.keyboard.press("Enter")


def open_chat(page: Page) -> None:
    """Open the chat from the header, where the rail does not show it: after the end of a game, and on phones."""
    page.get_by_role("button", name=re.compile("^Chat")).click()


def messages(page: Page) -> Locator:
    return page.get_by_role("list", name="Messages").get_by_role("listitem")


def test_players_chat_and_see_messages_of_spectators_after_the_game(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    cy = visitor()
    spectate(cy, code)
    for page in (bo, cy):
        tab(page, "Chat").click()
    say(bo, "Hello <img src=x onerror=alert(1)> https://example.org")
    expect(tab(ada, "Chat")).to_have_accessible_name("Chat 1 new message")
    tab(ada, "Chat").click()
    expect(tab(ada, "Chat")).to_have_accessible_name("Chat")
    for page in (ada, bo, cy):  # as plain text
        expect(messages(page)).to_contain_text("Hello <img src=x onerror=alert(1)> https://example.org")
        expect(messages(page).locator("img, a")).to_have_count(0)

    expect(cy.get_by_label("Your name")).to_have_count(0)
    cy.get_by_label("Message", exact=True).fill("Take b2!")
    cy.get_by_role("button", name="Send").click()  # asks for a name first
    expect(cy.get_by_label("Your name")).to_be_focused()
    cy.keyboard.type("Cy")
    cy.keyboard.press("Enter")
    expect(messages(cy)).to_have_count(2)
    expect(messages(cy).last).to_contain_text("Cy watching")
    expect(cy.get_by_text("You write as Cy.")).to_be_visible()  # the name is asked once
    say(ada, "Good luck")
    expect(messages(bo)).to_have_count(2)
    expect(messages(bo).filter(has_text="Take b2!")).to_have_count(0)
    resign(bo)
    open_chat(bo)
    expect(messages(bo).filter(has_text="Take b2!")).to_have_count(1)
    cy.reload()
    open_chat(cy)
    expect(cy.get_by_text("You write as Cy.")).to_be_visible()
    expect(messages(cy)).to_have_count(3)


def test_the_host_closes_the_chat_and_refusals_appear_at_the_field(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    for page in (ada, bo):
        tab(page, "Chat").click()
    expect(bo.get_by_role("button", name="Turn chat off for everyone")).to_have_count(0)
    for number in range(6):
        say(bo, f"line {number}")
        expect(messages(bo)).to_have_count(min(number + 1, 5))
    expect(bo.get_by_role("alert")).to_have_text("Slower, please: at most 5 messages in 10 seconds.")
    expect(bo.get_by_label("Message", exact=True)).to_have_value("line 5")
    ada.get_by_role("button", name="Turn chat off for everyone").click()
    expect(bo.get_by_role("tabpanel").get_by_text("The host turned the chat off.")).to_be_visible()
    for page in (ada, bo):
        expect(page.get_by_label("Message", exact=True)).to_have_count(0)
        expect(messages(page)).to_have_count(5)
    ada.get_by_role("button", name="Turn chat on").click()
    expect(bo.get_by_label("Message", exact=True)).to_be_visible()


def test_the_host_mutes_and_removes_a_visitor_from_a_message(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    cy = visitor()
    spectate(cy, code)
    for page in (ada, bo, cy):
        tab(page, "Chat").click()
    say(cy, "Take b2!")
    cy.get_by_label("Your name").fill("Cy")
    cy.keyboard.press("Enter")
    expect(messages(cy)).to_have_count(1)
    resign(bo)
    open_chat(bo)
    expect(messages(bo)).to_contain_text(["Cy watching"])
    bo.get_by_role("button", name="More about Cy").click()
    expect(messages(bo).get_by_role("button", name="Mute for everyone")).to_have_count(0)  # only the host can
    open_chat(ada)
    ada.get_by_role("button", name="More about Cy").click()
    messages(ada).get_by_role("button", name="Mute for everyone").click()
    expect(ada.get_by_text("Cy is muted.")).to_be_visible()
    open_chat(cy)
    say(cy, "Hello?")
    expect(cy.get_by_role("alert")).to_have_text("The host muted you at this table.")
    ada.get_by_role("button", name="Unmute").click()
    expect(ada.get_by_text("Cy is muted.")).to_have_count(0)
    say(cy, "Hello?")
    expect(messages(ada)).to_have_count(2)
    ada.get_by_role("button", name="More about Cy").last.click()
    messages(ada).get_by_role("button", name="Remove", exact=True).dblclick()  # the first click asks for confirmation
    expect(ada.get_by_text("Cy was removed.")).to_be_visible()
    expect(cy.get_by_role("heading")).to_have_text("The host removed you from this table.")
    cy.reload()
    expect(cy.get_by_role("heading")).to_have_text("The host removed you from this table.")
    ada.get_by_role("button", name="Let back in").click()
    expect(ada.get_by_text("Cy was removed.")).to_have_count(0)
    cy.reload()
    expect(cy.locator("[data-part=result]")).to_be_visible()
    bo.reload()
    open_chat(bo)
    expect(messages(bo)).to_have_count(2)  # messages are kept


def test_a_game_against_bots_shows_the_chat_once_somebody_watches(visitor: NewVisitor) -> None:
    ada, cy = visitor(), visitor()
    code = open_room(ada, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(ada)
    expect(ada.get_by_role("tab")).to_have_count(0)
    spectate(cy, code)
    expect(tab(ada, "Chat")).to_be_visible()
    tab(ada, "Turns").focus()
    ada.keyboard.press("ArrowRight")
    expect(tab(ada, "Chat")).to_be_focused()
    expect(ada.get_by_label("Message", exact=True)).to_be_visible()


def test_a_quick_phrase_is_sent_by_one_click_and_a_player_can_be_hidden(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    for page in (ada, bo):
        tab(page, "Chat").click()
    bo.get_by_role("button", name="Nice move").click()
    expect(messages(ada)).to_contain_text(["Nice move"])
    ada.get_by_role("button", name="More about Bo").click()
    ada.get_by_role("button", name="Hide for me").click()
    expect(messages(ada)).to_have_count(0)
    expect(messages(bo)).to_have_count(1)
    ada.get_by_role("button", name="Show").click()
    expect(messages(ada)).to_have_count(1)


def test_on_a_phone_chat_and_turns_are_sheets_and_new_messages_a_badge(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    phone = visitor(390, 844)
    spectate(phone, code)
    tab(bo, "Chat").click()
    say(bo, "Good luck")
    chat = phone.get_by_role("button", name="Chat, 1 new message")
    chat.click()
    expect(messages(phone)).to_have_count(1)
    for phrase in phone.get_by_role("group", name="Quick phrases").get_by_role("button").all():
        expect(phrase).to_be_in_viewport(ratio=1)
    phone.keyboard.press("Escape")
    expect(phone.get_by_role("button", name="Chat", exact=True)).to_be_visible()
    phone.get_by_role("button", name="Turns", exact=True).click()
    expect(phone.get_by_role("dialog", name="Turns")).to_be_visible()
    assert ada.url.endswith(code)
