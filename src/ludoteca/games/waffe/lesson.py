"""What the goals of the lesson can ask for."""

from ludoteca.core.lessons import Condition, Seen, laid


def _open_cards(seen: Seen) -> int:
    return len(seen.view["tables"][seen.seat])


CONDITIONS: dict[str, Condition] = {
    "laid": laid("field"),
    "type": lambda before, now, name: now.view["shown"] is not None and now.view["shown"]["type"] == name,
    "passed": lambda before, now, value: _open_cards(now) > _open_cards(before),
}
