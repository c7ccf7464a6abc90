"""Names of squares: column letter, then row number, counted from the top left. `a1` is square 0."""

from typing import Final

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def square_name(square: int, columns: int) -> str:
    """Return the name of a square; squares are numbered row by row.

    >>> square_name(12, columns=10)
    'c2'
    """
    return f"{LETTERS[square % columns]}{square // columns + 1}"


def square_number(name: str, columns: int, rows: int) -> int:
    """Return the number of a square, or -1 if the board has no square of that name.

    >>> square_number("c2", columns=10, rows=10), square_number("k1", columns=10, rows=10)
    (12, -1)
    """
    letter, digits = name[:1], name[1:]
    if not letter or letter not in LETTERS or not digits.isascii() or not digits.isdigit():
        return -1
    column = LETTERS.index(letter)
    # No board has 100 rows, and int() of a long text is slow.
    if digits[0] == "0" or len(digits) > 2:
        return -1
    row = int(digits) - 1
    return row * columns + column if column < columns and row < rows else -1
