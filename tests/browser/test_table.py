"""Life at a table: talk, clocks, help from the house, people who go and come back, and who looks elsewhere."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.page_objects import (
    PHONE,
    Locator,
    NewVisitor,
    Page,
    cell,
    expect,
    headline,
    log,
    open_room,
    play_turn,
    sit,
    wait_for_turn,
)
from browser.test_accessibility import AXE, wrong_at

ONE_OPEN = [{"kind": "here", "name": "Ada"}, {"kind": "open"}]
WITH_BOT = [{"kind": "here", "name": "Ada"}, {"kind": "bot", "level": 1}]
LOOK_AWAY = (
    "Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true }); window.away = true"
)
LOOK_BACK = "window.away = false; document.dispatchEvent(new Event('visibilitychange'))"
COUNT_NOTICES = """
window.notices = [];
window.asked = 0;
window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.asked += 1; return (this.permission = "granted"); }
    constructor(title, { body }) { window.notices.push([title, body]); }
};
"""


def two(visitor: NewVisitor, **request: Any) -> tuple[Page, Page, str]:
    """Ada, who opened the room, and Bo, who came by link."""
    ada, bo = visitor(), visitor()
    code = open_room(ada, **{"options": {"size": 4}, "seats": ONE_OPEN, **request})
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    wait_for_turn(ada)
    return ada, bo, code


def watch(page: Page, code: str) -> None:
    page.goto(f"/r/{code}")
    expect(page.get_by_text("you are watching")).to_be_visible()


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def say(page: Page, text: str) -> None:
    page.get_by_label("Say something").fill(text)
    page.keyboard.press("Enter")


def lines(page: Page) -> Locator:
    return page.get_by_role("list", name="What was said").get_by_role("listitem")


def player(page: Page, name: str) -> Locator:
    return page.locator("aside li").filter(has=page.locator("b", has_text=re.compile(f"^{name}$")))


# Chat


def test_players_talk_and_those_who_watch_are_heard_when_the_game_is_over(visitor: NewVisitor) -> None:
    ada, bo, code = two(visitor)
    cy = visitor()
    watch(cy, code)
    for page in (bo, cy):
        tab(page, "Chat").click()
    say(bo, "Hello <img src=x onerror=alert(1)> https://example.org")
    expect(tab(ada, "Chat")).to_have_accessible_name("Chat 1 new message")
    tab(ada, "Chat").click()
    expect(tab(ada, "Chat")).to_have_accessible_name("Chat")
    for page in (ada, bo, cy):  # text, and nothing but text
        expect(lines(page)).to_contain_text("Hello <img src=x onerror=alert(1)> https://example.org")
        expect(lines(page).locator("img, a")).to_have_count(0)

    expect(cy.get_by_label("Your name")).to_have_count(0)
    cy.get_by_label("Say something").fill("Take b2!")
    cy.get_by_role("button", name="Send").click()  # not without a name
    expect(cy.get_by_label("Your name")).to_be_focused()
    cy.keyboard.type("Cy")
    cy.keyboard.press("Enter")
    expect(lines(cy)).to_have_count(2)
    expect(lines(cy).last).to_contain_text("Cy watching")
    expect(cy.get_by_text("You write as Cy.")).to_be_visible()  # asked once
    say(ada, "Good luck")
    expect(lines(bo)).to_have_count(2)
    expect(lines(bo).filter(has_text="Take b2!")).to_have_count(0)
    bo.get_by_text("More", exact=True).click()
    bo.get_by_role("button", name="Resign").dblclick()
    expect(lines(bo).filter(has_text="Take b2!")).to_have_count(1)
    cy.reload()
    tab(cy, "Chat").click()
    expect(cy.get_by_text("You write as Cy.")).to_be_visible()
    expect(lines(cy)).to_have_count(3)


def test_the_host_closes_the_chat_and_what_cannot_be_said_is_said_at_the_field(visitor: NewVisitor) -> None:
    ada, bo, _ = two(visitor)
    for page in (ada, bo):
        tab(page, "Chat").click()
    expect(bo.get_by_role("button", name="Close chat")).to_have_count(0)
    for number in range(6):
        say(bo, f"line {number}")
        expect(lines(bo)).to_have_count(min(number + 1, 5))
    expect(bo.get_by_role("alert")).to_have_text("Slower, please: at most 5 messages in 10 seconds.")
    expect(bo.get_by_label("Say something")).to_have_value("line 5")
    ada.get_by_role("button", name="Close chat").click()
    expect(bo.get_by_role("tabpanel").get_by_text("The host has closed the chat.")).to_be_visible()
    for page in (ada, bo):
        expect(page.get_by_label("Say something")).to_have_count(0)
        expect(lines(page)).to_have_count(5)
    ada.get_by_role("button", name="Open chat").click()
    expect(bo.get_by_label("Say something")).to_be_visible()


def test_the_host_mutes_and_removes_from_a_menu_at_the_message(visitor: NewVisitor) -> None:
    ada, bo, code = two(visitor)
    cy = visitor()
    watch(cy, code)
    for page in (ada, bo, cy):
        tab(page, "Chat").click()
    say(cy, "Take b2!")
    cy.get_by_label("Your name").fill("Cy")
    cy.keyboard.press("Enter")
    expect(lines(cy)).to_have_count(1)
    bo.get_by_text("More", exact=True).click()
    bo.get_by_role("button", name="Resign").dblclick()
    expect(lines(bo)).to_contain_text(["Cy watching"])
    expect(bo.get_by_role("button", name="Mute or remove Cy")).to_have_count(0)  # the host alone
    ada.get_by_role("button", name="Mute or remove Cy").click()
    lines(ada).get_by_role("button", name="Mute", exact=True).click()
    expect(ada.get_by_text("Cy is muted.")).to_be_visible()
    say(cy, "Hello?")
    expect(cy.get_by_role("alert")).to_have_text("The host has muted you in this room.")
    ada.get_by_role("button", name="Unmute").click()
    expect(ada.get_by_text("Cy is muted.")).to_have_count(0)
    say(cy, "Hello?")
    expect(lines(ada)).to_have_count(2)
    ada.get_by_role("button", name="Mute or remove Cy").last.click()
    lines(ada).get_by_role("button", name="Remove", exact=True).dblclick()  # asks once more
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
    expect(lines(bo)).to_have_count(2)  # players stay, and what was said stays


def test_who_is_alone_with_bots_needs_no_chat_until_somebody_watches(visitor: NewVisitor) -> None:
    ada, cy = visitor(), visitor()
    code = open_room(ada, options={"size": 4}, seats=WITH_BOT)
    wait_for_turn(ada)
    expect(ada.get_by_role("tab")).to_have_count(0)
    watch(cy, code)
    expect(tab(ada, "Chat")).to_be_visible()
    tab(ada, "What happened").focus()
    ada.keyboard.press("ArrowRight")
    expect(tab(ada, "Chat")).to_be_focused()
    expect(ada.get_by_label("Say something")).to_be_visible()


# Clocks


@pytest.mark.slow  # ten seconds are the least that a turn can have
def test_time_runs_is_seen_and_when_it_is_over_the_house_plays(visitor: NewVisitor) -> None:
    ada, bo, _ = two(visitor, clock={"per": "turn", "seconds": 10, "on_timeout": "fallback"})
    for page in (ada, bo):
        expect(page.get_by_text("10 seconds a turn. When it runs out, the computer plays the turn.")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(1)
        expect(player(page, "Ada").get_by_role("timer")).to_have_text(re.compile(r"^\D*[0-9]\.[0-9]\s*$"))
    expect(ada.get_by_role("timer")).to_have_attribute("title", re.compile("the computer plays the turn"))
    expect(ada.get_by_role("timer")).to_contain_text("Little time:")
    expect(log(ada, "The time of Ada was over: the house plays this turn.")).to_have_count(1)
    expect(log(ada, "Day 1: the journeyman")).to_have_count(1)
    wait_for_turn(bo)
    expect(player(bo, "Bo").get_by_role("timer")).to_be_visible()
    expect(player(bo, "Ada").get_by_role("timer")).to_have_count(0)


def test_a_clock_for_the_game_stands_still_while_others_think(visitor: NewVisitor) -> None:
    ada, _, _ = two(visitor, clock={"per": "game", "seconds": 3600, "increment_s": 600, "on_timeout": "loss"})
    mine, other = (player(ada, name).get_by_role("timer") for name in ("Ada", "Bo"))
    expect(other).to_have_text("1:00:00")
    expect(mine).to_have_text(re.compile("^59:[0-9]{2}$"))
    play_turn(ada, "b2")
    expect(mine).to_have_text(re.compile("^1:09:[0-9]{2}$"))
    expect(other).to_have_text(re.compile("^59:[0-9]{2}$"))


# Help


def test_a_hint_says_what_it_would_do_and_can_be_played(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=WITH_BOT)
    wait_for_turn(page)
    expect(page.get_by_text("Games with help do not set records.")).to_be_visible()
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="The computer would play:")
    expect(hint).to_contain_text("Day 1: the journeyman walks to")
    expect(page.get_by_text("A game with help is not counted")).to_have_count(0)
    foretold = hint.locator(".does").inner_text()
    hint.get_by_role("button", name="Play it").click()
    expect(hint).to_have_count(0)
    expect(log(page, foretold)).to_have_count(1)
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(hint).to_contain_text("Day 2: the journeyman walks to")
    play_turn(page, re.findall(r"walks to (\w+)", hint.inner_text())[0])
    expect(hint).to_have_count(0)


def test_the_house_plays_a_turn_that_was_lent(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "rowsandcols", seats=WITH_BOT)
    wait_for_turn(page)
    page.get_by_role("button", name="Let the bot move").click()
    expect(page.get_by_text("The computer is playing this turn for you…")).to_be_visible()
    expect(log(page, "The house plays this turn for Ada.")).to_have_count(1)
    expect(log(page, re.compile("Ada (ends|swaps|passes)"))).to_have_count(1)
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Let the bot move")).to_be_visible()


def test_two_people_are_not_helped_unless_the_table_is_friendly(visitor: NewVisitor) -> None:
    ada, _, _ = two(visitor)
    expect(ada.get_by_role("button", name="Hint")).to_have_count(0)
    ada, _, _ = two(visitor, friendly=True)
    expect(ada.get_by_role("button", name="Hint")).to_be_visible()
    tab(ada, "Chat").click()
    ada.get_by_label("Say something").press_sequentially("hah")  # typed, not asked for
    expect(ada.get_by_role("button", name="Hint")).to_be_enabled()
    expect(ada.get_by_label("Say something")).to_have_value("hah")


# Who goes, and who comes


def test_everybody_sees_what_was_agreed_for_a_player_who_is_away_and_nobody_decides_it(visitor: NewVisitor) -> None:
    ada, bo, code = two(visitor, substitute_level=2)
    bo.goto("/")
    play_turn(ada, "b2")
    expect(headline(ada)).to_have_text("Waiting for Bo (Weather), who is not connected")
    expect(player(ada, "Bo")).to_contain_text("Bo is away. A level 2 computer plays from")
    expect(ada.get_by_role("button", name="Let a bot play")).to_have_count(0)
    bo.goto(f"/r/{code}")
    wait_for_turn(bo)
    expect(player(ada, "Bo")).not_to_contain_text("away")


def test_whoever_comes_by_takes_a_seat_that_the_others_opened(visitor: NewVisitor) -> None:
    ada, bo, code = two(visitor)
    cy = visitor()
    watch(cy, code)
    play_turn(ada, "b2")
    bo.goto("/")
    expect(cy.get_by_role("button", name="Take this seat")).to_have_count(0)
    expect(cy.get_by_role("button", name="Let somebody else")).to_have_count(0)  # only who plays agrees
    ada.get_by_role("button", name="Let somebody else take the seat").click()
    expect(player(ada, "Bo")).to_contain_text("open to another player")
    cy.get_by_label("Your name").fill("Cy")
    cy.get_by_role("button", name="Take this seat").click()
    play_turn(cy, "d4")
    expect(log(ada, "Night 1: the weather floods d4.")).to_have_count(1)
    watch(bo, code)
    expect(bo.get_by_role("button", name="Take this seat")).to_have_count(0)


def test_the_host_closes_the_room_and_is_told_what_that_means(visitor: NewVisitor) -> None:
    ada, bo, _ = two(visitor)
    bo.get_by_role("button", name="Menu").click()
    expect(bo.get_by_role("button", name="Close the room")).to_have_count(0)
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Close the room").click()
    expect(ada.get_by_text("You resign this game")).to_be_visible()
    ada.get_by_role("button", name="Cancel").click()
    ada.get_by_role("button", name="Close the room").click()
    ada.get_by_role("button", name="Close it").click()
    for page in (ada, bo):
        expect(headline(page)).to_have_text("This room is closed.")


def test_those_who_watch_are_counted_and_find_nothing_to_press_that_does_nothing(visitor: NewVisitor) -> None:
    ada, bo, code = two(visitor)
    cy, di = visitor(), visitor()
    watch(cy, code)
    watch(di, code)
    for page in (ada, bo, cy, di):
        expect(page.get_by_text("2 are watching")).to_be_visible()
    names = {button.inner_text().split("\n")[-1] for button in cy.locator("main button:visible:enabled").all()}
    assert names == {"Menu", "Invite to watch", "What happened", "Chat"}
    cy.get_by_role("button", name="Invite to watch").click()
    expect(cy.get_by_label("Link")).to_have_value(re.compile(f"/r/{code}$"))
    di.close()
    expect(ada.get_by_text("1 is watching")).to_be_visible()


# Undo


def test_who_asks_for_an_undo_and_who_is_asked_see_what_it_takes_back(visitor: NewVisitor) -> None:
    ada, bo, _ = two(visitor)
    play_turn(ada, "b2")
    play_turn(bo, "d4")
    wait_for_turn(ada)
    ask = ada.get_by_role("button", name="undo")
    expect(ask).to_have_text("Ask to undo")
    ask.click()
    question = ada.get_by_role("dialog")
    both = ["1\nDay 1: the journeyman walks to b2.", "2\nNight 1: the weather floods d4."]
    assert [one.inner_text() for one in question.get_by_role("listitem").all()] == both
    question.get_by_role("button", name="Cancel").click()
    expect(question).to_be_hidden()
    expect(bo.locator(".ask")).to_have_count(0)
    ask.click()
    question.get_by_role("button", name="Ask", exact=True).click()
    asked = bo.locator(".ask")
    expect(asked.get_by_text("Ada asks to take back the last move.")).to_be_visible()
    assert [one.inner_text() for one in asked.get_by_role("listitem").all()] == both
    asked.get_by_role("button", name="Decline").click()
    expect(ask).to_be_disabled()
    expect(ask).to_have_accessible_description("Declined: you can ask again in 1 move.")
    play_turn(ada, "b1")
    expect(ask).to_be_enabled()


# Looking elsewhere


def test_the_tab_calls_whoever_looks_elsewhere(visitor: NewVisitor) -> None:
    ada, bo, _ = two(visitor)
    bo.evaluate(LOOK_AWAY)
    play_turn(ada, "b2")
    expect(bo).to_have_title("Your turn - Ludoteca")
    bo.evaluate(LOOK_BACK)
    expect(bo).to_have_title(re.compile("^● Your turn, Bo"))
    bo.evaluate(LOOK_AWAY)
    ada.get_by_role("button", name="Ask to undo").click()
    ada.get_by_role("button", name="Ask", exact=True).click()
    expect(bo).to_have_title("A question for you - Ludoteca")
    ada.get_by_text("More", exact=True).click()
    ada.get_by_role("button", name="Resign").dblclick()
    expect(bo).to_have_title("The game is over - Ludoteca")


def test_the_browser_tells_only_who_has_switched_that_on(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    bo.add_init_script(COUNT_NOTICES)
    code = open_room(ada, options={"size": 4}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    bo.evaluate(LOOK_AWAY)
    play_turn(ada, "b2")
    expect(bo).to_have_title("Your turn - Ludoteca")
    assert bo.evaluate("[window.notices, window.asked]") == [[], 0]
    bo.get_by_role("button", name="Preferences").click()
    switch = bo.get_by_label("Notices when it is my turn")
    expect(switch).not_to_be_checked()
    switch.check()
    bo.get_by_role("button", name="Done").click()
    bo.evaluate(LOOK_BACK)
    play_turn(bo, "d4")
    bo.evaluate(LOOK_AWAY)
    play_turn(ada, "b1")
    wait_for_turn(bo)
    assert bo.evaluate("window.notices") == [["Your turn", "Your turn, Bo (Weather) · Flooding Islands"]]
    assert bo.evaluate("window.asked") == 1
    without = visitor()
    without.add_init_script("delete window.Notification")
    without.goto("/")
    without.get_by_role("button", name="Preferences").click()
    expect(without.get_by_label("Sound")).to_be_visible()
    expect(without.get_by_label("Notices when it is my turn")).to_have_count(0)


# For everybody


@pytest.mark.parametrize(
    ("screen", "dark"),
    [
        pytest.param({**PHONE, "width": 320, "height": 640}, True, id="small-phone-dark"),
        pytest.param({}, False, id="desktop-light", marks=pytest.mark.slow),
        pytest.param({}, True, id="desktop-dark", marks=pytest.mark.slow),
    ],
)
def test_all_this_is_for_everybody(visitor: NewVisitor, screen: dict[str, Any], dark: bool) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed in web/node_modules, so the page is not tried with it.")
    axe, wrong = AXE.read_text() + ";undefined", []
    ada, bo, cy = visitor(**screen, dark=dark), visitor(), visitor(**screen, dark=dark)
    long = [{"kind": "here", "name": "W" * 24}, {"kind": "open"}]
    clock = {"per": "game", "seconds": 600, "increment_s": 5, "on_timeout": "loss"}
    code = open_room(ada, options={"size": 4}, friendly=True, clock=clock, seats=long)
    bo.goto(f"/r/{code}")
    expect(ada.get_by_label("Say something")).to_be_visible()
    wrong += wrong_at(ada, "waiting with company", axe)
    sit(bo, "Weather", "B" * 24)
    watch(cy, code)
    wait_for_turn(ada)
    ada.get_by_role("button", name="Hint").click()
    expect(ada.get_by_role("button", name="Play it")).to_be_visible()
    tab(bo, "Chat").click()
    say(bo, "W" * 300)
    expect(tab(ada, "Chat")).to_have_accessible_name("Chat 1 new message")
    wrong += wrong_at(ada, "a hint", axe)
    ada.get_by_role("button", name="Play it").click()
    tab(ada, "Chat").click()
    expect(lines(ada)).to_have_count(1)
    ada.get_by_role("button", name="Ask to undo").click()
    wrong += wrong_at(ada, "the question before an undo", axe)
    ada.get_by_role("button", name="Ask", exact=True).click()
    bo.get_by_role("button", name="Decline").click()
    tab(bo, "What happened").click()
    play_turn(bo, "d4")
    wait_for_turn(ada)
    tab(bo, "What happened").click()
    bo.get_by_role("button", name="Ask to undo").click()
    bo.get_by_role("button", name="Ask", exact=True).click()
    expect(ada.locator(".ask").get_by_role("listitem")).to_have_count(1)
    wrong += wrong_at(ada, "an undo that is asked for", axe)
    bo.close()
    expect(ada.get_by_role("button", name="Let somebody else take the seat")).to_be_visible()
    wrong += wrong_at(ada, "an absent player", axe)
    ada.get_by_role("button", name="Let somebody else take the seat").click()
    tab(cy, "Chat").click()
    expect(cy.get_by_role("button", name="Take this seat")).to_be_visible()
    cy.get_by_label("Say something").fill("Hello")
    wrong += wrong_at(cy, "a free seat and the chat of those who watch", axe)
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Close the room").click()
    wrong += wrong_at(ada, "closing the room", axe)
    assert not wrong, "\n".join(wrong)
    assert cell(ada, "a1").count()
