"""A slow reference implementation of Wege that works on position JSON alone, corner by corner and point by point."""

from __future__ import annotations

from itertools import product
from typing import Any

Json = dict[str, Any]
Point = tuple[int, int]

CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))


def cell_of(name: str) -> Point:
    return "abcdefghijklmnop".index(name[0]), int(name[1:]) - 1


def name_of(x: int, y: int) -> str:
    return f"{'abcdefghijklmnop'[x]}{y + 1}"


def terrains(card: Json, rotation: int) -> list[str]:
    """Return the terrain of the four corners of a card."""
    own, other = ("water", "land") if card["kind"] == "water" else ("land", "water")
    found = [""] * 4
    for step, terrain in enumerate((own, other, own, other)):
        found[(rotation + step) % 4] = terrain
    return found


def points(cell: Point) -> list[Point]:
    return [(cell[0] + x, cell[1] + y) for x, y in CORNERS]


def point_terrains(cards: Json) -> dict[Point, str]:
    """Return the terrain of every point with a card; fail if cards disagree."""
    found: dict[Point, str] = {}
    for name, card in cards.items():
        for point, terrain in zip(points(cell_of(name)), terrains(card, card["rotation"]), strict=True):
            assert found.setdefault(point, terrain) == terrain
    return found


def gnomes(cards: Json) -> dict[Point, list[str]]:
    """Return, for each point, the cells whose gnomes sit there."""
    found: dict[Point, list[str]] = {}
    for name, card in cards.items():
        if card["gnome"] is not None:
            corner = (card["rotation"] + ("path", "off").index(card["gnome"])) % 4
            found.setdefault(points(cell_of(name))[corner], []).append(name)
    return found


def neighbours(name: str) -> list[str]:
    x, y = cell_of(name)
    steps = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
    return [name_of(*step) for step in steps if 0 <= step[0] < 16 and step[1] >= 0]


def agrees(cards: Json, name: str, card: Json, rotation: int) -> bool:
    """Return whether every corner that the card shares with a neighbour has the same terrain on both."""
    own = dict(zip(points(cell_of(name)), terrains(card, rotation), strict=True))
    for other in neighbours(name):
        if other in cards:
            theirs = point_terrains({other: cards[other]})
            if any(theirs.get(point, terrain) != terrain for point, terrain in own.items()):
                return False
    return True


def moves(position: Json) -> set[str]:
    cards, hand = position["cards"], position["hand"]
    if hand is None:
        return set()
    cells = [name_of(x, y) for y in range(position["rows"]) for x in range(position["cols"])]
    facing = {name for group in gnomes(cards).values() if len(group) > 1 for name in group}
    found = set()
    for name, rotation in product(cells, range(4)):
        if name not in cards:
            touches = not cards or any(other in cards for other in neighbours(name))
            if touches and agrees(cards, name, hand, rotation):
                found.add(f"{name}/{rotation}")
        elif hand["kind"] == "bridge" and cards[name]["kind"] in ("land", "water") and name not in facing:
            others = {other: card for other, card in cards.items() if other != name}
            if agrees(others, name, hand, rotation):
                found.add(f"x {name}/{rotation}")
    return found


def groups(cards: Json) -> list[set[Point]]:
    """Return the groups of points that paths or streams join, found by walking."""
    terrain = point_terrains(cards)
    joined: dict[Point, set[Point]] = {point: set() for point in terrain}
    for name, card in cards.items():
        corners = points(cell_of(name))
        for one, other in ((corners[0], corners[2]), (corners[1], corners[3])):
            if card["kind"] == "bridge" or card["kind"] == terrain[one]:
                joined[one].add(other)
                joined[other].add(one)
    found, seen = [], set[Point]()
    for start in terrain:
        if start not in seen:
            group, todo = {start}, [start]
            while todo:
                new = joined[todo.pop()] - group
                group |= new
                todo += new
            seen |= group
            found.append(group)
    return found


def sides(group: set[Point], rows: int, cols: int) -> int:
    """Return the most sides that a group can touch, with each point counted for one side."""
    touched = [
        [side for side, lies in (("t", y == 0), ("b", y == rows), ("l", x == 0), ("r", x == cols)) if lies]
        for x, y in group
    ]
    certain = {sides[0] for sides in touched if len(sides) == 1}
    corners = [sides for sides in touched if len(sides) == 2]
    return max(len(certain.union(chosen)) for chosen in product(*corners))


def lines(position: Json) -> list[list[int]]:
    """Return for each player: sides, ponds or islands, gnomes, cossacks, total."""
    rows, cols, cards = position["rows"], position["cols"], position["cards"]
    terrain = point_terrains(cards)
    found = {role: [0, 0, 0, 0] for role in ("land", "water")}
    opponent = {"land": "water", "water": "land"}
    for group in groups(cards):
        owner = terrain[next(iter(group))]
        found[owner][0] = max(found[owner][0], {4: 12, 3: 7, 2: 4}.get(sides(group, rows, cols), 0))
        inner = all(0 < x < cols and 0 < y < rows for x, y in group)
        around = {name_of(x - i, y - j) for x, y in group for i in (0, 1) for j in (0, 1)} if inner else set()
        if inner and all(name in cards for name in around):
            found[opponent[owner]][1] += 4
    for point, names in gnomes(cards).items():
        found[terrain[point]][2] += {1: 0, 2: 2, 3: 5, 4: 8}[len(names)]
    for card in cards.values():
        if card["kind"] == "cossack":
            found[("land", "water")[card["by"]]][3] += 1
    return [[*four, sum(four)] for four in found.values()]
