"""Compile core, rules, search and rooms with mypyc: for a wheel, and in place for `make native`.

python tools/native.py            compile beside the sources, unless they are up to date
python tools/native.py --remove   remove the compiled files
python tools/native.py --into DIR compile into a folder that holds a copy of src

Needs mypy with mypyc. Uses the system's C compiler or, in a virtual environment, installs the package `ziglang`.
MYPYC_OPT_LEVEL=0 compiles quickly, for trying the build.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import json
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any

ROOT = Path(__file__).parents[1]
NEEDS = ["mypy[mypyc]>=2.4.1,<2.5", "msgspec>=0.19"]
ZIG = "ziglang>=0.13"
GROUP = "ludoteca.core.native"
"""The library that all compiled modules share, inside the package."""


def load_module_list(root: Path) -> ModuleType:
    """Load core/compiled.py by its path: the package cannot be imported while it is being built."""
    spec = importlib.util.spec_from_file_location("ludoteca_compiled", root / "src/ludoteca/core/compiled.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError("src/ludoteca/core/compiled.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Build step


def dependencies(root: Path, version: str) -> list[str]:
    if version == "editable" or why_not() is not None:
        return []
    return needs()


def build(root: Path, version: str, build_data: dict[str, Any]) -> None:
    """Add the compiled files to a wheel. If nothing can be compiled, the wheel is plain Python."""
    if version == "editable":
        return
    folder = root / "build" / "native"
    shutil.rmtree(folder, ignore_errors=True)
    reason = why_not() or compile_into(root, folder)
    if reason is None:
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["dependencies"].append(f"librt>={importlib.metadata.version('librt')}")
    else:
        # Pip hides the output of a build, so Ludoteca prints the reason when it starts.
        shutil.rmtree(folder, ignore_errors=True)
        left: Path = load_module_list(root).stamp(folder)
        left.parent.mkdir(parents=True)
        left.write_text(json.dumps({"why_plain": reason}) + "\n", "utf-8")
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            build_data["force_include"][str(file)] = file.relative_to(folder).as_posix()


# Compiling


def why_not() -> str | None:
    """Return why nothing can be compiled here, or None."""
    if os.environ.get("LUDOTECA_PLAIN", "") not in ("", "0"):
        return "LUDOTECA_PLAIN is set."
    if sys.implementation.name != "cpython":
        return f"{sys.implementation.name} cannot run compiled modules."
    if not has_headers():
        return "Python's headers are missing (on Debian and Ubuntu: apt install python3-dev)."
    return None


def has_headers() -> bool:
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def needs() -> list[str]:
    return NEEDS if has_compiler() else [*NEEDS, ZIG]


def fetch_zig() -> None:
    """Install zig into the current virtual environment, and never into a system Python."""
    if has_compiler() or zig() or sys.prefix == sys.base_prefix:
        return
    print("There is no C compiler; installing one from the package index (once).", flush=True)
    pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install", "--require-hashes"]
    subprocess.run([*pip, "--requirement", str(ROOT / "requirements" / "zig.txt")], check=False)
    importlib.invalidate_caches()


def has_compiler() -> bool:
    """Return whether the system has a C compiler. On Windows only an attempt can tell."""
    wanted = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return sys.platform == "win32" or shutil.which(shlex.split(wanted)[0]) is not None


def zig() -> dict[str, str]:
    """Return the environment variables that make setuptools use zig; empty if it is not installed."""
    if importlib.util.find_spec("ziglang") is None:
        return {}
    cc = f"{shlex.quote(sys.executable)} -m ziglang cc"
    shared = "-bundle -undefined dynamic_lookup" if sys.platform == "darwin" else "-shared"
    return {"CC": cc, "LDSHARED": f"{cc} {shared}"}


def compile_into(root: Path, folder: Path) -> str | None:
    """Compile the modules of `root`/src into `folder`, with their stamp. Return why it failed, or None."""
    chosen = {} if has_compiler() else zig()
    if not has_compiler() and not chosen:
        return "there is no C compiler, and the package ziglang is not installed."
    command = [sys.executable, __file__, "--compile", str(root), "--into", str(folder)]
    with tempfile.TemporaryFile("w+") as log:
        # In a process of its own: mypyc exits when it fails, and resolves paths from its working folder.
        done = subprocess.run(command, cwd=root, env={**os.environ, **chosen}, stdout=log, stderr=log)
        if done.returncode == 0:
            return None
        log.seek(0)
        output = [line for line in log.read().splitlines() if line.strip()]
    return f"compiling failed ({output[-1] if output else 'no output'})."


def run_mypyc(root: Path, folder: Path) -> None:
    from mypyc.build import mypycify
    from setuptools import Distribution  # type: ignore[import-untyped, unused-ignore]
    from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped, unused-ignore]

    modules = load_module_list(root)
    sources = [modules.source(root / "src", module).relative_to(root).as_posix() for module in modules.MODULES]
    with tempfile.TemporaryDirectory(prefix="ludoteca-") as work:
        # Other modules are checked by `make check`: they may import packages that a build lacks, such as numpy.
        flags = ["--strict", "--follow-imports=silent", "--config-file=", f"--cache-dir={work}/cache"]
        opt_level = os.environ.get("MYPYC_OPT_LEVEL", "3")
        extensions = mypycify(
            [*flags, *sources], opt_level=opt_level, debug_level="0", group_name=GROUP, target_dir=work
        )
        for extension in extensions:
            # Floating-point sums must match Python's, calls among the modules may be inlined, and a warning of a newer
            # compiler must not fail the build.
            own = [] if sys.platform == "win32" else ["-ffp-contract=off", "-fvisibility=hidden"]
            extension.extra_compile_args = [arg for arg in extension.extra_compile_args if arg != "-Werror"] + own
        command = build_ext(Distribution({"name": "ludoteca", "ext_modules": extensions}))
        command.build_lib, command.build_temp = str(folder), work
        command.ensure_finalized()
        command.run()
    stamp = modules.stamp(folder)
    stamp.write_text(json.dumps({"sources": modules.digest(root / "src")}) + "\n", "utf-8")


# In place


def remove(root: Path) -> None:
    for file in compiled_files(root):
        file.unlink()


def compiled_files(root: Path) -> list[Path]:
    """Return the compiled files beside the sources, for any Python and including modules no longer compiled."""
    files = [file for kind in ("so", "pyd") for file in (root / "src" / "ludoteca").rglob(f"*.{kind}")]
    stamp: Path = load_module_list(root).stamp(root / "src")
    return [*files, stamp] if stamp.exists() else files


def compile_in_place(root: Path) -> str | None:
    """Compile beside the sources unless they are up to date. Return why it failed, or None."""
    modules = load_module_list(root)
    if modules.is_compiled(root / "src") and modules.is_fresh(root / "src"):
        return None
    if reason := why_not():
        return reason
    fetch_zig()
    print("Compiling core, rules, search and rooms; this takes two minutes.", flush=True)
    remove(root)
    with tempfile.TemporaryDirectory(prefix="ludoteca-") as folder:
        reason = compile_into(root, Path(folder))
        if reason is None:
            shutil.copytree(folder, root / "src", dirs_exist_ok=True)
    return reason


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--into", type=Path)
    parser.add_argument("--remove", action="store_true")
    parser.add_argument("--compile", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.compile:
        run_mypyc(args.compile, args.into)
    elif args.remove:
        remove(ROOT)
    else:
        reason = (why_not() or compile_into(ROOT, args.into)) if args.into else compile_in_place(ROOT)
        if reason is not None:
            sys.exit(f"Not compiled: {reason}")


if __name__ == "__main__":
    main()
