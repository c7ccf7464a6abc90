"""Games between beginners, recorded for replays."""

from __future__ import annotations

import json
from functools import cache

from browser.page_objects import Locator, Page, expect, part

from ludoteca import game as find_game
from ludoteca import record

NAMES = ("Ada", "Bo", "Mira", "Otto", "Jo", "Vera")
LONGEST = 60
"""Moves of a game that need not end for a replay."""


def slider(page: Page) -> Locator:
    return page.get_by_role("slider", name="Move", exact=True)


@cache
def recorded(game: str, seats: int) -> str:
    """Return the record of a game between beginners: to its end, or its first moves where nothing is hidden."""
    rules = find_game(game)
    state = rules.new(seats=seats, seed="replay")
    bots = [rules.bot(1, f"{seat}") for seat in range(seats)]
    moves: list[str] = []
    while (seat := rules.seat(state)) is not None and (game != "flooding" or len(moves) < LONGEST):
        moves.append(bots[seat].move(state))
        state = rules.play(state, moves[-1])
    named = [{"name": name, "bot": None} for name in NAMES[:seats]]
    return json.dumps(record(game, moves, seats=named, seed="replay"))


def open_replay(page: Page, game: str, seats: int = 2) -> int:
    """Open the replay in the middle of a game; return its number of moves."""
    page.goto("/")
    text = recorded(game, seats)
    answer = page.request.post("/api/records", data=text)
    assert answer.status == 201, answer.text()
    last = len(json.loads(text)["moves"])
    page.goto(f"/r/{answer.json()['code']}/replay/{last // 2}")
    expect(part(page, "board")).to_be_visible()
    expect(slider(page)).to_have_value(str(last // 2))
    page.evaluate("document.fonts.ready")
    return last
