import doctest

import pytest

from ludoteca.core import squares
from ludoteca.core.squares import square_name, square_number


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(squares).failed == 0


@pytest.mark.parametrize("columns", [3, 10, 20])
def test_names_and_numbers_agree(columns: int) -> None:
    for square in range(columns * columns):
        assert square_number(square_name(square, columns), columns, columns) == square


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a01", "d1", "a4", "A1", "a1 ", "a-1", "a٣", "é1", "a1a", "a111"])
def test_what_is_no_square_is_minus_one(name: str) -> None:
    assert square_number(name, 3, 3) == -1
