"""Views, choices, the log and the text board of Wege."""

from __future__ import annotations

from typing import Any

from games.wege.parks import CARDS, GAME, park

from ludoteca.core.generator import Random
from ludoteca.games.wege import GAME as CORE

PICTURE = """\
Land is to move. In hand: bridge.

      a     b     c
    #     ~     #     ~
  1   \\     ~     cos
        \\G G  ~    L
    ~     #     ~     #
  2   ~     \\ ~     /
        ~   ~ \\   /
    #     ~     #     ~
  3     ~     /   c3
      ~     /  g
    ~     #     ~     .

    /0              /1              /2              /3
    #     ~         ~     #         #     ~         ~     #
      \\ ~             ~ /             \\ ~             ~ /
      ~ \\             / ~             ~ \\             / ~
    ~     #         #     ~         ~     #         #     ~
"""


def log_texts(before: Any, text: str, seat: int | None = None) -> list[str]:
    move = CORE.read_move(before, text)
    assert isinstance(move, int)
    after = before.copy()
    after.play(move)
    return [CORE.translations.format(line) for line in CORE.describe_move(before, move, after, seat)]


def test_everybody_sees_everything_except_the_order_of_the_deck() -> None:
    state = GAME.load(park("l.. ... ...", hand="c", deck="wwbQwlll"))
    view = GAME.view(state)
    assert view == GAME.view(state, 0) == GAME.view(state, 1)
    assert view["deck"] == 8
    assert {(card["kind"], card["gnome"]): card["count"] for card in view["left"]} == {
        ("land", None): 3,
        ("water", None): 3,
        ("land", "path"): 0,
        ("land", "off"): 0,
        ("water", "path"): 1,
        ("water", "off"): 0,
        ("cossack", None): 0,
        ("bridge", None): 1,
    }
    other = GAME.load(park("l.. ... ...", hand="c", deck="lllwQbww"))
    assert GAME.view(other) == view
    assert GAME.show(other) == GAME.show(state)


def test_nothing_reveals_the_order_of_the_deck_over_whole_games() -> None:
    """With the deck in another order, everything sent before the next draw is the same."""
    random = Random("order")
    state = CORE.start(2, CORE.check_options({"specials": 5}), Random("secret"))
    while state.seat() >= 0:
        other = state.copy()
        other.determinize(state.seat(), random.fork())
        assert CORE.write_position(other) != CORE.write_position(state) or len(state.deck) < 3
        for seat in (None, 0, 1):
            view = CORE.make_view(state, seat)
            assert CORE.make_view(other, seat) == view
            assert CORE.make_choices(other, seat) == CORE.make_choices(state, seat)
            assert str(CORE.write_position(state)["deck"]) not in str(view)
        state.play(random.choice(state.moves()))


def test_the_view_holds_what_a_board_draws() -> None:
    position = park("lw. l.. ...", hand="Q", replaced=True, to_move=1)
    view = GAME.view(GAME.load(position))
    assert {name: view[name] for name in ("rows", "cols", "cards", "hand", "hand_is_replaced", "to_move")} == {
        name: position[name] for name in ("rows", "cols", "cards", "hand", "hand_is_replaced", "to_move")
    }
    assert view["top_left"] == "land"
    assert view["provisional"] is True
    assert view["result"] is None
    assert view["score"][0] == {"sides": 4, "ponds": 0, "gnomes": 0, "cossacks": 0, "total": 4, "sides_touched": 2}
    assert view["score"][1] == {"sides": 0, "islands": 0, "gnomes": 0, "cossacks": 0, "total": 0, "sides_touched": 1}


def test_the_best_path_and_stream_are_marked() -> None:
    view = GAME.view(GAME.load(park("lww wlw wwl")))
    assert view["marks"]["path"] == {
        "sides": 2,
        "points": [[0, 0], [1, 1], [2, 2], [3, 3]],
        "cells": ["a1", "b2", "c3"],
    }
    assert view["marks"]["stream"]["sides"] == 2
    assert view["marks"]["islands"] == []
    cut_off = GAME.view(GAME.load(park("www wcw www")))
    assert cut_off["marks"]["islands"] == [[[1, 1]], [[2, 2]]]
    assert cut_off["marks"]["stream"]["sides"] == 4


def test_choices_name_the_rotations_of_every_cell() -> None:
    state = GAME.load(park("lw. ... ...", hand="b"))
    assert GAME.choices(state, 0) == {
        "kind": "cells",
        "place": {"c1": [0, 2], "a2": [1, 3], "b2": [0, 2]},
        "swap": {"a1": [0, 2], "b1": [1, 3]},
    }
    assert GAME.choices(state, 1) == GAME.choices(state) == {}


def test_a_placement_is_logged_with_what_changed_and_the_next_card() -> None:
    state = GAME.load(park("P.. ... ...", hand="U", deck="clllllll", half_turned=["a1"]))
    assert log_texts(state, "b1/2") == [
        "Land places a water card with an off-path gnome on b1, rotation 2.",
        "Land: 2 points for gnomes, 0 before (provisional).",
        "Water turns up a cossack.",
    ]
    assert log_texts(state, "b1/2", 0) == log_texts(state, "b1/2", 1) == log_texts(state, "b1/2")


def test_a_swap_is_logged_with_the_card_that_must_be_placed() -> None:
    state = GAME.load(park("lO. ... ...", hand="b", to_move=1))
    swapped = "Water swaps a bridge in on b1, rotation 3; "
    assert log_texts(state, "x b1/3")[0] == (
        swapped + "Land must place what it replaces, a land card with an off-path gnome."
    )
    replaced = GAME.play(state, "x b1/3")
    assert GAME.show(replaced).startswith(
        "Land is to move, and must place the card that the bridge replaced: land with off-path gnome."
    )


def test_the_end_is_logged_line_by_line() -> None:
    state = GAME.load(park("lll lll ll.", hand="c", to_move=1))
    assert log_texts(state, "c3/0") == [
        "Water places a cossack on c3, rotation 0.",
        "Land: sides 12, ponds 8, gnomes 0, cossacks 0, total 20.",
        "Water: sides 0, islands 0, gnomes 0, cossacks 1, total 1.",
        "Land wins, 20 to 1.",
    ]
    bridges = GAME.load(park("bbb bbb bb.", hand="b"))
    assert log_texts(bridges, "c3/0")[-1] == "A draw, 12 each."


def test_the_text_board() -> None:
    position = park("PUc wbl wO.", hand="b", deck="lw", half_turned=["a1", "b1"])
    assert GAME.show(GAME.load(position)).startswith(PICTURE)


def test_score_best_groups_and_deck_are_below_the_board() -> None:
    shown = GAME.show(GAME.load(park("lc. l.. ...", hand="w", deck="lwbcPU")), 0).splitlines()[-8:]
    assert shown == [
        "Provisional score     sides   ponds/islands   gnomes   cossacks   total",
        "> Land                    4               0        0          1       5",
        "  Water                   0               0        0          0       0",
        "",
        "Best path, sides 2: a1 a2.",
        "",
        "Deck, 6 cards: 1 land, 1 water, 1 land with path gnome, 1 water with off-path",
        "gnome, 1 cossack, 1 bridge.",
    ]
    over = GAME.show(GAME.load(park("bbb bbb bbb")))
    assert over.startswith("The game is drawn.\n")
    assert "\nScore     sides" in over
    assert GAME.show(GAME.load(park("lll lll lll"))).startswith("Land has won.\n")


def test_a_text_board_has_room_for_the_largest_park() -> None:
    lines = GAME.show(GAME.new(options={"rows": 10, "cols": 10})).splitlines()
    assert max(map(len, lines)) <= 79
    assert lines[2].split() == list("abcdefghij")
    assert " 10   a10   b10" in lines[31]


def test_all_cards_of_the_rules_page_are_drawn_as_on_the_board() -> None:
    """The pictures of the rules page are the text board's cards in hand, in rotation 0."""
    page = CORE.rules()
    for letter, card in CARDS.items():
        if letter == "c":
            continue
        shown = GAME.show(GAME.load(park("... ... ...", hand=letter))).splitlines()
        first = next(number for number, line in enumerate(shown) if line.startswith("    /0"))
        for line in shown[first + 1 : first + 5]:
            assert line[4:11].rstrip() in page, card
