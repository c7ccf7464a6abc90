"""The rules of Wege: the deck, placing, swapping, refusals and turns."""

from __future__ import annotations

from collections import Counter

import pytest
from games.wege.parks import CARDS, GAME, park, refused

import ludoteca
from ludoteca.core.generator import Random
from ludoteca.games.wege.cards import STANDARD, deck_cards, deck_counts
from ludoteca.games.wege.rules import MAX_MOVES

# Size of the deck, by the number of cells: with the standard specials, then with 1 to 5 of each.
DECKS = """
      9   16    12    12    18    24    30
     12   16    14    14    18    24    30
     15   18    18    18    18    24    30
     16   18    18    18    18    24    30
     18   20    20    20    20    24    30
     20   22    22    22    22    24    30
     21   24    24    24    24    24    30
     24   26    26    26    26    26    30
     25   28    28    28    28    28    30
     27   30    30    30    30    30    30
     28   30    30    30    30    30    30
     30   32    32    32    32    32    32
     32   34    34    34    34    34    34
     35   40    38    38    42    48    54
     36   40    38    38    42    48    54
     40   42    42    42    42    42    42
     42   44    44    44    44    44    44
     45   48    48    48    48    48    48
     48   50    50    50    50    50    50
     49   52    52    52    52    52    52
     50   52    52    52    52    52    52
     54   56    56    56    56    56    56
     56   58    58    58    58    58    58
     60   62    62    62    62    62    62
     63   66    66    66    66    66    66
     64   66    66    66    66    66    66
     70   72    72    72    72    72    72
     72   74    74    74    74    74    74
     80   82    82    82    82    82    82
     81   84    84    84    84    84    84
     90   92    92    92    92    92    92
    100  102   102   102   102   102   102
"""


def test_the_deck_of_every_park() -> None:
    table = {int(cells): list(map(int, sizes)) for cells, *sizes in map(str.split, DECKS.strip().splitlines())}
    parks = [(rows, cols) for rows in range(3, 11) for cols in range(3, 11)]
    assert set(table) == {rows * cols for rows, cols in parks}
    for rows, cols in parks:
        for column, specials in enumerate([STANDARD, 1, 2, 3, 4, 5]):
            counts = list(deck_counts(rows * cols, specials))
            assert counts[0] == counts[1]
            assert counts[2:] == ([specials] * 6 if specials != STANDARD else [3, 2, 3, 2, 3, 3])
            assert sum(counts) == table[rows * cols][column] >= rows * cols + 2
            assert len(deck_cards(rows * cols, specials)) == sum(counts)


@pytest.mark.parametrize(
    ("rows", "cols", "specials", "cards", "plain"),
    [
        (6, 6, "standard", 40, 12),
        (7, 5, "standard", 40, 12),
        (7, 5, 2, 38, 13),
        (6, 6, 5, 54, 12),
        (5, 5, "standard", 28, 6),
        (7, 7, "standard", 52, 18),
        (8, 8, "standard", 66, 25),
        (10, 10, "standard", 102, 43),
        (16, 16, "standard", 258, 121),
        (16, 16, 9, 258, 102),
        (6, 6, 0, 38, 19),
        (3, 3, "standard", 16, 0),
    ],
)
def test_the_decks_of_the_rules_page(rows: int, cols: int, specials: int | str, cards: int, plain: int) -> None:
    state = GAME.new(seed=1, options={"rows": rows, "cols": cols, "specials": specials})
    position = GAME.position(state)
    dealt = Counter((card["kind"], card["gnome"]) for card in [position["hand"], *position["deck"]])
    assert sum(dealt.values()) == cards
    assert dealt["land", None] == dealt["water", None] == plain


def test_every_deck_fills_its_park() -> None:
    """Up to the largest park: two cards more than cells, as many plain land as plain water cards."""
    for rows in range(3, 17):
        for cols in range(3, 17):
            cells = rows * cols
            for specials in range(10):
                counts = list(deck_counts(cells, specials))
                need = max(0, -((6 * specials - cells - 2) // 2))
                plain = max(12, need) if 34 <= cells <= 38 else need
                assert counts == [plain, plain, *[specials] * 6]
                assert sum(counts) >= cells + 2


def test_the_standard_deck() -> None:
    assert list(deck_counts(36, STANDARD)) == [12, 12, 3, 2, 3, 2, 3, 3]


@pytest.mark.parametrize("specials", [10, -1, "10", "-1", "two", True, None, 2.0, 10**100, [1]])
def test_specials_are_zero_to_nine_or_standard(specials: object) -> None:
    with pytest.raises(ludoteca.OptionError) as error:
        GAME.new(options={"specials": specials})
    assert error.value.sentence.startswith("specials must be one of standard, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, not ")


@pytest.mark.parametrize(("name", "value"), [("rows", 2), ("rows", 17), ("cols", 2), ("cols", "6"), ("cols", None)])
def test_rows_and_cols_are_three_to_sixteen(name: str, value: object) -> None:
    with pytest.raises(ludoteca.OptionError, match=f"{name} must be a whole number from 3 to 16, not "):
        GAME.new(options={name: value})


def test_a_number_and_its_text_are_the_same_option() -> None:
    one, two = (GAME.new(seed="s", options={"specials": specials}) for specials in (4, "4"))
    assert GAME.position(one) == GAME.position(two)


def test_the_first_card_goes_anywhere_in_any_rotation() -> None:
    assert len(GAME.moves(GAME.new(options={"rows": 4, "cols": 7}))) == 4 * 7 * 4


def test_a_card_fits_a_free_cell_beside_another_in_two_rotations() -> None:
    state = GAME.play(GAME.load(park("... ... ...", hand="l", deck="wlllllll")), "b2/0")
    assert GAME.moves(state) == [f"{cell}/{r}" for cell in ("b1", "a2", "c2", "b3") for r in (0, 2)]
    land = GAME.play(state, "b1/2")
    assert GAME.moves(land)[:4] == ["a1/0", "a1/2", "c1/0", "c1/2"]


def test_a_placement_draws_for_the_other_and_the_turn_passes() -> None:
    state = GAME.load(park("l.. ... ...", hand="c", deck="wblllll"))
    after = GAME.play(state, "b1/1")
    position = GAME.position(after)
    assert position["cards"]["b1"] == {"kind": "cossack", "gnome": None, "rotation": 1, "by": 0}
    assert position["hand"] == CARDS["w"]
    assert position["hand_is_replaced"] is False
    assert position["deck"][0] == CARDS["b"]
    assert position["to_move"] == 1
    assert (after.turn() - state.turn(), after.reveal_count() - state.reveal_count()) == (1, 1)


def test_a_swap_hands_the_replaced_card_to_the_other() -> None:
    state = GAME.load(park("lP. ... ...", hand="b", to_move=1))
    assert [move for move in GAME.moves(state) if "x" in move] == ["x a1/0", "x a1/2", "x b1/1", "x b1/3"]
    after = GAME.play(state, "x b1/3")
    position = GAME.position(after)
    assert position["cards"]["b1"] == {"kind": "bridge", "gnome": None, "rotation": 3, "by": 1}
    assert position["hand"] == CARDS["P"]
    assert position["hand_is_replaced"] is True
    assert position["deck"] == GAME.position(state)["deck"]
    assert position["to_move"] == 0
    assert (after.turn() - state.turn(), after.reveal_count() - state.reveal_count()) == (1, 0)
    assert not [move for move in GAME.moves(after) if "x" in move]
    placed = GAME.position(GAME.play(after, "c1/0"))
    assert placed["hand_is_replaced"] is False
    assert placed["hand"] == position["deck"][0]


def test_a_bridge_for_the_only_card_fixes_the_terrain_again() -> None:
    state = GAME.load(park("... .l. ...", hand="b"))
    assert GAME.view(state)["top_left"] == "land"
    swaps = [move for move in GAME.moves(state) if "x" in move]
    assert swaps == ["x b2/0", "x b2/1", "x b2/2", "x b2/3"]
    assert [GAME.view(GAME.play(state, move))["top_left"] for move in swaps] == ["land", "water", "land", "water"]
    swapped = GAME.play(state, "x b2/1")
    assert GAME.moves(swapped)[:2] == ["b1/0", "b1/2"]


def test_a_card_apart_does_not_free_the_terrain() -> None:
    state = GAME.load(park("l.. ... ..l", hand="b"))
    assert [move for move in GAME.moves(state) if "x" in move] == ["x a1/0", "x a1/2", "x c3/0", "x c3/2"]
    sentence = "The corners on c3 do not match the park: land would lie on a water point there."
    assert refused(state, "x c3/1") == sentence


def test_a_gnome_that_was_swapped_away_faces_nobody() -> None:
    """A path gnome leaves the point between a1, b1, a2 and b2; another that comes there is alone."""
    state = GAME.load(park("P.. ... ...", hand="b", deck="Ulllllll", half_turned=["a1"]))
    state = GAME.play(GAME.play(state, "x a1/0"), "a2/3")
    assert GAME.position(state)["hand"] == CARDS["U"]
    assert GAME.view(GAME.play(state, "b1/2"))["marks"]["facing"] == []


@pytest.mark.parametrize(
    ("drawing", "hand", "move", "sentence"),
    [
        ("... .l. ...", "w", "a1/0", "a1 is next to no card."),
        ("... .l. ...", "w", "b2/0", "b2 is taken by a land card."),
        ("... .O. ...", "b", "b2/0", "b2 is taken by a land card with an off-path gnome."),
        ("... .l. ...", "l", "b1/0", "The corners on b1 do not match b2 below: land would meet water there."),
        ("... .l. ...", "l", "a2/0", "The corners on a2 do not match b2 to the right: land would meet water there."),
        ("... .l. ...", "l", "c2/2", "The corners on c2 do not match b2 to the left: land would meet water there."),
        ("... .l. ...", "w", "b3/1", "The corners on b3 do not match b2 above: land would meet water there."),
        (".l. l.. ...", "l", "b2/1", "The corners on b2 do not match b1 above: land would meet water there."),
        ("... .l. ...", "w", "x b2/0", "Only a bridge can be swapped in; the card in hand is a water card."),
        ("... .l. ...", "c", "x b2/0", "Only a bridge can be swapped in; the card in hand is a cossack."),
        ("... .c. ...", "b", "x b2/0", "The cossack on b2 cannot be replaced."),
        ("... .b. ...", "b", "x b2/0", "The bridge on b2 cannot be replaced."),
        ("... .l. ...", "b", "x b1/0", "b1 is empty; a bridge is swapped for a card."),
        ("... ll. ...", "b", "x b2/1", "The corners on b2 do not match a2 to the left: land would meet water there."),
        ("... .l. ...", "l", "d1/0", '"d1" is not a cell of this park; its cells are a1 to c3.'),
        ("... .l. ...", "l", "a4/0", '"a4" is not a cell of this park; its cells are a1 to c3.'),
        ("... .l. ...", "l", "b1/4", '"4" is not a rotation; a card is turned by 0 to 3 quarters.'),
        ("... .l. ...", "l", "b1/", '"" is not a rotation; a card is turned by 0 to 3 quarters.'),
        ("... .l. ...", "l", "b1/01", '"01" is not a rotation; a card is turned by 0 to 3 quarters.'),
        ("... .l. ...", "l", "b1", '"b1" is not a move: c3/1 places the card in hand on c3 with rotation 1'),
        ("... .l. ...", "l", "y b1/1", '"y b1/1" is not a move: c3/1 places the card in hand'),
        ("... .l. ...", "l", "pass", '"pass" is not a move: c3/1 places the card in hand'),
        ("lll lll lll", "l", "a1/0", "The game is over."),
    ],
)
def test_what_does_not_fit_is_refused_with_its_reason(drawing: str, hand: str, move: str, sentence: str) -> None:
    assert refused(GAME.load(park(drawing, hand=hand)), move).startswith(sentence)


def test_a_card_whose_gnome_faces_another_is_not_replaced() -> None:
    state = GAME.load(park("PU. ... ...", hand="b", half_turned=["a1", "b1"]))
    assert refused(state, "x a1/0") == "The gnome on a1 faces another, so its card cannot be replaced."
    assert refused(state, "x b1/1") == "The gnome on b1 faces another, so its card cannot be replaced."


def test_moves_are_read_in_any_case_and_spacing() -> None:
    state = GAME.load(park("... .l. ...", hand="b"))
    assert GAME.position(GAME.play(state, "  X   B2/1 ")) == GAME.position(GAME.play(state, "x b2/1"))


def test_after_the_last_cell_nothing_is_drawn() -> None:
    state = GAME.load(park("lll lll ll.", hand="l", deck="wb"))
    over = GAME.play(state, "c3/0")
    position = GAME.position(over)
    assert position["hand"] is None
    assert position["to_move"] is None
    assert position["deck"] == [CARDS["w"], CARDS["b"]]
    assert over.reveal_count() == state.reveal_count()
    assert GAME.moves(over) == []


def test_a_game_with_many_bridges_ends_too() -> None:
    """Every swap is followed by a placement, so there are at most two moves for each cell."""
    state = GAME.load(park("lwl wlw ...", hand="b", deck="b" * 20))
    played = 0
    while GAME.seat(state) is not None:
        moves = GAME.moves(state)
        swaps = [move for move in moves if "x" in move]
        state = GAME.play(state, (swaps or moves)[0])
        played += 1
    assert played == 6 <= MAX_MOVES


def test_bridges_are_swapped_over_whole_games() -> None:
    """Hand and deck always hold enough cards for the free cells, however often a bridge is swapped in."""
    swapped = 0
    for deal in range(20):
        random = Random(f"swaps {deal}")
        state = GAME.new(seed=deal, options={"rows": 4, "cols": 4, "specials": 5})
        while GAME.seat(state) is not None:
            moves = GAME.moves(state)
            swaps = [move for move in moves if "x" in move]
            choice = swaps or moves
            swapped += bool(swaps)
            state = GAME.play(state, choice[random.below(len(choice))])
            position = GAME.position(state)
            assert position["hand_is_replaced"] == bool(swaps)
            assert len(position["cards"]) + len(position["deck"]) + (position["hand"] is not None) == 30
    assert swapped > 20
