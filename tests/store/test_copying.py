"""`ludoteca data` on both kinds of store: a copy there and back is the same, and damage is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from postgres_cluster import Cluster
from store.store_writes import Answers, append, create, event, room

from ludoteca.core.errors import LudotecaError
from ludoteca.store.chat import ChatChange, ChatMessage, ChatRules
from ludoteca.store.commands import data
from ludoteca.store.copying import copy_store
from ludoteca.store.opening import open_store
from ludoteca.store.postgres.store import PostgresStore
from ludoteca.store.protocol import Store
from ludoteca.store.rows import HighScoreRow

SCORE = HighScoreRow("A/2", "flooding", "best", 0, 5, 5, "Ada ♜", 2, 7, 3)


def fill(address: str | Path) -> None:
    """Write rooms, a high score and a chat."""
    with open_store(address) as store:
        store.start_up(1000)
        create(store, "A", "B")
        answers = Answers()
        store.append("A", [event(2, "x", "body é"), event(3)], 5, 9, 6, answers.ask(), [SCORE], keeps=True)
        message = ChatMessage(1, 2, "device", "address", "Ada", None, "Hello", "")
        store.save_chat([ChatChange("B", [message], ChatRules(False))], answers.ask())
        assert answers.all() == [None, None]


def contents(store: Store) -> list[Any]:
    found: list[Any] = [store.load(room.code) for room in store.rooms(9)]
    scores, chat = store.high_scores("flooding", 9), store.load_chat("B")
    return [*found, scores, chat, store.address_key(), [(row.seq, row.hash) for row in store.tail("A", 0, 9)]]


def run(*arguments: str) -> tuple[int, str]:
    """Run `ludoteca data`; return the exit status and what it printed."""
    result = CliRunner().invoke(data, list(arguments))
    if isinstance(result.exception, LudotecaError):
        return 2, result.exception.sentence
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result.exit_code, result.output


def test_a_copy_there_and_back_is_the_same(tmp_path: Path, postgres: Cluster) -> None:
    first, back, url = tmp_path / "one" / "a.db", tmp_path / "two" / "b.db", postgres.database(str(tmp_path))
    fill(first)
    assert run("copy", str(first), url) == (0, "Copied 2 rooms with 4 events and 1 high scores.\n")
    assert run("copy", url, str(back))[0] == 0
    with open_store(first) as one, open_store(url) as two, open_store(back) as three:
        assert contents(one) == contents(two) == contents(three)
        assert append(two, "A", event(4)) is None
    refused = run("copy", url, str(back))
    assert refused == (2, f"{back} holds games already; copy into an empty store.")
    assert "holds games already" in run("copy", str(first), url)[1]


def test_a_store_in_use_is_not_copied(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database(str(tmp_path))
    with PostgresStore(url, node="a") as store:
        store.start_up(0)
        status, said = run("copy", url, str(tmp_path / "b.db"))
        assert (status, "A server uses postgresql://127.0.0.1" in said) == (2, True)
    path = tmp_path / "filled" / "a.db"
    fill(path)
    with pytest.raises(LudotecaError, match="cannot be opened for writing"):
        copy_store(path, url.replace(f":{postgres.port}/", ":1/"))


def test_damage_is_found_in_postgresql_too(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database(str(tmp_path))
    fill(url)
    assert run("check", "--store", url) == (0, "No damage: 2 rooms with 4 events.\n")
    name = url.rpartition("/")[2]
    postgres.execute("UPDATE event SET body = 'other' WHERE room = 'A' AND seq = 2", name)
    postgres.execute("DELETE FROM event WHERE room = 'B'", name)
    status, said = run("check", "--store", url)
    assert status == 1
    assert said.splitlines() == [
        "Room A, event 2: it was changed.",
        "Room B, event 1: the log is cut off; it had 1 events.",
        "2 flaws in 2 rooms with 3 events.",
    ]


def test_rooms_in_postgresql_are_listed_and_pruned(tmp_path: Path, postgres: Cluster) -> None:
    url = postgres.database(str(tmp_path))
    fill(url)
    status, said = run("list", "--store", url, "--json")
    assert status == 0
    assert [json.loads(line)["state"] for line in said.splitlines()] == ["finished", "waiting"]
    assert run("prune", "--store", url, "--finished", "1", "--dry-run")[1] == "2 rooms would be deleted.\n"
    assert run("prune", "--store", url)[1] == "Deleted 1 rooms.\n"
    with open_store(url) as store:
        assert [found.code for found in store.rooms(9)] == [room("A").code]
    assert run("list", "--store", "mysql://x")[0] == 2
