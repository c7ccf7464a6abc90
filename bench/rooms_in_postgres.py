"""Rooms in PostgreSQL beside rooms in SQLite: moves per second of processor time, that of the database included.

    python -m bench.rooms_in_postgres postgresql://... [--rooms 200] [--moves 10]

The load is that of bench.rooms. The two servers take turns for 25 short rounds; every round gives a ratio, and the
table shows medians. The database server must run on this machine, and the database must be empty; rooms stay in it.
"""

from __future__ import annotations

import argparse
import tempfile
from contextlib import suppress
from pathlib import Path
from statistics import median

import aiohttp
import psycopg
import uvloop

from bench.rooms import LONG, ROUNDS, Round, measure, open_rooms, paced, script
from bench.server_process import cpu_s, server

TARGET = 0.75
"""Moves per second of processor time, as a share of those with SQLite."""


def database_cpu_s(connection: psycopg.Connection) -> float:
    """Return the processor time of all processes of the database server that run now."""
    total = 0.0
    for (pid,) in connection.execute("SELECT pid FROM pg_stat_activity").fetchall():
        with suppress(FileNotFoundError):
            total += cpu_s(pid)
    return total


async def compare(url: str, rooms: int, per_round: int, folder: Path) -> None:
    moves = script(per_round * ROUNDS + LONG)
    with (
        psycopg.connect(url, autocommit=True) as connection,
        server("bench.unlimited_server", str(folder / "sqlite")) as sqlite,
        server("bench.unlimited_server", str(folder / "postgres"), url) as postgres,
    ):
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            in_sqlite = await open_rooms(session, sqlite.url, rooms)
            in_postgres = await open_rooms(session, postgres.url, rooms)
            rounds: list[tuple[Round, Round, float]] = []
            for number in range(ROUNDS):
                part, seat = moves[number * per_round : (number + 1) * per_round], number * per_round % 2
                ours = await measure(in_sqlite, part, seat, sqlite)
                before = database_cpu_s(connection)
                theirs = await measure(in_postgres, part, seat, postgres)
                rounds.append((ours, theirs, database_cpu_s(connection) - before))
            _print(rounds, rooms)
            fastest = median(theirs.moves / theirs.wall_s for _, theirs, _ in rounds)
            await paced(in_postgres, moves[ROUNDS * per_round :], ROUNDS * per_round % 2, fastest / 2)


def _print(rounds: list[tuple[Round, Round, float]], rooms: int) -> None:
    shares = [ours.cpu_s / (theirs.cpu_s + database_s) for ours, theirs, database_s in rounds]
    parts = {
        "SQLite, server": median(ours.cpu_s / ours.moves for ours, _, _ in rounds),
        "PostgreSQL, server": median(theirs.cpu_s / theirs.moves for _, theirs, _ in rounds),
        "PostgreSQL, database": median(database_s / theirs.moves for _, theirs, database_s in rounds),
    }
    print(f"{rooms} rooms x 2 sockets, closed loop, medians of {ROUNDS} rounds")
    for name, seconds in parts.items():
        print(f"{name:<22} {1e6 * seconds:>6.1f} microseconds of processor time per move")
    print(f"moves per CPU second, PostgreSQL / SQLite: {median(shares):.2f} (target {TARGET})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("url")
    parser.add_argument("--rooms", type=int, default=200)
    parser.add_argument("--moves", type=int, default=10, help="per room and round (default 10)")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(compare(args.url, args.rooms, args.moves, Path(folder)))


if __name__ == "__main__":
    main()
