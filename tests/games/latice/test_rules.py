"""The rules of Latice: worked examples, turns, points, the end, and a reference implementation."""

from __future__ import annotations

from typing import Any

import pytest

import ludoteca
from ludoteca.core.conformance import check_game
from ludoteca.core.generator import Random
from ludoteca.games.latice import LaticeGame
from ludoteca.games.latice.rules import SUN_NAMES, TILE_NAMES, Latice

GAME = LaticeGame()


def build(
    board: str = "",
    rack: str = "",
    other: str = "",
    pool: int | None = None,
    mover: int = 0,
    turn: int | None = None,
    **changes: Any,
) -> dict[str, Any]:
    """Return a position with these tiles on the board and in the racks; the rest is in the pools."""
    tiles = {entry[3:]: entry[:2] for entry in board.split()}
    left = [tile for tile in TILE_NAMES for _ in range(2)]
    for tile in [*tiles.values(), *rack.split(), *other.split()]:
        left.remove(tile)
    if pool is None:
        pool = len(left) // 2
    own, others = left[:pool], left[pool:]
    racks = [sorted(rack.split(), key=TILE_NAMES.index), sorted(other.split(), key=TILE_NAMES.index)]
    laid = [len(tiles), 0]
    if mover:
        own, others, laid = others, own, laid
        racks.reverse()
    position: dict[str, Any] = {
        "board": dict(sorted(tiles.items(), key=lambda entry: (int(entry[0][1:]), entry[0][0]))),
        "racks": racks,
        "pools": [own, others],
        "points": [0, 0],
        "laid": laid,
        "turn": mover if turn is None else turn,
        "actions": 1,
        "placed_this_turn": 0,
        "to_move": mover,
        "options": GAME.view(GAME.new())["options"],
    }
    return {**position, **changes}


def refused(state: Any, move: str) -> str:
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, move)
    return error.value.sentence


@pytest.mark.parametrize(
    ("board", "move", "points"),
    [
        ("", "rf@e5", 0),
        ("rf@e5", "rb@f5", 0),
        ("rf@e5 bb@f4", "rb@e4", 1),
        ("rf@e4 rb@d5 bf@e6", "rf@e5", 2),
        ("rf@e4 rb@d5 bf@e6 rl@f5", "rf@e5", 4),
        ("rf@b1", "rt@a1", 2),
        ("rf@b1 rb@a2", "rt@a1", 3),
        ("rf@d1 rb@f1 rt@e2", "rd@e1", 4),
        ("rf@c2 rb@c4 rt@b3 rd@d3", "re@c3", 6),
        ("rf@e5", "rf@e6", 0),
    ],
)
def test_a_tile_that_fits_earns_its_points(board: str, move: str, points: int) -> None:
    state = GAME.load(build(board, rack=f"{move[:2]} ml ml ye ye"))
    after = GAME.play(state, move)
    assert GAME.position(after)["points"] == [points, 0]
    assert GAME.position(after)["board"][move[3:]] == move[:2]
    assert GAME.choices(state, 0)["targets"][move[:2]][move[3:]] == points


@pytest.mark.parametrize(
    ("board", "move", "sentence"),
    [
        ("", "rf@a1", "The first tile goes on the moon, e5."),
        ("rf@e5", "bb@f5", "bb shares neither colour nor shape with rf on e5."),
        ("rf@e5", "rf@d4", "d4 touches no tile."),
        ("rf@e5 bb@f4", "rt@e4", "rt shares neither colour nor shape with bb on f4."),
        ("rf@e5", "rb@e5", "e5 is taken by rf."),
        ("rf@e5", "yd@e4", "yd is not in your rack."),
        ("rf@e5", "rq@e4", '"rq@e4" is not a move: lay a tile with rf@e5, or buy, exchange, end.'),
        ("rf@e5", "rf@j4", '"rf@j4" is not a move: lay a tile with rf@e5, or buy, exchange, end.'),
        ("rf@e5", "buy", "An extra tile costs 2 points; you have 0."),
    ],
)
def test_what_does_not_fit_is_refused_with_a_reason(board: str, move: str, sentence: str) -> None:
    rack = f"{move[:2]} ml ml ye ye" if move[:2] in TILE_NAMES and move != "yd@e4" else "ml ml ye ye"
    state = GAME.load(build(board, rack=rack))
    before = GAME.position(state)
    assert refused(state, move) == sentence
    assert GAME.position(state) == before


def test_the_ledger_of_the_rules_page() -> None:
    """1 point; two neighbours: 2; buy: 0; sun and two: 3; buy: 1; three: 3; buy: 1; one: 1; over with 4 laid."""
    board = "rf@e5 rb@f4 rt@h1 rd@i2 re@c5 rl@b6 rl@c7"
    state = GAME.load(build(board, rack="rf rb rt rd re", points=[1, 0]))
    ledger = []
    for move in ("rb@e4", "buy", "rt@i1", "buy", "re@c6", "buy", "rd@g4"):
        state = GAME.play(state, move)
        ledger.append(GAME.position(state)["points"][0])
    assert ledger == [2, 0, 3, 1, 3, 1, 1]
    position = GAME.position(state)
    assert position["turn"] == 1
    assert position["to_move"] == 1
    assert position["laid"] == [7 + 4, 0]
    assert len(position["racks"][0]) == 5


def test_the_last_tile_of_rack_and_pool_wins_at_once() -> None:
    state = GAME.load(build("rf@e5", rack="rb", other="ml ml", pool=0))
    after = GAME.play(state, "rb@e4")
    assert GAME.result(after) == [1.0, 0.0]
    assert GAME.position(after)["turn"] == 0
    assert GAME.position(after)["to_move"] is None
    assert GAME.moves(after) == []
    assert refused(after, "end") == "The game is over."


def test_after_the_last_turn_more_tiles_win_whatever_the_points() -> None:
    board = "rf@e5 rb@e4 rt@e3"
    for laid, result in (([2, 1], [1.0, 0.0]), ([1, 2], [0.0, 1.0])):
        position = build(board, rack="ml", other="ml", mover=1, turn=19, laid=laid, points=[0, 90])
        assert GAME.result(GAME.play(GAME.load(position), "end")) == result
    position = build("rf@e5 rb@e4", rack="ml", other="ml", mover=1, turn=19, laid=[1, 1])
    assert GAME.result(GAME.play(GAME.load(position), "end")) == [0.5, 0.5]


def test_actions_can_be_bought_while_there_are_fewer_than_tiles() -> None:
    state = GAME.load(build("rf@e5", rack="rb rt", points=[9, 0]))
    state = GAME.play(state, "buy")
    assert GAME.position(state)["actions"] == 2
    assert refused(state, "buy") == "You may lay all your 2 tiles already."


def test_without_an_action_a_player_may_buy_or_end_but_not_lay() -> None:
    state = GAME.play(GAME.load(build("rf@e5", rack="rb rt rd", points=[5, 0])), "rb@e4")
    assert GAME.position(state)["to_move"] == 0
    assert refused(state, "rt@e6") == "No tile left this turn. Buy one, or end your turn."
    assert GAME.moves(state) == ["buy", "end"]


def test_an_unused_action_is_lost() -> None:
    state = GAME.play(GAME.play(GAME.load(build("rf@e5", rack="rb rt rd", points=[5, 0])), "buy"), "end")
    assert GAME.position(state)["points"] == [3, 0]
    assert GAME.position(state)["actions"] == 1
    assert GAME.position(state)["to_move"] == 1


def test_buying_can_be_limited_to_before_the_first_tile() -> None:
    options = {**build()["options"], "buy": "before"}
    state = GAME.load(build("rf@e5", rack="rb rt rd", points=[5, 0], options=options))
    bought = GAME.play(GAME.play(state, "buy"), "rb@e4")
    assert refused(bought, "buy") == "Extra tiles are bought before the first tile of the turn."
    assert GAME.position(GAME.play(state, "rb@e4"))["to_move"] == 1, "nothing can be bought any more: the turn is over"


def test_the_rack_can_be_refilled_after_each_tile() -> None:
    options = {**build()["options"], "refill": "each"}
    position = build("rf@e5", rack="rb rt rd re rl", points=[9, 0], options=options)
    state = GAME.play(GAME.load(position), "rb@e4")
    assert len(GAME.position(state)["racks"][0]) == 5
    assert GAME.position(state)["to_move"] == 0
    assert position["pools"][0][0] in GAME.position(state)["racks"][0]


def test_an_empty_rack_ends_the_turn_and_is_refilled() -> None:
    position = build("rf@e5", rack="rb", other="ml", points=[9, 0])
    state = GAME.play(GAME.load(position), "rb@e4")
    after = GAME.position(state)
    assert after["to_move"] == 1
    assert sorted(after["racks"][0]) == sorted(position["pools"][0][:5])
    assert after["pools"][0] == position["pools"][0][5:]


def test_an_exchange_draws_first_and_shuffles_by_the_seed() -> None:
    position = build("rf@e5", rack="rb rt rd re rl")
    one, two = (GAME.play(GAME.load(position, seed=seed), "exchange") for seed in ("a", "b"))
    new = position["pools"][0][:5]
    for after in (one, two):
        assert sorted(GAME.position(after)["racks"][0]) == sorted(new)
        assert GAME.position(after)["to_move"] == 1
    assert GAME.position(one)["pools"][0] != GAME.position(two)["pools"][0]
    assert sorted(GAME.position(one)["pools"][0]) == sorted([*position["pools"][0][5:], *position["racks"][0]])
    again = GAME.play(GAME.load(position, seed="a"), "exchange")
    assert GAME.position(again) == GAME.position(one)


def test_a_short_pool_is_topped_up_from_the_shuffled_one() -> None:
    position = build("rf@e5", rack="rb rt rd re rl", pool=2)
    after = GAME.position(GAME.play(GAME.load(position), "exchange"))
    assert len(after["racks"][0]) == 5
    assert len(after["pools"][0]) == 2
    assert set(position["pools"][0]) <= set(after["racks"][0])


def test_an_exchange_needs_a_new_turn_and_a_pool() -> None:
    state = GAME.play(GAME.load(build("rf@e5", rack="rb rt rd", points=[5, 0])), "rb@e4")
    assert refused(state, "exchange") == "You have laid a tile this turn, so the rack stays."
    empty = GAME.load(build("rf@e5", rack="rb rt rd", pool=0))
    assert refused(empty, "exchange") == "Your pool is empty, so there is nothing to exchange with."


def test_the_deal() -> None:
    position = GAME.position(GAME.new(seed="deal"))
    assert [len(rack) for rack in position["racks"]] == [5, 5]
    assert [len(pool) for pool in position["pools"]] == [31, 31]
    tiles = [tile for pile in position["racks"] + position["pools"] for tile in pile]
    assert sorted(tiles) == sorted(TILE_NAMES * 2)
    assert len(SUN_NAMES.split()) == 16


def reference_targets(position: dict[str, Any], tile: str) -> set[str]:
    """Return where a tile may go, computed from names only."""
    board = position["board"]
    if not board:
        return {"e5"}
    found = set()
    for column in "abcdefghi":
        for row in range(1, 10):
            around = [f"{chr(ord(column) + i)}{row + j}" for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))]
            laid = [board[name] for name in around if name in board]
            if f"{column}{row}" not in board and laid and all(tile[0] == one[0] or tile[1] == one[1] for one in laid):
                found.add(f"{column}{row}")
    return found


@pytest.mark.parametrize("deal", range(6))
def test_the_reference_rules_agree_over_whole_games(deal: int) -> None:
    random = Random(f"naive {deal}")
    state = GAME.new(seed=f"naive {deal}", options={"turns": 60})
    while (seat := GAME.seat(state)) is not None:
        position, moves = GAME.position(state), GAME.moves(state)
        if position["actions"]:
            expected = {
                f"{tile}@{square}" for tile in position["racks"][seat] for square in reference_targets(position, tile)
            }
            assert {move for move in moves if "@" in move} == expected
        state = GAME.play(state, moves[random.below(len(moves))])


@pytest.mark.slow
@pytest.mark.parametrize("refill", ["end", "each"])
@pytest.mark.parametrize("buy", ["any", "before"])
def test_more_games_conform(refill: str, buy: str) -> None:
    for deal in range(12):
        options = GAME.check_options({"refill": refill, "buy": buy, "turns": 60, "open_racks": deal % 2 == 0})
        check_game(GAME, 2, options, f"slow {deal}", state_count=20)


def test_a_position_survives_a_round_trip() -> None:
    for position in (build("rf@e5", rack="rb rt", points=[3, 4]), build("rf@e5", rack="rb", mover=1, actions=0)):
        assert GAME.position(GAME.load(position)) == position


def test_missing_options_take_their_defaults() -> None:
    position = build("rf@e5", rack="rb")
    assert GAME.position(GAME.load({**position, "options": {"turns": 4}}))["options"]["refill"] == "end"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"board": {"e5": "rf", "e6": "rf"}}, "rf is there 3 times; board, racks and pools must hold it 2 times."),
        ({"board": {"z9": "rf"}}, 'board must name a square from a1 to i9, not "z9".'),
        (
            {"board": {"e5": "xx"}},
            'board must hold tiles such as rf (colours r y g b c m, shapes f b t d e l), not "xx".',
        ),
        ({"board": []}, "board must be an object of squares and tiles, not a list."),
        ({"racks": [["rb"] * 6, []]}, "racks must be two lists of at most 5 tiles, one for each player."),
        ({"racks": [["rb"]]}, "racks must be two lists of at most 5 tiles, one for each player."),
        ({"points": [0, -1]}, "points must be two whole numbers from 0 to 1000000, one for each player."),
        ({"laid": [2, 0]}, "laid adds up to 2, but 1 tiles are on the board."),
        ({"turn": 21}, "turn must be a whole number from 0 to 20, not 21."),
        ({"actions": 6}, "actions must be a whole number from 0 to 5, not 6."),
        ({"placed_this_turn": 73}, "placed_this_turn must be a whole number from 0 to 72, not 73."),
        ({"to_move": 1}, "to_move must be 0 after 0 turns, not 1."),
        ({"to_move": None}, "to_move is null, but the game is not over in this position."),
        ({"options": {"turns": 5}}, "turns must be a whole number from 4 to 60 in steps of 2, not 5."),
        ({"suns": []}, 'A position of this game has no field "suns"'),
    ],
)
def test_a_bad_position_is_refused_in_one_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load({**build("rf@e5", rack="rb"), **change})
    assert sentence in error.value.sentence


def test_a_loaded_position_that_is_over() -> None:
    over = build("rf@e5", rack="ml", turn=20, to_move=None, laid=[0, 1])
    assert GAME.result(GAME.load(over)) == [0.0, 1.0]
    assert isinstance(GAME.load(over), Latice)
