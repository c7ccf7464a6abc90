"""The server of the tests in a browser: as `ludoteca serve` starts it, but visitors may come as fast as they like."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from ludoteca.server.limits import Limits, Rate
from ludoteca.server.serve import Settings, serve
from ludoteca.server.static_files import PAGE as FOLDER

PAGE = FOLDER / "index.html"
TESTS = Path(__file__).parents[1]
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - other devices in the network are what is tried


@contextlib.contextmanager
def serving(data: Path, host: str = LOOPBACK, *packages: Path) -> Iterator[str]:
    """A server process on a free port, and where it is; in `packages` are games of others, as if installed."""
    paths = os.pathsep.join(filter(None, [*map(str, packages), str(TESTS), os.environ.get("PYTHONPATH")]))
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
    free = Rate(100_000, 100_000)
    limits = Limits(
        requests=free,
        openings=free,
        replays=free,
        advice=free,
        messages=free,
        known=free,
        unknown_codes=free,
        connections_before_hello=1000,
        listed_per_address=1000,
        unfinished_per_address=100_000,
        absent_after_s=0,  # absence begins at once: no test waits a minute for it
    )
    serve(Settings(sys.argv[1], 0, Path(sys.argv[2]), limits=limits), partial(print, flush=True))
