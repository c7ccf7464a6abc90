"""Views, the log, choices, the text board, and the console with names and numbers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from games.waffe.reference_rules import DECK, GAME, build
from terminal import scripted

import ludoteca
from ludoteca.core.generator import Random
from ludoteca.core.records import Record, Seat
from ludoteca.core.translations import Text
from ludoteca.games.waffe import description
from ludoteca.table.table import Table


def log_texts(before: Any, text: str, seat: int | None = None) -> list[str]:
    move = GAME.read_move(before, text)
    assert isinstance(move, int)
    after = before.copy()
    after.play(move)
    return [GAME.translations.format(line) for line in GAME.describe_move(before, move, after, seat)]


# Views and secrets


def test_everybody_sees_everything_except_the_other_hand_and_the_pack() -> None:
    position = build("9C J1 JH QD KS", hand="2C 2D", table="3C", other="AC", other_table="4C 5C", pack=30)
    state = GAME.load(position)
    view = GAME.view(state, 0)
    assert view == {
        "field": ["9C", "JH", "QD", "KS", "J1"],
        "types": ["straight"],
        "shown": {"is": "a straight to the king", "type": "straight", "top": "K"},
        "arranged": [
            [{"card": "9C"}, {"card": "J1", "as": "T"}, {"card": "JH"}, {"card": "QD"}, {"card": "KS"}],
        ],
        "hands": [["2C", "2D"], None],
        "hand_sizes": [2, 1],
        "tables": [["3C"], ["4C", "5C"]],
        "pack_size": 30,
        "gone": position["gone"],
        "passes": 0,
        "to_move": 0,
        "result": None,
        "options": position["options"],
    }
    assert GAME.view(state, 1) == {**view, "hands": [None, ["AC"]]}
    assert GAME.view(state) == {**view, "hands": [None, None]}


def test_determinizing_keeps_what_a_seat_sees_and_the_number_of_cards() -> None:
    state = GAME.load(build("7S", hand="2C 2D", table="3C", other="AC 9H", other_table="4C", pack=30))
    seen = set()
    for number in range(20):
        other = state.copy()
        other.determinize(0, Random(str(number)))
        assert GAME.view(other, 0) == GAME.view(state, 0)
        seen.add(str(GAME.position(other)["hands"][1]))
        assert sorted(GAME.position(other)["hands"][1] + GAME.position(other)["pack"]) == sorted(
            GAME.position(state)["hands"][1] + GAME.position(state)["pack"]
        )
    assert len(seen) > 10


def test_cards_drawn_are_named_to_their_player_only() -> None:
    state = GAME.load(build("7S", hand="2C 2D", other="AC", options={"hand": 5}))
    drawn = ", ".join(GAME.position(state)["pack"][:3])
    first = [
        "Player 1 passes; cards that leave the game with the field: 1.",
        "Player 1 lays the hand open: 2C, 2D.",
    ]
    last = "Player 2 opens a new field."
    assert log_texts(state, "pass", 0) == [*first, f"Player 1 draws {drawn}.", last]
    for seat in (1, None):
        assert log_texts(state, "pass", seat) == [*first, "Player 1 draws; cards: 3.", last]


@pytest.mark.parametrize("seat", [0, 1])
def test_refusals_do_not_depend_on_what_is_hidden(seat: int) -> None:
    state: Any = GAME.load(build("7S", hand="2C 2D", other="AC 9H", other_table="4C", pack=30, mover=seat))
    other = state.copy()
    other.determinize(seat, Random("other"))
    for card in DECK:
        for text in (f"play {card}", f"play 2C {card}"):
            assert GAME.read_move(state, text) == GAME.read_move(other, text)


# The log of a play, from which a board also learns what a selection would do


TOO = ", and can be straight as well."


@pytest.mark.parametrize(
    ("field", "play", "sentences"),
    [
        (
            "",
            "7S",
            ["Player 1 opens the field with 7S.", "The field is a suit of spades, and can be straight as well."],
        ),
        ("7S", "7H", ["Player 1 plays 7H.", "The field is pairs."]),
        ("JD QH", "KS", ["Player 1 plays KS.", "The field is a straight to the king."]),
        ("JD QH", "KS AC", ["Player 1 plays AC, KS.", "The field is a straight to the ace."]),
        ("7S 7H", "J1 J2", ["Player 1 plays J1, J2.", "The field is pairs, and can be fours as well."]),
        ("7S 7H", "7D", ["Player 1 plays 7D.", "The field is triples."]),
        ("3H 6H", "TH", ["Player 1 plays TH.", "The field is a suit of hearts."]),
        (
            "",
            "J1",
            ["Player 1 opens the field with J1.", "The field is a suit of jokers, and can be straight as well."],
        ),
    ],
)
def test_a_play_is_logged_with_what_the_field_becomes(field: str, play: str, sentences: list[str]) -> None:
    state = GAME.load(build(field, hand=f"{play} 2C", other="3C"))
    for seat in (0, 1, None):
        assert log_texts(state, f"play {play}", seat) == sentences


def test_cards_from_table_hands_are_named_separately() -> None:
    state = GAME.load(build("7S", hand="8S 2C", table="9S", other="AC", other_table="TS"))
    assert log_texts(state, "play 8S 9S TS")[1:3] == [
        "From the table hand of Player 1: 9S.",
        "From the table hand of Player 2: TS.",
    ]


def test_the_end_is_logged() -> None:
    own = GAME.load(build("7S", hand="8S", other="AC"))
    assert log_texts(own, "play 8S")[-1] == "Player 1 has no card left and wins."
    other = GAME.load(build("7S", hand="2C 3C", other_table="8S"))
    sentence = "Player 2 has no card left, because Player 1 played the last of them: Player 2 wins."
    assert log_texts(other, "play 8S")[-1] == sentence
    both = GAME.load(build("7S", hand="9S", other_table="8S"))
    assert log_texts(both, "play 8S 9S")[-1] == "Neither player has a card left: both win, half each."
    draw = GAME.load(build(hand="8S", other="AC", pack=0, passes=3))
    assert log_texts(draw, "pass") == [
        "Player 1 passes on an empty field.",
        "Player 1 lays the hand open: 8S.",
        "No card is drawn: pass 4 of the 4 in succession that make a draw.",
        "4 passes in succession without a card drawn: the game is a draw.",
    ]
    ends = {
        "Player 1 has won.": (own, "play 8S"),
        "Player 2 has won.": (other, "play 8S"),
        "Both players have won.": (both, "play 8S 9S"),
        "The game is drawn.": (draw, "pass"),
    }
    for headline, (state, move) in ends.items():
        assert GAME.show(GAME.play(state, move)).splitlines()[0] == headline


# How a field is arranged


def shown(field: str, kept: str | None = None) -> list[list[str]]:
    types: dict[str, Any] = {} if kept is None else {"types": [kept]}
    view = GAME.view(GAME.load(build(field, hand="2C", other="3C", **types)))
    return [[_card(laid) for laid in group] for group in view["arranged"]]


def _card(laid: dict[str, Any]) -> str:
    return f"{laid['card']}={laid['as']}" if "as" in laid else str(laid["card"])


@pytest.mark.parametrize(
    ("field", "kept", "expected"),
    [
        ("KS 3S J1 AS", None, [["AS", "3S", "KS", "J1=S"]]),
        ("J1 J2", "suit", [["J1=None", "J2=None"]]),
        ("3H 2S AC KD QD", None, [["QD", "KD", "AC", "2S", "3H"]]),
        ("7S 8H J1", None, [["7S", "8H", "J1=9"]]),
        ("QS KH J1", None, [["J1=J", "QS", "KH"]]),
        ("KS AH J1", None, [["J1=Q", "KS", "AH"]]),
        ("7S 9H J1", None, [["7S", "J1=8", "9H"]]),
        ("7S 7H J1 J2", "pairs", [["7H", "7S"], ["J1=None", "J2=None"]]),
        ("7S 7H J1 J2", "fours", [["7H", "7S", "J1=7", "J2=7"]]),
        ("7S J1 9H 9C 9D 7D", None, [["7D", "7S", "J1=7"], ["9C", "9D", "9H"]]),
    ],
)
def test_a_field_is_arranged_by_its_type(field: str, kept: str | None, expected: list[list[str]]) -> None:
    assert shown(field, kept) == expected


def test_an_arranged_field_holds_every_card_once() -> None:
    random = Random("arranged")
    for deal in range(6):
        state = GAME.new(seed=f"arranged {deal}", options={"transitions": "free"})
        while GAME.seat(state) is not None:
            view = GAME.view(state)
            assert sorted(laid["card"] for group in view["arranged"] for laid in group) == sorted(view["field"])
            if view["field"] and view["shown"]["type"] in ("pairs", "triples", "fours"):
                assert len({len(group) for group in view["arranged"]}) == 1
            state = state.copy()
            state.play(state.random_move(random))


# Choices


def test_choices_are_the_playable_cards_by_source_and_the_effect_of_a_pass() -> None:
    state = GAME.load(build("7S", hand="8S 2C J1", table="7H", other="AC", other_table="6S KD"))
    assert GAME.choices(state, 0) == {
        "kind": "cards",
        "hand": ["2C", "8S", "J1"],
        "table": ["7H"],
        "other": ["6S", "KD"],
        "alone": {"8S": "suit", "J1": "suit", "7H": "pairs", "6S": "suit"},
        "play": True,
        "pass": {"leave": 1, "open": 3, "draw": 6, "passes": 0, "ends": False},
    }
    assert GAME.choices(state, 1) == {}


def test_choices_say_whether_there_is_a_play_and_whether_a_pass_is_allowed_or_ends_the_game() -> None:
    stuck = GAME.choices(GAME.load(build("3H 6H", hand="2C", other="2D", pack=0, passes=3)), 0)
    assert (stuck["play"], stuck["alone"]) == (False, {})
    assert stuck["pass"] == {"leave": 2, "open": 1, "draw": 0, "passes": 4, "ends": True}
    pairs = GAME.choices(GAME.load(build("7S 7H", hand="8S 8H 2C", other="2D")), 0)
    assert (pairs["play"], pairs["alone"]) == (True, {})
    must = GAME.choices(GAME.load(build("7S 7H", hand="2C", table="8S 8H", other="2D", options={"must_play": True})), 0)
    assert must["pass"] is None
    unshared = build("7S", hand="2C", other="AC", other_table="6S", options={"shared_table": False})
    assert GAME.choices(GAME.load(unshared), 0)["other"] == []


def test_choices_stay_small_when_there_are_many_moves() -> None:
    state = GAME.load(build(hand=" ".join(DECK[::2]), other="2D"))
    assert len(str(GAME.choices(state, 0))) < 1500


# The text board and the console


def test_the_text_board_numbers_the_cards_of_the_mover() -> None:
    state = GAME.load(build("9C J1 JH QD KS", hand="2C TD", table="3C", other="AC 4H", other_table="5C", pack=30))
    assert GAME.show(state, 0).splitlines() == [
        "Player 1 is to move. Pack 30, gone 14.",
        "",
        "Field: a straight to the king (5)",
        "    9C *1=T JH QD KS",
        "",
        "Types:  Suit  Straight     Pairs   Triples     Fours",
        "        over       now  possible  possible  possible",
        "",
        "> Player 1   cards: 3",
        "               1   2",
        "    hand      2C  TD",
        "               3",
        "    table     3C",
        "  Player 2   cards: 3",
        "    hand      ??  ??",
        "               4",
        "    table     5C",
    ]
    watched = GAME.show(state)
    assert "1   2" not in watched
    assert watched.count("??") == 4


def test_the_text_board_shows_groups_an_empty_field_and_counted_passes() -> None:
    pairs = GAME.show(GAME.load(build("7S 7H J1 J2", hand="2C", other="AC")), 0).splitlines()
    assert pairs[2:4] == ["Field: pairs, also fours (4)", "    7H 7S  |  *1 *2"]
    empty = GAME.show(GAME.load(build(hand="2C", other="AC", passes=2, pack=10)), 1).splitlines()
    assert empty[0] == "Player 1 is to move. Pack 10, gone 43. Passes without a draw: 2 of 4."
    assert empty[2] == "The field is empty."
    assert "    table      -" in empty


def test_many_cards_take_several_lines() -> None:
    lines = GAME.show(GAME.load(build(hand=" ".join(DECK[:20]), other="KC")), 0).splitlines()
    assert lines[5:9] == [
        " " * 12 + "".join(f"{number:>4}" for number in range(1, 17)),
        "    hand    " + "".join(f"{card:>4}" for card in DECK[:16]),
        " " * 12 + "".join(f"{number:>4}" for number in range(17, 21)),
        " " * 12 + "".join(f"{card:>4}" for card in DECK[16:20]),
    ]
    assert max(map(len, lines)) <= 80


def test_many_groups_take_several_lines() -> None:
    field = " ".join(f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "CD")
    lines = GAME.show(GAME.load(build(field, hand="2S", other="KS")), 0).splitlines()
    assert lines[3].endswith("7C 7D  |")
    assert lines[4].startswith("    8C 8D  |  9C 9D")
    assert max(map(len, lines)) <= 80


def test_a_joker_is_drawn_and_may_be_typed_so_that_nobody_takes_it_for_a_jack() -> None:
    state = GAME.load(build("7S", hand="J1 JH", other="2C"))
    board = description.board(GAME.view(state, 0), GAME.choices(state, 0))
    drawn = {piece.id: (piece.text, piece.symbol) for piece in board.players[0].zones[0].pieces}
    assert drawn == {"JH": ("JH", "J♥"), "J1": ("*1", "★1")}
    assert GAME.position(GAME.play(state, "play *1")) == GAME.position(GAME.play(state, "play J1"))


def test_the_board_says_what_the_field_can_become() -> None:
    def states(field: str, **position: Any) -> list[str]:
        view = GAME.view(GAME.load(build(field, hand="2C", other="AC", **position)))
        values = description.board(view, {}).tables[0].rows[0].values
        return [value.code.removeprefix("type_") for value in values if isinstance(value, Text)]

    assert states("7S 8S") == ["now", "also", "open", "open", "open"]
    assert states("7S 9S") == ["now", "open", "open", "open", "open"]
    assert states("7S 8H") == ["gone", "now", "open", "open", "open"]
    assert states("7S 7H") == ["gone", "gone", "now", "open", "open"]
    assert states("7S 7H 7D 8S 8H 8D", options={"transitions": "free"}) == ["open", "open", "open", "now", "open"]
    assert description.board(GAME.view(GAME.load(build(hand="2C", other="AC"))), {}).tables == ()


def console(
    start: dict[str, Any], lines: list[str], folder: Path, bots: tuple[int | None, int | None]
) -> tuple[str, Table]:
    seats = tuple(Seat(GAME.role(seat), bot) for seat, bot in enumerate(bots))
    record = Record(GAME, GAME.check_options({}), "console", seats, (), start)
    return scripted.play(lines, folder, record)


def test_the_console_takes_names_and_numbers(tmp_path: Path) -> None:
    start = build("7S", hand="8S 2C", table="9S", other="AC TC", other_table="TS")
    out, table = console(start, ["1 9", "", "2 4 3", "play AC", "pass", "1", "quit"], tmp_path, (None, None))
    assert 'The cards that you may play are numbered 1 to 4; there is no "9".' in out
    assert "Play cards by name (play 7S 7H J1) or by the numbers above them (1 3 5); or pass." in out
    assert "Guest plays 8S, 9S, TS." in out
    assert "The field would have no type" in out
    assert "Guest 2 passes; cards that leave the game with the field: 4." in out
    assert "Guest opens the field with 2C." in out
    assert "Guest has no card left and wins." in out
    assert table.record().moves[0] == "play 8S 9S TS"


def test_the_console_plays_against_a_bot_and_keeps_its_hand_secret(tmp_path: Path) -> None:
    start = GAME.position(GAME.new(seed="secret"))
    out, _ = console(start, ["moves 2", "1", "quit"], tmp_path, (None, 2))
    before = out.split("Guest opens")[0]
    assert not any(f" {card} " in before for card in start["hands"][1])
    assert "> Guest" in before


def test_a_record_names_cards_given_by_number() -> None:
    start = build("7S", hand="8S 2C", table="9S", other="AC TC")
    assert ludoteca.record("waffe", ["3 2"], seed=1, start=start)["moves"] == ["play 8S 9S"]
