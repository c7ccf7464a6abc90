"""The build's own part: what a wheel holds beyond the sources. Each part is a module beside this one.

A part offers `dependencies(root, version)`, what it needs to build, and `build(root, version, build_data)`; `version`
is "standard" for a wheel and "editable" for an installation that points at a checkout.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

HERE = Path(__file__).parent
PARTS = [name for name in ("page", "native") if (HERE / f"{name}.py").exists()]


class Hook(BuildHookInterface):  # type: ignore[type-arg,misc,unused-ignore]
    """Hands the build to the parts, in turn."""

    def dependencies(self) -> list[str]:
        # Hatch does not say for which version it asks; the installer's command line does, where it is one of pip's.
        version = "editable" if "get_requires_for_build_editable" in sys.argv else "standard"
        return [need for part in parts() for need in part.dependencies(Path(self.root), version)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if self.target_name == "wheel":
            for part in parts():
                part.build(Path(self.root), version, build_data)


def parts() -> list[Any]:
    if str(HERE) not in sys.path:
        sys.path.insert(0, str(HERE))
    return [import_module(name) for name in PARTS]
