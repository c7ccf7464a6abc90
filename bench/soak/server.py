"""Run the real server, as `ludoteca serve` does, with its log in a file."""

from __future__ import annotations

import contextlib
import json
import signal
import socket as sockets
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path


@dataclass
class LogServer:
    process: subprocess.Popen[str]
    url: str
    log: Path

    def problems(self) -> list[str]:
        """Return log lines at level error or above, and anything else in the log, such as a traceback."""
        found = []
        for line in self.log.read_text("utf-8", "replace").splitlines():
            try:
                entry = json.loads(line)
            except ValueError:
                found.append(f"log: {line}")
                continue
            if entry["level"] in ("error", "critical"):
                found.append(f"log: {entry['logger']}: {entry['message']} {entry.get('trace', '')[-300:]}")
        return found


@contextlib.contextmanager
def run_server(folder: Path) -> Iterator[LogServer]:
    """Run a server on a free loopback port; end it with SIGTERM."""
    with sockets.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = folder / "server.log"
    options = ["--host", "127.0.0.1", "--port", str(port), "--no-browser", "--log-json", "--data", str(folder / "data")]
    with log.open("w") as file:
        command = [sys.executable, "-c", "from ludoteca.cli import main; main()", "serve", *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=file, text=True)
        try:
            if process.stdout is not None and not process.stdout.readline():
                raise RuntimeError(f"the server did not start: {log.read_text()}")
            yield LogServer(process, f"http://127.0.0.1:{port}", log)
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
