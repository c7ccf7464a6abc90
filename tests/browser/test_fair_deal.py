"""The fair deal in the menu of a table: the commitment, the nonces and their verification."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    ONE_OPEN,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    expect,
    open_room,
    part,
    resign,
    result,
    sit,
)

from ludoteca.core.receipts import parse_receipt

pytestmark = pytest.mark.slow

NO_SECURE_CONTEXT = "delete Crypto.prototype.subtle; delete Crypto.prototype.randomUUID"
"""Like a phone that reaches the server over plain http."""


def fair_deal(page: Page) -> Locator:
    """Open the fair deal, in the menu of a table or a waiting room."""
    page.get_by_role("button", name="Menu").click()
    detail = page.locator("details.deal")
    detail.locator("summary").click()
    return detail


def close_menu(page: Page) -> None:
    page.keyboard.press("Escape")


def stored(page: Page, code: str) -> dict[str, Any]:
    deals: dict[str, Any] = json.loads(page.evaluate("localStorage.getItem('ludoteca.deals')"))
    return dict(deals[f"{code}/1"])


def test_two_players_see_the_commitment_and_verify_it_at_the_end(visitor: NewVisitor, tmp_path: Path) -> None:
    ada, bo = visitor(), visitor()
    ada.add_init_script(NO_SECURE_CONTEXT)
    bo.add_init_script(NO_SECURE_CONTEXT)
    code = open_room(ada, "waffe", seats=ONE_OPEN)
    commitment = fair_deal(ada).locator("code").inner_text()
    assert len(commitment) == 64
    close_menu(ada)
    bo.goto(f"/r/{code}")
    sit(bo)
    for page in (ada, bo):
        expect(page.locator("[data-part=board]")).to_be_visible()
        detail = fair_deal(page)
        expect(detail.get_by_text("Ada: ")).to_be_visible()
        shown = detail.locator("code").all_inner_texts()
        # Stored before the first move.
        kept = stored(page, code)
        assert shown == [commitment, *kept["nonces"]]
        assert kept["commitment"] == commitment
        assert len(kept["own"]) == 22
        assert kept["own"] in kept["nonces"]
        expect(detail.get_by_text("Without a nonce")).to_have_count(0)
        close_menu(page)
        expect(part(page, "log").get_by_text(commitment)).to_have_count(0)
    resign(bo)
    for page in (ada, bo):
        expect(result(page)).to_contain_text("Bo resigned" if page is ada else "You resigned")
        detail = fair_deal(page)
        expect(detail.get_by_text("The deal was fair")).to_contain_text("with what your device added")
        secret = detail.locator("dd code").nth(3).inner_text()
        assert sha256(secret.encode()).hexdigest() == commitment
        expect(detail.get_by_text("Commitment for the next game")).to_be_visible()
    with ada.expect_download() as saving:
        ada.get_by_role("link", name="Save the receipt").click()
    saving.value.save_as(tmp_path / "receipt.json")
    receipt = parse_receipt((tmp_path / "receipt.json").read_bytes())
    record = ada.request.get(f"/api/rooms/{code}/record").json()
    assert receipt.mismatch(record["seed"]) is None


def test_a_game_without_chance_shows_no_fair_deal(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "flooding", options={"size": 3}, seats=TWO_HERE)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog").get_by_text("Saved under My games")).to_be_visible()
    expect(page.get_by_text("Fair play")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('ludoteca.deals')") is None


def test_a_full_room_starts_when_its_page_has_sent_a_nonce(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, "wege", seats=AGAINST_BOT)
    detail = fair_deal(page)
    expect(detail.get_by_text("Ada: ")).to_be_visible()
    assert stored(page, code)["own"] == detail.locator("dd code").nth(1).inner_text()


def test_a_changed_commitment_raises_an_alert(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "latice", seats=ONE_OPEN)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.evaluate(
        "() => { const deals = JSON.parse(localStorage.getItem('ludoteca.deals'));"
        "for (const deal of Object.values(deals)) deal.commitment = '0'.repeat(64);"
        "localStorage.setItem('ludoteca.deals', JSON.stringify(deals)); }"
    )
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("the server changed its commitment without a game in between")


def test_a_player_can_type_a_nonce_before_and_after_sitting_down(visitor: NewVisitor) -> None:
    ada, bo = visitor(), visitor()
    code = open_room(ada, "latice", seats=ONE_OPEN)
    bo.goto(f"/r/{code}")
    bo.get_by_role("button", name="Just watch").click()
    for page, nonce in ((ada, "thrown-with-two-dice-536421"), (bo, "bo-typed-this-himself")):
        detail = fair_deal(page)
        use = detail.get_by_role("button", name="Use it")
        detail.get_by_label("Your own nonce").fill("too short")
        expect(use).to_be_disabled()
        detail.get_by_label("Your own nonce").fill(nonce)
        use.click()
        expect(detail.get_by_text("Your nonce is taken for the coming deal.")).to_be_visible()
        close_menu(page)
    part(bo, "primary").click()
    sit(bo)
    expect(bo.locator("[data-part=board]")).to_be_visible()
    nonces = fair_deal(bo).locator("dd code")
    expect(nonces.nth(1)).to_have_text("thrown-with-two-dice-536421")
    expect(nonces.nth(2)).to_have_text("bo-typed-this-himself")


def test_a_game_from_a_position_warns_that_its_creator_may_know_hidden_pieces(visitor: NewVisitor) -> None:
    page = visitor()
    open_room(page, "waffe", seats=TWO_HERE)
    page.get_by_role("button", name="Show my side").click()
    resign(page)
    code = page.url.rsplit("/", 1)[1]
    open_room(page, "waffe", seats=TWO_HERE, source={"room": code, "move": 0})
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_text("somebody may know the hidden pieces").last).to_be_visible()
    expect(page.locator("details.deal")).to_have_count(0)
