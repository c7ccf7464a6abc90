"""What the goals of the lesson can ask for."""

from ludoteca.core.lessons import Condition, Seen, laid


def _points(seen: Seen) -> int:
    return int(seen.view["points"][seen.seat])


CONDITIONS: dict[str, Condition] = {
    "laid": laid("board"),
    "covered": lambda before, now, square: square in now.view["board"] and square not in before.view["board"],
    "points_gained": lambda before, now, least: _points(now) - _points(before) >= least,
}
