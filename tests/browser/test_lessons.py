"""Lessons: each is finished by mouse, touch and keyboard; misses are explained; nothing is lost by leaving."""

from __future__ import annotations

import re
from typing import Any

import pytest
from browser.lesson_player import DEVICES, Learner, coach
from browser.page_objects import PHONE, NewVisitor, Page, action, cell, expect, feedback, headline, part, resize

from ludoteca.core.lessons import SEPARATOR, find_lesson
from ludoteca.core.registry import find_game, game_names

SCREENS: dict[str, dict[str, Any]] = {"mouse": {}, "touch": PHONE, "keys": {"width": 844, "height": 390}}
SIZES = [(1280, 800), (1920, 1080), (820, 1180), (390, 844), (844, 390)]


def open_lesson(page: Page, game: str, step: int = 1) -> None:
    page.goto(f"/learn/{game}")
    last = len(find_lesson(find_game(game)).steps)
    for number in range(1, step):
        expect(headline(page)).to_have_text(f"Lesson · {number} of {last}")
        action(page, "next").click()
    expect(headline(page)).to_have_text(f"Lesson · {step} of {last}")


@pytest.mark.slow
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("game", game_names())
def test_a_lesson_is_finished_by_one_device_alone(visitor: NewVisitor, game: str, device: str) -> None:
    page, steps = visitor(**SCREENS[device]), find_lesson(find_game(game)).steps
    learner = Learner(page, game, device)
    open_lesson(page, game)
    for number, step in enumerate(steps, 1):
        expect(headline(page)).to_have_text(f"Lesson · {number} of {len(steps)}")
        for move in step.accept[0].split(SEPARATOR):
            learner.play(move)
        if number < len(steps):
            expect(coach(page)).to_contain_text("Done.")
            expect(action(page, "next")).to_be_focused()
            learner.press(action(page, "next"))
    expect(coach(page)).to_contain_text("You know the rules")
    expect(action(page, "play")).to_be_focused()
    learner.press(action(page, "play"))
    expect(page).to_have_url(re.compile("/r/"))
    expect(headline(page)).to_have_class(re.compile(r"\bactive\b"))


def test_every_step_is_shown_and_fits_on_a_phone(visitor: NewVisitor) -> None:
    game = "waffe"
    page, steps = visitor(**PHONE), find_lesson(find_game(game)).steps
    open_lesson(page, game)
    for number in range(1, len(steps) + 1):
        assert inside(page, coach(page).get_by_role("button").last)
        coach(page).get_by_role("button", name="Show me").click()
        if number < len(steps):
            expect(coach(page)).to_contain_text("Done.")
            action(page, "next").click()
    expect(coach(page)).to_contain_text("You know the rules")


def inside(page: Page, target: Any) -> bool:
    box, window = target.bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    return bool(box["y"] >= 0 and box["y"] + box["height"] <= window["height"] + 1 and box["x"] >= 0)


def test_a_miss_is_explained_set_back_and_the_second_shows_the_way(visitor: NewVisitor) -> None:
    page = visitor()
    learner = Learner(page, "flooding", "mouse")
    open_lesson(page, "flooding", 3)
    for _ in range(2):
        learner.play("a2")
        expect(coach(page)).to_contain_text("Not quite. a2 lies beside a1, a3 and b2. c3 stays wet.")
        expect(cell(page, "a3")).to_have_attribute("aria-label", re.compile("Journeyman"))  # set back
    expect(page.locator("[data-mark=hint]").first).to_be_visible()
    learner.play("b3")
    expect(coach(page)).to_contain_text("Done.")


def test_a_refused_move_says_why_where_the_eye_is(visitor: NewVisitor) -> None:
    page = visitor()
    open_lesson(page, "flooding", 2)
    cell(page, "b3").click(force=True)
    expect(feedback(page)).to_be_visible()
    expect(coach(page)).not_to_contain_text("Not quite.")


@pytest.mark.slow
def test_a_lesson_is_resumed_where_it_was_left(visitor: NewVisitor) -> None:
    page = visitor()
    open_lesson(page, "latice", 3)
    page.goto("/")
    page.goto("/learn/latice")
    expect(headline(page)).to_have_text("Lesson · 3 of 7")
    coach(page).get_by_role("button", name="Back").click()
    expect(headline(page)).to_have_text("Lesson · 2 of 7")


@pytest.mark.slow
@pytest.mark.parametrize("game", game_names())
def test_nothing_overlaps_or_scrolls(visitor: NewVisitor, game: str) -> None:
    page, last = visitor(), len(find_lesson(find_game(game)).steps)
    open_lesson(page, game)
    for number in range(1, last + 1):
        expect(headline(page)).to_have_text(f"Lesson · {number} of {last}")
        width, height = SIZES[number % len(SIZES)]
        resize(page, (width, height))
        parts = {name: part(page, name).first.bounding_box() for name in ("board", "coach", "prompt")}
        for name, box in parts.items():
            assert box is not None, name
            assert box["y"] >= -1, name
            assert box["y"] + box["height"] <= height + 1, name
        board, card = parts["board"], parts["coach"]
        assert board is not None
        assert card is not None
        apart = (
            board["x"] + board["width"] <= card["x"] + 1
            or card["x"] + card["width"] <= board["x"] + 1
            or board["y"] + board["height"] <= card["y"] + 1
        )
        assert apart
        assert page.evaluate("() => document.documentElement.scrollHeight <= innerHeight + 1")
        if number < last:
            action(page, "next").click()


@pytest.mark.slow
def test_a_game_without_a_lesson_says_so(visitor: NewVisitor) -> None:
    page = visitor(ignore_errors="404")
    page.goto("/learn/chess")
    expect(page.get_by_text("We could not find that page.")).to_be_visible()
