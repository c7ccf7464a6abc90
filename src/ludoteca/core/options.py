"""The options of a game: each has a name, a default, bounds and one line of help."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

Value = int | bool | str
Options = dict[str, Value]

INTEGER = re.compile(r"[+-]?[0-9]{1,9}")


@dataclass(frozen=True)
class IntOption:
    """A whole number from `low` to `high`, in steps from `low`."""

    kind: ClassVar[str] = "int"
    name: str
    default: int
    low: int
    high: int
    help: str
    step: int = 1

    def check(self, value: Any) -> int:
        """Return the value, or raise OptionError."""
        if type(value) is int and self.low <= value <= self.high and (value - self.low) % self.step == 0:
            return value
        code = "option_int" if self.step == 1 else "option_step"
        bounds = {"low": self.low, "high": self.high, "step": self.step}
        raise OptionError(Refusal(code, {"field": self.name, **bounds, "value": quote(value)}))

    def read(self, text: str) -> int:
        """Read the value from text, as typed on a command line."""
        stripped = text.strip()
        return self.check(int(stripped) if INTEGER.fullmatch(stripped) else text)

    @property
    def bounds(self) -> str:
        return f"{self.low} to {self.high}" + (f" in steps of {self.step}" if self.step > 1 else "")

    def sweep(self) -> list[Value]:
        """Return a few values that cover the edges, for tests."""
        return list(dict.fromkeys([self.default, self.low, self.high]))


@dataclass(frozen=True)
class BoolOption:
    """True or false."""

    kind: ClassVar[str] = "bool"
    name: str
    default: bool
    help: str

    def check(self, value: Any) -> bool:
        if isinstance(value, bool):
            return value
        raise OptionError(Refusal("option_bool", {"field": self.name, "value": quote(value)}))

    def read(self, text: str) -> bool:
        values = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
        return self.check(values.get(text.strip().lower(), text))

    @property
    def bounds(self) -> str:
        return "true or false"

    def sweep(self) -> list[Value]:
        return [self.default, not self.default]


@dataclass(frozen=True)
class ChoiceOption:
    """One of several words; the first is the default."""

    kind: ClassVar[str] = "choice"
    name: str
    choices: tuple[str, ...]
    help: str

    @property
    def default(self) -> str:
        return self.choices[0]

    def check(self, value: Any) -> str:
        if isinstance(value, str) and value in self.choices:
            return value
        params = {"field": self.name, "choices": list(self.choices), "value": quote(value)}
        raise OptionError(Refusal("option_choice", params))

    def read(self, text: str) -> str:
        return self.check(text.strip().lower())

    @property
    def bounds(self) -> str:
        return " or ".join(self.choices)

    def sweep(self) -> list[Value]:
        return list(self.choices)


Option = IntOption | BoolOption | ChoiceOption


def read_options(declared: Sequence[Option], texts: Mapping[str, str]) -> Options:
    """Read the options of a game from text; missing ones get their defaults."""
    given: dict[str, Any] = dict(texts)
    given |= {option.name: option.read(texts[option.name]) for option in declared if option.name in texts}
    return check_options(declared, given)


def check_options(declared: Sequence[Option], given: Any) -> Options:
    """Check the options of a game; missing ones get their defaults."""
    if given is None:
        given = {}
    if not isinstance(given, Mapping):
        raise OptionError(Refusal("options_not_object", {"value": quote(given)}))
    names = [option.name for option in declared]
    for name in given:
        if name not in names:
            raise OptionError(Refusal("option_unknown", {"field": quote(name), "names": names}))
    return {option.name: option.check(given.get(option.name, option.default)) for option in declared}
