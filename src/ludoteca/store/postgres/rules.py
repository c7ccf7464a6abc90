"""Which rules a process has: a text for each game, by which the database tells which rooms and jobs it can take."""

from __future__ import annotations

from collections.abc import Mapping
from typing import LiteralString

HAS_RULES: LiteralString = "game || '=' || rules_version = ANY(%s)"
"""Whether the rules of a room or job are among the texts of `rule_texts`."""


def rule_texts(games: Mapping[str, int]) -> list[str]:
    """Return `name=rules_version` for each game."""
    return [f"{game}={version}" for game, version in games.items()]
