"""Games from other distributions: listed like any game, played as text or on their own board."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    TWO_HERE,
    NewVisitor,
    Page,
    expect,
    feedback,
    headline,
    log,
    open_room,
    text_board,
    wait_for_turn,
)
from browser.server_process import serving


@pytest.fixture(scope="module")
def external_url(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server with two more games installed: `dummy`, and the same game with a board."""
    packages = tmp_path_factory.mktemp("packages")
    dist_info = packages / "external-1.0.dist-info"
    dist_info.mkdir()
    (dist_info / "METADATA").write_text("Metadata-Version: 2.1\nName: external\nVersion: 1.0\n")
    (dist_info / "entry_points.txt").write_text(
        "[ludoteca.games]\ndummy = dummy_game:GAME\nexternal = browser.external_game:GAME\n"
    )
    with serving(tmp_path_factory.mktemp("external"), "127.0.0.1", packages) as address:
        yield address


@pytest.fixture
def page(visitor: NewVisitor, external_url: str) -> Page:
    return visitor(base_url=external_url)


def hand(page: Page) -> list[str]:
    """Return the cards that can be played, read from the buttons."""
    choices = page.get_by_role("group", name="Choices").get_by_role("button")
    expect(choices.first).to_be_visible()
    return [text.removeprefix("play ") for text in choices.all_inner_texts() if text.startswith("play ")]


def test_an_external_game_is_offered_with_options_of_every_kind(page: Page) -> None:
    page.goto("/")
    for title in ("Dummy Game", "External Game", "Flooding Islands", "Latice"):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    page.get_by_role("link", name="Play Dummy Game").click()
    page.get_by_role("radiogroup", name="How many play").get_by_role("radio", name="3").click()
    expect(page.get_by_role("group", name=re.compile("Player"))).to_have_count(3)
    cards = page.get_by_role("spinbutton", name="Cards")
    cards.fill("13")
    cards.press("Tab")
    expect(cards).to_have_value("12")  # in steps of four
    page.get_by_role("button", name="More: Cards").click()
    page.get_by_role("button", name="More: Cards").click()
    expect(cards).to_have_value("20")
    page.get_by_label("Open").check()
    page.get_by_role("radio", name="Wild").click()
    page.get_by_role("button", name="Open the room").click()
    expect(page.get_by_text("Invite")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Cards")).to_have_value("20")
    expect(page.get_by_label("Open")).to_be_checked()
    expect(page.get_by_role("radio", name="Wild")).to_be_checked()
    expect(page.get_by_role("button", name="Sit down")).to_have_count(2)
    page.get_by_label("Open").uncheck()
    page.reload()
    expect(page.get_by_label("Open")).not_to_be_checked()


def test_a_game_without_a_board_is_played_by_choices_and_by_typing(page: Page) -> None:
    open_room(page, "dummy", seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.get_by_label("Show the board as text")).to_have_count(0)
    card = hand(page)[0]
    page.get_by_role("button", name=f"play {card}", exact=True).click()
    expect(text_board(page)).to_contain_text(f"played [{card}]")
    expect(page.get_by_role("group", name="Choices").get_by_role("button")).to_have_text(["end"])
    field = page.get_by_label("Type a move")
    field.fill(f"play {card}")
    expect(page.locator(".preview")).to_have_text("You have played; end your turn.")
    field.fill("end")
    field.press("Enter")
    expect(log(page, "greedy ends the turn.")).to_have_count(1)
    wait_for_turn(page)
    page.get_by_role("button", name=f"swap {hand(page)[0]}", exact=True).click()
    expect(log(page, re.compile(r"You swap \d+ and draw \d+\."))).to_have_count(1)


def test_a_whole_game_is_played_by_choices(page: Page) -> None:
    open_room(page, "dummy", options={"cards": 12}, seats=TWO_HERE)
    moves = 0
    choices = page.get_by_role("group", name="Choices").get_by_role("button")
    while moves < 12:
        page.get_by_role("button", name="show my side").click()
        choices.first.click()  # play
        moves += 1
        expect(choices).to_have_text(["end"])
        choices.click()
        expect(page.locator(".curtain").or_(page.locator("section.game-over"))).to_be_visible()
    expect(headline(page)).to_have_text(re.compile(r"(Ada|Bo) wins\.|A draw between Ada and Bo\."))
    expect(page.locator("section.game-over").get_by_text(re.compile(r"The game is over: \d+, \d+\."))).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Fair deal ✓").click()
    expect(page.get_by_text("The deal was fair: it is the one that was fixed before the game")).to_be_visible()


def test_the_page_contains_no_hand_while_the_curtain_is_down(page: Page) -> None:
    open_room(page, "dummy", seats=TWO_HERE)
    expect(text_board(page)).to_contain_text("player 1: 2 ?")
    expect(page.get_by_role("group", name="Choices")).to_have_count(0)
    page.get_by_role("button", name="I am Ada; show my side").click()
    card, other = hand(page)
    expect(text_board(page)).to_contain_text(f"player 1: 2 [{card}, {other}]")
    page.get_by_role("button", name=f"swap {card}", exact=True).click()
    expect(page.get_by_role("button", name="I am Bo; show my side")).to_be_visible()
    expect(text_board(page)).to_contain_text("player 1: 2 ?")
    page.get_by_role("button", name="I am Bo; show my side").click()
    mine = hand(page)
    expect(text_board(page)).to_contain_text("player 1: 2 ?")
    page.reload()
    expect(page.get_by_role("button", name="I am Bo; show my side")).to_be_visible()
    expect(text_board(page)).to_contain_text("player 2: 2 ?")
    expect(page.get_by_role("button", name=f"play {mine[0]}", exact=True)).to_have_count(0)


def test_private_log_entries_at_one_screen_stay_private(page: Page) -> None:
    open_room(page, "dummy", seats=TWO_HERE)
    own, others = (
        log(page, re.compile(r"You swap \d+ and draw \d+\.")),
        log(page, re.compile(r"(Ada|Bo) swaps a card\.")),
    )
    for number, name in enumerate(("Ada", "Bo", "Ada", "Bo")):
        expect(own).to_have_count(0)  # behind the curtain
        expect(others).to_have_count(number)
        page.get_by_role("button", name=f"I am {name}; show my side").click()
        expect(own).to_have_count(number // 2)
        expect(others).to_have_count(number - number // 2)
        page.get_by_role("button", name=f"swap {hand(page)[0]}", exact=True).click()
        expect(page.locator(".curtain")).to_be_visible()


def test_an_external_board_is_drawn_updated_and_makes_moves(page: Page) -> None:
    open_room(page, "external", seats=AGAINST_BOT)
    wait_for_turn(page)
    target = page.locator("[data-draw-count]")
    expect(target).to_contain_text("Ada has 0, greedy has 0")
    first = page.get_by_role("button", name="Card: play").first
    card = int(first.inner_text().split()[-1])
    page.get_by_role("button", name="Preview").click()
    expect(feedback(page)).to_have_text(f"Ada plays {card}.")
    page.get_by_role("button", name="A card I do not have").click()
    expect(feedback(page)).to_have_text("You do not hold 99.")
    expect(target).to_have_attribute("data-accepted", "false")
    first.click()
    expect(target).to_contain_text(f"Ada has {2 * card}, greedy has 0")
    page.get_by_role("button", name="Card: end").click()
    expect(log(page, "greedy ends the turn.")).to_have_count(1)
    expect(target).not_to_contain_text("greedy has 0")
    # The text board shows the same game, and the drawn board is unmounted.
    page.get_by_label("Show the board as text").check()
    expect(text_board(page)).to_contain_text(f"played [{card}, ")
    assert int(page.evaluate("document.body.dataset.unmountedAfter")) > 1
    page.get_by_label("Show the board as text").uncheck()
    expect(target).to_contain_text(f"Ada has {2 * card}")
    page.get_by_role("link", name="Ludoteca").click()
    expect(page.get_by_role("heading", name="External Game")).to_be_visible()
    expect(target).to_have_count(0)
