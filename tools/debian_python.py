"""Run the tests with a Python that this machine does not have, from a newer suite of Debian.

    python -m tools.debian_python                     Python 3.14 from sid
    python -m tools.debian_python --suite forky --python 3.14

Makes a small Debian in build/ (once, by debootstrap), unpacks the last commit there, and runs in it `make test` without
the browser, and the self-test. Needs root, debootstrap, and a mirror of Debian and a package index that can be reached.
"""

from __future__ import annotations

import argparse
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from tools import page

ROOT = Path(__file__).resolve().parents[1]
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def make_debian(folder: Path, suite: str, python: str) -> None:
    """Install a small Debian with a Python and a C compiler, unless it is there."""
    if (folder / "usr" / "bin" / f"python{python}").exists():
        return
    wanted = f"ca-certificates,gcc,git,libc6-dev,make,python{python}-dev,python{python}-venv"
    command = ["debootstrap", "--variant=minbase", f"--include={wanted}", suite, str(folder)]
    subprocess.run(command, check=True)


def unpack(folder: Path) -> Path:
    """Put the last commit and the built page into the Debian, and let it reach the network as this machine does."""
    target = folder / "ludoteca"
    shutil.rmtree(target / "src", ignore_errors=True)
    target.mkdir(exist_ok=True)
    with subprocess.Popen(["git", "archive", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE) as archive:  # noqa: S607
        subprocess.run(["tar", "-x", "-C", str(target)], stdin=archive.stdout, check=True)  # noqa: S607
    shutil.copytree(ROOT / page.OUTPUT, target / page.OUTPUT, dirs_exist_ok=True)
    shutil.copy("/etc/resolv.conf", folder / "etc" / "resolv.conf")
    shutil.copy(CERTIFICATES, folder / str(CERTIFICATES)[1:])
    return target


def run_inside(folder: Path, script: str) -> int:
    """Run a script in the Debian, with its own mounts, which end with it."""
    inside = shlex.join(["chroot", str(folder), "sh", "-ec", f"cd /ludoteca; {script}"])
    mounts = f"mount --rbind /dev {shlex.quote(str(folder))}/dev; mount -t proc proc {shlex.quote(str(folder))}/proc"
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in ("PIP_CERT", "PIP_INDEX_URL", "http_proxy", "https_proxy")
    }
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", **kept}
    command = ["unshare", "--mount", "sh", "-ec", f"{mounts}; exec {inside}"]
    return subprocess.run(command, env=environment, check=False).returncode


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--suite", default="sid")
    parser.add_argument("--python", default="3.14")
    parser.add_argument("tests", nargs="*", default=["--ignore=tests/browser", "--ignore=tests/other_browsers"])
    args = parser.parse_args()
    missing = [name for name in ("debootstrap", "unshare", "chroot") if shutil.which(name) is None]
    if os.geteuid() != 0 or missing:
        sys.exit(f"This needs root and {', '.join(missing or ['debootstrap'])}.")
    if not page.is_fresh(ROOT):
        sys.exit("The page is not built: run `make page` first.")
    folder = ROOT / "build" / f"debian-{args.suite}"
    make_debian(folder, args.suite, args.python)
    unpack(folder)
    environment = f".venv-{args.python}"
    tests = shlex.join(args.tests)
    script = f"make test PYTHON=python{args.python} VENV={environment} ARGS={shlex.quote(tests)}"
    sys.exit(run_inside(folder, f"{script}; {environment}/bin/python -m ludoteca.selftest"))


if __name__ == "__main__":
    main()
