"""The data folder: one server at a time, no damaged database taken for a new one, and no access for others."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from server.test_start import SERVE, process

from ludoteca.store import database
from ludoteca.store.lock import Lock
from ludoteca.store.rows import StoreError
from ludoteca.store.server_address import publish_address
from ludoteca.store.sqlite import SqliteStore
from ludoteca.store.terminal_games import TerminalGames
from ludoteca.terminal.join import device_token

LUDOTECA = SERVE[:3]

posix = pytest.mark.skipif(sys.platform == "win32", reason="rights are other things there")


@contextlib.contextmanager
def open_umask() -> Iterator[None]:
    """Set the umask of most machines, where everybody can read new files."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def rights(path: Path) -> int:
    return path.stat().st_mode & 0o777


def refused(folder: Path, command: Sequence[str] = (*SERVE, "--port", "0")) -> str:
    """Return the one sentence of a server, or another command, that refuses to start."""
    line = [*command, "--data", str(folder)]
    ended = subprocess.run(line, capture_output=True, text=True, timeout=60, check=False)
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1
    return ended.stderr


@posix
def test_a_second_server_is_refused_whatever_is_deleted_in_the_folder(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    with process(*SERVE, "--port", "0", "--data", str(folder), errors=tmp_path / "errors") as server:
        assert server.port
        for name in os.listdir(folder):
            if not name.startswith("ludoteca.db"):
                (folder / name).unlink()
        assert "Another server, or a game in another terminal, uses" in refused(folder)


def test_a_lock_is_free_again_when_it_is_closed(tmp_path: Path) -> None:
    with Lock(tmp_path), pytest.raises(StoreError, match="Another server, or a game in another terminal, uses"):
        Lock(tmp_path)
    Lock(tmp_path).close()


@pytest.mark.parametrize("content", [b"", b"\0" * 100])
def test_an_emptied_database_is_not_taken_for_a_new_one(tmp_path: Path, content: bytes) -> None:
    with SqliteStore(tmp_path / "ludoteca.db"):
        pass
    (tmp_path / "ludoteca.db").write_bytes(content)
    said = refused(tmp_path)
    assert str(tmp_path / "ludoteca.db") in said
    if not content:
        assert "holds no games" in said
    assert (tmp_path / "ludoteca.db").read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ludoteca.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE mine (a)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="holds no games"):
        SqliteStore(path)
    assert path.read_bytes() == before


def test_a_database_of_an_earlier_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "ludoteca.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE room (code TEXT PRIMARY KEY NOT NULL)")
    connection.execute("PRAGMA user_version = 3")
    connection.close()
    before = path.read_bytes()
    said = f"ludoteca: {path} was made by an earlier version that this one cannot read; move it away to start over.\n"
    assert refused(tmp_path) == said
    assert refused(tmp_path, (*LUDOTECA, "data", "check")) == said
    assert path.read_bytes() == before


def test_a_write_ahead_log_without_its_database_is_refused(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "ludoteca.db"):
        (tmp_path / "ludoteca.db").rename(tmp_path / "elsewhere.db")
        said = refused(tmp_path)
    assert "ludoteca.db is missing, but its write-ahead log" in said
    assert not (tmp_path / "ludoteca.db").exists()


def test_a_crash_while_creating_a_database_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Wherever it crashes, the next start finds no half of a file."""
    path = tmp_path / "ludoteca.db"
    statements = database._statements
    for number in range(12):

        def crash(script: str, left: list[int] = [number]) -> Iterator[str]:  # noqa: B006 - counts down
            for statement in statements(script):
                left[0] -= 1
                if left[0] < 0:
                    raise KeyboardInterrupt
                yield statement

        with monkeypatch.context() as patched:
            patched.setattr(database, "_statements", crash)
            with contextlib.suppress(KeyboardInterrupt):
                SqliteStore(path).close()
        with SqliteStore(path) as store:
            assert store.count() == 0
        path.unlink()
        assert os.listdir(tmp_path) == []


def test_two_processes_that_create_the_database_share_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ludoteca.db"
    link, inodes = os.link, []

    def second(source: Path, target: Path) -> None:
        monkeypatch.setattr(os, "link", link)
        SqliteStore(path).close()
        inodes.append(path.stat().st_ino)
        link(source, target)

    monkeypatch.setattr(os, "link", second)
    SqliteStore(path).close()
    assert inodes == [path.stat().st_ino]


@posix
def test_only_the_owner_can_read_the_folder(tmp_path: Path) -> None:
    with open_umask():
        folder = tmp_path / "games"
        with Lock(folder), SqliteStore(folder / "ludoteca.db") as store:
            store.start_up(1)
            assert rights(folder) == 0o700
            assert {name: rights(folder / name) for name in os.listdir(folder)} == {
                "ludoteca.db": 0o600,
                "ludoteca.db-wal": 0o600,
                "ludoteca.db-shm": 0o600,
            }


@posix
def test_an_existing_data_folder_is_made_private_at_the_start(tmp_path: Path) -> None:
    with open_umask():
        folder = tmp_path / "games"
        SqliteStore(folder / "ludoteca.db").close()
        folder.chmod(0o755)
        (folder / "ludoteca.db").chmod(0o644)
        with SqliteStore(folder / "ludoteca.db"):
            assert (rights(folder), rights(folder / "ludoteca.db")) == (0o700, 0o600)


@posix
def test_a_folder_with_other_files_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    (tmp_path / "thesis.txt").touch()
    SqliteStore(tmp_path / "ludoteca.db").close()
    assert (rights(tmp_path), rights(tmp_path / "ludoteca.db")) == (0o755, 0o600)


@posix
def test_only_the_owner_can_read_the_terminals_games_and_tokens(tmp_path: Path) -> None:
    with open_umask():
        folder = tmp_path / "games"
        games = TerminalGames(folder)
        games.token()
        games.add("K7QX2M9P")
        device_token(folder, "http://127.0.0.1:8321")
        publish_address(folder, "http://127.0.0.1:8321")
        private = [folder / "console" / "rooms", folder / "ludoteca.address"]
        assert [rights(folder), *map(rights, private)] == [0o700, 0o600, 0o600]
        assert {rights(path) for path in (folder / "console" / "devices").iterdir()} == {0o600}
