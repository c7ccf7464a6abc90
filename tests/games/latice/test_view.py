"""Views, the log, choices and the text board of Latice."""

from __future__ import annotations

from typing import Any

from ludoteca.core.translations import Text
from ludoteca.games.latice import LaticeGame

GAME = LaticeGame()


def log_texts(before: Any, text: str, seat: int | None) -> list[Text]:
    move = GAME.read_move(before, text)
    assert isinstance(move, int)
    after = before.copy()
    after.play(move)
    return GAME.describe_move(before, move, after, seat)


def test_only_its_player_sees_a_rack_unless_racks_are_open() -> None:
    state = GAME.new(seed="view")
    racks = GAME.position(state)["racks"]
    assert GAME.view(state, 0)["racks"] == [racks[0], None]
    assert GAME.view(state, 1)["racks"] == [None, racks[1]]
    assert GAME.view(state)["racks"] == [None, None]
    shown = GAME.new(seed="view", options={"open_racks": True})
    assert GAME.view(shown)["racks"] == GAME.view(shown, 0)["racks"] == racks
    assert "pools" not in GAME.view(shown, 0)


def test_drawn_tiles_are_named_to_their_player_only() -> None:
    state = GAME.new(seed="news")
    own, others = log_texts(state, "exchange", 0), log_texts(state, "exchange", 1)
    assert [line.code for line in own] == ["exchanged", "drew"]
    assert [line.code for line in others] == ["exchanged"]
    assert others == log_texts(state, "exchange", None)
    assert others[0].params == {"player": 1, "count": 5}


def test_a_placement_is_logged_with_what_it_earned() -> None:
    state = GAME.new(seed="news")
    tile = GAME.position(state)["racks"][0][0]
    assert [GAME.translations.format(line) for line in log_texts(state, f"{tile}@e5", 1)] == [
        f"Player 1 lays {tile} on e5.",
        "Player 1 can do nothing more; the turn is over.",
    ]


def test_choices_name_the_squares_with_their_points() -> None:
    state = GAME.new(seed="choices")
    rack = GAME.position(state)["racks"][0]
    assert GAME.choices(state, 0) == {
        "kind": "tiles",
        "targets": {tile: {"e5": 0} for tile in rack},
        "moves": ["exchange", "end"],
    }
    assert GAME.choices(state, 1) == {}


def test_without_an_action_choices_name_the_squares_that_a_bought_one_would_allow() -> None:
    rest = ["yf", "yb"]
    position = GAME.position(GAME.new(seed="choices"))
    tiles = sorted(tile for hand in (*position["racks"], *position["pools"]) for tile in hand)
    for tile in ("rf", "rb", *rest):
        tiles.remove(tile)
    position |= {
        "board": {"e5": "rf", "f5": "rb"},
        "racks": [rest, tiles[:5]],
        "pools": [tiles[5:36], tiles[36:]],
        "laid": [1, 1],
        "turn": 2,
        "actions": 0,
        "placed_this_turn": 0,
        "points": [2, 0],
    }
    state = GAME.load(position)
    choices = GAME.choices(state, 0)
    assert choices["targets"] == {"yf": {}, "yb": {}}
    bought = GAME.choices(GAME.play(state, "buy"), 0)
    assert choices["targets_after_buying"] == bought["targets"]
    assert set(bought["targets"]["yf"]) == {"d5", "e4", "e6"}
    assert "targets_after_buying" not in bought


def test_the_text_board_shows_suns_moon_tiles_and_your_rack() -> None:
    state = GAME.new(seed="board")
    rack = GAME.position(state)["racks"][0]
    lines = GAME.show(state, 0).splitlines()
    assert lines[0] == "Turn 1 of 20. Player 1 is to move; actions: 1."
    assert lines[3] == "  1  *  .  .  .  *  .  .  .  *"
    assert lines[7] == "  5  *  .  .  .  o  .  .  .  *"
    assert lines[-2] == f"> Player 1   {' '.join(rack)}   pool 31, points 0, laid 0"
    assert lines[-1] == "  Player 2   ?? ?? ?? ?? ??   pool 31, points 0, laid 0"
    laid = GAME.play(state, f"{rack[0]}@e5")
    assert GAME.show(laid).splitlines()[7] == f"  5  *  .  .  . {rack[0]}  .  .  .  *"
