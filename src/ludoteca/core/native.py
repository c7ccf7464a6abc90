"""Whether this Python runs core, rules and search compiled.

Compiled files lie beside their sources, in a wheel and in a checkout alike, with a stamp of the sources they were made
from. They are used only while the stamp fits, so that none can hide newer source; `LUDOTECA_PLAIN=1` passes them by.
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

SWITCH: Final = "LUDOTECA_PLAIN"
ROOT: Final = Path(__file__).parents[2]
"""The folder that holds the package."""
OLDER: Final = "the compiled files are older than their source"


class Sources:
    """Finds the source of a module before a compiled file beside it, be that one listed still or left over."""

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not path or not name.startswith("ludoteca."):
            return None
        source = Path(path[0], name.rpartition(".")[2] + ".py")
        return spec_from_file_location(name, source) if source.exists() else None


def _choose() -> str:
    """Why the source is run, or nothing when the compiled files are."""
    if not is_compiled(ROOT):
        return "not compiled"
    if os.environ.get(SWITCH, "") not in ("", "0"):
        return f"{SWITCH} is set"
    if is_fresh(ROOT):
        return ""
    warnings.warn(
        "The compiled files are older than their source and are not used: "
        "`make native` makes them anew, `make clean-native` removes them.",
        RuntimeWarning,
        stacklevel=2,
    )
    return OLDER


WHY_PLAIN: Final = _choose()
COMPILED: Final = not WHY_PLAIN
if not COMPILED:
    sys.meta_path.insert(0, Sources())


def described() -> str:
    """One line for `ludoteca --version`."""
    return "core, rules and search compiled" if COMPILED else f"plain Python: {WHY_PLAIN}"


def plain_notice() -> str | None:
    """One sentence for whoever starts it, when it is not compiled: what that means, and what to do."""
    if COMPILED or WHY_PLAIN == OLDER:  # of older files a warning has told
        return None
    if is_compiled(ROOT):
        mend = f"unset {SWITCH} to run what is compiled."
    elif (ROOT.parent / "tools" / "native.py").exists():
        mend = "`make native` compiles it."
    else:
        reason = read_stamp(ROOT).get("why_plain", "it was built without a compiler.")
        mend = f"install it again once this is mended: {reason}"
    return f"Ludoteca runs as plain Python here, so bots think less; {mend}"
