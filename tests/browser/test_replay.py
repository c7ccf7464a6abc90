"""Replays: navigation by keys, pointer and URL; playing on, saving pictures and records, opening records."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from browser.page_objects import (
    AGAINST_BOT,
    PHONE,
    TWO_HERE,
    Locator,
    NewVisitor,
    Page,
    cell,
    end_turn,
    expect,
    headline,
    open_room,
    play_turn,
    press,
    result,
    text_board,
)
from browser.recorded_games import open_replay, slider
from playwright.sync_api import Position

pytestmark = pytest.mark.slow

MOVES = ["a2", "b2", "a1", "b1 a2"]
RECORD: dict[str, Any] = {
    "game": "flooding",
    "rules_version": 1,
    "options": {"size": 3},
    "seed": "seed",
    "seats": [{"name": "Ada", "bot": None}, {"name": "Bo", "bot": None}],
    "moves": MOVES,
}
SIZE = """async (png) => {
    const image = new Image();
    image.src = "data:image/png;base64," + png;
    await image.decode();
    return [image.naturalWidth, image.naturalHeight];
}"""
FRAMES = """async (png) => {
    const data = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/png" });
    await decoder.completed;
    await decoder.tracks.ready;
    const sizes = [];
    for (let frameIndex = 0; frameIndex < decoder.tracks.selectedTrack.frameCount; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex });
        sizes.push([image.displayWidth, image.displayHeight]);
    }
    return sizes;
}"""


def upload_record(page: Page, record: dict[str, Any] = RECORD) -> str:
    answer = page.request.post("/api/records", data=json.dumps(record))
    assert answer.status == 201, answer.text()
    return str(answer.json()["code"])


def expect_move(page: Page, move: int) -> None:
    """Expect the replay to show a move in the slider, the list and the URL."""
    expect(slider(page)).to_have_value(str(move))
    expect(page.locator("[data-part=log] [aria-current=step]")).to_have_text(
        re.compile(r"^\s*Start of the game" if not move else rf"^\s*{move}\b")
    )
    expect(page).to_have_url(re.compile(rf"/replay/{move}$"))


def menu(page: Page, *, touch: bool = False) -> Locator:
    """Open the menu of the replay or of the table."""
    press(page.get_by_role("button", name="Menu"), touch=touch)
    return page.get_by_role("dialog")


def test_a_replay_is_navigated_by_keys_and_pointer(visitor: NewVisitor) -> None:
    page = visitor()
    code = upload_record(page)
    page.goto(f"/r/{code}/replay")
    expect_move(page, 0)
    for key, move in (("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3), ("Home", 0), ("ArrowRight", 1)):
        page.keyboard.press(key)
        expect_move(page, move)
    expect(headline(page)).to_have_text("Move 1 of 4")
    expect(cell(page, "a2")).to_have_attribute("aria-label", "a2, dry, Journeyman")
    expect(page.locator("[aria-live=polite]")).to_contain_text("Ada walked to a2.")
    page.get_by_role("button", name="Next", exact=True).click()
    expect_move(page, 2)
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, flooded")
    expect(page.locator("[data-part=prompt]")).to_contain_text("Bo flooded b2")
    page.locator("[data-part=log]").get_by_role("button", name=re.compile(r"^4\b")).click()
    expect_move(page, 4)
    expect(headline(page)).to_contain_text("Bo")
    slider(page).fill("3")
    expect_move(page, 3)
    # Playback at the highest speed, from the start to the end.
    page.get_by_label("Speed").select_option(value="4")
    page.get_by_role("button", name="Start", exact=True).click()
    page.locator("h1").click()
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect_move(page, 4)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # The board of a replay offers no choices.
    expect(end_turn(page)).to_have_count(0)


def test_a_url_leads_to_a_move_and_the_table_links_to_its_replay(visitor: NewVisitor) -> None:
    page = visitor(**PHONE)
    code = upload_record(page)
    page.goto(f"/r/{code}/replay/3")
    expect_move(page, 3)
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1, dry, Journeyman")
    press(page.get_by_role("link", name="Back to the table"), touch=True)
    expect(result(page)).to_be_visible()
    press(menu(page, touch=True).get_by_role("link", name="Replay"), touch=True)
    expect_move(page, 0)
    page.goto(f"/r/{code}/replay/999")
    expect_move(page, 4)
    press(menu(page, touch=True).get_by_role("button", name="Text board"), touch=True)
    expect(text_board(page)).to_contain_text("a")


def test_a_game_is_continued_and_the_bot_asked_from_any_move(visitor: NewVisitor) -> None:
    page = visitor()
    code = upload_record(page)
    page.goto(f"/r/{code}/replay/2")
    expect_move(page, 2)
    page.get_by_role("button", name="Best move").click()
    expect(page.locator("[data-part=prompt]")).to_contain_text(re.compile("Better: Walk to|The best move was played"))
    expect(page.locator("[data-part=board] [data-mark=hint]")).not_to_have_count(0)
    page.keyboard.press("End")
    expect(page.locator("[data-mark=hint]")).to_have_count(0)
    expect(menu(page).get_by_role("button", name="Try again from here")).to_have_count(0)
    page.keyboard.press("Escape")
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    menu(page).get_by_role("button", name="Try again from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Create table").click()
    expect(page).not_to_have_url(re.compile(code))
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, flooded")
    turn_of_ada = headline(page).filter(has_text="Ada's turn")
    expect(turn_of_ada).to_be_visible()
    page.go_back()
    menu(page).get_by_role("button", name="Try again from here").click()
    page.get_by_role("radio", name="Me against the computer").click()
    page.get_by_role("dialog").get_by_role("button", name="Create table").click()
    expect(page.locator("[data-part=seat]").filter(has_text="level")).to_have_count(1)


def test_a_record_is_saved_and_opened_again(visitor: NewVisitor, tmp_path: Path) -> None:
    page = visitor(ignore_errors="400")
    code = upload_record(page)
    page.goto(f"/r/{code}/replay")
    with page.expect_download() as saving:
        menu(page).get_by_role("link", name="Save the record").click()
    assert saving.value.suggested_filename == f"flooding-{code}.json"
    file = tmp_path / "record.json"
    saving.value.save_as(file)
    assert json.loads(file.read_text()) == RECORD
    page.goto("/games")
    chooser = page.get_by_label("File of a record")
    chooser.set_input_files(file)
    expect(page).not_to_have_url(re.compile(code))
    expect_move(page, 0)
    page.keyboard.press("End")
    expect_move(page, 4)
    # An unfinished game goes on; a truncated file is refused.
    page.goto("/games")
    half = tmp_path / "half.json"
    half.write_text(json.dumps({**RECORD, "moves": MOVES[:2]}))
    chooser.set_input_files(half)
    expect(headline(page)).to_contain_text("Ada's turn")
    play_turn(page, "a1")
    page.goto("/games")
    half.write_text(file.read_text()[:50])
    chooser.set_input_files(half)
    expect(page.get_by_text("This is not a record: it is not JSON")).to_be_visible()
    half.write_text(json.dumps({**RECORD, "moves": ["a2", "a2 b9"]}))
    chooser.set_input_files(half)
    expect(page.get_by_text('Move 2, "a2 b9", cannot be played')).to_be_visible()


def test_saved_pictures_show_the_board(visitor: NewVisitor) -> None:
    page = visitor(dark=True)
    code = upload_record(page)
    page.goto(f"/r/{code}")
    menu(page).get_by_text("Save record or picture").click()
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save picture (PNG)").click()
    assert size(page, saving.value.path().read_bytes())[0] > 300
    page.goto(f"/r/{code}/replay/2")
    expect_move(page, 2)
    with page.expect_download() as saving:
        menu(page).get_by_role("button", name="Save picture (PNG)").click()
    assert saving.value.suggested_filename == f"flooding-{code}-2.png"
    width, height = size(page, saving.value.path().read_bytes())
    board = page.locator("[data-board] svg").last.bounding_box()
    assert board is not None
    assert (width, height) == (round(2 * board["width"]), round(2 * board["width"] * board["height"] / board["width"]))
    with page.expect_download() as saving:
        menu(page).get_by_role("button", name="Save picture (SVG)").click()
    picture = saving.value.path().read_text()
    assert picture.startswith("<svg")
    painted = re.findall(r"url\((?:&quot;)?#([\w-]+)", picture)
    assert painted
    assert all(f'id="{name}"' in picture for name in painted)
    assert "class=" not in picture
    assert "var(--" not in picture
    with page.expect_download() as saving:
        menu(page).get_by_role("button", name="Save the whole game").click()
    film = saving.value.path().read_bytes()
    assert saving.value.suggested_filename == f"flooding-{code}.png"
    assert size(page, film)[0] == 640
    assert page.evaluate(FRAMES, base64.b64encode(film).decode()) == [[640, size(page, film)[1]]] * (len(MOVES) + 1)
    expect(page.get_by_role("status").get_by_text(f"Saved as flooding-{code}.png.")).to_be_visible()


def size(page: Page, png: bytes) -> list[int]:
    found: list[int] = page.evaluate(SIZE, base64.b64encode(png).decode())
    return found


def test_a_finished_game_is_seen_from_any_seat(visitor: NewVisitor) -> None:
    page = visitor()
    open_replay(page, "waffe")
    expect(page.get_by_label("The hand of Ada").or_(page.get_by_label("Your hand")).first).to_be_visible()
    views = menu(page).get_by_role("radiogroup", name="Seen by")
    expect(views.get_by_role("radio")).to_have_text([re.compile("Everybody"), re.compile("Ada"), re.compile("Bo")])
    views.get_by_role("radio", name="Bo", exact=True).click()
    page.keyboard.press("Escape")
    hand = page.locator("[data-part=hand] [data-card]")
    expect(hand.first).to_be_visible()
    expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(1)
    page.keyboard.press("v")
    expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(2)
    page.keyboard.press("End")
    expect(page.get_by_role("img", name=re.compile("hidden card"))).to_have_count(0)


def test_the_chart_is_a_scrubber_for_pointer_and_finger(visitor: NewVisitor) -> None:
    for touch in (False, True):
        page = visitor(**(PHONE if touch else {}))
        last = open_replay(page, "waffe")
        chart = page.get_by_role("img", name=re.compile("^Cards left by turn: "))
        box = chart.bounding_box()
        assert box is not None
        position: Position = {"x": box["width"] - 2, "y": box["height"] / 2}
        if touch:
            chart.tap(position=position)
        else:
            chart.click(position=position)
        expect(slider(page)).to_have_value(str(last))


def test_turns_of_waffe_stand_in_one_line_each(visitor: NewVisitor) -> None:
    page = visitor(1024, 600)
    open_replay(page, "waffe")
    lines = page.locator("[data-part=log] li button")
    expect(lines.nth(5)).to_be_attached()
    heights = lines.evaluate_all("lines => lines.map((line) => line.clientHeight)")
    assert max(heights) == min(heights)
    assert lines.evaluate_all("lines => lines.every((line) => line.scrollWidth <= line.clientWidth)")


def test_hidden_hands_stay_hidden_while_the_game_runs(visitor: NewVisitor) -> None:
    page, watcher = visitor(), visitor()
    code = open_room(page, "latice", seats=AGAINST_BOT)
    expect(page.locator(".hand").get_by_role("listitem")).not_to_have_count(0)
    watcher.goto(f"/r/{code}/replay")
    expect(slider(watcher)).to_be_visible()
    expect(watcher.get_by_role("button", name="Best move")).to_have_count(0)
    tools = menu(watcher)
    expect(tools.get_by_role("radiogroup", name="Seen by")).to_have_count(0)
    expect(tools.get_by_role("button", name="Try again from here")).to_have_count(0)
    expect(tools.get_by_role("link", name="Save the record")).to_have_count(0)
    # A player has their own perspective, but no other player's.
    page.goto(f"/r/{code}/replay")
    expect(slider(page)).to_be_visible()
    views = menu(page).get_by_role("radiogroup", name="Seen by").get_by_role("radio")
    expect(views).to_have_text([re.compile("Everybody"), re.compile("Ada")])
    expect(views.last).to_be_checked()


def test_at_one_screen_nobody_looks_behind_the_curtain(visitor: NewVisitor) -> None:
    page = visitor()
    code = open_room(page, "latice", seats=TWO_HERE)
    page.goto(f"/r/{code}/replay")
    expect(slider(page)).to_be_visible()
    expect(menu(page).get_by_role("radiogroup", name="Seen by")).to_have_count(0)
