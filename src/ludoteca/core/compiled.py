"""What the build compiles, and what is known of the compiled files. The build loads it too: it imports nothing else."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final

MODULES: Final = (
    "ludoteca.core.ints",
    "ludoteca.core.generator",
    "ludoteca.core.state",
    "ludoteca.search.tree",
    "ludoteca.search.transposition",
    "ludoteca.games.flooding.rules",
    "ludoteca.games.flooding.bot.tablebase",
    "ludoteca.games.flooding.bot.search",
    "ludoteca.games.latice.rules",
    "ludoteca.games.latice.bot.evaluation",
    "ludoteca.games.latice.bot.search",
    "ludoteca.games.rowsandcols.board",
    "ludoteca.games.rowsandcols.moves",
    "ludoteca.games.rowsandcols.rules",
    "ludoteca.games.rowsandcols.bot.turns",
    "ludoteca.games.rowsandcols.bot.evaluation",
    "ludoteca.games.rowsandcols.bot.board",
    "ludoteca.games.rowsandcols.bot.bounds",
    "ludoteca.games.rowsandcols.bot.endgame",
    "ludoteca.games.rowsandcols.bot.search",
    "ludoteca.games.waffe.cards",
    "ludoteca.games.waffe.move_generation",
    "ludoteca.games.waffe.play_index",
    "ludoteca.games.waffe.rules",
    "ludoteca.games.waffe.bot.heuristics",
    "ludoteca.games.waffe.bot.search",
    "ludoteca.games.waffe.bot.endgame",
    "ludoteca.games.wege.cards",
    "ludoteca.games.wege.park",
    "ludoteca.games.wege.scoring",
    "ludoteca.games.wege.rules",
    "ludoteca.games.wege.bot.board",
    "ludoteca.games.wege.bot.evaluation",
    "ludoteca.games.wege.bot.search",
)
"""Compiled together, from the source as it stands. A game of the house adds its rules here."""

DECIDING: Final = "ludoteca.core.vecs"
"""Not compiled, but what the compiler reads there decides about all others."""

STAMP: Final = "native.json"


def source(root: Path, module: str) -> Path:
    """The source file of a module; `root` is the folder that holds the package."""
    return root.joinpath(*module.split(".")).with_suffix(".py")


def digest(root: Path) -> str:
    """What the compiled files depend on, as one hash."""
    whole = sha256()
    for module in (*MODULES, DECIDING):
        whole.update(source(root, module).read_bytes())
    return whole.hexdigest()


def stamp(root: Path) -> Path:
    return root / "ludoteca" / "core" / STAMP


def read_stamp(root: Path) -> dict[str, str]:
    """What the build left: `sources`, the hash of what was compiled, or `why_plain`, why nothing was."""
    try:
        found = json.loads(stamp(root).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def is_compiled(root: Path) -> bool:
    """Whether compiled files for this Python are there."""
    first = source(root, MODULES[0])
    return any(first.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)


def is_fresh(root: Path) -> bool:
    """Whether they were made from the source that is there."""
    return read_stamp(root).get("sources") == digest(root)
