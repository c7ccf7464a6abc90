"""Error messages: what they say, and where they appear."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    ONE_OPEN,
    TWO_HERE,
    NewVisitor,
    cell,
    end_turn,
    expect,
    feedback,
    open_room,
    play_turn,
    wait_for_turn,
)

NOT_FOUND = "status of 404"


def test_a_field_that_cannot_be_chosen_says_why(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=TWO_HERE)
    wait_for_turn(page)
    for field, why in (
        ("c3", "c3 is not next to a1, where the journeyman stands."),
        ("a1", "The journeyman stands on a1 and may not stay."),
    ):
        cell(page, field).click(force=True)
        expect(feedback(page)).to_have_text(why)
        expect(cell(page, field)).to_have_attribute("aria-selected", "false")
        expect(end_turn(page)).to_be_disabled()
    # It is also announced, and cleared by the next valid choice.
    expect(page.locator("[aria-live=polite]")).to_contain_text("The journeyman stands on a1 and may not stay.")
    cell(page, "b1").click()
    expect(feedback(page)).to_have_text("")
    play_turn(page)
    cell(page, "a2").click()
    cell(page, "b2").click()
    cell(page, "c3").click()
    expect(feedback(page)).to_have_text("At most 2 fields a night; choose one of them again to let it go.")
    play_turn(page)
    cell(page, "b2").click(force=True)
    expect(feedback(page)).to_have_text("b2 is flooded.")


def test_a_field_pressed_out_of_turn_says_so(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    bo.get_by_role("button", name="Sit down").click()
    cell(bo, "b2").click(force=True)
    expect(feedback(bo)).to_have_text("It is not your turn yet.")
    expect(cell(bo, "b2")).to_have_attribute("aria-selected", "false")
    expect(end_turn(bo)).to_be_disabled()


def test_a_wrong_typed_move_is_refused_in_the_preview_and_on_submit(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=TWO_HERE)
    page.get_by_label("Show the board as text").check()
    field = page.get_by_label("Type a move")
    field.press_sequentially("z9")
    sentence = "z9 is not a field of this island; its fields are a1 to d4."
    expect(page.locator(".preview")).to_contain_text(sentence.removeprefix("z9"))
    field.press("Enter")
    expect(feedback(page)).to_contain_text(sentence.removeprefix("z9"))
    expect(page.locator("[aria-live=assertive]")).to_contain_text(sentence.removeprefix("z9"))
    expect(field).to_have_value("z9")
    field.fill("B2")
    expect(page.locator(".preview")).to_have_text("Day 1: the journeyman walks to b2.")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.locator("[aria-current=step]")).to_contain_text("Day 1: the journeyman walks to b2.")
    expect(feedback(page)).to_have_text("")


def test_joining_with_an_unknown_code_is_refused(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors=NOT_FOUND)
    page.goto("/")
    answer = page.locator("form .feedback")
    page.get_by_role("button", name="Go", exact=True).click()
    expect(answer).to_have_text("Type the code of a room, such as K7QX 2M9P.")
    code = page.get_by_label("Code of the room")
    for wrong in ("QQQQQQQQ", "a/../b", "?", "žluťoučký"):
        code.fill(wrong)
        code.press("Enter")
        expect(answer).to_contain_text("There is no room")
        expect(answer).to_contain_text(wrong.upper())
        assert page.evaluate("location.pathname") == "/"


def test_joining_accepts_lower_case_spaces_and_dashes(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada)
    bo.goto("/")
    bo.get_by_label("Code of the room").fill(f" {code[:4].lower()}-{code[4:]} ")
    bo.get_by_role("button", name="Go", exact=True).click()
    expect(bo.get_by_text(f"Room {code[:4]} {code[4:]}")).to_be_visible()
    assert bo.url.endswith(f"/r/{code}")


def test_an_option_out_of_bounds_is_clamped(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/new/flooding")
    size = page.get_by_role("spinbutton", name="Size")
    expect(page.get_by_text("Fields along each side of the island. 3 to 20.")).to_be_visible()
    for typed, fitting in (("99", "20"), ("1", "3"), ("-5", "3"), ("7.4", "7"), ("", "10")):
        size.fill(typed)
        size.press("Tab")
        expect(size).to_have_value(fitting)
    size.fill("2")
    size.press("Enter")
    expect(page.get_by_role("spinbutton", name="Size")).to_have_value("3")
    expect(page.get_by_text("Invite")).to_be_visible()


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/new/chess", 200, "There is no such page."),
        ("/rules/%E0%A4%A", 200, "There is no such page."),
        ("/r/QQQQQQ", 200, "There is no room"),
        ("/r/%E0%A4%A", 200, "There is no room"),
        ("/nothing", 404, "There is no such page."),
        ("/no/such/thing", 404, "There is no such page."),
    ],
)
def test_an_unknown_path_says_so(visitor: NewVisitor, path: str, status: int, sentence: str) -> None:
    page = visitor(ignore_errors=NOT_FOUND)
    answer = page.goto(path)
    assert answer is not None
    assert answer.status == status
    expect(page.get_by_role("heading", level=1)).to_contain_text(sentence)
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()
    assert page.evaluate("location.pathname") == "/"


def test_an_unreachable_server_is_reported_and_retried(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="ERR_FAILED|ERR_INTERNET")
    page.route("**/api/games", lambda route: route.abort())
    page.goto("/")
    expect(page.get_by_text("The server cannot be reached. Trying again…")).to_be_visible()
    page.unroute("**/api/games")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()


def test_without_its_board_a_game_is_played_as_text(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="ERR_FAILED")
    page.route("**/assets/board-flooding-*.js", lambda route: route.abort())
    open_room(page, options={"size": 3}, seats=TWO_HERE)
    expect(page.get_by_text("The drawn board could not be fetched; here is the text board.")).to_be_visible()
    page.get_by_role("group", name="Choices").get_by_role("button", name="b2").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Night 1 of 365. The weather is to move.")).to_be_visible()
