"""The home page: open tables, quick games, my games, and seats that move to another device."""

from __future__ import annotations

import pytest
from browser.page_objects import (
    ONE_OPEN,
    PHONE,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    expect,
    headline,
    open_menu,
    open_room,
    part,
    play_turn,
    player,
    sit,
    wait_for_turn,
)

pytestmark = pytest.mark.slow


def tables(page: Page) -> Locator:
    return page.get_by_role("region", name="Open tables")


def table_of(page: Page, code: str) -> Locator:
    """Return the panel of an open table."""
    return tables(page).locator(f"[data-panel='{code}']")


def my_games(page: Page) -> Locator:
    """Return the panels of somebody who comes back."""
    return page.get_by_role("region", name="Where you left off").get_by_role("listitem")


def play_with_somebody(page: Page, name: str, game: str = "Latice") -> None:
    """Click Play anyone at home, as a new visitor."""
    page.goto("/")
    page.get_by_role("button", name=f"Play anyone {game}").click()
    page.get_by_role("dialog").get_by_label("Your name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Continue").click()


def test_a_public_table_is_listed_at_home_until_it_is_full(visitor: NewVisitor) -> None:
    ada, bo, cy = visitor(), visitor(), visitor()
    clock = {"per": "turn", "seconds": 120, "on_timeout": "loss"}
    code = open_room(ada, options={"size": 6}, seats=ONE_OPEN, public=True, clock=clock)
    private = open_room(cy, seats=[{"kind": "here", "name": "Cy"}, {"kind": "open"}])
    bo.goto("/")
    row = table_of(bo, code)
    expect(row).to_contain_text("Flooding Islands")
    expect(row).to_contain_text("Open table: Ada waits")
    expect(row).to_contain_text("Flooding Islands · 1 of 2 seats free")
    expect(row).to_contain_text("6 × 6 island · 365 days · 2 min a turn")
    expect(table_of(bo, private)).to_have_count(0)
    row.get_by_role("link", name="Join").click()
    expect(headline(bo)).to_have_text("Ada invites you to Flooding Islands")
    sit(bo)
    wait_for_turn(ada)
    bo.goto("/")
    expect(my_games(bo)).to_contain_text("Waiting for Ada")
    expect(table_of(bo, code)).to_have_count(0)


def test_two_visitors_who_play_with_somebody_meet_at_one_table(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor(**PHONE)
    play_with_somebody(ada, "Ada")
    expect(ada.get_by_text("Anyone can join while you are here.")).to_be_visible()
    play_with_somebody(bo, "Bo")
    for page in (ada, bo):
        expect(part(page, "seat")).to_have_count(2)
    expect(headline(ada)).to_contain_text("Your turn")
    expect(headline(bo)).to_contain_text("Waiting for Ada")
    expect(player(ada, "Bo")).to_be_visible()
    assert ada.url == bo.url


@pytest.mark.slow  # the list is polled every five seconds
def test_a_table_made_private_is_not_listed(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    play_with_somebody(ada, "Ada", "Wege")
    listed = ada.get_by_text("Anyone can join while you are here.")
    expect(listed).to_be_visible()
    code = ada.url.rsplit("/", 1)[1]
    bo.goto("/")
    expect(table_of(bo, code)).to_be_visible()
    ada.locator("details").filter(has=ada.get_by_label("Open table")).locator("summary").first.click()
    ada.get_by_label("Open table").uncheck()
    expect(listed).to_have_count(0)
    expect(table_of(bo, code)).to_have_count(0)
    ada.get_by_label("Open table").check()
    expect(table_of(bo, code)).to_be_visible()


def test_my_games_show_whose_turn_it_is_and_link_back(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo)
    play_turn(ada, "b2")
    bo.goto("/")
    expect(my_games(bo)).to_contain_text("Your turn against Ada")
    my_games(bo).get_by_role("link", name="Continue").click()
    wait_for_turn(bo)
    bo.goto("/games")
    bo.get_by_role("button", name="Remove").click()
    bo.get_by_role("button", name="Keep").click()
    bo.get_by_role("button", name="Remove").click()
    expect(bo.get_by_text("You will lose your seat at this table.")).to_be_visible()
    bo.get_by_role("button", name="Remove").click()
    expect(bo.get_by_text("No games yet.")).to_be_visible()
    bo.reload()
    expect(bo.get_by_text("No games yet.")).to_be_visible()


def test_every_seat_of_a_device_can_move_to_another_device(visitor: NewVisitor) -> None:
    here, phone = visitor(), visitor(**PHONE)
    code = open_room(here, "rowsandcols", seats=[*TWO_HERE, {"kind": "open"}])

    def move_seat(name: str) -> None:
        here.get_by_role("button", name="Make the link").click()
        phone.goto(here.locator("#share-own").input_value())
        expect(phone.get_by_role("listitem").filter(has_text=f"{name} (you)")).to_be_visible()

    open_menu(here).get_by_text("Continue on another device").click()
    here.get_by_role("radio", name="Bo").click()
    move_seat("Bo")
    expect(here.get_by_role("radio", name="Bo")).to_have_count(0)
    move_seat("Ada")  # the phone has the room open already
    expect(here.get_by_text("Continue on another device")).to_have_count(0)
    phone.goto("/")
    expect(my_games(phone).locator(f"[data-panel='{code}']")).to_be_visible()
