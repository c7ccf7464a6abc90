"""Read a position from JSON. Field names, types and ranges are checked here, so a game only states what it expects."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.core.errors import PositionError
from ludoteca.core.squares import square_name, square_number
from ludoteca.core.translations import Params, Refusal, Translations, quote


class Fields:
    """The fields of a position, read by name. Anything wrong raises a PositionError."""

    def __init__(self, position: Any, names: Sequence[str], translations: Translations) -> None:
        self._translations = translations
        if not isinstance(position, dict):
            raise self.error("position_not_object", {"value": quote(position)})
        for name in position:
            if name not in names:
                raise self.error("position_unknown", {"field": quote(name), "names": list(names)})
        self._position = position

    def error(self, code: str, params: Params) -> PositionError:
        """Return an error to raise, with a sentence from the game's translations."""
        return PositionError(Refusal(code, params), self._translations)

    def has(self, name: str) -> bool:
        return name in self._position

    def value(self, name: str) -> Any:
        if name not in self._position:
            raise self.error("position_missing", {"field": name})
        return self._position[name]

    def integer(self, name: str, low: int, high: int) -> int:
        value = self.value(name)
        if type(value) is int and low <= value <= high:
            return value
        raise self.error("position_int", {"field": name, "low": low, "high": high, "value": quote(value)})

    def array(self, name: str) -> list[Any]:
        value = self.value(name)
        if isinstance(value, list):
            return value
        raise self.error("position_list", {"field": name, "value": quote(value)})

    def one_of(self, name: str, choices: Sequence[str | None]) -> int:
        """Return the index of the choice that the field holds."""
        value = self.value(name)
        if (value is None or isinstance(value, str)) and value in choices:
            return choices.index(value)
        names = ["null" if choice is None else choice for choice in choices]
        raise self.error("position_one_of", {"field": name, "choices": names, "value": quote(value)})

    def square(self, name: str, value: Any, columns: int, rows: int) -> int:
        """Return the number of the square that `value` names; `name` is the field it comes from."""
        number = square_number(value, columns, rows) if isinstance(value, str) else -1
        if number >= 0:
            return number
        last = square_name(columns * rows - 1, columns)
        raise self.error("position_square", {"field": name, "last": last, "value": quote(value)})

    def squares(self, name: str, columns: int, rows: int) -> list[int]:
        """Return the squares of a list, in ascending order; duplicates are an error."""
        found: set[int] = set()
        for value in self.array(name):
            square = self.square(name, value, columns, rows)
            if square in found:
                raise self.error("position_twice", {"field": name, "value": value})
            found.add(square)
        return sorted(found)
