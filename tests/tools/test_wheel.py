"""`pip install .` on a bare machine: what is installed is compiled, plays and shows its page.

The wheel is built as pip builds it, apart from the packages installed here, and goes into an empty environment.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from tools import native, page

ROOT = Path(__file__).parents[2]
LIMIT_S = 60.0
"""Only for what would otherwise hang for ever."""


@dataclass(frozen=True)
class Installed:
    """A wheel, and the environment that holds it and what it asks for, and nothing else."""

    wheel: Path
    home: Path

    def command(self, *arguments: str) -> list[str]:
        return [str(self.home / ("Scripts" if os.name == "nt" else "bin") / "ludoteca"), *arguments]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = self.command(*arguments)
        return subprocess.run(command, env=bare(), cwd=self.home, capture_output=True, text=True, timeout=LIMIT_S)


def bare() -> dict[str, str]:
    """The environment of somebody who knows nothing of these tests."""
    return {name: value for name, value in os.environ.items() if name not in ("LUDOTECA_PLAIN", "PYTHONPATH")}


def pip(python: Path | str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-m", "pip", "-q", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, env=bare(), capture_output=True, text=True)


def copy_sources(folder: Path) -> Path:
    """What git would give, so that nothing made here before gets into the wheel."""
    ignored = shutil.ignore_patterns("node_modules", "__pycache__", "*.so", "*.pyd", "native.json")
    for name in ("src", "tools", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=ignored)
    shutil.rmtree(folder / page.OUTPUT, ignore_errors=True)
    for name in ("pyproject.toml", "README.md", "LICENSE", ".gitignore"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def install(folder: Path) -> Installed:
    probe = pip(sys.executable, "download", "--no-deps", "--no-cache-dir", "--dest", str(folder / "probe"), "hatchling")
    if probe.returncode:
        pytest.skip("No package index can be reached, so no wheel is built.")
    node = page.find_node()
    asked = node and subprocess.run([*node.npm, "view", "vite", "version", "--fetch-retries=0"], capture_output=True)
    if asked and asked.returncode:
        pytest.skip("The npm registry cannot be reached, so no wheel is built.")
    source = copy_sources(folder / "source")
    built = pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder), str(source))
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    home = folder / "empty"
    venv.create(home, with_pip=True)
    done = pip(home / ("Scripts" if os.name == "nt" else "bin") / "python", "install", str(wheel))
    assert done.returncode == 0, done.stderr
    return Installed(wheel, home)


@contextmanager
def serving(installed: Installed) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A server as it is started after the installation, and its address."""
    command = installed.command("serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", "rooms")
    with subprocess.Popen(command, env=bare(), cwd=installed.home, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1], server
        finally:
            server.terminate()


def fetch(url: str) -> str:
    with urlopen(url, timeout=LIMIT_S) as answer:  # noqa: S310 - our own server
        return str(answer.read().decode())


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_what_pip_installs_is_compiled_plays_and_shows_its_page(tmp_path: Path) -> None:
    """One test, since the installation takes longest, and workers would each make their own."""
    installed = install(tmp_path)
    is_compiled(installed)
    plays_a_game(installed)
    serves_the_page(installed)
    holds_nothing_else(installed)


def is_compiled(installed: Installed) -> None:
    if sys.implementation.name == "cpython" and native.headers():
        done = installed.run("--version")
        assert done.stdout.endswith("(core, rules and search compiled)\n"), done
        assert done.stderr == ""


def plays_a_game(installed: Installed) -> None:
    bots = ("--bot", "journeyman=2", "--bot", "weather=2")
    done = installed.run("play", "flooding", "3", "--new", "--data", "console", *bots)
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins." in done.stdout


def serves_the_page(installed: Installed) -> None:
    with serving(installed) as (url, server):
        script = fetch(url).partition('src="')[2].partition('"')[0]
        assert fetch(url + script)
        server.terminate()
        said = server.communicate(timeout=LIMIT_S)[0]
    assert "Stopping; all games are saved." in said
    assert "plain Python" not in said


def holds_nothing_else(installed: Installed) -> None:
    names = ZipFile(installed.wheel).namelist()
    for game in ("flooding", "latice", "rowsandcols", "waffe", "wege"):
        assert f"ludoteca/games/{game}/page/locales/en.json" in names
        assert f"ludoteca/games/{game}/page/rules.md" in names
    assert all(name.startswith(("ludoteca/", "ludoteca-")) for name in names), "nothing lies outside the package"
    assert not [name for name in names if name.endswith((".svelte", ".ts")) or "node_modules" in name]
