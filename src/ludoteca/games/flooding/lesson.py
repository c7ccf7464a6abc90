"""What the goals of the lesson can ask for."""

from ludoteca.core.lessons import Condition, Seen
from ludoteca.games.flooding.rules import MAX_FLOODS


def _flooded(seen: Seen) -> set[str]:
    return set(seen.view["flooded"])


def _is_safe_tonight(seen: Seen) -> bool:
    """Return whether the journeyman can walk tomorrow, whatever the weather floods now."""
    state = seen.state
    dry = [field for field in state.island.neighbours[state.journeyman] if not state.flooded[field]]
    return len(dry) > MAX_FLOODS


CONDITIONS: dict[str, Condition] = {
    "at": lambda before, now, field: now.view["journeyman"] == field,
    "dried": lambda before, now, fields: set(fields) <= _flooded(before) - _flooded(now),
    "dried_count": lambda before, now, least: len(_flooded(before) - _flooded(now)) >= least,
    "flooded_count": lambda before, now, least: len(_flooded(now) - _flooded(before)) >= least,
    "safe_tonight": lambda before, now, value: _is_safe_tonight(now),
}
