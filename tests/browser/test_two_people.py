"""Two players in two browsers, one of them on a phone: a game by link with a reload and a lost connection."""

from __future__ import annotations

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
    play_turn,
    sit,
    wait_for_turn,
)

OFFLINE = "ERR_INTERNET_DISCONNECTED|WebSocket"


def play(journeyman: Page, weather: Page, *turns: str) -> None:
    """Play turns, written as moves, the journeyman's first."""
    for number, fields in enumerate(turns):
        play_turn(weather if number % 2 else journeyman, *([] if fields == "-" else fields.split()))


def moves(page: Page, code: str) -> list[str]:
    answer = page.request.get(f"/api/rooms/{code}/record")
    assert answer.ok
    return [str(move) for move in answer.json()["moves"]]


def test_a_whole_game_by_link_with_a_reload_and_a_lost_connection(visitor: NewVisitor) -> None:
    ada = visitor(reduced_motion="no-preference")
    bo = visitor(**PHONE, reduced_motion="no-preference", ignore_errors=OFFLINE)
    ada.goto("/")
    ada.get_by_role("link", name="Play Flooding Islands").click()
    ada.get_by_label("Name").fill("Ada")
    ada.get_by_role("spinbutton", name="Size").fill("4")
    ada.get_by_role("button", name="Open the room").click()
    bo.goto(ada.get_by_label("Link").input_value())
    sit(bo, "Weather", "Bo <b>")

    expect(headline(ada)).to_have_text("Your turn, Ada (Journeyman)")
    expect(headline(bo)).to_have_text("Waiting for Ada (Journeyman)")
    expect(log(ada, "The game begins.")).to_be_visible()
    expect(cell(ada, "d4")).to_be_visible()
    assert cell(ada, "e5").count() == 0

    play_turn(ada, "b2")
    expect(bo.get_by_text("Night 1 of 365")).to_be_visible()
    play_turn(bo, touch=True)  # floods nothing
    play_turn(ada, "c3")
    wait_for_turn(bo)
    bo.reload()
    play_turn(bo, "d3", "d4", touch=True)

    wait_for_turn(ada)
    ada.reload()
    expect(log(ada, "Night 2: the weather floods d3, d4.")).to_be_visible()
    play_turn(ada, "b2")
    wait_for_turn(bo)
    bo.context.set_offline(True)
    expect(bo.get_by_text("Connection lost.")).to_be_visible()
    expect(ada.get_by_text("Weather · not connected")).to_be_visible()
    cell(bo, "c3").tap()
    cell(bo, "b2").tap()
    end_turn(bo).tap()
    expect(end_turn(bo)).to_be_disabled()
    bo.context.set_offline(False)
    expect(bo.get_by_text("Connected", exact=True)).to_be_visible()

    expect(log(ada, "Night 3: the weather floods b2, c3.")).to_have_count(1)
    play_turn(ada, "a1")
    play_turn(bo, "a2", "b1", touch=True)
    for page in (ada, bo):
        expect(headline(page)).to_have_text("Bo <b> (Weather) wins.")
        last = "The journeyman is trapped on a1 after 4 days. The weather wins."
        expect(page.locator("section.game-over").get_by_text(last)).to_be_visible()
        expect(page.get_by_text("4 days survived")).to_be_visible()
    code = ada.url.rsplit("/", 1)[1]
    # The move made offline was played exactly once.
    assert moves(ada, code) == ["b2", "-", "c3", "d3 d4", "b2", "b2 c3", "a1", "b1 a2"]


def test_both_agree_to_play_again_with_roles_swapped(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    play(ada, bo, "b2", "b2 c3", "a1", "b1 a2")
    ada.get_by_role("button", name="Play again").click()
    expect(ada.get_by_text("Waiting for the others to agree…")).to_be_visible()
    expect(bo.get_by_text("Ada would like to play again.")).to_be_visible()
    expect(headline(bo)).to_have_text("Bo (Weather) wins.")
    bo.get_by_role("button", name="Play again").click()
    expect(headline(bo)).to_have_text("Your turn, Bo (Journeyman)")
    expect(headline(ada)).to_have_text("Waiting for Bo (Journeyman)")
    expect(ada.get_by_text("Weather · you")).to_be_visible()
    assert cell(bo, "a1").get_attribute("aria-label") == "a1, dry, Journeyman"
    # The island and the log are new.
    expect(bo.locator("[aria-current=step]")).to_have_count(0)
    play_turn(bo, "b1")
    expect(log(ada, "Day 1: the journeyman walks to b1.")).to_be_visible()


def test_a_match_of_two_legs_is_won_by_the_sum_of_both(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, legs=2, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    expect(ada.get_by_text("leg 1 of 2")).to_be_visible()
    play(ada, bo, "b2", "-", "a2", "-", "b2", "b2 c3", "a1", "b1 a2")  # Ada survives four days
    for page in (ada, bo):
        expect(page.locator(".match")).to_have_text("After the first leg: Ada +4 · Bo -4")
    bo.get_by_role("button", name="Play the next leg").click()
    expect(ada.get_by_text("Bo would like to play the next leg.")).to_be_visible()
    ada.get_by_role("button", name="Play the next leg").click()
    expect(bo.get_by_text("leg 2 of 2")).to_be_visible()
    play(bo, ada, "b2", "b2 c3", "a1", "b1 a2")  # Bo survives only two
    for page in (ada, bo):
        expect(headline(page)).to_have_text("Ada (Weather) wins.")
        expect(page.locator(".match")).to_have_text("The match: Ada (Weather) wins. Bo -2 · Ada +2")
        expect(page.get_by_role("button", name="Play again")).to_be_visible()


def test_a_third_visitor_can_only_watch(visitor: NewVisitor) -> None:
    ada, bo, cy = visitor(), visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    wait_for_turn(ada)
    # Keep the page's sockets, to send messages over them.
    cy.add_init_script(
        "window.sockets = []; window.WebSocket = class extends WebSocket { constructor(...all) {"
        "super(...all); window.sockets.push(this); } };"
    )
    cy.goto(f"/r/{code}")
    expect(cy.get_by_text("you are watching")).to_be_visible()
    expect(cell(cy, "a1")).to_be_visible()
    for page in (ada, bo, cy):
        expect(page.get_by_text("1 is watching")).to_be_visible()
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
    expect(log(cy, "Day 1: the journeyman walks to b2.")).to_be_visible()
    cell(cy, "a1").click(force=True)
    expect(cell(cy, "a1")).to_have_attribute("aria-selected", "false")
    cy.close()
    expect(ada.get_by_text("is watching")).to_have_count(0)
