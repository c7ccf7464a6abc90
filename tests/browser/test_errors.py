"""Error messages: what they say, and where they appear."""

from __future__ import annotations

import json

import pytest
from browser.page_objects import (
    ONE_OPEN,
    TWO_HERE,
    NewVisitor,
    cell,
    end_turn,
    expect,
    feedback,
    headline,
    open_room,
    primary,
    show_text_board,
    sit,
    wait_for_turn,
)

pytestmark = pytest.mark.slow

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
        expect(primary(page)).to_have_count(0)
    # It is also announced, and cleared by the next valid choice.
    expect(page.locator("[aria-live=polite]")).to_contain_text("The journeyman stands on a1 and may not stay.")
    cell(page, "b1").click()
    expect(feedback(page)).to_have_count(0)
    end_turn(page).click()
    expect(headline(page)).to_contain_text("Bo's turn")
    cell(page, "a2").click()
    cell(page, "b2").click()
    cell(page, "c3").click()
    expect(feedback(page)).to_have_text("Two fields a night. Click a chosen one to release it.")
    end_turn(page).click()
    expect(headline(page)).to_contain_text("Ada's turn")
    cell(page, "b2").click(force=True)
    expect(feedback(page)).to_have_text("b2 is flooded.")


def test_a_field_pressed_out_of_turn_says_so(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    cell(bo, "b2").click(force=True)
    expect(feedback(bo)).to_have_text("It is not your turn yet.")
    expect(cell(bo, "b2")).to_have_attribute("aria-selected", "false")
    expect(primary(bo)).to_have_count(0)


def test_a_wrong_typed_move_is_refused_in_the_preview_and_on_submit(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, options={"size": 4}, seats=TWO_HERE)
    show_text_board(page)
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
    expect(page.locator("[aria-current=step]")).to_contain_text("Ada walked to b2")
    expect(feedback(page)).to_have_count(0)


def test_joining_with_an_unknown_code_is_refused(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors=NOT_FOUND)
    page.goto("/")
    answer = page.get_by_role("banner").get_by_role("status")
    code = page.get_by_role("textbox", name="Code or link")
    for wrong, sentence in {
        "": "Enter a code such as K7QX 2M9P.",
        "QQQQQQQQ": "No table has the code QQQQ QQQQ.",
        "a/../b": "This link leads to another site.",
        "?": "A code has 8 letters and digits, such as K7QX 2M9P.",
        "žluťoučký": "A code has 8 letters and digits, such as K7QX 2M9P.",
    }.items():
        code.fill(wrong)
        code.press("Enter")
        expect(answer).to_have_text(sentence)
        assert page.evaluate("location.pathname") == "/"


def test_joining_accepts_lower_case_spaces_and_dashes(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada)
    bo.goto("/")
    bo.get_by_role("textbox", name="Code or link").fill(f" {code[:4].lower()}-{code[4:]} ")
    bo.get_by_role("textbox", name="Code or link").press("Enter")
    bo.wait_for_url(f"**/r/{code}")
    expect(bo.get_by_role("button", name="Sit down and play")).to_be_visible()


def test_an_option_out_of_bounds_is_clamped(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/new/flooding")
    page.get_by_role("radio", name="Friend").click()
    page.locator("dialog summary").click()
    page.get_by_role("radio", name="Other").click()
    size = page.get_by_role("spinbutton", name="Island")
    for typed, fitting in (("99", "20"), ("1", "3"), ("-5", "3"), ("7.4", "7"), ("", "10")):
        size.fill(typed)
        size.press("Tab")
        expect(size).to_have_value(fitting)
    size.fill("2")
    with page.expect_request("**/api/rooms") as asked:
        size.press("Enter")
    assert json.loads(asked.value.post_data or "{}")["options"] == {"size": 3}
    page.wait_for_url("**/r/*")


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("/new/chess", 200, "We could not find that page."),
        ("/rules/%E0%A4%A", 200, "We could not find that page."),
        ("/r/QQQQQQ", 200, "There is no table"),
        ("/r/%E0%A4%A", 200, "There is no table"),
        ("/nothing", 404, "We could not find that page."),
        ("/no/such/thing", 404, "We could not find that page."),
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
    expect(page.get_by_text("No connection to the server. Trying again…")).to_be_visible()
    page.unroute("**/api/games")
    expect(page.get_by_role("heading", name="Flooding Islands")).to_be_visible()


def test_without_its_board_a_game_is_played_as_text(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="ERR_FAILED")
    page.route("**/assets/board-flooding-*.js", lambda route: route.abort())
    open_room(page, options={"size": 3}, seats=TWO_HERE)
    expect(page.get_by_text("The board could not be loaded. Here is the text board.")).to_be_visible()
    page.get_by_role("group", name="Choices").get_by_role("button", name="b2").click()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_text("Night 1 of 365. The weather is to move.")).to_be_visible()
