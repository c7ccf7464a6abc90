"""The lock has one holder at a time, and is free again however the holder ends."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludoteca.store.lock import Lock
from ludoteca.store.rows import StoreError

HOLDING = """
import sys, time
from pathlib import Path
from ludoteca.store.lock import Lock

lock = Lock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_a_second_process_is_refused_until_the_first_is_dead(tmp_path: Path) -> None:
    path = tmp_path / "folder"
    process = subprocess.Popen([sys.executable, "-c", HOLDING, str(path)], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(StoreError, match="Another server, or a game in another terminal, uses"):
            Lock(path)
    finally:
        process.send_signal(signal.SIGKILL)
        process.communicate()
    Lock(path).close()


def test_a_closed_lock_is_free(tmp_path: Path) -> None:
    with Lock(tmp_path / "lock") as lock:
        with pytest.raises(StoreError) as caught:
            Lock(tmp_path / "lock")
        assert caught.value.code == "store_locked"
    lock.close()
    Lock(tmp_path / "lock").close()


def test_an_unlockable_path_is_named(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    with pytest.raises(StoreError) as caught:
        Lock(path)
    assert caught.value.code == "store_unwritable"
    assert str(path) in caught.value.sentence
