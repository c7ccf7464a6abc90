"""The waiting room: seats, options and the ways to share the link."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    Locator,
    NewVisitor,
    Page,
    expect,
    headline,
    open_room,
    play_turn,
    wait_for_turn,
)
from browser.server_process import EVERYWHERE, serving

from ludoteca.server.serve import lan_address
from ludoteca.server.static_files import qr_svg


def seat(page: Page, role: str) -> Locator:
    return page.locator(".seat").filter(has=page.get_by_role("heading", name=role))


def size(page: Page) -> Locator:
    return page.get_by_role("spinbutton", name="Size")


def test_sitting_down_takes_a_role_and_standing_up_frees_it(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada)
    bo.goto(f"/r/{code}")
    for page in (ada, bo):
        expect(page.get_by_text("Waiting until every seat is taken. Then the game begins by itself.")).to_be_visible()
        expect(page.get_by_role("button", name="Sit down")).to_have_count(2)
    seat(bo, "Weather").get_by_label("Your name").fill("Bo")
    seat(bo, "Weather").get_by_role("button", name="Sit down").click()
    expect(seat(bo, "Weather")).to_contain_text("you")
    expect(seat(ada, "Weather")).to_contain_text("Bo")
    expect(seat(ada, "Weather")).to_contain_text("taken")
    expect(seat(ada, "Weather").get_by_role("button", name="Sit down")).to_have_count(0)
    expect(seat(ada, "Journeyman").get_by_role("button", name="Sit down")).to_be_visible()

    seat(bo, "Weather").get_by_role("button", name="Stand up").click()
    expect(seat(ada, "Weather").get_by_role("button", name="Sit down")).to_be_visible()
    seat(ada, "Weather").get_by_label("Your name").fill("Ada")
    seat(ada, "Weather").get_by_role("button", name="Sit down").click()
    expect(seat(bo, "Weather")).to_contain_text("Ada")
    # The name is remembered.
    expect(seat(bo, "Journeyman").get_by_label("Your name")).to_have_value("Bo")
    seat(bo, "Journeyman").get_by_role("button", name="Sit down").click()
    expect(headline(bo)).to_have_text("Your turn, Bo (Journeyman)")
    expect(headline(ada)).to_have_text("Waiting for Bo (Journeyman)")


def test_either_player_changes_the_size_until_both_roles_are_filled(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada)
    bo.goto(f"/r/{code}")
    # Visitors without a seat read the options; the host and seated players change them.
    expect(bo.get_by_role("definition")).to_have_text("10")
    expect(size(bo)).to_have_count(0)
    seat(bo, "Weather").get_by_role("button", name="Sit down").click()
    expect(size(bo)).to_have_value("10")
    size(bo).fill("4")
    size(bo).press("Tab")
    expect(size(ada)).to_have_value("4")
    ada.get_by_role("button", name="Less: Size").click()
    expect(size(bo)).to_have_value("3")
    bo.get_by_role("button", name="More: Size").click()
    expect(size(ada)).to_have_value("4")
    seat(ada, "Journeyman").get_by_role("button", name="Sit down").click()
    for page in (ada, bo):
        expect(page.locator("[data-cell]")).to_have_count(16)
        expect(size(page)).to_have_count(0)


def test_the_host_seats_a_bot_and_frees_seats(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, options={"size": 3})
    bo.goto(f"/r/{code}")
    expect(bo.get_by_role("button", name="Seat the bot")).to_have_count(0)
    seat(bo, "Journeyman").get_by_role("button", name="Sit down").click()
    seat(ada, "Journeyman").get_by_role("button", name="Free the seat").click()
    expect(seat(bo, "Journeyman").get_by_role("button", name="Sit down")).to_be_visible()
    seat(ada, "Weather").get_by_label("Or a bot, level").select_option("2")
    seat(ada, "Weather").get_by_role("button", name="Seat the bot").click()
    expect(seat(bo, "Weather")).to_contain_text("bot, level 2")
    seat(bo, "Journeyman").get_by_role("button", name="Sit down").click()
    wait_for_turn(bo)


def test_the_link_is_copied_and_shown_as_qr_code_and_room_code(visitor: NewVisitor, url: str) -> None:
    page = visitor(permissions=["clipboard-read", "clipboard-write"])
    code = open_room(page)
    link = page.get_by_label("Link")
    expect(link).to_have_value(f"{url}/r/{code}")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{url}/r/{code}"
    expect(page.get_by_text(f"or the code {code[:4]} {code[4:]}")).to_be_visible()
    picture = page.get_by_role("img", name="QR code of the link")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 0
    drawn = page.request.get(picture.get_attribute("src") or "")
    assert drawn.headers["content-type"] == "image/svg+xml"
    assert drawn.body() == qr_svg(f"{url}/r/{code}")


def test_without_clipboard_access_the_link_is_selected(visitor: NewVisitor) -> None:
    page = visitor()
    page.add_init_script("navigator.clipboard.writeText = () => Promise.reject(new Error('no'))")
    open_room(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_text("The link is selected; copy it with Ctrl+C, or by holding it.")).to_be_visible()
    selected = "(field => field.value.slice(field.selectionStart, field.selectionEnd))(document.activeElement)"
    assert page.evaluate(selected) == page.get_by_label("Link").input_value()


def test_a_personal_link_moves_the_seat_to_another_device_once(visitor: NewVisitor) -> None:
    ada, phone, thief = visitor(), visitor(), visitor()
    seats = AGAINST_BOT
    open_room(ada, options={"size": 4}, seats=seats)
    wait_for_turn(ada)
    ada.get_by_text("More", exact=True).click()
    ada.get_by_role("button", name="Take this seat to another device").click()
    link = ada.get_by_role("textbox", name="Link").input_value()
    expect(ada.get_by_role("img", name="QR code of the link")).to_be_visible()  # tests/security reads it
    phone.goto(link)
    wait_for_turn(phone)
    assert "#" not in phone.url
    expect(ada.get_by_text("you are watching")).to_be_visible()
    thief.goto(link)
    used = "This personal link is not valid: it was used already, or replaced by a newer one."
    expect(thief.get_by_text(used)).to_be_visible()
    play_turn(phone, "b2")


@pytest.fixture(scope="module")
def lan(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server that is reached over the network address of this machine."""
    address = lan_address()
    if address is None:
        pytest.skip("This machine has no network address.")
    with serving(tmp_path_factory.mktemp("lan"), EVERYWHERE) as local:
        yield f"http://{address}:{local.rsplit(':', 1)[1]}"


def test_over_the_network_address_everything_works_without_a_secure_context(visitor: NewVisitor, lan: str) -> None:
    ada, bo = visitor(base_url=lan), visitor(base_url=lan)
    code = open_room(ada, options={"size": 3}, seats=ONE_OPEN)
    assert ada.evaluate("isSecureContext || 'clipboard' in navigator || 'randomUUID' in crypto") is False
    link = ada.get_by_label("Link")
    expect(link).to_have_value(f"{lan}/r/{code}")
    ada.get_by_role("button", name="Copy").click()
    expect(ada.get_by_text("Copied.")).to_be_visible()
    friend = ada.get_by_label("Name of a friend here")
    friend.press("Control+V")
    expect(friend).to_have_value(link.input_value()[:24])  # the copied text, cut to the length of a name
    bo.goto(link.input_value())
    seat(bo, "Weather").get_by_role("button", name="Sit down").click()
    play_turn(ada, "b2")
    play_turn(bo, "b2", "c3")
    play_turn(ada, "a1")
    play_turn(bo, "b1", "a2")
    for page in (ada, bo):
        expect(headline(page)).to_have_text("Weather wins.")


def test_a_host_on_the_server_machine_shares_the_network_address(visitor: NewVisitor, lan: str) -> None:
    local = f"http://localhost:{lan.rsplit(':', 1)[1]}"
    page = visitor(base_url=local)
    code = open_room(page)
    expect(page.get_by_label("Link")).to_have_value(f"{lan}/r/{code}")
    picture = page.get_by_role("img", name="QR code of the link")
    assert page.request.get(picture.get_attribute("src") or "").body() == qr_svg(f"{lan}/r/{code}")
