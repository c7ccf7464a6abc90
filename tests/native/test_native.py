"""Compiled and plain Python play the same games, and compiled files never hide newer source."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

import pytest
from games.flooding.exhaustive_search import BOUNDS

from ludoteca.core.compiled import MODULES, digest, is_compiled, is_fresh, source, stamp

ROOT = Path(__file__).parents[2]
DESCRIBE = "from ludoteca.core import native; print(native.describe_build())"
NOTICE = "from ludoteca.core import native; print(native.plain_notice())"
OUTDATED = "The compiled files are older than their source"


def run(source_root: Path, *args: str, plain: str = "0", cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run Python on a copy of the sources."""
    env = {**os.environ, "PYTHONPATH": str(source_root), "LUDOTECA_PLAIN": plain}
    return subprocess.run([sys.executable, *args], env=env, cwd=cwd, capture_output=True, text=True, check=False)


def copy_sources(folder: Path) -> Path:
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "native.json", "__pycache__")
    return Path(shutil.copytree(ROOT / "src", folder / "src", ignore=ignored))


@pytest.fixture
def fake_compiled(tmp_path: Path) -> Path:
    """Return sources with empty files next to them that look compiled; loading one fails."""
    root = copy_sources(tmp_path)
    for module in MODULES:
        source(root, module).with_suffix(EXTENSION_SUFFIXES[0]).write_bytes(b"")
    return root


def test_sources_without_compiled_files_run(tmp_path: Path) -> None:
    done = run(copy_sources(tmp_path), "-c", DESCRIBE)
    assert (done.stdout, done.stderr) == ("plain Python: not compiled\n", "")


def imports(path: Path) -> set[str]:
    """Return the modules, and what is in them, that a file names in its import statements."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{name.name}" for name in node.names)}
    return names


def test_nothing_compiled_needs_a_package_that_only_an_extra_installs() -> None:
    """The compiler reads the types in every module that a compiled one imports, and players do not have psycopg."""
    files = {
        ".".join(path.relative_to(ROOT / "src").with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "src").rglob("*.py")
    }
    for module in MODULES:
        for name in {module, *imports(files[module])} & files.keys():
            assert "psycopg" not in imports(files[name]), f"{module} imports {name}"


@pytest.mark.parametrize("written", [None, "", "{}", '{"sources": "0"}'])
def test_outdated_compiled_files_are_ignored_with_a_warning(fake_compiled: Path, written: str | None) -> None:
    if written is not None:
        stamp(fake_compiled).write_text(written, "utf-8")
    done = run(fake_compiled, "-c", DESCRIBE)
    assert done.stdout == "plain Python: the compiled files are older than their source\n"
    assert OUTDATED in done.stderr
    assert "make native" in done.stderr


def test_compiled_files_are_used_while_their_stamp_matches(fake_compiled: Path) -> None:
    stamp(fake_compiled).write_text(json.dumps({"sources": digest(fake_compiled)}), "utf-8")
    assert run(fake_compiled, "-c", DESCRIBE).stdout == "core, rules, search and rooms compiled\n"
    assert "ImportError" in run(fake_compiled, "-c", "import ludoteca.core.state").stderr
    assert run(fake_compiled, "-c", DESCRIBE, plain="1").stdout == "plain Python: LUDOTECA_PLAIN is set\n"
    with source(fake_compiled, MODULES[-1]).open("a") as rules:
        rules.write("# changed\n")
    assert OUTDATED in run(fake_compiled, "-c", DESCRIBE).stderr


def test_plain_python_says_in_one_sentence_what_to_do(tmp_path: Path, fake_compiled: Path) -> None:
    """Try a checkout, ignored compiled files, and an installation that the build could not compile."""
    notice = "Ludoteca runs as plain Python, so the computer thinks less; "
    assert run(ROOT / "src", "-c", NOTICE, plain="1").stdout in (
        f"{notice}`make native` compiles it.\n",
        f"{notice}unset LUDOTECA_PLAIN to use the compiled files.\n",
    )
    assert run(fake_compiled, "-c", NOTICE).stdout == "None\n", "the warning says it"
    stamp(fake_compiled).write_text(json.dumps({"sources": digest(fake_compiled)}), "utf-8")
    assert (
        run(fake_compiled, "-c", NOTICE, plain="1").stdout
        == f"{notice}unset LUDOTECA_PLAIN to use the compiled files.\n"
    )
    installed = copy_sources(tmp_path / "site-packages")
    stamp(installed).write_text(json.dumps({"why_plain": "Python's headers are not here."}), "utf-8")
    assert (
        run(installed, "-c", NOTICE).stdout
        == f"{notice}to install it compiled, fix this and install again: Python's headers are not here.\n"
    )


@pytest.fixture(scope="session")
def compiled(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """Return compiled sources: those of `make native`, or a copy that the first test worker compiles for all."""
    if is_compiled(ROOT / "src") and is_fresh(ROOT / "src"):
        return ROOT / "src"
    if worker_id == "master":
        return compile_once(tmp_path_factory.mktemp("compiled"))
    import fcntl  # only here: not every system has it, and not every run needs it

    shared = tmp_path_factory.getbasetemp().parent / "compiled"
    shared.mkdir(exist_ok=True)
    with (shared / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        return shared / "src" if (shared / "done").exists() else compile_once(shared)


def compile_once(folder: Path) -> Path:
    root = copy_sources(folder)
    env = {**os.environ, "LUDOTECA_PLAIN": "0"}
    done = subprocess.run(
        [sys.executable, "tools/native.py", "--into", str(root)], env=env, cwd=ROOT, capture_output=True, text=True
    )
    if "no C compiler" in done.stderr or "headers" in done.stderr:
        pytest.skip(done.stderr)
    assert done.returncode == 0, done.stderr
    (folder / "done").touch()
    return root


@pytest.mark.timeout(900)
@pytest.mark.slow
def test_whole_games_and_searches_are_equal(compiled: Path) -> None:
    sums: list[dict[str, Any]] = []
    for plain in ("0", "1"):
        done = run(compiled, "tests/native/checksums.py", plain=plain)
        assert done.returncode == 0, done.stderr
        sums.append(json.loads(done.stdout))
    assert [one["compiled"] for one in sums] == [True, False]
    assert len(sums[0]["sums"]) > 20
    assert sums[0]["sums"] == sums[1]["sums"]


@pytest.mark.timeout(900)
@pytest.mark.slow
def test_rooms_send_the_same_messages(compiled: Path) -> None:
    sums: list[dict[str, Any]] = []
    for plain in ("0", "1"):
        done = run(compiled, "tests/native/message_checksums.py", plain=plain)
        assert done.returncode == 0, done.stderr
        sums.append(json.loads(done.stdout))
    assert [one["compiled"] for one in sums] == [True, False]
    assert sum(len(messages) for room in sums[0]["sums"].values() for messages in room) > 2000
    assert sums[0]["sums"] == sums[1]["sums"]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_tables_and_rooms_hold_compiled(compiled: Path) -> None:
    """Run the same tests as in plain Python, from the pure table to the socket."""
    tests = ["tests/table", "tests/store", "tests/test_api.py", "tests/server/test_play.py"]
    done = run(compiled, "-m", "pytest", "-n", "0", "-p", "no:cacheprovider", "-m", "not slow", *tests)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_conformance_goldens_and_searches_hold_compiled(compiled: Path) -> None:
    """Run the same tests as in plain Python, those of third-party games and their search policies included."""
    tests = ["tests/core", "tests/games", "tests/golden", "tests/search", "tests/test_docs.py"]
    chosen = [
        "-n",
        "0",
        "-p",
        "no:cacheprovider",
        "-m",
        "not slow",
        "-k",
        "conform or golden or test_tree or test_halving",
    ]
    assert "rooms compiled" in run(compiled, "-c", DESCRIBE).stdout
    done = run(compiled, "-m", "pytest", *chosen, *tests)
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.timeout(900)
@pytest.mark.slow
@pytest.mark.parametrize("size", range(5, 11))
def test_the_weather_of_flooding_wins_by_force_against_every_journeyman(compiled: Path, size: int) -> None:
    """Try every walk, which needs compiled rules."""
    done = run(compiled, "tests/games/flooding/exhaustive_search.py", str(size))
    assert int(done.stdout) == BOUNDS[size], done.stderr
    assert size < 10 or BOUNDS[size] <= 26
