"""Lists of whole numbers, the only collection that rules use on their hot paths.

Plain lists here. Written so that the same source can run on packed vectors: `append` gives the
list back, and the caller rebinds the name and keeps no second one.
"""

Ints = list[int]


def filled(count: int, value: int) -> Ints:
    """A list of `count` equal numbers."""
    return [value] * count


def append(ints: Ints, value: int) -> Ints:
    """The list with `value` at its end; use as `moves = append(moves, value)`."""
    ints.append(value)
    return ints
