"""The table: clocks, hints, absent players, spectators, undo requests and notifications."""

from __future__ import annotations

import re
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
    expect,
    headline,
    log,
    open_room,
    play_turn,
    sit,
    spectate,
    tab,
    two_players,
    wait_for_turn,
)
from browser.test_accessibility import AXE, violations
from browser.test_chat import messages, say

HIDE_PAGE = (
    "Object.defineProperty(document, 'hidden', { get: () => window.away, configurable: true }); window.away = true"
)
SHOW_PAGE = "window.away = false; document.dispatchEvent(new Event('visibilitychange'))"
RECORD_NOTIFICATIONS = """
window.notifications = [];
window.permissionRequests = 0;
window.Notification = class {
    static permission = "default";
    static async requestPermission() { window.permissionRequests += 1; return (this.permission = "granted"); }
    constructor(title, { body }) { window.notifications.push([title, body]); }
};
"""


def player(page: Page, name: str) -> Locator:
    return page.locator("aside li").filter(has=page.locator("b", has_text=re.compile(f"^{name}$")))


# Clocks


@pytest.mark.slow  # a turn has at least ten seconds
def test_the_clock_runs_and_on_timeout_the_turn_is_played(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor, clock={"per": "turn", "seconds": 10, "on_timeout": "fallback"})
    for page in (ada, bo):
        expect(page.get_by_text("10 seconds a turn. When it runs out, the computer plays the turn.")).to_be_visible()
        expect(page.get_by_role("timer")).to_have_count(1)
        expect(player(page, "Ada").get_by_role("timer")).to_have_text(re.compile(r"^\D*[0-9]\.[0-9]\s*$"))
    expect(ada.get_by_role("timer")).to_have_attribute("title", re.compile("the computer plays the turn"))
    expect(ada.get_by_role("timer")).to_contain_text("Little time:")
    expect(log(ada, "Ada ran out of time: the computer plays this turn.")).to_have_count(1)
    expect(log(ada, "Day 1: the journeyman")).to_have_count(1)
    wait_for_turn(bo)
    expect(player(bo, "Bo").get_by_role("timer")).to_be_visible()
    expect(player(bo, "Ada").get_by_role("timer")).to_have_count(0)


def test_a_clock_per_game_runs_only_for_the_seat_to_move(visitor: NewVisitor) -> None:
    ada, _, _ = two_players(visitor, clock={"per": "game", "seconds": 3600, "increment_s": 600, "on_timeout": "loss"})
    mine, other = (player(ada, name).get_by_role("timer") for name in ("Ada", "Bo"))
    expect(other).to_have_text("1:00:00")
    expect(mine).to_have_text(re.compile("^59:[0-9]{2}$"))
    play_turn(ada, "b2")
    expect(mine).to_have_text(re.compile("^1:09:[0-9]{2}$"))
    expect(other).to_have_text(re.compile("^59:[0-9]{2}$"))


# Hints and autoplay


def test_a_hint_describes_its_move_and_can_be_played(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.get_by_text("Games with help do not set records.")).to_be_visible()
    page.keyboard.press("h")
    hint = page.get_by_role("region", name="The computer would play:")
    expect(hint).to_contain_text("Day 1: the journeyman walks to")
    expect(page.get_by_text("Games with help do not set records")).to_have_count(0)
    effect = hint.locator(".effect").inner_text()
    hint.get_by_role("button", name="Play it").click()
    expect(hint).to_have_count(0)
    expect(log(page, effect)).to_have_count(1)
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    expect(hint).to_contain_text("Day 2: the journeyman walks to")
    play_turn(page, re.findall(r"walks to (\w+)", hint.inner_text())[0])
    expect(hint).to_have_count(0)


def test_a_bot_plays_a_turn_on_request(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "rowsandcols", seats=AGAINST_BOT)
    wait_for_turn(page)
    page.get_by_role("button", name="Let the bot move").click()
    expect(page.get_by_text("The computer is playing this turn for you…")).to_be_visible()
    expect(log(page, "The computer plays this turn for Ada.")).to_have_count(1)
    expect(log(page, re.compile("Ada (ends|swaps|passes)"))).to_have_count(1)
    wait_for_turn(page)
    expect(page.get_by_role("button", name="Let the bot move")).to_be_visible()


def test_two_people_get_no_hints_unless_the_game_is_casual(visitor: NewVisitor) -> None:
    ada, _, _ = two_players(visitor)
    expect(ada.get_by_role("button", name="Hint")).to_have_count(0)
    ada, _, _ = two_players(visitor, casual=True)
    expect(ada.get_by_role("button", name="Hint")).to_be_visible()
    tab(ada, "Chat").click()
    ada.get_by_label("Say something").press_sequentially("hah")  # typing h does not ask for a hint
    expect(ada.get_by_role("button", name="Hint")).to_be_enabled()
    expect(ada.get_by_label("Say something")).to_have_value("hah")


# Absence, closing, spectators


def test_everybody_sees_what_happens_to_an_absent_player(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor, substitute_level=2)
    bo.goto("/")
    play_turn(ada, "b2")
    expect(headline(ada)).to_have_text("Waiting for Bo (Weather), who is not connected")
    expect(player(ada, "Bo")).to_contain_text("Bo is away. A level 2 computer plays from")
    expect(ada.get_by_role("button", name="Let a bot play")).to_have_count(0)
    bo.goto(f"/r/{code}")
    wait_for_turn(bo)
    expect(player(ada, "Bo")).not_to_contain_text("away")


def test_a_spectator_takes_a_seat_that_the_others_opened(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    cy = visitor()
    spectate(cy, code)
    play_turn(ada, "b2")
    bo.goto("/")
    expect(cy.get_by_role("button", name="Take this seat")).to_have_count(0)
    expect(cy.get_by_role("button", name="Let somebody else")).to_have_count(0)  # only players agree
    ada.get_by_role("button", name="Let somebody else take the seat").click()
    expect(player(ada, "Bo")).to_contain_text("open to another player")
    cy.get_by_label("Your name").fill("Cy")
    cy.get_by_role("button", name="Take this seat").click()
    play_turn(cy, "d4")
    expect(log(ada, "Night 1: the weather floods d4.")).to_have_count(1)
    spectate(bo, code)
    expect(bo.get_by_role("button", name="Take this seat")).to_have_count(0)


def test_closing_the_room_asks_the_host_for_confirmation(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
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


def test_spectators_are_counted_and_see_only_controls_for_them(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    cy, di = visitor(), visitor()
    spectate(cy, code)
    spectate(di, code)
    for page in (ada, bo, cy, di):
        expect(page.get_by_text("2 are watching")).to_be_visible()
    names = {button.inner_text().split("\n")[-1] for button in cy.locator("main button:visible:enabled").all()}
    assert names == {"Menu", "Invite to watch", "What happened", "Chat"}
    cy.get_by_role("button", name="Invite to watch").click()
    expect(cy.get_by_label("Link")).to_have_value(re.compile(f"/r/{code}$"))
    di.close()
    expect(ada.get_by_text("1 is watching")).to_be_visible()


# Undo


def test_both_sides_of_an_undo_request_see_the_moves_it_takes_back(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
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
    expect(bo.locator(".offer")).to_have_count(0)
    ask.click()
    question.get_by_role("button", name="Ask", exact=True).click()
    asked = bo.locator(".offer")
    expect(asked.get_by_text("Ada asks to take back the last move.")).to_be_visible()
    assert [one.inner_text() for one in asked.get_by_role("listitem").all()] == both
    asked.get_by_role("button", name="Decline").click()
    expect(ask).to_be_disabled()
    expect(ask).to_have_accessible_description("Declined: you can ask again in 1 move.")
    play_turn(ada, "b1")
    expect(ask).to_be_enabled()


# Notifications


def test_the_title_of_a_hidden_page_says_what_happened(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    bo.evaluate(HIDE_PAGE)
    play_turn(ada, "b2")
    expect(bo).to_have_title("Your turn - Ludoteca")
    bo.evaluate(SHOW_PAGE)
    expect(bo).to_have_title(re.compile("^● Your turn, Bo"))
    bo.evaluate(HIDE_PAGE)
    ada.get_by_role("button", name="Ask to undo").click()
    ada.get_by_role("button", name="Ask", exact=True).click()
    expect(bo).to_have_title("A question for you - Ludoteca")
    ada.get_by_text("More", exact=True).click()
    ada.get_by_role("button", name="Resign").dblclick()
    expect(bo).to_have_title("The game is over - Ludoteca")


def test_notifications_are_sent_only_when_switched_on(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    bo.add_init_script(RECORD_NOTIFICATIONS)
    code = open_room(ada, options={"size": 4}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    bo.evaluate(HIDE_PAGE)
    play_turn(ada, "b2")
    expect(bo).to_have_title("Your turn - Ludoteca")
    assert bo.evaluate("[window.notifications, window.permissionRequests]") == [[], 0]
    bo.get_by_role("button", name="Preferences").click()
    switch = bo.get_by_label("Notices when it is my turn")
    expect(switch).not_to_be_checked()
    switch.check()
    bo.get_by_role("button", name="Done").click()
    bo.evaluate(SHOW_PAGE)
    play_turn(bo, "d4")
    bo.evaluate(HIDE_PAGE)
    play_turn(ada, "b1")
    wait_for_turn(bo)
    assert bo.evaluate("window.notifications") == [["Your turn", "Your turn, Bo (Weather) · Flooding Islands"]]
    assert bo.evaluate("window.permissionRequests") == 1
    without = visitor()
    without.add_init_script("delete window.Notification")
    without.goto("/")
    without.get_by_role("button", name="Preferences").click()
    expect(without.get_by_label("Sound")).to_be_visible()
    expect(without.get_by_label("Notices when it is my turn")).to_have_count(0)


# Accessibility


@pytest.mark.parametrize(
    ("screen", "dark"),
    [
        pytest.param({**PHONE, "width": 320, "height": 640}, True, id="small-phone-dark"),
        pytest.param({}, False, id="desktop-light", marks=pytest.mark.slow),
        pytest.param({}, True, id="desktop-dark", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_no_violation_at_the_table(visitor: NewVisitor, screen: dict[str, Any], dark: bool) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed in web/node_modules.")
    axe, found = AXE.read_text() + ";undefined", []
    ada, bo, cy = visitor(**screen, dark=dark), visitor(), visitor(**screen, dark=dark)
    long = [{"kind": "here", "name": "W" * 24}, {"kind": "open"}]
    clock = {"per": "game", "seconds": 600, "increment_s": 5, "on_timeout": "loss"}
    code = open_room(ada, options={"size": 4}, casual=True, clock=clock, seats=long)
    bo.goto(f"/r/{code}")
    expect(ada.get_by_label("Say something")).to_be_visible()
    found += violations(ada, "waiting room with a visitor", axe)
    sit(bo, "Weather", "B" * 24)
    spectate(cy, code)
    wait_for_turn(ada)
    ada.get_by_role("button", name="Hint").click()
    expect(ada.get_by_role("button", name="Play it")).to_be_visible()
    tab(bo, "Chat").click()
    say(bo, "W" * 300)
    expect(tab(ada, "Chat")).to_have_accessible_name("Chat 1 new message")
    found += violations(ada, "a hint", axe)
    ada.get_by_role("button", name="Play it").click()
    tab(ada, "Chat").click()
    expect(messages(ada)).to_have_count(1)
    ada.get_by_role("button", name="Ask to undo").click()
    found += violations(ada, "confirming an undo request", axe)
    ada.get_by_role("button", name="Ask", exact=True).click()
    bo.get_by_role("button", name="Decline").click()
    tab(bo, "What happened").click()
    play_turn(bo, "d4")
    wait_for_turn(ada)
    tab(bo, "What happened").click()
    bo.get_by_role("button", name="Ask to undo").click()
    bo.get_by_role("button", name="Ask", exact=True).click()
    expect(ada.locator(".offer").get_by_role("listitem")).to_have_count(1)
    found += violations(ada, "an undo request", axe)
    bo.close()
    expect(ada.get_by_role("button", name="Let somebody else take the seat")).to_be_visible()
    found += violations(ada, "an absent player", axe)
    ada.get_by_role("button", name="Let somebody else take the seat").click()
    tab(cy, "Chat").click()
    expect(cy.get_by_role("button", name="Take this seat")).to_be_visible()
    cy.get_by_label("Say something").fill("Hello")
    found += violations(cy, "an open seat and the chat of spectators", axe)
    ada.get_by_role("button", name="Menu").click()
    ada.get_by_role("button", name="Close the room").click()
    found += violations(ada, "closing the room", axe)
    assert not found, "\n".join(found)
    assert cell(ada, "a1").count()
