"""The rules of Waffe: worked examples, changes of type, passing, the end, options and refusals."""

from __future__ import annotations

from typing import Any

import pytest
from games.waffe.reference_rules import DECK, GAME, build

import ludoteca
from ludoteca.core.conformance import check_game
from ludoteca.games.waffe.rules import PASS, Waffe


def refused(state: Any, move: str) -> str:
    """Return the sentence that refuses the move, after checking that nothing changed."""
    before = GAME.position(state)
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, move)
    assert GAME.position(state) == before
    return error.value.sentence


def after(state: Any, *moves: str) -> dict[str, Any]:
    for move in moves:
        state = GAME.play(state, move)
    return GAME.position(state)


# The worked examples


def test_a_joker_stands_for_something_else_as_the_field_grows() -> None:
    position = build(hand="KC J1 JD QH 9S KH QD J2 2C", other="3C")
    state = GAME.play(GAME.load(position), "play KC J1 JD")
    assert GAME.view(state)["types"] == ["straight"]
    assert GAME.view(state)["arranged"] == [[{"card": "JD"}, {"card": "J1", "as": "Q"}, {"card": "KC"}]]
    state = GAME.load({**GAME.position(state), "to_move": 0})
    state = GAME.play(state, "play QH 9S")
    row = [{"card": "9S"}, {"card": "J1", "as": "T"}, {"card": "JD"}, {"card": "QH"}, {"card": "KC"}]
    assert GAME.view(state)["arranged"] == [row]
    state = GAME.load({**GAME.position(state), "to_move": 0})
    state = GAME.play(state, "play KH QD J2")
    assert GAME.view(state)["types"] == ["pairs"]
    assert GAME.view(state)["arranged"] == [
        [{"card": "9S"}, {"card": "J1", "as": "9"}],
        [{"card": "JD"}, {"card": "J2", "as": "J"}],
        [{"card": "QD"}, {"card": "QH"}],
        [{"card": "KC"}, {"card": "KH"}],
    ]


@pytest.mark.parametrize(
    ("cards", "added", "expected"),
    [
        ("7C 7D 7H TC TD TH", "J1", None),
        ("4C 4D 4H 4S", "J1", None),
        ("AC 2D 3C 4D 5C 6D 7C 8D 9C TD JC QD KC", "KD", None),
        ("2D AD", "TC", None),
        ("2D AD", "9C J1 J2", None),
        ("2D AD", "TD", ["suit"]),
        ("2D AD", "3H", ["straight"]),
        ("2D AD", "KC", ["straight"]),
        ("2D AD", "3S 4C J1", ["straight"]),
        ("2D AD", "2C AC", ["pairs"]),
        ("2D AD", "2C AC 4S J1", ["pairs"]),
        ("2D AD", "2C AC 2H AS", ["triples"]),
        ("2D AD", "2C AC AS J1", ["triples"]),
        ("2D AD", "2C AC AH AS J1 J2", ["fours"]),
        ("7S", "7H", ["pairs"]),
        ("3H 6H", "3S 6S", None),
        ("5S 9S", "J1 J2", ["suit"]),
        ("7S 7H", "J1 J2", ["pairs", "fours"]),
    ],
)
def test_the_examples_of_the_rules_page(cards: str, added: str, expected: list[str] | None) -> None:
    state = GAME.load(build(cards, hand=f"{added} QC", other="QS"))
    text = f"play {added}"
    if expected is None:
        assert refused(state, text)
        assert text not in GAME.moves(state)
        return
    assert after(state, text)["types"] == expected
    view = GAME.view(GAME.play(state, text))
    assert view["shown"]["type"] == expected[0]


def test_a_field_shows_the_first_of_its_types() -> None:
    for hand, types in (
        ("7S", ["suit", "straight"]),
        ("7S 8S", ["suit", "straight"]),
        ("7S J1", ["suit", "straight", "pairs"]),
        ("5S 9S J1 J2", ["suit", "pairs"]),
        ("7S 7H J1 J2", ["pairs", "fours"]),
        ("QD KC AH 2S 3C", ["straight"]),
    ):
        state = GAME.play(GAME.load(build(hand=f"{hand} KS", other="QS")), f"play {hand}")
        assert GAME.view(state)["types"] == types
        assert GAME.view(state)["shown"]["type"] == types[0]


def test_passing_with_ten_cards_and_with_eight() -> None:
    first = after(GAME.new(seed="pass"), "pass")
    assert [len(hand) for hand in first["hands"]] == [0, 10]
    assert [len(table) for table in first["tables"]] == [10, 0]
    assert len(first["pack"]) == 35
    assert first["passes"] == 1
    eight = build(hand="AC 2C 3C 4C 5C 6C 7C 8C", other="AD 2D 3D 4D 5D 6D 7D 8D 9D TD", field="KS QS")
    position = GAME.load(eight)
    drawn = eight["pack"][:2]
    result = after(position, "pass")
    assert result["tables"][0] == eight["hands"][0]
    assert result["hands"][0] == sorted(drawn, key=DECK.index)
    assert result["pack"] == eight["pack"][2:]
    assert result["gone"] == ["QS", "KS"]
    assert result["field"] == result["types"] == []
    assert result["to_move"] == 1
    assert result["passes"] == 0
    assert len(GAME.position(GAME.new(seed="pass"))["pack"]) == 35


# Changes of type


def test_a_field_keeps_every_type_it_can_have() -> None:
    """A single card is a suit and a straight, so pairs may follow; after a suit they may not."""
    pairs = GAME.load(build("7S", hand="7H 2C", other="2D"))
    assert after(pairs, "play 7H")["types"] == ["pairs"]
    suit = GAME.load(build("7S 9S", hand="7H 9H 2C", other="2D"))
    assert "which may not follow suit" in refused(suit, "play 7H 9H")


def test_groups_change_their_size_up_and_down() -> None:
    state = GAME.load(build("7S 7H 7D", hand="J1 2C", other="8S 8H 8D 8C 9S"))
    state = GAME.play(state, "play J1")
    assert GAME.position(state)["types"] == ["fours"]
    state = GAME.play(state, "play 8S 8H")
    assert GAME.position(state)["types"] == ["triples"]
    down = GAME.load(build("7S 7H 7D J1", hand="8S 8H 2C", other="9C", types=["fours"]))
    assert after(down, "play 8S 8H")["types"] == ["triples"]


def test_nothing_becomes_a_suit_again() -> None:
    state = GAME.load(build("5S 9S J1 J2", hand="TS 2C", other="9C", types=["pairs"]))
    assert refused(state, "play TS").startswith("The field would be suit, which may not follow pairs: ")
    free = GAME.load(build("5S 9S J1 J2", hand="TS 2C", other="9C", types=["pairs"], options={"transitions": "free"}))
    assert after(free, "play TS")["types"] == ["suit"]


def test_free_transitions_accept_any_valid_field() -> None:
    state = GAME.load(build("3H 6H", hand="3S 6S 2C", other="9C", options={"transitions": "free"}))
    assert after(state, "play 3S 6S")["types"] == ["pairs"]


# Where cards come from


def test_cards_come_from_hand_and_tables_in_any_mix() -> None:
    state = GAME.load(build("7S", hand="8S 2C", table="9S", other="AC", other_table="TS 3C"))
    result = after(state, "play TS 8S 9S")
    assert result["field"] == ["7S", "8S", "9S", "TS"]
    assert result["hands"] == [["2C"], ["AC"]]
    assert result["tables"] == [[], ["3C"]]
    assert after(state, "play TS")["tables"] == [["9S"], ["3C"]]


def test_jokers_of_one_source_are_recorded_as_the_lowest() -> None:
    state = GAME.load(build("7S", hand="J2 J3 2C", table="J1", other="AC"))
    record = ludoteca.record("waffe", ["play J3"], seed=1, start=GAME.position(state))
    assert record["moves"] == ["play J2"]
    record = ludoteca.record("waffe", ["play j1 j3"], seed=1, start=GAME.position(state))
    assert record["moves"] == ["play J1 J2"]
    assert GAME.position(GAME.play(state, "play J3"))["hands"][0] == ["2C", "J3"]


def test_every_order_and_letter_case_of_a_play_reads_the_same() -> None:
    state = GAME.load(build(hand="JH KS QD J1 2C", other="AC"))
    results = [after(state, text) for text in ("play JH QD KS J1", "PLAY j1  ks qd JH ", "ks jh qd j1", "2 4 3 5")]
    assert all(result == results[0] for result in results)
    assert results[0]["field"] == ["JH", "QD", "KS", "J1"]


# The end


def test_the_last_card_of_hand_and_table_wins() -> None:
    state = GAME.play(GAME.load(build("7S", hand="8S", table="9S", other="AC")), "play 8S 9S")
    assert GAME.result(state) == [1.0, 0.0]
    assert GAME.scores(state) == [0, -1]
    assert GAME.position(state)["to_move"] is None
    assert GAME.moves(state) == []
    assert refused(state, "pass") == "The game is over."


def test_a_player_can_win_by_the_opponents_play() -> None:
    state = GAME.load(build("7S", hand="2C 3C", other_table="8S"))
    won = GAME.play(state, "play 8S")
    assert GAME.result(won) == [0.0, 1.0]
    other = GAME.play(GAME.load(build("7S", hand="2C 3C", other_table="8S", mover=1)), "play 8S")
    assert GAME.result(other) == [1.0, 0.0]


def test_one_play_that_empties_both_is_a_win_for_both() -> None:
    state = GAME.play(GAME.load(build("7S", hand="9S", other_table="8S")), "play 8S 9S")
    assert GAME.result(state) == [0.5, 0.5]
    assert GAME.scores(state) == [0, 0]


def test_a_table_hand_is_not_enough_to_win() -> None:
    state = GAME.play(GAME.load(build("7S", hand="8S", table="2C", other="AC")), "play 8S")
    assert GAME.result(state) is None
    assert GAME.scores(state) == [-1, -1]


def test_four_passes_without_a_card_drawn_are_a_draw() -> None:
    state = GAME.load(build(hand="8S 9C", other="AC 2D", pack=0))
    counts = []
    for _ in range(4):
        assert GAME.result(state) is None
        state = GAME.play(state, "pass")
        counts.append(GAME.position(state)["passes"])
    assert counts == [1, 2, 3, 4]
    assert GAME.result(state) == [0.5, 0.5]
    assert GAME.scores(state) == [-2, -2]


def test_passes_with_a_full_hand_are_counted() -> None:
    state = GAME.new(seed="draw")
    for _ in range(4):
        state = GAME.play(state, "pass")
    assert GAME.result(state) == [0.5, 0.5]
    assert len(GAME.position(state)["pack"]) == 35


def test_a_play_and_a_pass_that_draws_reset_the_count() -> None:
    played = after(GAME.load(build(hand="8S 9C", other="AC 2D", pack=0, passes=3)), "play 8S")
    assert played["passes"] == 0
    drawn = after(GAME.load(build(hand="8S 9C", other="AC 2D", pack=1, passes=3)), "pass")
    assert drawn["passes"] == 0
    assert drawn["hands"][0] == ["AD"]
    assert drawn["pack"] == []


# The options


def test_the_deal_follows_the_options() -> None:
    position = GAME.position(GAME.new(seed="deal", options={"hand": 15, "jokers": 1}))
    assert [len(hand) for hand in position["hands"]] == [15, 15]
    assert len(position["pack"]) == 53 - 30
    dealt = [card for pile in [*position["hands"], position["pack"]] for card in pile]
    assert sorted(dealt) == sorted(DECK[:53])
    assert position["to_move"] == 0


def test_only_its_owner_may_play_a_table_hand_that_is_not_shared() -> None:
    options = {"shared_table": False}
    state = GAME.load(build("7S", hand="2C", table="9S", other="AC", other_table="8S", options=options))
    assert set(GAME.moves(state)) == {"play 9S", "pass"}
    sentence = "8S is in the other player's table hand, which is not shared in this game."
    assert refused(state, "play 8S") == sentence


def test_must_play_counts_open_cards_only() -> None:
    options = {"must_play": True}
    hidden = GAME.load(build("7S 9S", hand="8S", table="2C", other="AC", other_table="3C", options=options))
    assert after(hidden, "pass")["field"] == []
    own = GAME.load(build("7S 9S", hand="2C", table="8S", other="AC", options=options))
    assert refused(own, "pass") == "You may not pass: cards that lie open can be played, such as 8S."
    shared = GAME.load(build("7S 7H", hand="2C", other="AC", other_table="8S 8H", options=options))
    assert refused(shared, "pass") == "You may not pass: cards that lie open can be played, such as 8H, 8S."
    unshared = {**GAME.position(shared), "options": {**options, "shared_table": False}}
    assert after(GAME.load(unshared), "pass")["field"] == []


# Refusals


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("play", "Play at least one card, or pass."),
        ("play 2D", "2D is neither in your hand nor in a table hand."),
        ("play AC", "AC is neither in your hand nor in a table hand."),
        ("play 3H", "3H is on the field already."),
        ("play KD", "KD has left the game."),
        ("play J3", "J3 is not in this game; its jokers: 2."),
        ("play 3S 3S", "3S is named twice."),
        (
            "play 8X",
            '"8x" is not a card; cards are ranks A 2 to 9 T J Q K with suits C D H S, such as 7S, and jokers J1 J2 J3.',
        ),
        ("play 9", 'The cards that you may play are numbered 1 to 5; there is no "9".'),
        ("0", 'The cards that you may play are numbered 1 to 5; there is no "0".'),
        ("99999999999", 'The cards that you may play are numbered 1 to 5; there is no "99999999999".'),
        ("lay 3S", '"lay 3s" is not a move: play cards by name (play 7S J1) or number (1 3 5), or pass.'),
        ("pass 3S", '"pass 3s" is not a move: play cards by name (play 7S J1) or number (1 3 5), or pass.'),
        ("", '"" is not a move: play cards by name (play 7S J1) or number (1 3 5), or pass.'),
        (
            "play 3S 6S",
            "The field would be pairs, which may not follow suit: no suit, as 3H and 3S differ; "
            "no straight, as 3H and 3S have the same rank.",
        ),
        (
            "play 3S",
            "The field would have no type: no suit, as 3H and 3S differ; no straight, as 3H and 3S have the same rank; "
            "3 cards cannot form pairs; not triples: the ranks differ; "
            "3 cards cannot form fours.",
        ),
        (
            "play TS",
            "The field would have no type: no suit, as 3H and TS differ; "
            "no straight, as 3, 6, T are too far apart for 3 cards; 3 cards cannot form pairs; "
            "not triples: the ranks differ; 3 cards cannot form fours.",
        ),
    ],
)
def test_every_refusal_has_its_sentence_and_changes_nothing(move: str, sentence: str) -> None:
    position = build("3H 6H", hand="3S 6S TS J1", table="9C", other="AC", pack=20, options={"jokers": 2})
    state = GAME.load(position)
    assert "KD" in position["gone"]
    assert refused(state, move) == sentence


def test_violations_of_long_fields() -> None:
    pairs = GAME.load(build(" ".join(card for card in DECK if card[1] in "CD"), hand="J1 J2 AS", other="AH"))
    assert "no pairs, as 14 groups are more than the 13 ranks" in refused(pairs, "play J1 J2")
    assert "no pairs, as 3 cards have the rank A" in refused(pairs, "play AS")
    straight = GAME.load(build("AC 2D 3C 4D 5C 6D 7C 8D 9C TD JC QD KC", hand="J1 AS", other="AH"))
    assert "no straight, as 14 cards are more than 13" in refused(straight, "play J1")


def test_a_refusal_holds_the_violations_for_other_languages() -> None:
    state = GAME.load(build("3H 6H", hand="TS J1", other="AC"))
    with pytest.raises(ludoteca.IllegalMove) as error:
        GAME.play(state, "play TS")
    violations: Any = error.value.params["violations"]
    assert [entry["type"] for entry in violations] == ["suit", "straight", "pairs", "triples", "fours"]
    assert violations[0] == {"type": "suit", "code": "violation_suit", "params": {"one": "3H", "other": "TS"}}


def test_moves_that_no_text_can_mean_are_refused_too() -> None:
    state = GAME.load(build("7S", hand="J1 J2 2C", other="AC"))
    assert isinstance(state, Waffe)
    for move, code in ((0, "empty_play"), (-1, "no_such_move"), (PASS + 1, "no_such_move"), (2**53, "joker_order")):
        refusal = state.why_not(move)
        assert refusal is not None
        assert refusal.code == code


@pytest.mark.parametrize("hand", [5, 10])
def test_a_game_conforms(hand: int) -> None:
    check_game(GAME, 2, GAME.check_options({"hand": hand, "must_play": hand == 5}), "waffe", state_count=6)
