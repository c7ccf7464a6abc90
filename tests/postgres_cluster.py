"""A PostgreSQL server of our own from Debian's binaries, run by an unprivileged user in a folder of its own."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

LOGIC = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
"""Settings for tests of logic: nothing has to survive."""
START_S = 60.0


def binaries() -> Path | None:
    """Return the folder of the newest PostgreSQL here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    named = shutil.which("initdb")
    return Path(named).parent if named else None


def require_binaries() -> Path:
    """Return the folder of the binaries; without them skip the test, or fail in CI."""
    found = binaries()
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL is missing: apt install postgresql")
        pytest.skip("needs PostgreSQL: apt install postgresql")
    return found


def unprivileged() -> dict[str, Any]:
    """Return how to start a process that is not root: initdb refuses to be."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name for entry in pwd.getpwall()}
    user = pwd.getpwnam("postgres" if "postgres" in names else "nobody")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


class Cluster:
    """A server on a free port of loopback. Databases are made on request."""

    def __init__(self, *settings: str, copied_from: Cluster | None = None) -> None:
        self.bin = require_binaries()
        self.folder = Path(tempfile.mkdtemp(prefix="ludoteca-pg-", dir="/tmp"))
        self._user = unprivileged()
        if self._user:
            os.chown(self.folder, self._user["user"], self._user["group"])
        self.data = self.folder / "data"
        self.port = free_port()
        self._settings = [f"port={self.port}", "listen_addresses=127.0.0.1", f"unix_socket_directories={self.folder}"]
        self._settings += ["max_connections=200", "shared_buffers=32MB", "logging_collector=off", *settings]
        self._process: subprocess.Popen[bytes] | None = None
        self._databases: dict[str, str] = {}
        self.environment: dict[str, str] = {}
        """Of the server, from its next start on."""
        if copied_from is None:
            how = ("-A", "trust", "--no-locale", "-E", "UTF8", "-U", "ludoteca", "-N")
            self._run("initdb", "-D", str(self.data), *how)
        else:
            source = ["-h", "127.0.0.1", "-p", str(copied_from.port), "-U", "ludoteca"]
            self._run("pg_basebackup", *source, "-D", str(self.data), "-R", "-X", "stream", "-c", "fast")

    def _run(self, name: str, *arguments: str) -> None:
        done = subprocess.run(
            [str(self.bin / name), *arguments], cwd=self.folder, capture_output=True, text=True, **self._user
        )
        assert done.returncode == 0, done.stderr

    def start(self) -> Cluster:
        """Start the server and wait until it answers."""
        options = [part for setting in self._settings for part in ("-c", setting)]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [str(self.bin / "postgres"), "-D", str(self.data), *options],
                cwd=self.folder,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
                **self._user,
            )
        end = time.monotonic() + START_S
        while True:
            try:
                psycopg.connect(self.url("postgres"), connect_timeout=2).close()
                return self
            except psycopg.OperationalError:
                assert self._process.poll() is None, (self.folder / "log").read_text()
                assert time.monotonic() < end, "PostgreSQL does not answer"
                time.sleep(0.02)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT is fast, SIGQUIT immediate, as after a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Restart it as after a crash."""
        self.stop(signal.SIGQUIT)
        self.start()

    def remove(self) -> None:
        """Stop the server and delete everything."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def set(self, setting: str) -> None:
        """Change a setting from the next start on."""
        self._settings.append(setting)

    def url(self, database: str, user: str = "ludoteca") -> str:
        return f"postgresql://{user}@127.0.0.1:{self.port}/{database}"

    def execute(self, sql: str, database: str = "postgres") -> list[tuple[Any, ...]]:
        """Execute a statement; return its rows."""
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            found = connection.execute(sql)
            return found.fetchall() if found.description else []

    def database(self, key: str) -> str:
        """Return the address of the database of this key, a new one the first time."""
        if key not in self._databases:
            name = f"test_{len(self._databases)}"
            self.execute(f"CREATE DATABASE {name}")
            self._databases[key] = self.url(name)
        return self._databases[key]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running_cluster(*settings: str) -> Iterator[Cluster]:
    """Run a server for as long as this lasts."""
    cluster = Cluster(*settings)
    try:
        yield cluster.start()
    finally:
        cluster.remove()
