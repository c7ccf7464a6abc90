"""What hatchling does when it builds the package: every part beside this file makes its share of it.

A part is a module with two functions:

    dependencies(root, version) -> list[str]        what it needs from the package index to be built
    build(root, version, build_data) -> None        builds it; `build_data` is hatchling's, to be added to

`version` is "standard" for a wheel and "editable" for `pip install --editable`. In an sdist nothing is built.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PARTS = ("page", "native")

sys.path.insert(0, str(Path(__file__).resolve().parent))


class Parts(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        # Hatchling does not say for which version it asks; the installer's command line does, where it is one of pip's.
        version = "editable" if "get_requires_for_build_editable" in sys.argv else "standard"
        return [need for part in self._parts() for need in part.dependencies(Path(self.root), version)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for part in self._parts():
            part.build(Path(self.root), version, build_data)

    def _parts(self) -> list[Any]:
        return [import_module(name) for name in PARTS] if self.target_name == "wheel" else []
