import pytest

from ludoteca.core.errors import OptionError
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption, Option, check_options

TURNS = IntOption("turns", default=20, low=4, high=60, step=2, help="")
OPEN = BoolOption("open", default=False, help="")
MOOD = ChoiceOption("mood", choices=("calm", "wild"), help="")
ALL: tuple[Option, ...] = (TURNS, OPEN, MOOD)


def test_missing_options_take_their_defaults() -> None:
    assert check_options(ALL, None) == {"turns": 20, "open": False, "mood": "calm"}
    assert check_options(ALL, {"turns": 60, "open": True}) == {"turns": 60, "open": True, "mood": "calm"}


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"turns": 5}, "turns must be a whole number from 4 to 60 in steps of 2, not 5."),
        ({"turns": 62}, "turns must be a whole number from 4 to 60 in steps of 2, not 62."),
        ({"turns": True}, "turns must be a whole number from 4 to 60 in steps of 2, not True."),
        ({"turns": 20.0}, "turns must be a whole number from 4 to 60 in steps of 2, not 20.0."),
        ({"turns": 10**5000}, "turns must be a whole number from 4 to 60 in steps of 2, not a huge number."),
        ({"open": 1}, "open must be true or false, not 1."),
        ({"mood": "sad"}, 'mood must be one of calm, wild, not "sad".'),
        ({"mood": []}, "mood must be one of calm, wild, not a list."),
        ({"size": 3}, 'There is no option "size"; the options are: turns, open, mood.'),
        ([], "options must be an object of names and values, not a list."),
    ],
)
def test_a_bad_option_is_named_with_its_bounds(given: object, sentence: str) -> None:
    with pytest.raises(OptionError) as refused:
        check_options(ALL, given)
    assert refused.value.sentence == sentence


def test_options_are_read_from_text() -> None:
    assert TURNS.read(" 8 ") == 8
    assert OPEN.read("Yes") is True
    assert OPEN.read("off") is False
    assert MOOD.read("WILD") == "wild"


@pytest.mark.parametrize("text", ["", "x", "٣", "9" * 5000, "1e1", "4.0"])
def test_text_that_is_no_number_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        TURNS.read(text)


def test_options_describe_their_bounds() -> None:
    assert [option.bounds for option in ALL] == ["4 to 60 in steps of 2", "true or false", "calm or wild"]
