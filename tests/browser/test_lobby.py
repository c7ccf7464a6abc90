"""The home page: open tables, quick games, my games, and seats that move to another device."""

from __future__ import annotations

import json

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
    open_room,
    play_turn,
    sit,
    wait_for_turn,
)


def tables(page: Page) -> Locator:
    return page.get_by_role("region", name="Open tables")


def my_games(page: Page) -> Locator:
    return page.get_by_role("region", name="My games").get_by_role("listitem")


def play_with_somebody(page: Page, name: str, game: str = "Latice") -> None:
    """Click Play with somebody at home, as a new visitor."""
    page.goto("/")
    page.get_by_role("button", name=f"Play with somebody {game}").click()
    page.get_by_role("dialog").get_by_label("Your name").fill(name)
    page.get_by_role("dialog").get_by_role("button", name="Play").click()


def test_a_public_table_is_listed_at_home_until_it_is_full(visitor: NewVisitor) -> None:
    ada, bo, cy = visitor(), visitor(), visitor()
    clock = {"per": "turn", "seconds": 120, "on_timeout": "loss"}
    code = open_room(ada, options={"size": 6}, seats=ONE_OPEN, public=True, clock=clock)
    private = open_room(cy, seats=[{"kind": "here", "name": "Cy"}, {"kind": "open"}])
    bo.goto("/")
    row = tables(bo).get_by_role("listitem").filter(has=bo.get_by_role("link", name=code))
    expect(row).to_contain_text("Flooding Islands")
    expect(row).to_contain_text("Ada · 1 seat free")
    expect(row).to_contain_text("Size 6 · 2 minutes a turn. Whoever runs out of time loses.")
    expect(tables(bo).get_by_role("link", name=private)).to_have_count(0)
    row.get_by_role("link", name="Join").click()
    expect(bo.get_by_text("Whoever runs out of time loses.")).to_be_visible()
    sit(bo, "Weather", "Bo")
    wait_for_turn(ada)
    bo.goto("/")
    expect(my_games(bo)).to_contain_text("Waiting for Ada")
    expect(tables(bo).get_by_role("link", name=code)).to_have_count(0)


def test_two_visitors_who_play_with_somebody_meet_at_one_table(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor(**PHONE)
    play_with_somebody(ada, "Ada")
    expect(ada.get_by_text("Waiting for somebody to join")).to_be_visible()
    play_with_somebody(bo, "Bo")
    for page in (ada, bo):
        expect(headline(page)).to_contain_text("Ada")
        expect(page.get_by_role("complementary")).to_contain_text("Bo")
    assert ada.url == bo.url


@pytest.mark.slow  # the list is polled every five seconds
def test_a_table_made_private_is_not_listed(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    play_with_somebody(ada, "Ada", "Wege")
    expect(ada.get_by_text("Listed for everybody.")).to_be_visible()
    code = ada.url.rsplit("/", 1)[1]
    bo.goto("/")
    expect(tables(bo).get_by_role("link", name=code)).to_be_visible()
    ada.get_by_role("button", name="Make it private").click()
    expect(ada.get_by_text("Listed for everybody.")).to_have_count(0)
    expect(tables(bo).get_by_role("link", name=code)).to_have_count(0)
    ada.get_by_label("Listed for everybody").check()
    expect(tables(bo).get_by_role("link", name=code)).to_be_visible()


def test_my_games_show_turn_and_last_move_and_link_back(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    sit(bo, "Weather", "Bo")
    play_turn(ada, "b2")
    bo.goto("/")
    expect(my_games(bo)).to_contain_text("Your turn")
    expect(my_games(bo)).to_contain_text("Ada and Bo")
    expect(my_games(bo)).to_contain_text("b2")
    my_games(bo).get_by_role("link", name="Continue").click()
    wait_for_turn(bo)
    bo.goto("/games")
    bo.get_by_role("button", name="Forget").click()
    bo.get_by_role("button", name="Keep").click()
    bo.get_by_role("button", name="Forget").click()
    expect(bo.get_by_text("Your seat there is lost with it.")).to_be_visible()
    bo.get_by_role("button", name="Forget").click()
    expect(bo.get_by_text("This device has not been in a game yet.")).to_be_visible()
    bo.reload()
    expect(bo.get_by_text("This device has not been in a game yet.")).to_be_visible()


def test_a_clock_is_set_by_keyboard(visitor: NewVisitor) -> None:
    page = visitor()
    page.goto("/new/flooding")
    page.get_by_role("radio", name="No clock").focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.get_by_role("radio", name="Per game")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="Time")).to_be_focused()
    expect(page.get_by_role("spinbutton", name="Time")).to_have_value("15")
    for key in ("PageDown", "ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_role("radio", name="Lost")).to_be_checked()
    page.keyboard.press("Enter")
    page.wait_for_url("**/r/*")
    expect(page.get_by_role("radio", name="Per game")).to_be_checked()
    expect(page.get_by_role("spinbutton", name="Time")).to_have_value("10")
    expect(page.get_by_role("radio", name="Hours")).to_be_checked()
    guest = visitor()
    guest.goto(page.url)
    rule = "10 hours each for the game, and 9 seconds more after each turn. Whoever runs out of time loses."
    expect(guest.get_by_text(rule)).to_be_visible()
    page.get_by_role("radio", name="No clock").click()
    expect(guest.get_by_text("No clock.")).to_be_visible()


def test_ratings_of_bots_and_configured_webhooks_are_offered(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="400 .Bad Request.")
    games = page.request.get("/api/games").json()
    bots = [{"level": 3, "name": "fair", "about": "Plays well.", "rating": 1180}]
    page.route("**/api/games", lambda route: route.fulfill(json=[{**game, "bots": bots} for game in games]))
    page.route("**/api/info", lambda route: route.fulfill(json={"webhooks": ["club"], "url": None}))
    page.goto("/new/flooding")
    page.get_by_role("group", name="Weather").get_by_role("radio", name="Bot").click()
    expect(page.get_by_role("radio", name="3 · fair, 1180")).to_be_checked()
    expect(page.get_by_text("moving by chance earns 500")).to_be_visible()
    page.get_by_role("radio", name="club").click()
    page.get_by_label("Casual game").check()
    with page.expect_request("**/api/rooms") as asked:
        page.get_by_role("button", name="Open the room").click()
    request = json.loads(asked.value.post_data or "{}")
    assert (request["settings"]["webhook"], request["settings"]["casual"]) == ("club", True)
    assert request["seats"][1] == {"kind": "bot", "level": 3}
    expect(page.get_by_text("no webhook")).to_be_visible()  # this server has no webhooks


def test_every_seat_of_a_device_can_move_to_another_device(visitor: NewVisitor) -> None:
    here, phone = visitor(), visitor(**PHONE)
    code = open_room(here, "rowsandcols", seats=[*TWO_HERE, {"kind": "open"}])

    def move_seat(name: str) -> None:
        here.get_by_role("button", name="Make the link").click()
        phone.goto(here.locator("#share-own").input_value())
        expect(phone.locator(".seat").filter(has_text=name)).to_contain_text("you")

    here.get_by_text("Take this seat to another device").click()
    here.get_by_role("radio", name="Bo").click()
    move_seat("Bo")
    expect(here.get_by_role("radio", name="Bo")).to_have_count(0)
    move_seat("Ada")  # the phone has the room open already
    expect(here.get_by_text("Take this seat to another device")).to_have_count(0)
    expect(here.locator(".seat").filter(has_text="Ada")).to_contain_text("taken")
    phone.goto("/")
    expect(phone.get_by_role("link", name=code)).to_be_visible()
