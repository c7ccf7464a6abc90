"""What is worth remembering of a finished game: a place in a list of the best, each game with its own measures."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

from ludoteca.core.words import Saying


class Feat(NamedTuple):
    """What a seat achieved: the list it counts for, by its code in the words file and parameters, and how much."""

    seat: int
    measure: str
    params: dict[str, Any]
    value: int
    fewer: bool = False
    """Less is better: the days until a trap."""

    @property
    def list_name(self) -> str:
        """The list as the store knows it."""
        return json.dumps([self.measure, self.params], sort_keys=True)

    @property
    def rank(self) -> int:
        """The same with more always better."""
        return -self.value if self.fewer else self.value


def title_of(list_name: str) -> Saying:
    """What a list is called, from the name the store knows it by."""
    measure, params = json.loads(list_name)
    return Saying(measure, params)
