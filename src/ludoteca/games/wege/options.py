"""The options of Wege: the size of the park and the number of special cards."""

from typing import Any, Final

from ludoteca.core import options
from ludoteca.core.options import IntOption, Options, Value
from ludoteca.games.wege.cards import MAX_SPECIALS, STANDARD
from ludoteca.games.wege.rules import MAX_SIDE


class SpecialsOption(options.ChoiceOption):
    """A choice that also accepts its numbers as integers."""

    def check(self, value: Any) -> str:
        is_number = type(value) is int and 0 <= value <= MAX_SPECIALS
        return super().check(str(value) if is_number else value)

    @property
    def bounds(self) -> str:
        return f"{self.default}, or 0 to {MAX_SPECIALS}"

    def sweep(self) -> list[Value]:
        """Return `standard`, the lowest number and the highest."""
        return [self.choices[0], self.choices[1], self.choices[-1]]


ROWS: Final = IntOption("rows", default=6, low=3, high=MAX_SIDE, help="Rows of the park.")
COLS: Final = IntOption("cols", default=6, low=3, high=MAX_SIDE, help="Columns of the park.")
SPECIALS: Final = SpecialsOption(
    "specials",
    choices=("standard", *(str(count) for count in range(MAX_SPECIALS + 1))),
    help="Cards of each special kind (cossack, bridge, four with a gnome), or the standard numbers.",
)
OPTIONS: Final = (ROWS, COLS, SPECIALS)


def special_count(chosen: Options) -> int:
    """Return the number of cards of each special kind, or STANDARD for the standard deck."""
    specials = str(chosen["specials"])
    return STANDARD if specials == SPECIALS.default else int(specials)
