"""What the goals of the lesson can ask for."""

from ludoteca.core.lessons import Condition, Seen, laid


def _longest_row(seen: Seen) -> int:
    """Return the length of the longest row with a brick of this turn."""
    return max((_length(row["from"], row["to"]) for row in seen.view["rows"]), default=0)


def _length(first: str, last: str) -> int:
    return sum(int(end) - int(start) for start, end in zip(first.split(","), last.split(","), strict=True)) + 1


CONDITIONS: dict[str, Condition] = {
    "laid": laid("board"),
    "row": lambda before, now, least: _longest_row(now) >= least,
    "swapped": lambda before, now, value: now.view["swaps"] > before.view["swaps"],
}
