"""Two players in two browsers, one of them on a phone: a game by link with a reload and a lost connection."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    ONE_OPEN,
    PHONE,
    NewVisitor,
    Page,
    cell,
    end_turn,
    expect,
    headline,
    log,
    open_room,
    part,
    play_turn,
    player,
    prompt,
    result,
    sit,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

OFFLINE = "ERR_INTERNET_DISCONNECTED|WebSocket"


def play(journeyman: Page, weather: Page, *turns: str) -> None:
    """Play turns, written as moves, the journeyman's first."""
    for number, fields in enumerate(turns):
        play_turn(weather if number % 2 else journeyman, *([] if fields == "-" else fields.split()))


def moves(page: Page, code: str) -> list[str]:
    answer = page.request.get(f"/api/rooms/{code}/record")
    assert answer.ok
    return [str(move) for move in answer.json()["moves"]]


@pytest.mark.slow
def test_a_whole_game_by_link_with_a_reload_and_a_lost_connection(visitor: NewVisitor) -> None:
    ada = visitor(reduced_motion="no-preference")
    bo = visitor(**PHONE, reduced_motion="no-preference", ignore_errors=OFFLINE)
    ada.goto("/")
    ada.get_by_role("button", name="Choose how to play Flooding Islands").click()
    ada.get_by_role("radio", name="Friend").click()
    ada.get_by_role("textbox", name="Your name").fill("Ada")
    ada.get_by_role("radio", name="Journeyman").click()
    ada.locator("dialog summary").click()
    ada.get_by_role("radio", name="Other").click()
    ada.get_by_role("spinbutton", name="Island").fill("4")
    ada.get_by_role("button", name="Create table").click()
    bo.goto(f"http://{part(ada, 'link').inner_text()}")
    sit(bo, "Bo <b>")

    expect(headline(ada)).to_have_text("Your turn · Day 1")
    expect(headline(bo)).to_have_text("Waiting for Ada · Day 1")
    expect(log(ada, "The game begins.")).to_be_visible()
    expect(cell(ada, "d4")).to_be_visible()
    assert cell(ada, "e5").count() == 0

    play_turn(ada, "b2")
    expect(headline(bo)).to_contain_text("Night 1")
    play_turn(bo, touch=True)  # floods nothing
    play_turn(ada, "c3")
    wait_for_turn(bo)
    bo.reload()
    play_turn(bo, "d3", "d4", touch=True)

    wait_for_turn(ada)
    ada.reload()
    expect(log(ada, "flooded d3, d4")).to_be_visible()
    play_turn(ada, "b2")
    wait_for_turn(bo)
    bo.context.set_offline(True)
    expect(headline(bo)).to_have_text("Reconnecting…")
    expect(player(ada, "Bo <b>")).to_contain_text("connection is weak")
    cell(bo, "c3").tap()
    cell(bo, "b2").tap()
    end_turn(bo).tap()
    bo.context.set_offline(False)
    expect(headline(bo)).not_to_have_text("Reconnecting…")

    expect(log(ada, "flooded b2, c3")).to_have_count(1)
    play_turn(ada, "a1")
    play_turn(bo, "a2", "b1", touch=True)
    for page in (ada, bo):
        expect(result(page).get_by_text("after 4 days")).to_be_visible()
    expect(result(ada).get_by_role("heading")).to_have_text("You were trapped")
    expect(result(bo).get_by_role("heading")).to_have_text("You trapped Ada")
    code = ada.url.rsplit("/", 1)[1]
    # The move made offline was played exactly once.
    assert moves(ada, code) == ["b2", "-", "c3", "d3 d4", "b2", "b2 c3", "a1", "b1 a2"]


def test_both_agree_to_play_again_with_roles_swapped(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    play(ada, bo, "b2", "b2 c3", "a1", "b1 a2")
    ada.get_by_role("button", name="Play again").click()
    expect(ada.get_by_text("Waiting for Bo…")).to_be_visible()
    expect(bo.get_by_text("Ada asked to play again.")).to_be_visible()
    ada.get_by_role("button", name="Cancel").click()
    expect(bo.get_by_text("Ada asked to play again.")).to_have_count(0)
    ada.get_by_role("button", name="Play again").click()
    bo.get_by_role("button", name="Play again").click()
    expect(headline(bo)).to_contain_text("Your turn")
    expect(headline(ada)).to_contain_text("Waiting for Bo")
    expect(player(ada, "You")).to_contain_text("Weather")
    assert cell(bo, "a1").get_attribute("aria-label") == "a1, dry, Journeyman"
    # The island and the log are new.
    expect(bo.locator("[aria-current=step]")).to_have_count(0)
    play_turn(bo, "b1")
    expect(log(ada, "Bo walked to b1")).to_be_visible()


def test_on_a_phone_the_status_is_not_cut(visitor: NewVisitor) -> None:
    ada, bo = visitor(**PHONE), visitor(**PHONE)
    code = open_room(ada, options={"size": 4}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    wait_for_turn(ada)
    cut = "(status) => status.scrollWidth > status.clientWidth || status.scrollHeight > status.clientHeight + 1"
    for page, text in ((ada, "Your turn · Day 1"), (bo, "Waiting for Ada · Day 1")):
        expect(headline(page)).to_have_text(text)
        assert not page.locator("h1 .status").evaluate(cut), text


def test_a_match_of_two_legs_is_won_by_the_sum_of_both(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, legs=2, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    expect(ada.locator("h1")).to_contain_text("round 1 of 2")
    play(ada, bo, "b2", "-", "a2", "-", "b2", "b2 c3", "a1", "b1 a2")  # Ada survives four days
    for page in (ada, bo):
        expect(page.locator(".match")).to_have_text("After the first round: Ada +4 · Bo -4")
    bo.get_by_role("button", name="Next round").click()
    expect(ada.get_by_text("Bo asked for the next round.")).to_be_visible()
    ada.get_by_role("button", name="Next round").click()
    expect(bo.locator("h1")).to_contain_text("round 2 of 2")
    play(bo, ada, "b2", "b2 c3", "a1", "b1 a2")  # Bo survives only two
    for page in (ada, bo):
        expect(page.locator(".match")).to_have_text("The match: Ada won. Bo -2 · Ada +2")
        expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_third_visitor_can_only_watch(visitor: NewVisitor) -> None:
    ada, bo, cy = visitor(), visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    wait_for_turn(ada)
    # Keep the page's sockets, to send messages over them.
    cy.add_init_script(
        "window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...all) {"
        "super(...all); window.sockets.push(this); } };"
    )
    cy.goto(f"/r/{code}")
    expect(prompt(cy)).to_contain_text("You are watching.")
    expect(cell(cy, "a1")).to_be_visible()
    for page in (ada, bo):
        expect(page.locator(".watched").get_by_text("1 is watching")).to_be_attached()
    expect(prompt(cy)).to_contain_text("1 is watching")
    for words in ("Sit down", "End turn", "Undo", "Resign", "More"):
        expect(cy.get_by_text(words, exact=True)).to_have_count(0)
    answer = cy.evaluate(
        """() => new Promise((resolve) => {
            const socket = window.sockets.at(-1);
            socket.addEventListener("message", ({ data }) => {
                const message = JSON.parse(data);
                if (message.ack === "own") resolve([message.type, message.text]);
            });
            socket.send(JSON.stringify({ type: "sit", seat: 0, name: "Cy", id: "own" }));
        })"""
    )
    assert answer == ["refused", "The game has started; seats and settings are fixed."]
    play_turn(ada, "b2")
    expect(log(cy, "Ada walked to b2")).to_be_visible()
    cell(cy, "a1").click(force=True)
    expect(cell(cy, "a1")).to_have_attribute("aria-selected", "false")
    cy.close()
    expect(ada.get_by_text("is watching")).to_have_count(0)
