"""Games from other distributions: listed like any game, played as text or on their own board."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    expect,
    feedback,
    log,
    open_menu,
    open_room,
    result,
    show_drawn_board,
    show_text_board,
    text_board,
    wait_for_turn,
)
from browser.server_process import serving
from installed_games import REVERSI, InstalledGames
from test_docs import DOCS, python_code

from ludoteca.template import write_game

pytestmark = pytest.mark.slow

HINT_MS = 150_000


@pytest.fixture(scope="module")
def external_url(url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Run a server with more games installed: `dummy`, the same with a board, Reversi, and what new-game writes."""
    packages = tmp_path_factory.mktemp("packages")
    written = tmp_path_factory.mktemp("written") / "nim_like"
    write_game("nim_like", written)
    games = InstalledGames(packages)
    for project in (REVERSI, written):
        games.install(project)
    write_game_of_the_documentation(packages / "documented_nim")
    dist_info = packages / "external-1.0.dist-info"
    dist_info.mkdir()
    (dist_info / "METADATA").write_text("Metadata-Version: 2.1\nName: external\nVersion: 1.0\n")
    (dist_info / "entry_points.txt").write_text(
        "[ludoteca.games]\ndummy = dummy_game:DummyGame\nexternal = browser.external_game:ExternalGame\n"
        "nim = documented_nim:NimGame\nkit_game = browser.kit_game:KitGame\n"
    )
    with serving(tmp_path_factory.mktemp("external"), "127.0.0.1", packages) as address:
        yield address


def write_game_of_the_documentation(package: Path) -> None:
    """Write the game of docs/add-a-game.md with the board of docs/boards.md that mounts itself."""
    board = re.findall(r"^```js\n(.*?)^```", (DOCS / "boards.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)[1]
    (package / "page").mkdir(parents=True)
    (package / "__init__.py").write_text("\n".join(python_code(DOCS / "add-a-game.md")[:2]), "utf-8")
    (package / "page" / "board.js").write_text(board, "utf-8")


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
    page.get_by_role("button", name="Choose how to play Dummy Game").click()
    sheet = page.get_by_role("dialog", name="New game")
    sheet.get_by_role("radio", name="Friend").first.click()
    sheet.get_by_role("radiogroup", name="Players").get_by_role("radio", name="3").click()
    sheet.locator("summary").click()
    cards = sheet.get_by_role("spinbutton", name="Cards")
    cards.fill("13")
    cards.press("Tab")
    expect(cards).to_have_value("12")  # in steps of four
    for _ in range(2):
        sheet.get_by_role("button", name="More: Cards").click()
    expect(cards).to_have_value("20")
    sheet.get_by_label("Open").check()
    sheet.get_by_role("radio", name="Wild").click()
    with page.expect_request("**/api/rooms") as asked:
        sheet.get_by_role("button", name="Create table").click()
    request = json.loads(asked.value.post_data or "{}")
    assert request["options"] == {"cards": 20, "open": True, "mood": "wild"}
    assert [seat["kind"] for seat in request["seats"]] == ["here", "open", "open"]
    page.wait_for_url("**/r/*")


def test_a_game_without_a_board_is_played_by_choices_and_by_typing(page: Page) -> None:
    open_room(page, "dummy", seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(open_menu(page).get_by_role("button", name="Text board")).to_have_count(0)
    page.keyboard.press("Escape")
    card = hand(page)[0]
    page.get_by_role("button", name=f"play {card}", exact=True).click()
    expect(text_board(page)).to_contain_text(f"played [{card}]")
    expect(page.get_by_role("group", name="Choices").get_by_role("button")).to_have_text(["end"])
    field = page.get_by_label("Type a move")
    field.fill(f"play {card}")
    expect(page.locator(".preview")).to_have_text("You have played; end your turn.")
    field.fill("end")
    field.press("Enter")
    expect(log(page, "Pip ends the turn.")).to_have_count(1)
    wait_for_turn(page)
    page.get_by_role("button", name=f"swap {hand(page)[0]}", exact=True).click()
    expect(log(page, re.compile(r"You swap \d+ and draw \d+\."))).to_have_count(1)


def test_a_whole_game_is_played_by_choices(page: Page) -> None:
    open_room(page, "dummy", options={"cards": 12}, seats=TWO_HERE)
    moves = 0
    choices = page.get_by_role("group", name="Choices").get_by_role("button")
    while moves < 12:
        page.get_by_role("button", name="Show my side").click()
        choices.first.click()  # play
        moves += 1
        expect(choices).to_have_text(["end"])
        choices.click()
        expect(page.locator(".curtain").or_(result(page)).first).to_be_visible()
    expect(result(page).get_by_role("heading")).to_have_text(re.compile(r"^(Ada|Bo) wins with \d+ points$|^A draw$"))
    expect(result(page).get_by_role("list", name="Ranking").get_by_role("listitem")).to_have_count(2)
    page.get_by_role("button", name="Menu").click()
    page.get_by_text("Fair play ✓").click()
    expect(page.get_by_text("The deal was fair: it is the one that was fixed before the game")).to_be_visible()


def test_the_page_contains_no_hand_while_the_curtain_is_down(page: Page) -> None:
    open_room(page, "dummy", seats=TWO_HERE)
    expect(text_board(page)).to_contain_text("player 1: 2 ?")
    expect(page.get_by_role("group", name="Choices")).to_have_count(0)
    page.get_by_role("button", name="I'm Ada. Show my side").click()
    card, other = hand(page)
    expect(text_board(page)).to_contain_text(f"player 1: 2 [{card}, {other}]")
    page.get_by_role("button", name=f"swap {card}", exact=True).click()
    expect(page.get_by_role("button", name="I'm Bo. Show my side")).to_be_visible()
    expect(text_board(page)).to_contain_text("player 1: 2 ?")
    page.get_by_role("button", name="I'm Bo. Show my side").click()
    mine = hand(page)
    expect(text_board(page)).to_contain_text("player 1: 2 ?")
    page.reload()
    expect(page.get_by_role("button", name="I'm Bo. Show my side")).to_be_visible()
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
        page.get_by_role("button", name=f"I'm {name}. Show my side").click()
        expect(own).to_have_count(number // 2)
        expect(others).to_have_count(number - number // 2)
        page.get_by_role("button", name=f"swap {hand(page)[0]}", exact=True).click()
        expect(page.locator(".curtain")).to_be_visible()


def test_an_external_board_is_drawn_updated_and_makes_moves(page: Page) -> None:
    open_room(page, "external", seats=AGAINST_BOT)
    wait_for_turn(page)
    target = page.locator("[data-draw-count]")
    expect(target).to_contain_text("Ada has 0, Pip has 0")
    first = page.get_by_role("button", name="Card: play").first
    card = int(first.inner_text().split()[-1])
    page.get_by_role("button", name="Preview").click()
    expect(feedback(page)).to_have_text(f"Ada plays {card}.")
    page.get_by_role("button", name="A card I do not have").click()
    expect(feedback(page)).to_have_text("You do not hold 99.")
    expect(target).to_have_attribute("data-accepted", "false")
    first.click()
    expect(target).to_contain_text(f"Ada has {2 * card}, Pip has 0")
    page.get_by_role("button", name="Card: end").click()
    expect(log(page, "Pip ends the turn.")).to_have_count(1)
    expect(target).not_to_contain_text("Pip has 0")
    # The text board shows the same game, and the drawn board is unmounted.
    show_text_board(page)
    expect(text_board(page)).to_contain_text(f"played [{card}, ")
    assert int(page.evaluate("document.body.dataset.unmountedAfter")) > 1
    show_drawn_board(page)
    expect(target).to_contain_text(f"Ada has {2 * card}")
    page.get_by_role("link", name="All games").click()
    expect(page.get_by_role("heading", name="External Game")).to_be_visible()
    expect(target).to_have_count(0)


def cell(page: Page, name: str) -> Locator:
    return page.locator(f'[data-cell="{name}"]')


def test_reversi_is_played_on_the_board_of_the_kit(page: Page) -> None:
    open_room(page, "reversi", seats=AGAINST_BOT)
    wait_for_turn(page)
    expect(page.locator("[data-part=prompt]")).to_have_text("Choose where to place a disc.")
    expect(page.locator("[data-target]")).to_have_count(4)
    cell(page, "a1").click(force=True)  # not allowed, but pressed
    expect(feedback(page)).to_have_text("A disc there would turn nothing over.")
    cell(page, "d3").click()
    expect(cell(page, "d3")).to_have_attribute("aria-label", "d3, Black")
    expect(cell(page, "d4")).to_have_attribute("aria-label", "d4, Black")  # turned over
    expect(log(page, re.compile(r"d3 \+1"))).to_have_count(1)
    wait_for_turn(page)
    expect(page.locator("[data-mark=recap]")).to_have_count(1)
    # By keyboard: from the cell that was pressed last to one that is marked.
    page.locator("[data-cell]:has([data-target])").first.focus()
    page.keyboard.press("Enter")
    expect(log(page, re.compile(r"\+\d"))).to_have_count(4)  # two turns of each
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    # Somebody else's game is plain Python, and the worker that thinks comes after everything else on a busy machine.
    expect(page.locator("[data-mark=hint]")).to_have_count(1, timeout=HINT_MS)
    show_text_board(page)
    expect(text_board(page)).to_contain_text("Black ")


def test_a_hand_of_the_kit_is_laid_by_touch_by_drag_and_by_keyboard(page: Page) -> None:
    open_room(page, "kit_game", seats=AGAINST_BOT)
    wait_for_turn(page)
    hand_of_cards = page.get_by_role("region", name="Your cards").get_by_role("button")
    expect(hand_of_cards).to_have_count(2)
    page.get_by_role("button", name="End turn").click(force=True)  # not allowed, but pressed
    expect(feedback(page)).to_have_text("Play a card first.")
    number = (hand_of_cards.first.get_attribute("aria-label") or "").removeprefix("card ")
    hand_of_cards.first.click()
    expect(page.locator("[data-target]")).to_have_count(1)
    cell(page, "pile").click()
    expect(cell(page, "pile")).to_have_attribute("aria-label", f"pile, card {number}")
    page.get_by_role("button", name="End turn").click()
    expect(page.locator("[data-part=prompt]")).to_have_text("Sure?")
    page.get_by_role("button", name="Yes, end it").click()
    expect(log(page, re.compile("played, ended"))).to_have_count(2)  # Ada and the bot
    wait_for_turn(page)
    second = hand_of_cards.first
    number = (second.get_attribute("aria-label") or "").removeprefix("card ")
    second.drag_to(cell(page, "pile"))
    expect(cell(page, "pile")).to_have_attribute("aria-label", f"pile, card {number}")
    cell(page, "end").focus()
    page.keyboard.press("Enter")
    wait_for_turn(page)
    hand_of_cards.last.focus()
    page.keyboard.press("Enter")
    cell(page, "pile").focus()
    page.keyboard.press("Enter")
    expect(cell(page, "end")).to_have_attribute("aria-label", "end, end of the turn")
    expect(page.locator("[data-part=prompt]")).to_contain_text("End your turn.")


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), (844, 390)])
def test_the_board_of_the_kit_fits_every_screen(
    visitor: NewVisitor, external_url: str, width: int, height: int
) -> None:
    page = visitor(width, height, base_url=external_url)
    open_room(page, "reversi", seats=AGAINST_BOT)
    wait_for_turn(page)
    board = page.locator("[data-part=board]").bounding_box()
    assert board is not None
    assert board["width"] == pytest.approx(board["height"], abs=1)
    assert board["width"] >= min(width, height) * 0.6
    assert page.evaluate(
        "document.documentElement.scrollWidth <= innerWidth && document.documentElement.scrollHeight <= innerHeight"
    )


def test_a_game_that_new_game_wrote_is_played_to_its_end(page: Page) -> None:
    open_room(page, "nim_like", seats=TWO_HERE)
    for name in ("a1", "b1", "a2", "b2", "a3"):
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"{name}, (cross|nought)"))
    expect(result(page).get_by_role("heading")).to_have_text(re.compile("^Ada wins"))


def test_the_game_of_the_documentation_is_played_on_its_board(page: Page) -> None:
    open_room(page, "nim", seats=AGAINST_BOT)
    wait_for_turn(page)
    page.get_by_role("button", name="21 left").click()
    expect(page.get_by_role("button", name="19 left")).to_be_visible()  # the bot takes one, too
    expect(log(page, "Pip takes 1.")).to_have_count(1)


def test_the_kit_has_types_and_an_address_with_a_version(page: Page) -> None:
    types = page.request.get("/kit/1/kit.d.ts")
    assert (types.status, types.headers["content-type"]) == (200, "text/plain; charset=utf-8")
    assert "export declare function defineBoard" in types.text()
    kit = page.request.get("/kit/1/kit.js")
    assert (kit.status, kit.headers["content-type"]) == (200, "text/javascript; charset=utf-8")
    assert page.request.get("/kit/2/kit.js").status == 404
