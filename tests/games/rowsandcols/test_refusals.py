"""Every refusal has its own sentence and changes nothing; bad positions are refused by field and bounds."""

from __future__ import annotations

from typing import Any

import pytest
from games.rowsandcols.reference_rules import build

import ludoteca
from ludoteca.core.generator import Random
from ludoteca.core.translations import Refusal
from ludoteca.games.rowsandcols import RowsAndColsGame
from ludoteca.games.rowsandcols.board import BRICK_NAMES, CELLS
from ludoteca.games.rowsandcols.moves import END, PASS, SWAP, SWAP_BASE, swap_move, swapped_bricks

GAME = RowsAndColsGame()

MIXED = "bc@0,0 bs@1,0"
TOO_MANY = "You can swap at most 2 now, not {}: no more than you hold, and no more than the bag holds."
CUT_OFF = "{} is cut off from the bricks laid this turn: their row must be unbroken."
NO_MOVE = '"{}" is not a move: lay a brick with bc@1,0, or end, swap bc rs, pass.'
NO_BRICK = "{} must hold bricks such as bc (colours b r g y c p, shapes c s r f u t), not {}."
BC_AND_RS = "The row 0,0 to 2,0 would be mixed: bc and rs share neither colour nor shape."
CROSS = "bc@0,0 bs@1,0 br@2,0 rf@3,1 gf@3,2"


@pytest.mark.parametrize(
    ("board", "hand", "moves", "sentence"),
    [
        # Placing
        ("bc@0,0", "rc", "gc@1,0", "gc is not in your hand."),
        ("bc@0,0", "rc", "rc@0,0", "0,0 is taken by bc."),
        ("bc@0,0", "rc", "rc@1,1", "1,1 does not touch a brick."),
        ("bc@0,0", "rc", "rc@-7,40", "-7,40 does not touch a brick."),
        ("bc@0,0", "rc", "rc@109,0", "109,0 is too far away: coordinates go from -108 to 108."),
        ("bc@108,0", "rc", "rc@109,0", "109,0 is too far away: coordinates go from -108 to 108."),
        ("bc@0,0", "bc", "bc@0,1", "The column 0,0 to 0,1 would hold bc twice."),
        ("bc@0,0", "rs", "rs@1,0", "The row 0,0 to 1,0 would be mixed: bc and rs share neither colour nor shape."),
        (MIXED, "rs", "rs@2,0", BC_AND_RS),
        (MIXED, "bc", "bc@2,0", "The row 0,0 to 2,0 would hold bc twice."),
        (CROSS, "bu", "bu@3,0", "The column 3,0 to 3,2 would be mixed: bu and rf share neither colour nor shape."),
        (
            "bc@0,0 rs@2,0",
            "bs",
            "bs@1,0",
            BC_AND_RS,
        ),
        ("bc@0,0 bc@0,2", "bs", "bs@0,1", "The column 0,0 to 0,2 would hold bc twice."),
        (
            "bc@0,0 bs@1,0 br@2,0 bf@3,0 bu@4,0 bt@5,0",
            "bs",
            "bs@6,0",
            "The row 0,0 to 6,0 would hold bs twice.",
        ),
        # The second brick of a turn and later ones
        ("bc@0,0", "rc gc", "rc@1,0 gc@0,1", "0,1 is not in line with the bricks laid this turn."),
        ("bc@0,0", "rc gc", "rc@1,0 gc@3,0", CUT_OFF.format("3,0")),
        ("bc@0,0 gs@3,0", "rc gc", "rc@1,0 gc@4,0", CUT_OFF.format("4,0")),
        ("bc@0,0", "rc rs", "rc@1,0 rs@1,1", "The column 1,0 to 1,1 would hold no brick from before this turn."),
        ("bc@0,0", "rc rs", "rc@0,1 rs@-1,1", "The row -1,1 to 0,1 would hold no brick from before this turn."),
        ("bc@0,0 rs@1,1", "rc gc yc", "rc@2,0", "2,0 does not touch a brick."),
        ("bc@0,0", "rc gc rs", "rc@1,0 gc@2,0 rs@1,1", "1,1 is not in line with the bricks laid this turn."),
        (
            "bc@0,0",
            "rc rs",
            "rc@1,0 rs@2,0",
            BC_AND_RS,
        ),
        # EndgameSolver, swapping
        ("bc@0,0", "rc", "end", "Lay at least one brick before you end the turn."),
        ("bc@0,0", "rc gc", "rc@1,0 swap_gc", "You have laid a brick this turn, so you cannot swap any more."),
        ("bc@0,0", "rc gc", "swap_yc", "yc is not in your hand."),
        ("bc@0,0", "rc gc", "swap_gc_gc", "You do not hold that many of gc."),
        ("bc@0,0", "rc gc", "swap_rc_gc_yc", TOO_MANY.format(3)),
        ("bc@0,0", "rc gc", "swap" + "_rc" * 7, TOO_MANY.format(7)),
        ("bc@0,0", "rc gc", "swap", "Say which bricks to swap, as in swap bc rs."),
        ("bc@0,0", "rc gc", "swap_rq", '"rq" is not a brick: a colour b r g y c p, then a shape c s r f u t.'),
        # Passing
        ("bc@0,0", "ps", "pass", "There is no passing while bricks are in the bag (105): lay a brick, or swap."),
        ("bc@0,0", "rc gc", "rc@1,0 pass", "You have laid a brick this turn; end the turn instead."),
        # No move at all
        ("bc@0,0", "rc", "rc@1", NO_MOVE.format("rc@1")),
        ("bc@0,0", "rc", "rc@01,0", NO_MOVE.format("rc@01,0")),
        ("bc@0,0", "rc", "rc@-0,1", NO_MOVE.format("rc@-0,1")),
        ("bc@0,0", "rc", "rx@1,0", NO_MOVE.format("rx@1,0")),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(board: str, hand: str, moves: str, sentence: str) -> None:
    """An underscore stands for a space within a move; the last move is the one refused."""
    *first, last = (move.replace("_", " ") for move in moves.split())
    state = GAME.load(build(board, hand=hand, other="pu"))
    for move in first:
        state = GAME.play(state, move)
    before = GAME.position(state)
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, last)
    assert error.value.sentence == sentence
    assert GAME.position(state) == before


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("swap rc", "The bag is empty, so nothing can be swapped."),
        ("swap" + " rc" * 7, "The bag is empty, so nothing can be swapped."),
        ("pass", "One of your bricks fits, so you cannot pass."),
    ],
)
def test_refusals_of_the_end_game(move: str, sentence: str) -> None:
    state = GAME.load(build("bc@0,0", hand="rc gc", other="pu", bag=0))
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, move)
    assert error.value.sentence == sentence


def test_a_swap_larger_than_the_bag_is_refused() -> None:
    state = GAME.load(build("bc@0,0", hand="rc gc ys", other="pu", bag=2))
    assert "swap rc gc ys" not in GAME.moves(state)
    with pytest.raises(ludoteca.IllegalMove, match="You can swap at most 2 now, not 3"):
        GAME.play(state, "swap rc gc ys")


def test_nothing_can_be_done_when_the_game_is_over() -> None:
    state = GAME.load(build("bc@0,0", hand="rc", bag=0, to_move=None))
    for move in ("rc@1,0", "end", "pass", "swap rc", "nonsense"):
        with pytest.raises(ludoteca.IllegalMove) as error:
            GAME.play(state, move)
        assert error.value.sentence == "The game is over."


def test_numbers_that_are_no_moves_are_refused() -> None:
    state = GAME.read_position(build("bc@0,0", hand="bs rc", other="pu"), Random("any"))
    bs, rc = BRICK_NAMES.index("bs") + 1, BRICK_NAMES.index("rc") + 1
    assert state.why_not(SWAP + bs * SWAP_BASE + rc) is None
    for code in (
        rc * SWAP_BASE + bs,
        bs * SWAP_BASE * SWAP_BASE + rc,
        bs * SWAP_BASE,
        SWAP_BASE**6 * bs + rc,
        -5,
        2**61,
    ):
        refusal = state.why_not(SWAP + code)
        assert isinstance(refusal, Refusal), code
        assert list(swapped_bricks(SWAP + code)) == []
    assert state.why_not(-1) == Refusal("no_such_move")
    assert state.why_not(CELLS * BRICK_NAMES.index("rc")) is not None
    assert END < PASS <= SWAP < swap_move(swapped_bricks(SWAP + 1)) < 2**62


# Positions


@pytest.mark.parametrize(
    "position",
    [
        build("bc@0,0", hand="rc gc", other="pu"),
        build("bc@-108,108 rs@108,-108", hand="rc gc", other="pu", to_move=1, swaps=5, scores=[12, 999]),
        build("bc@5,5 rc@6,5 gc@7,5", hand="yc", other="pu", placed=["6,5", "7,5"]),
        build("bc@0,0 rc@1,0", hand="", other="pu", bag=0, placed=["1,0"]),
        build("bc@0,0", hand="", other="pu", bag=0, to_move=None),
        build("bc@0,0", hand="rc", other="pu", passes=2, to_move=None),
        build("bc@0,0", hand="rc", other="pu", swaps=6, to_move=None),
    ],
)
def test_a_position_survives_a_round_trip(position: dict[str, Any]) -> None:
    assert GAME.position(GAME.load(position)) == position


def test_passes_and_swaps_are_optional_and_hands_may_be_in_any_order() -> None:
    position = build("bc@0,0", hand="rc gc pt", other="pu")
    short = {name: value for name, value in position.items() if name not in ("passes", "swaps")}
    short["hands"] = [["pt", "rc", "gc"], ["pu"]]
    assert GAME.position(GAME.load(short)) == position


def test_the_position_itself_decides_whether_the_game_is_over() -> None:
    # Bag and hand are empty, but the turn has not ended yet.
    running = GAME.load(build("bc@0,0 rc@1,0", hand="", other="pu", bag=0, placed=["1,0"]))
    assert GAME.moves(running) == ["end"]
    assert GAME.scores(GAME.play(running, "end")) == [8, 0]
    # A seat that is named anyway is ignored and written as null.
    over = build("bc@0,0", hand="", other="pu", bag=0, to_move=1, scores=[3, 2])
    assert GAME.position(GAME.load(over))["to_move"] is None
    assert GAME.result(GAME.load(over)) == [1.0, 0.0]


def test_an_empty_hand_passes_even_while_the_bag_has_bricks() -> None:
    state = GAME.load(build("bc@0,0", hand="", other="pu rc"))
    assert GAME.moves(state) == ["pass"]
    state = GAME.play(state, "pass")
    swaps = 0
    while GAME.seat(state) is not None:
        moves = GAME.moves(state)
        state = GAME.play(state, moves[-1])
        swaps += moves[-1].startswith("swap")
    assert swaps == 6, "a pass in between does not keep the game from ending"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"players": 7}, "players must be a whole number from 2 to 6, not 7."),
        ({"players": 3}, "hands must be 3 lists of at most 6 bricks, one for each player."),
        ({"players": True}, "players must be a whole number from 2 to 6, not True."),
        ({"board": {}}, "board must be an object of 1 to 108 cells and bricks, not an object of 0."),
        ({"board": []}, "board must be an object of 1 to 108 cells and bricks, not a list."),
        ({"board": {"0,0": "xx"}}, NO_BRICK.format("board", '"xx"')),
        ({"board": {"0,109": "bc"}}, 'board must name cells x,y with coordinates from -108 to 108, not "0,109".'),
        ({"board": {"00,0": "bc"}}, 'board must name cells x,y with coordinates from -108 to 108, not "00,0".'),
        ({"board": {"0,0": "bc", "1,0": "bc"}}, "bc is there 4 times; board, hands and bag must hold it 3 times."),
        ({"board": {"0,0": "rc"}}, "bc is there 2 times; board, hands and bag must hold it 3 times."),
        ({"hands": [["rc"] * 7, []]}, "hands must be 2 lists of at most 6 bricks, one for each player."),
        ({"hands": [["rc"]]}, "hands must be 2 lists of at most 6 bricks, one for each player."),
        ({"hands": {}}, "hands must be a list, not an object."),
        ({"hands": [[7], []]}, NO_BRICK.format("hands", "7")),
        ({"bag": None}, "bag must be a list, not None."),
        ({"bag": [["rc"]]}, NO_BRICK.format("bag", "a list")),
        ({"scores": [0]}, "scores must be 2 whole numbers from 0 to 1000000, one for each player."),
        ({"scores": [0, -1]}, "scores must be 2 whole numbers from 0 to 1000000, one for each player."),
        ({"scores": [0, 1.5]}, "scores must be 2 whole numbers from 0 to 1000000, one for each player."),
        ({"to_move": 2}, "to_move must be a whole number from 0 to 1, not 2."),
        ({"to_move": None}, "to_move is null, but the game is not over in this position."),
        ({"passes": 3}, "passes must be a whole number from 0 to 2, not 3."),
        ({"swaps": 7}, "swaps must be a whole number from 0 to 6, not 7."),
        ({"placed": ["1,0"]}, "placed names 1,0, but no brick of the board lies there."),
        ({"placed": [3]}, "placed must name cells x,y with coordinates from -108 to 108, not 3."),
        ({"placed": ["0,0"]}, "placed must be a legal turn, but not with 0,0: 0,0 does not touch a brick."),
        ({"turn": 1}, 'A position of this game has no field "turn"'),
    ],
)
def test_a_bad_position_is_refused_with_a_sentence(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load({**build("bc@0,0", hand="rc", other="pu"), **change})
    assert sentence in error.value.sentence


@pytest.mark.parametrize(
    ("board", "placed", "sentence"),
    [
        ("bc@0,0 rc@1,0", "1,0 1,0", "placed names 1,0 twice."),
        (
            "bc@0,0 rc@1,0 gc@2,0",
            "2,0 1,0",
            "placed must be a legal turn, but not with 2,0: 2,0 does not touch",
        ),
        ("bc@0,0 rc@1,0 gc@0,1", "1,0 0,1", "placed must be a legal turn, but not with 0,1: 0,1 is not in line"),
        ("bc@0,0 rc@1,0 rs@1,1", "1,0 1,1", "placed must be a legal turn, but not with 1,1: The column 1,0 to 1,1"),
        ("bc@0,0 rc@1,0 rs@2,0", "1,0 2,0", "placed must be a legal turn, but not with 2,0: The row 0,0 to 2,0"),
    ],
)
def test_the_current_turn_must_be_legal(board: str, placed: str, sentence: str) -> None:
    with pytest.raises(ludoteca.PositionError) as error:
        GAME.load(build(board, hand="pt", other="pu", placed=placed.split()))
    assert sentence in error.value.sentence


@pytest.mark.parametrize("field", ["players", "board", "hands", "bag", "scores", "placed", "to_move"])
def test_a_position_without_a_field_is_refused(field: str) -> None:
    position = build("bc@0,0", hand="rc", other="pu")
    del position[field]
    with pytest.raises(ludoteca.PositionError, match=f"The position has no field {field}"):
        GAME.load(position)
