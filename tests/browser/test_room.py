"""The ways to share a room and to take a seat to another device."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    NewVisitor,
    expect,
    join,
    open_menu,
    open_room,
    part,
    play_turn,
    prompt,
    result,
    wait_for_turn,
)
from browser.server_process import EVERYWHERE, serving

from ludoteca.server.serve import lan_address
from ludoteca.server.static_files import qr_svg

pytestmark = pytest.mark.slow


def test_the_link_is_copied_and_shown_as_qr_code_and_room_code(visitor: NewVisitor, url: str) -> None:
    page = visitor(permissions=["clipboard-read", "clipboard-write"])
    code = open_room(page)
    expect(part(page, "link")).to_have_text(f"{url}/r/{code}".removeprefix("http://"))
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{url}/r/{code}"
    expect(page.get_by_text(f"{code[:4]} {code[4:]}", exact=True)).to_be_visible()
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
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Press Ctrl+C to copy.")).to_be_visible()
    assert page.evaluate("getSelection().toString()") == part(page, "link").inner_text()


def test_a_device_with_its_own_way_to_share_offers_it(visitor: NewVisitor, url: str) -> None:
    page = visitor()
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    code = open_room(page, "latice")
    page.get_by_role("button", name="Share…").click()
    assert page.evaluate("window.shared") == {"title": "You are invited to Latice", "url": f"{url}/r/{code}"}


def test_a_personal_link_moves_the_seat_to_another_device_once(visitor: NewVisitor) -> None:
    ada, phone, thief = visitor(), visitor(), visitor()
    seats = AGAINST_BOT
    open_room(ada, options={"size": 4}, seats=seats)
    wait_for_turn(ada)
    open_menu(ada).get_by_text("Continue on another device").click()
    ada.get_by_role("button", name="Make the link").click()
    link = ada.get_by_role("textbox", name="Link").input_value()
    expect(ada.get_by_role("img", name="QR code of the link")).to_be_visible()  # tests/security reads it
    phone.goto(link)
    wait_for_turn(phone)
    assert "#" not in phone.url
    expect(prompt(ada)).to_contain_text("You are watching.")
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
    expect(part(ada, "link")).to_have_text(f"{lan}/r/{code}".removeprefix("http://"))
    ada.get_by_role("button", name="Copy link").click()
    expect(ada.get_by_text("Copied.")).to_be_visible()
    ada.get_by_role("button", name="Add a player on this device").click()
    friend = ada.get_by_role("textbox", name="Add a player on this device")
    friend.press("Control+V")
    expect(friend).to_have_value(f"{lan}/r/{code}"[:24])  # the copied text, cut to the length of a name
    join(bo, code)
    play_turn(ada, "b2")
    play_turn(bo, "b2", "c3")
    play_turn(ada, "a1")
    play_turn(bo, "b1", "a2")
    expect(result(ada).get_by_role("heading")).to_have_text("You were trapped")
    expect(result(bo).get_by_role("heading")).to_have_text("You trapped Ada")


def test_a_host_on_the_server_machine_shares_the_network_address(visitor: NewVisitor, lan: str) -> None:
    local = f"http://localhost:{lan.rsplit(':', 1)[1]}"
    page = visitor(base_url=local)
    code = open_room(page)
    expect(part(page, "link")).to_have_text(f"{lan}/r/{code}".removeprefix("http://"))
    picture = page.get_by_role("img", name="QR code of the link")
    assert page.request.get(picture.get_attribute("src") or "").body() == qr_svg(f"{lan}/r/{code}")
