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
    choose_in_menu,
    expect,
    feedback,
    headline,
    hint,
    log,
    open_menu,
    open_room,
    part,
    play_turn,
    player,
    primary,
    prompt,
    resign,
    sit,
    spectate,
    tab,
    two_players,
    undo,
    wait_for_turn,
)
from browser.requirements import missing
from browser.test_accessibility import AXE, violations
from browser.test_chat import messages, say

pytestmark = pytest.mark.slow

WALK = re.compile(r"[Ww]alks? to (\w+)")
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


# Clocks


def test_the_clock_runs_and_on_timeout_the_turn_is_played(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor, clock={"per": "turn", "seconds": 10, "on_timeout": "fallback"})
    for page, name in ((ada, "You"), (bo, "Ada")):
        expect(page.get_by_role("timer")).to_have_count(1)
        expect(player(page, name).get_by_role("timer")).to_have_text(re.compile(r"^\D*[0-9]\.[0-9]\s*$"))
        rule = "10 seconds a turn. When it runs out, the computer plays that turn."
        expect(page.get_by_role("timer")).to_have_attribute("title", rule)
    expect(ada.get_by_role("timer")).to_contain_text("Little time:")
    expect(log(ada, "Ada ran out of time. The computer plays this turn.")).to_have_count(1)
    expect(log(ada, "You walked to")).to_have_count(1)
    wait_for_turn(bo)
    expect(player(bo, "You").get_by_role("timer")).to_be_visible()
    expect(player(bo, "Ada").get_by_role("timer")).to_have_count(0)


def test_a_clock_per_game_runs_only_for_the_seat_to_move(visitor: NewVisitor) -> None:
    ada, _, _ = two_players(visitor, clock={"per": "game", "seconds": 3600, "increment_s": 600, "on_timeout": "loss"})
    mine, other = (player(ada, name).get_by_role("timer") for name in ("You", "Bo"))
    expect(other).to_have_text("1:00:00")
    expect(mine).to_have_text(re.compile("^59:[0-9]{2}$"))
    play_turn(ada, "b2")
    expect(mine).to_have_text(re.compile("^1:09:[0-9]{2}$"))
    expect(other).to_have_text(re.compile("^59:[0-9]{2}$"))


# Hints and autoplay


def test_a_hint_is_drawn_and_can_be_played(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(hint(page)).to_have_attribute("title", "Games with help do not set records.")
    page.keyboard.press("h")
    expect(part(page, "board").locator("[data-mark=hint]").first).to_be_attached()
    expect(prompt(page)).to_contain_text(WALK)
    field = WALK.findall(prompt(page).inner_text())[0]
    primary(page).click()
    expect(log(page, f"You walked to {field}")).to_have_count(1)
    expect(page.locator("[data-mark=hint]")).to_have_count(0)
    wait_for_turn(page)
    expect(hint(page)).not_to_have_attribute("title", re.compile("records"))
    hint(page).click()
    expect(prompt(page)).to_contain_text(WALK)
    best = WALK.findall(prompt(page).inner_text())[0]
    page.get_by_role("button", name="Hint 2", exact=True).click()
    expect(prompt(page)).to_contain_text("Second best: ")
    second = WALK.findall(prompt(page).inner_text())[0]
    assert second != best
    primary(page).click()
    expect(log(page, f"You walked to {second}")).to_have_count(1)
    expect(page.locator("[data-mark=hint]")).to_have_count(0)
    expect(prompt(page)).not_to_contain_text("Second best")


def test_a_bot_plays_a_turn_on_request(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "rowsandcols", seats=AGAINST_BOT)
    wait_for_turn(page)
    choose_in_menu(page, "Play for me")
    expect(log(page, "The computer plays this turn for Ada.")).to_have_count(1)
    expect(log(page, re.compile("^[0-9]+ *You"))).to_have_count(1)
    wait_for_turn(page)
    expect(open_menu(page).get_by_role("button", name="Play for me")).to_be_visible()


def test_two_people_get_no_hints_unless_the_game_is_casual(visitor: NewVisitor) -> None:
    ada, _, _ = two_players(visitor)
    expect(hint(ada)).to_have_attribute("aria-disabled", "true")
    hint(ada).click(force=True)
    expect(feedback(ada)).to_have_text("Hints are off in games between people.")
    ada, _, _ = two_players(visitor, casual=True)
    tab(ada, "Chat").click()
    ada.get_by_label("Message", exact=True).press_sequentially("hah")  # typing h does not ask for a hint
    expect(hint(ada)).not_to_have_attribute("aria-disabled", "true")
    expect(ada.get_by_label("Message", exact=True)).to_have_value("hah")


# Absence, closing, spectators


def absence_menu(page: Page, name: str) -> Locator:
    """Open the menu in the strip of a player who is away; nothing moves for it."""
    page.locator(f"summary[aria-label='{name} is away']").click()
    return player(page, name).locator(".popup")


def test_everybody_sees_what_happens_to_an_absent_player(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor, substitute_level=2)
    expect(cell(ada, "a1")).to_be_visible()  # with the board come the actions below the log
    before = part(ada, "log").bounding_box()
    bo.goto("/")
    play_turn(ada, "b2")
    expect(headline(ada)).to_contain_text("Waiting for Bo (offline)")
    expect(player(ada, "Bo")).to_contain_text("Bo's connection is weak")
    expect(absence_menu(ada, "Bo")).to_contain_text("Bo is away. A level 2 computer plays from")
    assert part(ada, "log").bounding_box() == before
    absence_menu(ada, "Bo")
    bo.goto(f"/r/{code}")
    wait_for_turn(bo)
    expect(player(ada, "Bo")).not_to_contain_text("weak")


def test_a_spectator_takes_a_seat_that_the_others_opened(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    cy = visitor()
    spectate(cy, code)
    play_turn(ada, "b2")
    bo.goto("/")
    menu = absence_menu(ada, "Bo")
    expect(cy.get_by_role("button", name="Take this seat")).to_have_count(0)
    expect(cy.get_by_role("button", name="Free the seat")).to_have_count(0)  # only players agree
    menu.get_by_role("button", name="Free the seat").click()
    taking = absence_menu(cy, "Bo")
    taking.get_by_label("Your name").fill("Cy")
    taking.get_by_role("button", name="Take this seat").click()
    play_turn(cy, "d4")
    expect(log(ada, "Cy flooded d4")).to_have_count(1)
    spectate(bo, code)
    expect(prompt(bo)).to_contain_text("You are watching.")
    expect(bo.get_by_role("button", name="Take this seat")).to_have_count(0)


def test_closing_the_room_asks_the_host_for_confirmation(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    expect(open_menu(bo).get_by_role("button", name="End table")).to_have_count(0)
    menu = open_menu(ada)
    menu.get_by_role("button", name="End table").click()
    expect(menu.get_by_text("You resign this game")).to_be_visible()
    menu.get_by_role("button", name="Cancel").click()
    menu.get_by_role("button", name="End table").click()
    menu.get_by_role("button", name="End table").click()
    for page in (ada, bo):
        expect(headline(page)).to_contain_text("This table is closed.")


def test_spectators_are_counted_and_see_only_controls_for_them(visitor: NewVisitor) -> None:
    ada, bo, code = two_players(visitor)
    cy, di = visitor(), visitor()
    spectate(cy, code)
    spectate(di, code)
    for page in (ada, bo):
        expect(page.locator(".watched").get_by_text("2 are watching")).to_be_attached()
    for page in (cy, di):
        expect(prompt(page)).to_have_text("You are watching. 2 are watching")
    names = {button.inner_text().split("\n")[-1] for button in cy.locator("main button:visible:enabled").all()}
    assert names == {"Turns", "Chat"}
    menu = open_menu(cy)
    expect(menu.get_by_role("button", name="Resign")).to_have_count(0)
    menu.locator("summary", has_text="Invite to watch").click()
    expect(cy.get_by_label("Link")).to_have_value(re.compile(f"/r/{code}$"))
    di.close()
    expect(ada.locator(".watched").get_by_text("1 is watching")).to_be_attached()
    expect(open_menu(ada).get_by_text(f"Table {code[:4]} {code[4:]} · 1 is watching")).to_be_visible()


# Undo


def test_both_sides_of_an_undo_request_see_the_moves_it_takes_back(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    play_turn(ada, "b2")
    play_turn(bo, "d4")
    wait_for_turn(ada)
    expect(undo(ada)).to_have_accessible_name("Ask to undo")
    undo(ada).click()
    expect(log(ada, "would be undone")).to_contain_text(["You walked to b2", "Bo flooded d4"])
    ada.keyboard.press("Escape")  # closes the question, not opening the menu
    expect(prompt(ada)).not_to_contain_text("Ask the others")
    expect(ada.locator("dialog[open]")).to_have_count(0)
    expect(log(ada, "would be undone")).to_have_count(0)
    expect(bo.get_by_role("button", name="Decline")).to_have_count(0)
    undo(ada).click()
    ada.get_by_role("button", name="Ask", exact=True).click()
    expect(prompt(bo)).to_have_text("Ada wants to undo the last move.")
    expect(log(bo, "would be undone")).to_contain_text(["Ada walked to b2", "You flooded d4"])
    bo.get_by_role("button", name="Decline").click()
    expect(undo(ada)).to_have_attribute("aria-disabled", "true")
    expect(undo(ada)).to_have_attribute("title", "Declined: you can ask again in 1 move.")
    play_turn(ada, "b1")
    expect(undo(ada)).not_to_have_attribute("aria-disabled", "true")


# Notifications


def test_the_title_of_a_hidden_page_says_what_happened(visitor: NewVisitor) -> None:
    ada, bo, _ = two_players(visitor)
    bo.evaluate(HIDE_PAGE)
    play_turn(ada, "b2")
    expect(bo).to_have_title("Your turn - Ludoteca")
    bo.evaluate(SHOW_PAGE)
    expect(bo).to_have_title(re.compile("^● Your turn"))
    bo.evaluate(HIDE_PAGE)
    ada.get_by_role("button", name="Ask to undo").click()
    ada.get_by_role("button", name="Ask", exact=True).click()
    expect(bo).to_have_title("A question for you - Ludoteca")
    resign(ada)
    expect(bo).to_have_title("The game is over - Ludoteca")


def test_notifications_are_sent_only_when_switched_on(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    bo.add_init_script(RECORD_NOTIFICATIONS)
    code = open_room(ada, options={"size": 4}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    bo.evaluate(HIDE_PAGE)
    play_turn(ada, "b2")
    expect(bo).to_have_title("Your turn - Ludoteca")
    assert bo.evaluate("[window.notifications, window.permissionRequests]") == [[], 0]
    choose_in_menu(bo, "Preferences")
    switch = bo.get_by_label("Notify me when it is my turn")
    expect(switch).not_to_be_checked()
    switch.check()
    bo.keyboard.press("Escape")
    expect(bo.locator("dialog[open]")).to_have_count(0)
    bo.evaluate(SHOW_PAGE)
    play_turn(bo, "d4")
    bo.evaluate(HIDE_PAGE)
    play_turn(ada, "b1")
    wait_for_turn(bo)
    assert bo.evaluate("window.notifications") == [["Your turn", "Your turn · Flooding Islands"]]
    assert bo.evaluate("window.permissionRequests") == 1
    without = visitor()
    without.add_init_script("delete window.Notification")
    without.goto("/")
    without.get_by_role("button", name="Preferences").click()
    expect(without.get_by_label("Sound", exact=True)).to_be_visible()
    expect(without.get_by_label("Notify me when it is my turn")).to_have_count(0)


# Accessibility


@pytest.mark.parametrize(
    ("screen", "dark"),
    [
        pytest.param({**PHONE, "width": 320, "height": 640}, True, id="small-phone-dark"),
        pytest.param({}, False, id="desktop-light"),
    ],
)
def test_axe_finds_no_violation_at_the_table(visitor: NewVisitor, screen: dict[str, Any], dark: bool) -> None:
    if not AXE.is_file():
        missing("axe-core is not installed in web/node_modules.")
    axe, found = AXE.read_text() + ";undefined", []
    ada, bo, cy = visitor(**screen, dark=dark), visitor(), visitor(**screen, dark=dark)
    long = [{"kind": "here", "name": "W" * 24}, {"kind": "open"}]
    clock = {"per": "game", "seconds": 600, "increment_s": 5, "on_timeout": "loss"}
    code = open_room(ada, options={"size": 4}, casual=True, clock=clock, seats=long)
    bo.goto(f"/r/{code}")
    ada.locator("summary").filter(has_text="Chat").click()
    expect(ada.get_by_label("Message", exact=True)).to_be_visible()
    found += violations(ada, "waiting room with a visitor", axe)
    sit(bo, "B" * 24)
    spectate(cy, code)
    wait_for_turn(ada)
    hint(ada).click()
    expect(primary(ada)).to_be_visible()
    tab(bo, "Chat").click()
    say(bo, "W" * 300)
    chat = ada.get_by_role("button", name="Chat, 1 new message").or_(tab(ada, "Chat 1 new message"))
    expect(chat.first).to_be_visible()
    found += violations(ada, "a hint", axe)
    primary(ada).click()
    chat.first.click()
    expect(messages(ada)).to_have_count(1)
    found += violations(ada, "the chat", axe)
    if ada.locator("dialog[open]").count():  # a sheet on a phone
        ada.keyboard.press("Escape")
    expect(ada.locator("dialog[open]")).to_have_count(0)
    undo(ada).click()
    found += violations(ada, "confirming an undo request", axe)
    ada.get_by_role("button", name="Ask", exact=True).click()
    bo.get_by_role("button", name="Decline").click()
    tab(bo, "Turns").click()
    play_turn(bo, "d4")
    wait_for_turn(ada)
    undo(bo).click()
    bo.get_by_role("button", name="Ask", exact=True).click()
    expect(ada.get_by_role("button", name="Agree")).to_be_visible()
    found += violations(ada, "an undo request", axe)
    ada.get_by_role("button", name="Decline").click()
    bo.close()
    absent = absence_menu(ada, "B" * 24)
    expect(absent).to_be_visible()
    found += violations(ada, "an absent player", axe)
    absent.get_by_role("button", name="Free the seat").click()
    expect(absence_menu(cy, "B" * 24).get_by_role("button", name="Take this seat")).to_be_visible()
    found += violations(cy, "an open seat", axe)
    menu = open_menu(ada)
    menu.get_by_role("button", name="End table").click()
    found += violations(ada, "the menu, ending the table", axe)
    assert not found, "\n".join(found)
    assert cell(ada, "a1").count()
