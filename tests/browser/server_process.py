"""A server process for the browser tests: as `ludoteca serve` starts it, but without rate limits and chance.

Each test has its own deals and bots of its own, and always the same: their seeds come from the test's name.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from bench.unlimited_server import NO_LIMITS
from ludoteca.bots.workers import make_request
from ludoteca.core.languages import PSEUDO_SETTING
from ludoteca.rooms import automation, creating
from ludoteca.rooms.limits import Limits
from ludoteca.server.serve import ServeSettings, serve
from ludoteca.server.static_files import PAGE as FOLDER
from ludoteca.table import deal
from ludoteca.table.create_room import create_room

PAGE = FOLDER / "index.html"
TESTS = Path(__file__).parents[1]
LOOPBACK = "127.0.0.1"
EVERYWHERE = "0.0.0.0"  # noqa: S104 - for tests from the network address


@contextlib.contextmanager
def serving(data: Path, host: str = LOOPBACK, *packages: Path, countdown_ms: int = 0) -> Iterator[str]:
    """Run a server process on a free port; yield its URL. Games in `packages` count as installed.

    Games of several people start after a countdown of this length.
    """
    folders = [*map(str, packages), str(TESTS), str(TESTS.parent)]
    paths = os.pathsep.join(filter(None, [*folders, os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-m", "browser.server_process", host, str(data), str(countdown_ms)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": paths, PSEUDO_SETTING: "1"}
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


def name_test(data: Path, name: str) -> None:
    """Tell the server process at this data folder which test runs."""
    _test_file(data).write_text(name, encoding="utf-8")


def _test_file(data: Path) -> Path:
    return data.with_name(f"{data.name}.test")


class Seeds:
    """Replaces the random secrets of new rooms and the random seeds of bots by hashes of the test's name."""

    def __init__(self, data: Path) -> None:
        self._file = _test_file(data)
        self._test = ""
        self._rooms = 0

    def install(self) -> None:
        def create(game: Any, wanted: Any, host: str, _secret: str) -> Any:
            return create_room(game, wanted, host, self._room_secret())

        def request(game: Any, state: Any, seat: int, level: int | str, _seed: str) -> Any:
            return make_request(game, state, seat, level, _hash(self._read_test()))

        vars(creating)["create_room"] = create
        vars(automation)["make_request"] = request

    def _room_secret(self) -> str:
        test = self._read_test()
        self._rooms = self._rooms + 1 if test == self._test else 0
        self._test = test
        return _hash(f"{test} {self._rooms}")

    def _read_test(self) -> str:
        return self._file.read_text(encoding="utf-8") if self._file.exists() else ""


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:32]


if __name__ == "__main__":
    usual = Limits()
    # Chat keeps its usual pace. Bots pause just long enough to be seen thinking, and absence begins at once.
    Seeds(Path(sys.argv[2])).install()
    deal.COUNTDOWN_MS = int(sys.argv[3])
    limits = replace(NO_LIMITS, chat_pause_s=usual.chat_pause_s, bot_pause_s=0.1, absent_after_s=0)
    serve(ServeSettings(sys.argv[1], 0, Path(sys.argv[2]), limits=limits), partial(print, flush=True))
