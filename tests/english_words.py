"""Finding English in what should be in another language."""

from __future__ import annotations

import re

ENGLISH_WORDS = re.compile(
    r"\b(the|and|you|your|is|are|of|with|has|have|this|that|for|it|its|from|turn|turns|computer's)\b", re.IGNORECASE
)
"""Words that nearly every English sentence has, and no other language here."""
KEPT_NAMES = re.compile(
    r"Flooding Islands|RowsAndCols|Waffe Game 2|Latice|Wege|Ludoteca|MIT License|SIL Open Font License|Atkinson"
    r" Hyperlegible Next|Fraunces|\b(Ada|Bo|Pip|Bea|Tom|Lia|Max|Nell|Finn|Ida|Sam|Zoe|Otto|Mira|Jon|Ella|Kai|Vera|Hugo"
    r"|Nora|Emil|Ruth|Magnus|Alma|Viktor|Judit|Leo)\b|Copyright \d+ the Ludoteca authors|The .{5,30} Project Authors|openfontlicense\.org|OFL|https?://\S+"
)
"""Names that are the same in every language."""
ACCENTABLE = re.compile(r"(?<![^\W\d_])(?=[A-Z]?[a-z]*[aceghijklnorstuwyz])[A-Z]?[a-z]{2,}(?![^\W\d_])")
"""A word that the pseudo-language would have changed."""
UNITS = re.compile(r"\d+\s(min|sec|hr|days?|hours?|minutes?|seconds?)\b|\b(and|or) ")
"""Intl and Babel write these, and they know no pseudo-language."""
TYPED = re.compile(r"`[^`]*`|\bludoteca [a-z].*")
"""What a reader types is the same in every language."""


def find_english(text: str) -> str:
    """Return an English word of a text in another language; "" if there is none."""
    found = ENGLISH_WORDS.search(KEPT_NAMES.sub("", text))
    return found[0] if found else ""


def find_untranslatable(text: str) -> str:
    """Return a word that the pseudo-language did not change: no translator could either; "" if there is none."""
    found = ACCENTABLE.search(TYPED.sub("", UNITS.sub("", KEPT_NAMES.sub("", text))))
    return found[0] if found else ""
