"""The link of a table, opened by somebody without a seat: who invites, to what, and what was agreed."""

from __future__ import annotations

import re

import pytest
from browser.page_objects import (
    ONE_OPEN,
    PHONE,
    NewVisitor,
    Page,
    expect,
    headline,
    join,
    open_room,
    part,
    resize,
    sit,
    two_players,
    waiting_seat,
)

SIZES = ((390, 844), (820, 1180), (844, 390), (1280, 800), (1920, 1080))
RAW_VALUES = re.compile(r"\b(false|true|end|none|null|undefined)\b|_|: any\b")


def outside(page: Page, selector: str) -> list[str]:
    """Return which of these elements are not wholly inside the window, and whether the page scrolls sideways."""
    found: list[str] = page.evaluate(
        """(selector) => [
            ...[...document.querySelectorAll(selector)].filter((one) => {
                const { left, top, right, bottom } = one.getBoundingClientRect();
                return left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1;
            }).map((one) => one.textContent.trim()),
            ...(document.documentElement.scrollWidth > innerWidth + 1 ? ["sideways"] : []),
        ]""",
        selector,
    )
    return found


def test_an_invitation_says_who_invites_to_what_and_one_click_starts(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor(**PHONE)
    code = open_room(ada, "latice", seats=ONE_OPEN)
    ben.goto(f"/r/{code}")
    expect(headline(ben)).to_have_text("Ada invites you to Latice")
    card = ben.locator(".invitation")
    expect(card).to_contain_text("2 players, about")
    expect(card).to_contain_text("20 turns")
    assert not RAW_VALUES.search(card.inner_text())
    expect(card.locator("img.cover")).to_have_js_property("complete", True)
    sit(ben, "Ben")
    expect(headline(ada)).to_contain_text("Your turn")
    expect(headline(ben)).to_contain_text("Waiting for Ada")


def test_change_seats_the_guest_not_ready(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor()
    code = open_room(ada, seats=ONE_OPEN)
    ben.goto(f"/r/{code}")
    expect(ben.locator(".invitation")).to_contain_text("Ada plays Journeyman. You play Weather.")
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Change").click()
    expect(headline(ben)).to_have_text("Waiting room")
    expect(waiting_seat(ada, 1)).to_contain_text("Ben")
    expect(waiting_seat(ada, 1)).to_contain_text("Choosing…")
    expect(waiting_seat(ada, 0)).to_contain_text("Ready")
    # The longest role stands in one line, beside the button that removes its player.
    ada.get_by_role("button", name="Swap roles").click()
    role = waiting_seat(ada, 0).get_by_text("Journeyman")
    expect(waiting_seat(ada, 0)).to_contain_text("Ben")
    assert role.evaluate("(one) => [one.getClientRects().length, one.scrollWidth <= one.clientWidth]") == [1, True]
    assert role.evaluate("(one) => one.offsetHeight < 2 * parseFloat(getComputedStyle(one).fontSize)")


@pytest.mark.slow
def test_a_guest_chooses_among_free_seats_and_is_remembered(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor()
    code = open_room(ada)  # the host has no seat
    ben.goto(f"/r/{code}")
    expect(headline(ben)).to_have_text("You are invited to Flooding Islands")
    expect(ben.get_by_role("radio", name="Journeyman")).to_be_checked()
    sit(ben, "Ben", "Weather")
    expect(waiting_seat(ada, 1)).to_contain_text("Ben")
    second = open_room(ada, seats=ONE_OPEN)
    ben.goto(f"/r/{second}")
    expect(ben.get_by_label("Your name")).to_have_value("Ben")


@pytest.mark.slow
def test_whoever_just_watches_can_still_sit_down(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor()
    code = open_room(ada, seats=ONE_OPEN)
    ben.goto(f"/r/{code}")
    ben.get_by_role("button", name="Just watch").click()
    expect(headline(ben)).to_have_text("You are watching.")
    expect(ben.get_by_text("A seat is free. You can still sit down.")).to_be_visible()
    part(ben, "primary").click()
    expect(headline(ben)).to_have_text("Ada invites you to Flooding Islands")
    ben.get_by_role("button", name="Just watch").click()
    join(visitor(), code, "Cy")
    expect(headline(ben)).to_contain_text("Waiting for Ada")


@pytest.mark.slow
def test_a_full_table_is_watched(visitor: NewVisitor) -> None:
    _, _, code = two_players(visitor)
    cy = visitor()
    cy.goto(f"/r/{code}")
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    expect(cy.locator(".invitation")).to_have_count(0)


@pytest.mark.slow
def test_a_seat_that_somebody_else_took_is_refused_in_words(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor()
    code = open_room(ada, "rowsandcols", seats=[*ONE_OPEN, {"kind": "open"}])
    ben.goto(f"/r/{code}")
    ben.get_by_label("Your name").fill("Ada")  # the host's name
    ben.get_by_role("button", name="Sit down and play").click()
    expect(ben.locator(".problem")).to_contain_text("name")
    assert "_" not in ben.locator(".problem").inner_text()
    expect(ben.get_by_label("Your name")).to_be_focused()


@pytest.mark.slow
def test_the_invitation_works_by_keyboard(visitor: NewVisitor) -> None:
    ada, ben = visitor(), visitor()
    code = open_room(ada, seats=ONE_OPEN)
    ben.goto(f"/r/{code}")
    ben.get_by_label("Your name").focus()
    ben.keyboard.type("Ben")
    ben.keyboard.press("Enter")
    expect(headline(ben)).to_contain_text("Waiting for Ada")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["latice", "waffe", "rowsandcols"])
def test_everything_is_in_sight_at_every_size(visitor: NewVisitor, game: str) -> None:
    ada, ben = visitor(), visitor()
    open_seats = [{"kind": "open"}] * (4 if game == "rowsandcols" else 0)
    code = open_room(ada, game, seats=[*ONE_OPEN, *open_seats])
    ben.goto(f"/r/{code}")
    for size in SIZES:
        resize(ben, size)
        expect(part(ben, "primary")).to_be_visible()
        assert outside(ben, "[data-part=primary], .invitation h1, .invitation input, .invitation button") == []
