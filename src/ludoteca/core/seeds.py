"""Seeds: a whole number or a text, which decides all the chance of a game."""

from __future__ import annotations

import secrets
from typing import Any, Final

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

LONGEST_SEED: Final = 512


def read_seed(seed: Any) -> str:
    """Return a seed as text; a whole number becomes its digits."""
    if type(seed) is int and seed.bit_length() < 4 * LONGEST_SEED:
        seed = str(seed)
    if not isinstance(seed, str) or not 0 < len(seed) <= LONGEST_SEED:
        raise OptionError(Refusal("seed", {"field": "seed", "high": LONGEST_SEED, "value": quote(seed)}))
    try:
        seed.encode("utf-8")
    except UnicodeEncodeError:
        raise OptionError(Refusal("seed_not_utf8", {"field": "seed", "high": LONGEST_SEED})) from None
    return seed


def read_or_draw_seed(seed: Any) -> str:
    """Return a seed as text, or a new one if None is given."""
    return secrets.token_hex(16) if seed is None else read_seed(seed)
