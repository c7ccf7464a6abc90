"""Views, choices, descriptions of moves and the text board."""

from __future__ import annotations

from ludoteca.core.translations import Text
from ludoteca.games.flooding import FloodingGame
from ludoteca.games.flooding.rules import Flooding

GAME = FloodingGame()


def state_of(journeyman: str, flooded: str, day: int, to_move: str | None, size: int = 4) -> Flooding:
    position = {"size": size, "journeyman": journeyman, "flooded": flooded.split(), "day": day, "to_move": to_move}
    state = GAME.load(position)
    assert isinstance(state, Flooding)
    return state


def described(before: Flooding, text: str) -> list[Text]:
    move = GAME.read_move(before, text)
    assert isinstance(move, int)
    after = before.copy()
    after.play(move)
    texts = GAME.describe_move(before, move, after, None)
    assert texts == GAME.describe_move(before, move, after, 0) == GAME.describe_move(before, move, after, 1)
    return texts


def test_a_day_says_what_it_dried() -> None:
    assert described(state_of("a1", "b1 c3", 4, "journeyman"), "b2") == [
        Text("walked_and_dried", {"day": 5, "field": "b2", "dried": ["b1"]})
    ]
    assert [GAME.translations.format(text) for text in described(state_of("a1", "c3", 4, "journeyman"), "b2")] == [
        "Day 5: the journeyman walks to b2."
    ]


def test_a_night_says_what_it_floods_and_whether_it_wins() -> None:
    assert [GAME.translations.format(text) for text in described(state_of("a1", "b2", 4, "weather"), "a2 b1")] == [
        "Night 4: the weather floods b1, a2.",
        "The journeyman is trapped on a1 after 4 days. The weather wins.",
    ]
    assert [text.code for text in described(state_of("a1", "", 4, "weather"), "-")] == ["floods_none"]
    assert described(state_of("a1", "", 364, "journeyman"), "b1")[-1] == Text("journeyman_wins", {"days": 365})


def test_choices_are_compact() -> None:
    day = state_of("a1", "b2", 3, "journeyman")
    assert GAME.choices(day, 0) == {"kind": "fields", "least": 1, "most": 1, "fields": ["b1", "a2"]}
    assert GAME.choices(day, 1) == GAME.choices(day, None) == {}
    night = GAME.choices(state_of("a1", "b2", 3, "weather", size=3), 1)
    assert (night["least"], night["most"], night["none"]) == (0, 2, "-")
    assert night["fields"] == ["a1", "b1", "c1", "a2", "c2", "a3", "b3", "c3"]


def test_choices_on_an_almost_flooded_island_offer_what_is_left() -> None:
    wet = "b1 c1 a2 b2 c2 a3 b3 c3"
    assert GAME.choices(state_of("a1", wet, 3, "weather", size=3), 1)["most"] == 1
    assert GAME.choices(state_of("a1", "a1 " + wet, 3, "weather", size=3), 1)["most"] == 0


def test_the_text_board() -> None:
    state = state_of("b2", "b2 c3 d3", 3, "weather")
    assert GAME.show(state) == (
        "Night 3 of 365. The weather is to move.\n"
        "\n"
        "     a  b  c  d\n"
        "  1  .  .  .  .\n"
        "  2  . ~J  .  .\n"
        "  3  .  . ~~ ~~\n"
        "  4  .  .  .  ."
    )
    assert GAME.show(state_of("a1", "", 3, "journeyman")).startswith("Day 4 of 365.")
    assert GAME.show(state_of("a1", "a2 b1 b2", 3, None)).startswith("The journeyman is trapped after 3 days.")
    assert GAME.show(state_of("a1", "", 365, None)).startswith("The journeyman has survived 365 days")


def test_a_view_names_the_winner() -> None:
    assert GAME.view(state_of("a1", "", 365, None), 0)["winner"] == "journeyman"
    assert GAME.view(state_of("a1", "", 3, "weather"))["winner"] is None
