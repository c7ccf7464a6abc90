"""The build hook for hatchling. It runs every build step beside this file.

A build step is a module with two functions:

    dependencies(root, version) -> list[str]        packages that the step needs
    build(root, version, build_data) -> None        runs the step; may add to hatchling's `build_data`

`version` is "standard" for a wheel or an sdist and "editable" for `pip install --editable`. An sdist carries the page,
so that a wheel can be built from it without Node; compiling is left to the machine that builds the wheel.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STEPS = {"wheel": ("page", "native"), "sdist": ("page",)}

sys.path.insert(0, str(Path(__file__).resolve().parent))


class BuildSteps(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        # Hatchling does not pass the version here; the command line shows it if pip is the installer.
        version = "editable" if "get_requires_for_build_editable" in sys.argv else "standard"
        return [need for step in self._steps() for need in step.dependencies(Path(self.root), version)]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for step in self._steps():
            step.build(Path(self.root), version, build_data)

    def _steps(self) -> list[Any]:
        return [import_module(name) for name in STEPS.get(self.target_name, ())]
