"""What the goals of the lesson can ask for. Path and ponds are Land's, stream and islands are Water's."""

from typing import Any

from ludoteca.core.lessons import Condition, Seen, laid


def _are_turned(before: Seen, now: Seen, value: Any) -> bool:
    """Return whether all new cards are turned by a quarter, to either side."""
    cards = now.view["cards"]
    return all(cards[cell]["rotation"] in (1, 3) for cell in cards if cell not in before.view["cards"])


def _mark(seen: Seen, of_land: str, of_water: str) -> Any:
    return seen.view["marks"][(of_land, of_water)[seen.seat]]


CONDITIONS: dict[str, Condition] = {
    "laid": laid("cards"),
    "turned": _are_turned,
    "sides": lambda before, now, least: now.view["score"][now.seat]["sides_touched"] >= least,
    "ponds": lambda before, now, least: len(_mark(now, "ponds", "islands")) >= least,
    "gnomes": lambda before, now, least: any(point["gnomes"] >= least for point in now.view["marks"]["facing"]),
    "path": lambda before, now, cells: set(cells) <= set(_mark(now, "path", "stream")["cells"]),
}
