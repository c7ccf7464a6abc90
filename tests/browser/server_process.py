"""A server process for the browser tests: as `ludoteca serve` starts it, but without rate limits."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from bench.unlimited_server import NO_LIMITS
from ludoteca.server.limits import Limits
from ludoteca.server.serve import ServeSettings, serve
from ludoteca.server.static_files import PAGE as FOLDER

PAGE = FOLDER / "index.html"
TESTS = Path(__file__).parents[1]
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - for tests from the network address


@contextlib.contextmanager
def serving(data: Path, host: str = LOOPBACK, *packages: Path) -> Iterator[str]:
    """Run a server process on a free port; yield its URL. Games in `packages` count as installed."""
    folders = [*map(str, packages), str(TESTS), str(TESTS.parent)]
    paths = os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "browser.server_process", host, str(data)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths}
    ) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        try:
            assert first.startswith("Ludoteca is open at "), f"The server did not start: {first}"
            yield first.rsplit(" ", 1)[1].strip()
        finally:
            process.send_signal(signal.SIGTERM)
            status = process.wait(20)
        assert status == 0


if __name__ == "__main__":
    usual = Limits()
    # Chat and bots keep their usual pace. Absence begins at once, so that no test waits a minute for it.
    limits = replace(NO_LIMITS, chat_pause_s=usual.chat_pause_s, bot_pause_s=usual.bot_pause_s, absent_after_s=0)
    serve(ServeSettings(sys.argv[1], 0, Path(sys.argv[2]), limits=limits), partial(print, flush=True))
