"""Views, descriptions of moves, choices and the text board, per perspective."""

from __future__ import annotations

import json
from itertools import combinations
from typing import Any

import pytest
from games.rowsandcols.reference_rules import build, game_states

from ludoteca.core.generator import Random
from ludoteca.core.state import NOBODY
from ludoteca.core.translations import Text
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICK_NAMES

GAME = RowsAndColsGame()


def described(before: Any, text: str, seat: int | None) -> list[Text]:
    move = GAME.read_move(before, text)
    assert isinstance(move, int)
    after = before.copy()
    after.play(move)
    return GAME.describe_move(before, move, after, seat)


def sentences(before: Any, text: str, seat: int | None) -> list[str]:
    return [GAME.translations.format(text) for text in described(before, text, seat)]


def test_a_hand_is_seen_by_its_player_only() -> None:
    state = GAME.new(seats=3, seed="view")
    hands = GAME.position(state)["hands"]
    assert GAME.view(state, 1)["hands"] == [None, hands[1], None]
    assert GAME.view(state)["hands"] == [None, None, None]
    assert GAME.view(state)["hand_sizes"] == [6, 6, 6]
    assert GAME.view(state)["bag_size"] == 107 - 18
    assert "bag" not in GAME.view(state, 0)


def test_unseen_bricks_are_counted_for_each_perspective() -> None:
    state = GAME.load(build("bc@0,0 bs@1,0", hand="bc rr", other="rr pu"))
    spectator, first, second = (GAME.view(state, seat)["unseen"] for seat in (None, 0, 1))
    assert list(spectator) == BRICK_NAMES
    assert (spectator["bc"], first["bc"], second["bc"]) == (2, 1, 2)
    assert (spectator["rr"], first["rr"], second["rr"]) == (3, 2, 2)
    assert sum(spectator.values()) == 108 - 2
    assert sum(first.values()) == sum(second.values()) == 108 - 4


def test_everybody_sees_the_current_turn_and_the_rows_that_score() -> None:
    state = GAME.load(build("bc@0,0 rs@1,1 rr@2,1", hand="bs br pc", other="pu"))
    state = GAME.play(GAME.play(state, "bs@1,0"), "br@2,0")
    for seat in (None, 0, 1):
        view = GAME.view(state, seat)
        assert view["placed"] == ["1,0", "2,0"]
        assert view["earned"] == 7
        assert view["rows"] == [
            {"from": "0,0", "to": "2,0", "points": 3},
            {"from": "1,0", "to": "1,1", "points": 2},
            {"from": "2,0", "to": "2,1", "points": 2},
        ]


def test_choices_list_each_bricks_cells_with_the_points_of_the_turn() -> None:
    state = GAME.load(build("bc@0,0 gs@1,1", hand="bs bs ps", other="pu"))
    assert GAME.choices(state, 0) == {
        "kind": "bricks",
        "targets": {
            "bs": {"0,-1": 2, "-1,0": 2, "1,0": 4, "0,1": 4, "2,1": 2, "1,2": 2},
            "ps": {"2,1": 2, "1,2": 2},
        },
        "moves": [],
        "swap_most": 3,
    }
    assert GAME.choices(state, 1) == GAME.choices(state, None) == {}
    laid = GAME.play(state, "bs@1,0")
    choices = GAME.choices(laid, 0)
    assert choices["moves"] == ["end"]
    assert choices["swap_most"] == 0
    assert choices["targets"] == {"bs": {}, "ps": {"1,-1": 5, "1,2": 5}}


def test_the_choices_of_a_full_board_stay_small() -> None:
    sizes = [
        len(json.dumps(GAME.make_choices(state, state.seat()))) for state in game_states(2, "size") if state.seat() >= 0
    ]
    assert max(sizes) < 3000


def test_a_placement_says_what_the_turn_is_worth() -> None:
    state = GAME.load(build("bc@0,0 rs@1,1", hand="bs br", other="pu"))
    for seat in (None, 0, 1):
        assert sentences(state, "bs@1,0", seat) == ["Player 1 lays bs on 1,0; the turn is worth 4 so far."]


def test_the_end_of_a_turn_names_the_points_and_the_rows() -> None:
    state = GAME.load(build("bc@0,0 rs@1,1", hand="bs br", other="pu"))
    state = GAME.play(GAME.play(state, "bs@1,0"), "br@2,0")
    own, others = described(state, "end", 0), described(state, "end", 1)
    assert others == described(state, "end", None)
    assert [text.code for text in others] == ["scored"]
    assert [text.code for text in own] == ["scored", "drew"]
    assert others[0].params["points"] == 5
    assert others[0].params["rows"] == [
        {"from": "0,0", "to": "2,0", "points": 3},
        {"from": "1,0", "to": "1,1", "points": 2},
    ]
    sentence = "Player 1 ends a turn of 2 bricks and scores 5: 0,0 .. 2,0 = 3, 1,0 .. 1,1 = 2."
    assert sentences(state, "end", 1) == [sentence]
    drawn = GAME.position(state)["bag"][:6]
    assert own[1].params["bricks"] == sorted(drawn, key=BRICK_NAMES.index)


def test_others_learn_how_many_were_swapped_never_which() -> None:
    state = GAME.load(build("bc@0,0", hand="rs rs gs ys cs ps", other="pu"))
    assert sentences(state, "swap rs ys", 1) == sentences(state, "swap rs ys", None) == ["Player 1 swaps bricks: 2."]
    own = described(state, "swap rs ys", 0)
    assert [text.code for text in own] == ["swapped", "gave_back", "drew"]
    assert own[1].params["bricks"] == ["rs", "ys"]
    assert len(own[2].params["bricks"]) == 2  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3, 6])
def test_swaps_of_equal_size_look_the_same_to_everybody_else(players: int) -> None:
    """A seat gets the same bytes, whatever was swapped and drawn, and whatever the others hold."""
    state = GAME.start(players, {}, Random("swaps"))
    for seat in (None, *range(1, players)):
        seen = set()
        for number in range(12):
            before = state.copy()
            if seat is not None:
                before.determinize(seat, Random(f"hidden {number}"))
            hand = [BRICK_NAMES[brick] for brick in before.hands[0]]
            move = "swap " + " ".join(list(combinations(hand, 3))[number])
            after: Any = GAME.play(before, move)
            texts = [[text.code, dict(text.params)] for text in described(before, move, seat)]
            seen.add(
                json.dumps([GAME.make_view(after, seat), GAME.make_choices(after, seat), texts, GAME.show(after, seat)])
            )
        assert len(seen) == 1


def test_the_end_game_the_last_brick_and_the_winner_are_announced() -> None:
    state = GAME.play(GAME.load(build("bc@0,0", hand="rc gc yc", other="pu", bag=1)), "rc@1,0")
    assert sentences(state, "end", 1) == [
        "Player 1 ends a turn of one brick and scores 2: 0,0 .. 1,0 = 2.",
        "The bag is empty: the end game has begun. No more swaps, no new bricks.",
    ]
    state = GAME.play(GAME.load(build("bc@0,0", hand="rc", other="pu", bag=0, scores=[1, 9])), "rc@1,0")
    assert sentences(state, "end", None) == [
        "Player 1 ends a turn of one brick and scores 2: 0,0 .. 1,0 = 2.",
        "Player 1 has no brick left: 6 more points, and the game is over.",
        "Players 1, 2 win together with 9 points each. The scores: 9, 9.",
    ]
    stuck = GAME.load(build("", hand="ps", other="pt", bag=0, passes=1, scores=[5, 4]))
    assert sentences(stuck, "pass", 0) == [
        "Player 1 passes.",
        "Everybody has passed; the game is over.",
        "Player 1 wins with 5 points. The scores: 5, 4.",
    ]
    swaps = GAME.load(build("bc@0,0", hand="ps", other="pt", swaps=5, scores=[5, 6]))
    assert sentences(swaps, "swap ps", 1) == [
        "Player 1 swaps bricks: 1.",
        "Three rounds of nothing but swaps; the game is over.",
        "Player 2 wins with 6 points. The scores: 5, 6.",
    ]


def test_the_text_board() -> None:
    state = GAME.load(build("bc@0,0 gs@1,1", hand="bs rr", other="pu rr rr", scores=[3, 120]))
    assert GAME.show(GAME.play(state, "bs@1,0"), 0).splitlines() == [
        "Player 1 is to move. Bricks in the bag: 101. The turn is worth 4 so far.",
        "",
        "    -1  0  1  2",
        " -1     .  .",
        "  0  . bc+bs  .",
        "  1     . gs  .",
        "  2        .",
        "",
        "> Player 1   rr         points 3     not seen:  c  s  r  f  u  t",
        "  Player 2   ?? ?? ??   points 120   b          2  2  3  3  3  3",
        "                                     r          3  3  2  3  3  3",
        "                                     g          3  2  3  3  3  3",
        "                                     y          3  3  3  3  3  3",
        "                                     c          3  3  3  3  3  3",
        "                                     p          3  3  3  3  3  3",
    ]


def test_the_numbers_of_a_wide_text_board_stand_over_their_columns() -> None:
    lines = GAME.show(GAME.load(build("bc@-12,0 bs@-10,0 br@-9,0", hand="rr", other="pu"))).splitlines()
    assert lines[2] == "      -12   -10    -8"
    assert lines[4] == "  0  . bc  . bs br  ."
    far = GAME.show(GAME.load(build("bc@-108,-108 bs@108,108", hand="rr", other="pu"))).splitlines()
    assert far[2].startswith("    -108  -106")
    assert far[2].endswith("106   108")


def test_the_text_board_of_a_game_that_is_over() -> None:
    state = game_states(4, "over")[-1]
    assert state.seat() == NOBODY
    assert GAME.show(state).startswith("Player")
    assert "won" in GAME.show(state).splitlines()[0]
    joint = GAME.load(build("bc@0,0", hand="rc", other="pu", swaps=6, to_move=None))
    assert GAME.show(joint).startswith("Players 1, 2 have won together.")
