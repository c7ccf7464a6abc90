"""The compiled modules and their stamp. The build loads this file on its own, so it imports nothing of the package."""

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
    "ludoteca.core.translations",
    "ludoteca.core.move_text",
    "ludoteca.core.squares",
    "ludoteca.search.policy",
    "ludoteca.search.tree",
    "ludoteca.search.halving",
    "ludoteca.search.transposition",
    "ludoteca.search.zobrist",
    "ludoteca.games.flooding.rules",
    "ludoteca.games.flooding.text",
    "ludoteca.games.flooding.view",
    "ludoteca.games.flooding.bot.tablebase",
    "ludoteca.games.flooding.bot.search",
    "ludoteca.games.latice.rules",
    "ludoteca.games.latice.text",
    "ludoteca.games.latice.view",
    "ludoteca.games.latice.bot.evaluation",
    "ludoteca.games.latice.bot.search",
    "ludoteca.games.rowsandcols.board",
    "ludoteca.games.rowsandcols.moves",
    "ludoteca.games.rowsandcols.rules",
    "ludoteca.games.rowsandcols.text",
    "ludoteca.games.rowsandcols.view",
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
    "ludoteca.games.waffe.text",
    "ludoteca.games.waffe.view",
    "ludoteca.games.waffe.bot.heuristics",
    "ludoteca.games.waffe.bot.search",
    "ludoteca.games.waffe.bot.endgame",
    "ludoteca.games.wege.cards",
    "ludoteca.games.wege.park",
    "ludoteca.games.wege.scoring",
    "ludoteca.games.wege.rules",
    "ludoteca.games.wege.text",
    "ludoteca.games.wege.view",
    "ludoteca.games.wege.bot.board",
    "ludoteca.games.wege.bot.evaluation",
    "ludoteca.games.wege.bot.search",
    "ludoteca.table.clock_state",
    "ludoteca.table.deal",
    "ludoteca.table.table",
    "ludoteca.table.fold",
    "ludoteca.table.play",
    "ludoteca.table.undo",
    "ludoteca.table.decide",
    "ludoteca.table.deadlines",
    "ludoteca.table.highscores",
    "ludoteca.table.retention",
    "ludoteca.store.chain",
    "ludoteca.store.write",
    "ludoteca.store.recent_events",
    "ludoteca.store.batch",
    "ludoteca.store.postgres.arrays",
    "ludoteca.rooms.clock",
    "ludoteca.rooms.command_keys",
    "ludoteca.rooms.histogram",
    "ludoteca.rooms.limits",
    "ludoteca.rooms.notifier",
    "ludoteca.rooms.stored_events",
    "ludoteca.rooms.write_group",
    "ludoteca.rooms.chat",
    "ludoteca.rooms.lobby",
    "ludoteca.rooms.pending",
    "ludoteca.rooms.table_messages",
    "ludoteca.rooms.room_state",
    "ludoteca.rooms.chat_room",
    "ludoteca.rooms.logged_room",
    "ludoteca.rooms.automation",
    "ludoteca.rooms.room",
    "ludoteca.rooms.client_session",
    "ludoteca.server.frame_reader",
    "ludoteca.server.frames",
    "ludoteca.server.outbox",
)
"""Compiled together, from unchanged source. Add the modules of a new game here."""

UNCOMPILED_DEPENDENCY: Final = "ludoteca.core.vecs"
"""Not compiled, but the compiled code of all others depends on it."""

STAMP: Final = "native.json"


def source(root: Path, module: str) -> Path:
    """Return the source file of a module; `root` is the folder with the package."""
    return root.joinpath(*module.split(".")).with_suffix(".py")


def digest(root: Path) -> str:
    """Return a hash of all source that the compiled files depend on."""
    sources = sha256()
    for module in (*MODULES, UNCOMPILED_DEPENDENCY):
        sources.update(source(root, module).read_bytes())
    return sources.hexdigest()


def stamp(root: Path) -> Path:
    return root / "ludoteca" / "core" / STAMP


def read_stamp(root: Path) -> dict[str, str]:
    """Read the build's stamp: `sources`, a hash of what was compiled, or `why_plain`, why nothing was."""
    try:
        found = json.loads(stamp(root).read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def is_compiled(root: Path) -> bool:
    """Return whether there are compiled files for this Python."""
    first = source(root, MODULES[0])
    return any(first.with_suffix(suffix).exists() for suffix in EXTENSION_SUFFIXES)


def is_fresh(root: Path) -> bool:
    """Return whether they were made from the present source."""
    return read_stamp(root).get("sources") == digest(root)
