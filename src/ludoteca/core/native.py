"""Decide whether core, rules, search and rooms run compiled.

Compiled files lie next to their sources, in a wheel and in a checkout, with a stamp of those sources. They are used
only if the stamp matches, so they never hide newer source. `LUDOTECA_PLAIN=1` ignores them.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from ludoteca.core.compiled import is_compiled, is_fresh, read_stamp

PLAIN_VARIABLE: Final = "LUDOTECA_PLAIN"
ROOT: Final = Path(__file__).parents[2]
"""The folder with the package."""
OUTDATED: Final = "the compiled files are older than their source"


class SourceFinder:
    """Import the source of a module instead of a compiled file next to it, also if that one is a leftover."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not path or not name.startswith("ludoteca."):
            return None
        source = Path(path[0], name.rpartition(".")[2] + ".py")
        return spec_from_file_location(name, source) if source.exists() else None


def _choose() -> str:
    """Return why plain Python runs, or "" if the compiled files do."""
    if not is_compiled(ROOT):
        return "not compiled"
    if os.environ.get(PLAIN_VARIABLE, "") not in ("", "0"):
        return f"{PLAIN_VARIABLE} is set"
    if is_fresh(ROOT):
        return ""
    warnings.warn(
        "The compiled files are older than their source and are not used: "
        "`make native` rebuilds them, `make clean-native` removes them.",
        RuntimeWarning,
        stacklevel=2,
    )
    return OUTDATED


WHY_PLAIN: Final = _choose()
COMPILED: Final = not WHY_PLAIN
if not COMPILED:
    sys.meta_path.insert(0, SourceFinder())


def describe_build() -> str:
    """Return one line for `ludoteca --version`."""
    return "core, rules, search and rooms compiled" if COMPILED else f"plain Python: {WHY_PLAIN}"


def plain_notice(language: str = "en") -> str | None:
    """Return a sentence to show at the start when plain Python runs: what that means and what to do."""
    # Imported late: this module decides how that one is imported.
    from ludoteca.core.translations import Text, shared_translations

    if COMPILED or WHY_PLAIN == OUTDATED:  # the warning has said it
        return None
    if is_compiled(ROOT):
        notice = Text("plain_by_variable", {"variable": PLAIN_VARIABLE})
    elif (ROOT.parent / "tools" / "native.py").exists():
        notice = Text("plain_in_checkout", {"command": "make native"})
    elif reason := read_stamp(ROOT).get("why_plain"):
        notice = Text("plain_because", {"reason": reason})
    else:
        notice = Text("plain_without_compiler")
    return shared_translations(language).format(notice)
