"""A stranger installs the sdist on a machine without Node: the package is compiled, plays and serves its page.

Pip builds the wheel in isolation and installs it into an empty environment.
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

from tools import native, page, wheels

ROOT = Path(__file__).parents[2]
LIMIT_S = 60.0
"""Only against tests that would hang."""


@dataclass(frozen=True)
class Installed:
    """A wheel, and an environment with nothing but the wheel and its dependencies."""

    wheel: Path
    home: Path

    def command(self, *arguments: str) -> list[str]:
        return [str(self.home / ("Scripts" if os.name == "nt" else "bin") / "ludoteca"), *arguments]

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = self.command(*arguments)
        return subprocess.run(
            command, env=clean_environment(), cwd=self.home, capture_output=True, text=True, timeout=LIMIT_S
        )


def clean_environment() -> dict[str, str]:
    """Return the environment variables without those of the tests."""
    return {name: value for name, value in os.environ.items() if name not in ("LUDOTECA_PLAIN", "PYTHONPATH")}


def pip(python: Path | str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [str(python), "-m", "pip", "-q", "--disable-pip-version-check", *arguments]
    return subprocess.run(command, env={**clean_environment(), **environment}, capture_output=True, text=True)


def copy_sources(folder: Path) -> Path:
    """Copy the sources without build outputs, so that none of them gets into the wheel."""
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
    packed = subprocess.run(
        [sys.executable, "-c", wheels.SDIST, str(folder)], cwd=source, capture_output=True, text=True
    )
    assert packed.returncode == 0, packed.stdout + packed.stderr
    (sdist,) = folder.glob("*.tar.gz")
    path = os.pathsep.join([str(wheels.hide_node(folder / "bin")), os.environ["PATH"]])
    # Whether it compiles does not depend on how long the compiler may optimize.
    quickly = {"PATH": path, "MYPYC_OPT_LEVEL": "0"}
    built = pip(sys.executable, "wheel", "--no-deps", "--wheel-dir", str(folder), str(sdist), **quickly)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = folder.glob("*.whl")
    home = folder / "empty"
    venv.create(home, with_pip=True)
    done = pip(home / ("Scripts" if os.name == "nt" else "bin") / "python", "install", str(wheel))
    assert done.returncode == 0, done.stderr
    return Installed(wheel, home)


@contextmanager
def serving(installed: Installed) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start the installed server; yield its address and its process."""
    command = installed.command("serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--data", "rooms")
    with subprocess.Popen(
        command, env=clean_environment(), cwd=installed.home, stdout=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            yield server.stdout.readline().split()[-1], server
        finally:
            server.terminate()


def fetch(url: str) -> str:
    with urlopen(url, timeout=LIMIT_S) as answer:  # noqa: S310 - our own server
        return str(answer.read().decode())


@pytest.mark.slow
@pytest.mark.early
@pytest.mark.timeout(900)
def test_the_installed_package_is_compiled_plays_and_serves_its_page(tmp_path: Path) -> None:
    """One test, because the installation takes longest, and test workers would each make their own."""
    installed = install(tmp_path)
    check_compiled(installed)
    check_play(installed)
    check_page(installed)
    check_selftest(installed)
    check_wheel_contents(installed)


def check_compiled(installed: Installed) -> None:
    if sys.implementation.name == "cpython" and native.has_headers():
        done = installed.run("--version")
        assert done.stdout.endswith("(core, rules, search and rooms compiled)\n"), done
        assert done.stderr == ""


def check_play(installed: Installed) -> None:
    bots = ("--bot", "journeyman=2", "--bot", "weather=2")
    done = installed.run("play", "flooding", "3", "--new", "--data", "console", *bots)
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins." in done.stdout


def check_page(installed: Installed) -> None:
    with serving(installed) as (url, server):
        script = fetch(url).partition('src="')[2].partition('"')[0]
        assert fetch(url + script)
        server.terminate()
        output = server.communicate(timeout=LIMIT_S)[0]
    assert "Stopping; all games are saved." in output
    assert "plain Python" not in output


def check_selftest(installed: Installed) -> None:
    python = Path(installed.command()[0]).with_name("python")
    command = [str(python), "-m", "ludoteca.selftest"]
    done = subprocess.run(command, env=clean_environment(), cwd=installed.home, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout


def check_wheel_contents(installed: Installed) -> None:
    names = ZipFile(installed.wheel).namelist()
    for game in ("flooding", "latice", "rowsandcols", "waffe", "wege"):
        assert f"ludoteca/games/{game}/page/locales/en.json" in names
        assert f"ludoteca/games/{game}/page/rules.md" in names
    (notices,) = [name for name in names if name.endswith("/licenses/src/ludoteca/server/page/licences.txt")]
    text = ZipFile(installed.wheel).read(notices).decode()
    for bundled in ("@fontsource/fraunces", "@fontsource-variable/atkinson-hyperlegible-next", "svelte", "uqr"):
        assert f"\n{bundled} " in text
    assert "SIL OPEN FONT LICENSE Version 1.1" in text
    outside = [name for name in names if not name.startswith(("ludoteca/", "ludoteca-"))]
    assert outside == ["ludoteca_pytest.py"], "pytest's plugin alone is outside the package"
    sources = [name for name in names if name.endswith((".svelte", ".ts")) or "node_modules" in name]
    assert sources == ["ludoteca/server/page/kit/1/kit.d.ts"], "the types of the board kit are no source"
