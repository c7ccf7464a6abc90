"""`ludoteca data`: listing, backing up, restoring and pruning, with the server as a process."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from server.live_server import Server, run, serving
from server.test_start import SERVE, process

from ludoteca.store.maintenance import list_rooms

DAY_MS = 24 * 60 * 60 * 1000


def command(*arguments: str, data: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "LUDOTECA_DATA": str(data)}
    return subprocess.run(
        [sys.executable, "-m", "ludoteca", "data", *arguments], capture_output=True, text=True, env=environment
    )


def sql(folder: Path, statement: str, *values: object) -> None:
    with sqlite3.connect(folder / "ludoteca.db") as connection:
        connection.execute(statement, values)
    connection.close()


@pytest.fixture
def rooms(tmp_path: Path) -> dict[str, str]:
    """Make a waiting, a running and a finished room with hidden hands; return their codes by state."""
    codes: dict[str, str] = {}

    async def play(server: Server) -> None:
        codes["waiting"], _ = await server.open("latice")
        one, _ = await server.two_players(game="latice")
        await one.move("end")
        codes["running"] = one.table["room"]["code"]
        one, two = await server.two_players(game="latice")
        await one.move("end")
        await two.move("end")
        await one.until(lambda table: table["room"]["to_move"] == 0)
        await one.done({"type": "resign", "seat": 0, "version": one.table["version"]})
        codes["finished"] = one.table["room"]["code"]

    run(play, tmp_path)
    return codes


def test_list_names_every_room_and_its_state_but_nothing_of_the_game(rooms: dict[str, str], tmp_path: Path) -> None:
    assert {room.state: room.code for room in list_rooms(tmp_path / "ludoteca.db")} == rooms
    plain, as_json = command("list", data=tmp_path), command("list", "--json", data=tmp_path)
    for done in (plain, as_json):
        assert (done.returncode, done.stderr) == (0, "")
        assert all(code in done.stdout for code in rooms.values())
    assert plain.stdout.endswith("3 rooms.\n")
    keys = {"code", "game", "state", "created", "updated", "events"}
    assert all(set(json.loads(line)) == keys for line in as_json.stdout.splitlines())
    only = command("list", "--state", "running", data=tmp_path)
    assert rooms["running"] in only.stdout
    assert rooms["finished"] not in only.stdout
    refused = command("list", "--state", "lost", data=tmp_path)
    assert refused.returncode == 2
    assert "waiting" in refused.stderr


def test_prune_deletes_what_is_old_enough_and_nothing_else(rooms: dict[str, str], tmp_path: Path) -> None:
    def left() -> set[str]:
        return {room.state for room in list_rooms(tmp_path / "ludoteca.db")}

    assert command("prune", "--finished", "1", data=tmp_path).stdout == "Deleted 0 rooms.\n"
    sql(tmp_path, "UPDATE room SET updated = updated - ?, visited = 0, ended = ended - ?", 2 * DAY_MS, 2 * DAY_MS)
    assert command("prune", "--finished", "3", "--dry-run", data=tmp_path).stdout == "1 rooms would be deleted.\n"
    assert left() == {"waiting", "running", "finished"}
    assert command("prune", data=tmp_path).stdout == "Deleted 1 rooms.\n"
    assert left() == {"running", "finished"}
    assert command("prune", "--finished", "1", data=tmp_path).stdout == "Deleted 1 rooms.\n"
    assert left() == {"running"}
    assert command("check", data=tmp_path).stdout.startswith("No damage: 1 rooms")


def test_prune_refuses_a_folder_in_use_a_missing_one_and_nonsense(rooms: dict[str, str], tmp_path: Path) -> None:
    with process(*SERVE, "--port", "0", "--data", str(tmp_path), errors=tmp_path / "errors"):
        used = command("prune", data=tmp_path)
    missing = command("prune", data=tmp_path / "nowhere")
    nonsense = command("prune", "--finished", "-1", data=tmp_path)
    for done in (used, missing, nonsense):
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1), done
    assert not (tmp_path / "nowhere").exists()
    assert len(list(list_rooms(tmp_path / "ludoteca.db"))) == 3


def test_a_backup_of_a_running_server_restores_rooms_seats_and_deals(tmp_path: Path) -> None:
    """As docs/host.md says: back up, lose the folder, put the copy in its place, start again."""
    lost, restored, copy = tmp_path / "lost", tmp_path / "restored", tmp_path / "copy.db"

    async def test() -> None:
        async with serving(lost) as server:
            one, two = await server.two_players(game="latice")
            await one.move("end")
            copied = await asyncio.to_thread(command, "backup", str(copy), data=lost)
            assert (copied.returncode, copied.stderr) == (0, "")
            code, racks = one.table["room"]["code"], [one.table["view"]["racks"], two.table["view"]["racks"]]
        shutil.rmtree(lost)
        restored.mkdir()
        shutil.move(copy, restored / "ludoteca.db")
        assert command("check", data=restored).stdout.startswith("No damage: 1 rooms")
        async with serving(restored) as server:
            again = [await server.join(code, client.token) for client in (one, two)]
            assert [client.table["you"]["seats"] for client in again] == [[0], [1]]
            assert [client.table["view"]["racks"] for client in again] == racks
            await again[1].move("end")
            assert again[1].table["room"]["moves"] == 2

    asyncio.run(test())
