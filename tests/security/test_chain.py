"""The hash chain finds every accident to a log: a flipped bit, a lost page, a partial restore.

Anybody who can write the database can forge it.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import subprocess
import sys
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest
from server.live_server import Server, run, serving

from ludoteca.store.chain import START, link
from ludoteca.store.check import CheckSummary, check_all

MOVES = ("b2", "-", "a2", "b2")


async def play(server: Server) -> str:
    """Play a few moves in a new room; return its code."""
    one, two = await server.two_players(options={"size": 3})
    for number, move in enumerate(MOVES):
        await (two if number % 2 else one).move(move)
    return one.code


@pytest.fixture
def played(tmp_path: Path) -> tuple[Path, str, str]:
    """Make a database with two rooms, both with a few moves."""

    async def main() -> tuple[str, str]:
        async with serving(tmp_path) as server:
            return await play(server), await play(server)

    return tmp_path / "ludoteca.db", *asyncio.run(main())


def change(path: Path, sql: str, *values: object) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        assert connection.execute(sql, values).rowcount > 0


def flaws(path: Path) -> list[str]:
    return list(check_all(path, CheckSummary()))


DAMAGE = {
    "a flipped body": ("UPDATE event SET body = replace(body, 'b2', 'b3') WHERE room = ? AND seq = 5", 5),
    "a flipped time": ("UPDATE event SET at_ms = at_ms + 1 WHERE room = ? AND seq = 5", 5),
    "a flipped command": ("UPDATE event SET command_id = command_id || 'x' WHERE room = ? AND seq = 5", 5),
    "a lost command": ("UPDATE event SET command_id = NULL WHERE room = ? AND seq = 5", 5),
    "a number for a text": ("UPDATE event SET body = 7 WHERE room = ? AND seq = 5", 5),
    "one missing": ("DELETE FROM event WHERE room = ? AND seq = 5", 5),
    "two missing": ("DELETE FROM event WHERE room = ? AND seq IN (5, 6)", 5),
    "the first missing": ("DELETE FROM event WHERE room = ? AND seq = 1", 1),
    "the end cut off": ("DELETE FROM event WHERE room = ? AND seq = 8", 8),
    "much of the end cut off": ("DELETE FROM event WHERE room = ? AND seq > 4", 5),
    "one put in after the end": (
        "INSERT INTO event SELECT room, 9, at_ms, kind, body, 'put in', hash FROM event WHERE room = ? AND seq = 8",
        9,
    ),
    "the row's number": ("UPDATE room SET seq = 7 WHERE code = ?", 8),
    "the row's hash": ("UPDATE room SET hash = zeroblob(32) WHERE code = ?", 8),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_every_damage_is_found_with_its_room_and_number(played: tuple[Path, str, str], damage: str) -> None:
    path, room, _ = played
    assert flaws(path) == []
    sql, seq = DAMAGE[damage]
    change(path, sql, room)
    found = flaws(path)
    assert found
    assert found[0].startswith(f"Room {room}, event {seq}: ")


def test_swapped_events_are_found(played: tuple[Path, str, str]) -> None:
    path, room, _ = played
    for here, there in ((5, 100), (7, 5), (100, 7)):
        change(path, "UPDATE event SET seq = ? WHERE room = ? AND seq = ?", there, room, here)
    assert [flaw.split(":")[0] for flaw in flaws(path)][:1] == [f"Room {room}, event 5"]


def test_an_inserted_event_is_found(played: tuple[Path, str, str]) -> None:
    path, room, _ = played
    for seq in (8, 7, 6):
        change(path, "UPDATE event SET seq = ? WHERE room = ? AND seq = ?", seq + 1, room, seq)
    change(
        path,
        "INSERT INTO event SELECT room, 6, at_ms, kind, body, 'put in', hash FROM event WHERE room = ? AND seq = 5",
        room,
    )
    change(path, "UPDATE room SET seq = 9 WHERE code = ?", room)
    assert flaws(path)[0].startswith(f"Room {room}, event 6: ")


def test_an_event_moved_into_another_room_is_found(played: tuple[Path, str, str]) -> None:
    path, room, other = played
    change(path, "DELETE FROM event WHERE room = ? AND seq = 2", room)
    change(path, "UPDATE event SET room = ? WHERE room = ? AND seq = 2", room, other)
    change(path, "DELETE FROM room WHERE code = ?", other)
    found = flaws(path)
    assert any(flaw.startswith(f"Room {room}, event 2: ") for flaw in found)
    assert any(flaw.startswith(f"Room {other}: ") for flaw in found)


def test_the_encoding_is_as_documented(played: tuple[Path, str, str]) -> None:
    """Compute the chain as docs/architecture.md describes it, so that others can too."""
    path, room, _ = played
    before = bytes(32)
    with closing(sqlite3.connect(path)) as connection:
        for seq, at_ms, command_id, body, digest in connection.execute(
            "SELECT seq, at_ms, command_id, body, hash FROM event WHERE room = ? ORDER BY seq", (room,)
        ):
            fields = [
                room.encode(),
                seq.to_bytes(8, "big"),
                at_ms.to_bytes(8, "big"),
                command_id and command_id.encode(),
                body.encode(),
            ]
            parts = [b"\xff" * 4 if part is None else len(part).to_bytes(4, "big") + part for part in fields]
            before = sha256(before + b"".join(parts)).digest()
            assert before == digest
        assert connection.execute("SELECT seq, hash FROM room WHERE code = ?", (room,)).fetchone() == (seq, before)


def test_different_events_have_different_encodings() -> None:
    """The length of every field comes first, so that nothing can move from one field to the next."""
    alike = [("AB", None, "C"), ("A", None, "BC"), ("AB", "", "C"), ("AB", "C", ""), ("A", "B", "C"), ("A", "BC", "")]
    assert len({link(START, room, 1, 1, command_id, body) for room, command_id, body in alike}) == len(alike)


def test_a_damaged_room_is_named_and_all_others_are_served(
    played: tuple[Path, str, str], caplog: pytest.LogCaptureFixture
) -> None:
    path, room, other = played
    change(path, "UPDATE event SET at_ms = at_ms + 1 WHERE room = ? AND seq = 5", room)

    async def look(server: Server) -> None:
        async with server.session.get(f"{server.url}/api/rooms/{room}") as answer:
            answered = await answer.json()
            assert answer.status == 500
            assert answered["code"] == "room_damaged"
            assert answered["params"] == {"code": room, "seq": 5}
            assert f"Table {room} cannot be opened: event 5" in answered["text"]
        async with server.session.get(f"{server.url}/api/rooms/{other}") as answer:
            assert answer.status == 200
        known = {room: "some token of mine", other: "some token of mine"}
        async with server.session.post(f"{server.url}/api/rooms/known", json={"rooms": known}) as answer:
            assert answer.status == 200
        await server.two_players(options={"size": 3})

    with caplog.at_level(logging.ERROR):
        run(look, path.parent)
    assert f"Room {room}, event 5: it was changed." in caplog.text


def command(*arguments: str) -> subprocess.CompletedProcess[str]:
    line = [sys.executable, "-c", "from ludoteca.cli import main; main()", *arguments]
    return subprocess.run(line, capture_output=True, text=True, check=False)


def test_the_command_reports_damage_with_its_exit_status(played: tuple[Path, str, str], tmp_path: Path) -> None:
    path, room, _ = played
    whole = command("data", "check", "--data", str(path.parent))
    assert (whole.returncode, whole.stdout) == (0, "No damage: 2 rooms with 16 events.\n")
    before = path.read_bytes()
    change(path, "DELETE FROM event WHERE room = ? AND seq = 8", room)
    wrong = command("data", "check", "--data", str(path.parent))
    assert wrong.returncode == 1
    assert f"Room {room}, event 8: the log is cut off; it had 8 events." in wrong.stdout
    path.write_bytes(before[: len(before) // 2])
    assert command("data", "check", "--data", str(path.parent)).returncode == 1
    nothing = command("data", "check", "--data", str(tmp_path / "nowhere"))
    assert (nothing.returncode, nothing.stderr) == (2, f"ludoteca: There are no games in {tmp_path / 'nowhere'}.\n")


def test_a_running_server_is_checked_and_backed_up(tmp_path: Path) -> None:
    async def look(server: Server) -> None:
        one, two = await server.two_players(options={"size": 3})
        await one.move("b2")
        checked = await asyncio.to_thread(command, "data", "check", "--data", str(tmp_path))
        assert (checked.returncode, checked.stdout) == (0, "No damage: 1 rooms with 5 events.\n")
        copy = tmp_path / "copy" / "ludoteca.db"
        copy.parent.mkdir()
        copied = await asyncio.to_thread(command, "data", "backup", str(copy), "--data", str(tmp_path))
        assert copied.returncode == 0, copied.stderr
        await two.move("-")
        assert copy.stat().st_mode & 0o777 == 0o600
        assert flaws(copy) == []
        again = await asyncio.to_thread(command, "data", "backup", str(copy), "--data", str(tmp_path))
        assert again.returncode == 2
        assert "exists already" in again.stderr

    run(look, tmp_path)
