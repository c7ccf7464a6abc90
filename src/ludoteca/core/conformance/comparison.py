"""What checks compare: JSON values, and the parts of states."""

from __future__ import annotations

import gc
import json
from array import array
from collections import deque
from collections.abc import Iterator
from math import isfinite
from types import FunctionType, ModuleType
from typing import Any, Final

from ludoteca.core.conformance.failures import ConformanceError
from ludoteca.core.generator import RandomSource
from ludoteca.core.state import State
from ludoteca.core.translations import quote

LARGEST: Final = 2**53
"""Browsers round larger numbers."""
MUTABLE: Final = (list, dict, set, bytearray, deque, array, RandomSource, State)


def to_json(value: Any, name: str = "value") -> str:
    """Return JSON that is equal for equal values."""
    try:
        return json.dumps(value, sort_keys=True, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        raise ConformanceError(json_problem(value, name) or f"{name} is not JSON-ready") from None


def json_problem(value: Any, name: str) -> str | None:
    """Return what in a value is not JSON-ready, and where; None if all of it is."""
    if value is None or isinstance(value, str | bool):
        return None
    if isinstance(value, int):
        return f"{name} is {quote(value)}, which a browser would round" if abs(value) > LARGEST else None
    if isinstance(value, float):
        return None if isfinite(value) else f"{name} is {value}, which JSON cannot write"
    if isinstance(value, list | tuple):
        parts = ((one, f"{name}[{index}]") for index, one in enumerate(value))
    elif isinstance(value, dict):
        if keys := [key for key in value if not isinstance(key, str)]:
            return f"{name} has the key {keys[0]!r}; keys must be texts"
        parts = ((one, f"{name}.{key}") for key, one in value.items())
    else:
        return f"{name} is not JSON-ready: it is a {type(value).__name__}"
    return next((problem for part in parts if (problem := json_problem(*part))), None)


def difference(one: Any, two: Any, name: str = "") -> str:
    """Return where two JSON values differ first, such as `position.discs[3]`; "" if they are equal."""
    if type(one) is type(two) and one == two:
        return ""
    if isinstance(one, dict) and isinstance(two, dict):
        for key in sorted(one.keys() | two.keys()):
            if key not in one or key not in two:
                return f"{name}.{key}".lstrip(".")
            if found := difference(one[key], two[key], f"{name}.{key}".lstrip(".")):
                return found
    if isinstance(one, list) and isinstance(two, list) and len(one) == len(two):
        for index, pair in enumerate(zip(one, two, strict=True)):
            if found := difference(*pair, f"{name}[{index}]"):
                return found
    return name


def require_same(one: str, two: str, complaint: str) -> None:
    """Complain unless two texts of JSON are equal, and say where they differ."""
    if one != two:
        found = difference(json.loads(one), json.loads(two))
        raise ConformanceError(f"{complaint}: {found} differs" if found else complaint)


def parts_of(whole: object) -> Iterator[object]:
    """Yield an object and all that it refers to, compiled or not, except classes and modules."""
    found: dict[int, object] = {id(whole): whole}
    waiting: list[object] = [whole]
    while waiting:
        part = waiting.pop()
        yield part
        closed_over = (part.__closure__, part.__defaults__) if isinstance(part, FunctionType) else None
        for inner in closed_over or gc.get_referents(part):
            if id(inner) not in found and not isinstance(inner, type | ModuleType):
                found[id(inner)] = inner
                waiting.append(inner)


def shared_attributes(one: State, two: State) -> list[str]:
    """Return the attributes through which two states share something that can change, except their options."""
    shared = []
    for name in dir(one):
        first, second = (getattr(state, name, None) for state in (one, two))
        if name.startswith("__") or name == "options" or callable(first):
            continue
        mutable = {id(part) for part in parts_of(first) if isinstance(part, MUTABLE)}
        if any(id(part) in mutable for part in parts_of(second)):
            shared.append(name)
    return shared
