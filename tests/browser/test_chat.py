"""The chat of a table: players, spectators, and what the host may do."""

from __future__ import annotations

from browser.page_objects import (
    AGAINST_BOT,
    Locator,
    NewVisitor,
    Page,
    expect,
    open_room,
    spectate,
    tab,
    two_players,
    wait_for_turn,
)


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")


def messages(page: Page) -> Locator:
    return page.get_by_role("list", name="What was said").get_by_role("listitem")


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
    cy.get_by_label("Say something").fill("Take b2!")
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
    bo.get_by_text("More", exact=True).click()
    bo.get_by_role("button", name="Resign").dblclick()
    expect(messages(bo).filter(has_text="Take b2!")).to_have_count(1)
    cy.reload()
    tab(cy, "Chat").click()
    expect(cy.get_by_text("You write as Cy.")).to_be_visible()
    expect(messages(cy)).to_have_count(3)


def test_the_host_closes_the_chat_and_refusals_appear_at_the_field(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    for page in (ada, bo):
        tab(page, "Chat").click()
    expect(bo.get_by_role("button", name="Close chat")).to_have_count(0)
    for number in range(6):
        say(bo, f"line {number}")
        expect(messages(bo)).to_have_count(min(number + 1, 5))
    expect(bo.get_by_role("alert")).to_have_text("Slower, please: at most 5 messages in 10 seconds.")
    expect(bo.get_by_label("Say something")).to_have_value("line 5")
    ada.get_by_role("button", name="Close chat").click()
    expect(bo.get_by_role("tabpanel").get_by_text("The host has closed the chat.")).to_be_visible()
    for page in (ada, bo):
        expect(page.get_by_label("Say something")).to_have_count(0)
        expect(messages(page)).to_have_count(5)
    ada.get_by_role("button", name="Open chat").click()
    expect(bo.get_by_label("Say something")).to_be_visible()


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
    bo.get_by_text("More", exact=True).click()
    bo.get_by_role("button", name="Resign").dblclick()
    expect(messages(bo)).to_contain_text(["Cy watching"])
    expect(bo.get_by_role("button", name="Mute or remove Cy")).to_have_count(0)  # only the host can
    ada.get_by_role("button", name="Mute or remove Cy").click()
    messages(ada).get_by_role("button", name="Mute", exact=True).click()
    expect(ada.get_by_text("Cy is muted.")).to_be_visible()
    say(cy, "Hello?")
    expect(cy.get_by_role("alert")).to_have_text("The host has muted you in this room.")
    ada.get_by_role("button", name="Unmute").click()
    expect(ada.get_by_text("Cy is muted.")).to_have_count(0)
    say(cy, "Hello?")
    expect(messages(ada)).to_have_count(2)
    ada.get_by_role("button", name="Mute or remove Cy").last.click()
    messages(ada).get_by_role("button", name="Remove", exact=True).dblclick()  # the first click asks for confirmation
    expect(ada.get_by_text("Cy was removed.")).to_be_visible()
    expect(cy.get_by_role("heading")).to_have_text("The host has removed you from this room.")
    cy.reload()
    expect(cy.get_by_role("heading")).to_have_text("The host has removed you from this room.")
    ada.get_by_role("button", name="Let back in").click()
    expect(ada.get_by_text("Cy was removed.")).to_have_count(0)
    cy.reload()
    expect(cy.get_by_text("you are watching")).to_be_visible()
    bo.reload()
    tab(bo, "Chat").click()
    expect(messages(bo)).to_have_count(2)  # messages are kept


def test_a_game_against_bots_shows_the_chat_once_somebody_watches(visitor: NewVisitor) -> None:
    ada, cy = visitor(), visitor()
    code = open_room(ada, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(ada)
    expect(ada.get_by_role("tab")).to_have_count(0)
    spectate(cy, code)
    expect(tab(ada, "Chat")).to_be_visible()
    tab(ada, "What happened").focus()
    ada.keyboard.press("ArrowRight")
    expect(tab(ada, "Chat")).to_be_focused()
    expect(ada.get_by_label("Say something")).to_be_visible()
