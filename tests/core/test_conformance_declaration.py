"""What a game declares is checked before a game is played."""

from __future__ import annotations

import re
from typing import Any

import pytest
from dummy_game import GAME, change_game, greedy

from ludoteca.core.conformance import ConformanceError, check
from ludoteca.core.game import Bot, Game
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption
from ludoteca.core.translations import Translations

DECLARATION_FAULTS: dict[str, tuple[dict[str, Any], str, str]] = {
    "a name with a blank": ({"name": "my game"}, "names_are_usable", "name must be a word in lower case"),
    "no title": ({"title": " "}, "names_are_usable", 'title must be one line of text, not " "'),
    "no version": ({"rules_version": 0}, "names_are_usable", "rules_version must be a whole number from 1 up, not 0"),
    "a flag that is no flag": ({"chance": 1}, "names_are_usable", "chance must be True or False, not 1"),
    "a shared view of nothing hidden": (
        {"hidden_information": False, "shared_view": True},
        "names_are_usable",
        "shared_view needs hidden_information",
    ),
    "one number of seats": ({"seats": 2}, "seats_and_roles_fit", "seats must be two numbers"),
    "seats the wrong way round": (
        {"seats": (4, 2)},
        "seats_and_roles_fit",
        "seats[1] must be a whole number from 4 up",
    ),
    "too few roles": (
        {"roles": ("black", "white")},
        "seats_and_roles_fit",
        "roles has 2 names; it must have one per seat, 4, or none",
    ),
    "a role twice": (
        {"roles": ("a", "b", "b", "c")},
        "seats_and_roles_fit",
        'roles must differ, but "b" is there twice',
    ),
    "no max_moves": ({"max_moves": 0.5}, "seats_and_roles_fit", "max_moves must be a whole number from 1 up"),
    "a newcomer without a seat": (
        {"newcomer_seat": 4},
        "seats_and_roles_fit",
        "newcomer_seat must be a whole number from 0 to 3, not 4",
    ),
    "a default out of bounds": (
        {"options": (IntOption("cards", 99, 12, 24, "Cards."),)},
        "options_are_usable",
        "option cards refuses its own value 99",
    ),
    "an option twice": (
        {"options": (BoolOption("open", True, "Open."), BoolOption("open", True, "Open."))},
        "options_are_usable",
        'the names of the options must differ, but "open" is there twice',
    ),
    "no option at all": ({"options": ("cards",)}, "options_are_usable", "an option must be an IntOption"),
    "an option without choices": (
        {"options": (ChoiceOption("mood", (), "Mood."),)},
        "options_are_usable",
        "option mood has no choices",
    ),
    "a positional option that does not exist": (
        {"positional_options": (("size",),)},
        "options_are_usable",
        "positional_options names ['size']",
    ),
    "levels that start at 0": (
        {"levels": (Bot(0, "a", "A.", greedy), Bot(1, "b", "B.", greedy))},
        "bots_have_levels_from_one",
        "levels have the numbers [0, 1]; they must count from 1 without gaps: [1, 2]",
    ),
    "levels with a gap": (
        {"levels": (Bot(1, "a", "A.", greedy), Bot(3, "b", "B.", greedy))},
        "bots_have_levels_from_one",
        "levels have the numbers [1, 3]",
    ),
    "a bot called random": (
        {"levels": (Bot(1, "random", "A.", greedy),)},
        "bots_have_levels_from_one",
        'the names of bots must differ, but "random" is there twice',
    ),
    "a baseline with a level": (
        {"baselines": (Bot(2, "b", "B.", greedy),)},
        "bots_have_levels_from_one",
        "baselines have level 0, but ['b'] has another",
    ),
    "a code that all games share": (
        {"translations": Translations({"game_over": "Done."}, GAME.translations)},
        "texts_are_usable",
        "all games share these codes, use others: ['game_over']",
    ),
    "no translations": ({"translations": {"how": "Play."}}, "texts_are_usable", "translations must be Translations"),
    "empty rules": ({"rules": lambda: ""}, "texts_are_usable", "the rules page is empty"),
}


@pytest.mark.parametrize("fault", DECLARATION_FAULTS)
def test_a_wrong_declaration_is_caught_before_any_game_is_played(fault: str) -> None:
    attributes, name, complaint = DECLARATION_FAULTS[fault]
    with pytest.raises(ConformanceError, match=re.escape(complaint)) as caught:
        check(change_game(GAME, **attributes, start=lambda *_: pytest.fail("a game was started")))
    assert (caught.value.check, caught.value.where) == (name, None)


def test_rules_that_cannot_be_read_are_named() -> None:
    with pytest.raises(ConformanceError, match=r"^dummy fails texts_are_usable: the rules cannot be read; write page/"):
        check(change_game(GAME, rules=Game.rules))
