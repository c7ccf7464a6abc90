"""Several nodes as processes: killed, paused, drained, with lost hints, a restarted database and wrong clocks."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from aiohttp import ClientSession
from postgres_cluster import Cluster, running_cluster
from server.node_fleet import Fleet, check_logs, logs_of, open_rooms, playing, progress
from server.test_start import LIMIT_S

from ludoteca.table import events as e
from ludoteca.table.fold import fold

pytestmark = pytest.mark.slow

FAULTS = "drop=0.1,dup=0.1,delay=0.2,reorder=0.2"
NODES = ("a", "b", "c")


@pytest.fixture(scope="module")
def durable() -> Iterator[Cluster]:
    """Run a PostgreSQL that loses nothing when it crashes. The machine does not: nothing need reach the disk."""
    with running_cluster("fsync=off") as cluster:
        yield cluster


async def ready(fleet: Fleet, *names: str) -> None:
    """Wait until nodes are ready."""
    async with ClientSession() as session, asyncio.timeout(LIMIT_S):
        for name in names:
            while True:
                async with session.get(f"{fleet.nodes[name].url}/readyz") as answer:
                    if answer.status == 200:
                        break
                await asyncio.sleep(0.05)


def test_nothing_is_lost_while_nodes_die_and_the_database_restarts(tmp_path: Path, durable: Cluster) -> None:
    async def main(fleet: Fleet) -> None:
        random = Random("nodes")
        async with fleet.relaying() as url, ClientSession() as session:
            players = await open_rooms(session, url, 8, random)
            async with playing(fleet, players):
                await progress(players, 2)
                for number in range(3):
                    name = NODES[number % 3]
                    await asyncio.sleep(random.uniform(0.0, 0.3))
                    await asyncio.to_thread(fleet.kill, name)
                    await progress(players, 1)
                    await asyncio.to_thread(fleet.start, name)
                for _ in range(2):
                    await asyncio.sleep(random.uniform(0.0, 0.3))
                    await asyncio.to_thread(durable.restart)
                    await ready(fleet, *NODES)
                    await progress(players, 1)
                for name in NODES:
                    stopped = fleet.nodes.pop(name)
                    assert await asyncio.to_thread(stopped.stop) == 0
                    await progress(players, 1)
                    await asyncio.to_thread(fleet.start, name)
                await progress(players, 2)
            await asyncio.to_thread(check_logs, fleet.url, players)
            assert sum(len(player.acknowledged) for player in players) > 100

    with closing(Fleet(tmp_path, durable.database("kills"), FAULTS)) as fleet:
        for name in NODES:
            fleet.start(name)
        asyncio.run(main(fleet))


def test_a_paused_node_does_no_harm_when_it_wakes(tmp_path: Path, durable: Cluster) -> None:
    """Nobody's time runs out while a node sleeps for half a minute, and its rooms go on elsewhere."""

    async def main(fleet: Fleet) -> None:
        clock = {"per": "turn", "seconds": 20, "on_timeout": "loss"}
        async with fleet.relaying() as url, ClientSession() as session:
            players = await open_rooms(session, url, 4, Random("pause"), settings={"clock": clock})
            async with playing(fleet, players):
                await progress(players, 2)
                fleet.signal("a", signal.SIGSTOP)
                paused = fleet.nodes.pop("a")
                await asyncio.sleep(30)
                await progress(players, 2)
                fleet.nodes["a"] = paused
                fleet.signal("a", signal.SIGCONT)
                await ready(fleet, "a")
                await progress(players, 3)
            await asyncio.to_thread(check_logs, fleet.url, players)
            logs = await asyncio.to_thread(logs_of, fleet.url, players)
            assert not any(event.kind == "flagged" for log in logs.values() for event in log)

    with closing(Fleet(tmp_path, durable.database("pause"))) as fleet:
        for name in ("a", "b"):
            fleet.start(name)
        asyncio.run(main(fleet))


def test_wrong_clocks_cost_nobody_time(tmp_path: Path, durable: Cluster) -> None:
    """One node's clock is 90 s fast; the database's is set an hour forward and two hours back."""
    url = durable.database("clocks")
    name = url.rpartition("/")[2]
    durable.execute("CREATE SCHEMA fake", name)
    durable.execute("CREATE TABLE fake.shift (seconds INT)", name)
    durable.execute("INSERT INTO fake.shift VALUES (0)", name)
    durable.execute(
        "CREATE FUNCTION fake.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE AS"
        " 'SELECT pg_catalog.clock_timestamp() + seconds * interval ''1 second'' FROM fake.shift'",
        name,
    )
    durable.execute(f"ALTER DATABASE {name} SET search_path = public, fake, pg_catalog", name)

    async def main(fleet: Fleet) -> None:
        clock = {"per": "turn", "seconds": 30, "on_timeout": "loss"}
        async with fleet.relaying() as relay, ClientSession() as session:
            players = await open_rooms(session, relay, 4, Random("clocks"), settings={"clock": clock})
            async with playing(fleet, players):
                await progress(players, 2)
                for shift in (3600, -3600):
                    statement = f"UPDATE fake.shift SET seconds = {shift}"  # noqa: S608 - a number
                    await asyncio.to_thread(durable.execute, statement, name)
                    await asyncio.sleep(3)
                    await progress(players, 2)
                await asyncio.to_thread(fleet.start, "c")  # takes the time of the others, not the database's
                await progress(players, 2)
                since = {player.code: player.table["room"]["clock"]["since"] for player in players}
                times = [at for at in since.values() if at]
                assert max(times) - min(times) < 60_000
            await asyncio.to_thread(check_logs, fleet.url, players)
            logs = await asyncio.to_thread(logs_of, fleet.url, players)
            assert not any(event.kind == "flagged" for log in logs.values() for event in log)

    with closing(Fleet(tmp_path, url)) as fleet:
        fleet.start("a", clock_offset_s=90)
        fleet.start("b", clock_offset_s=-90)
        asyncio.run(main(fleet))


@pytest.mark.parametrize("is_synchronous", [True, False], ids=["synchronous", "asynchronous"])
def test_a_standby_takes_over(tmp_path: Path, is_synchronous: bool) -> None:
    """A synchronous standby has everything. An asynchronous one may lack events: then games end without a result."""
    primary = Cluster("fsync=off", "wal_level=replica", "max_wal_senders=4", "hot_standby=on")
    standby: Cluster | None = None
    try:
        primary.start()
        url = primary.database("failover")
        name = url.rpartition("/")[2]
        if is_synchronous:
            primary.execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
        standby = Cluster("fsync=off", "hot_standby=on", copied_from=primary)
        standby.start()
        primary.execute("SELECT pg_reload_conf()")
        # One address for both, as a proxy in front of them would have.
        both = url.replace(f"127.0.0.1:{primary.port}", f"127.0.0.1:{primary.port},127.0.0.1:{standby.port}")
        both += "?target_session_attrs=read-write"
        new_url = standby.url(name)
        cluster = standby

        async def main(fleet: Fleet) -> None:
            async with fleet.relaying() as relay, ClientSession() as session:
                players = await open_rooms(session, relay, 3, Random("failover"))
                async with playing(fleet, players):
                    await progress(players, 2)
                    if not is_synchronous:
                        await asyncio.to_thread(cluster.execute, "SELECT pg_wal_replay_pause()")
                        sender = "SELECT pg_terminate_backend(pid) FROM pg_stat_replication"
                        cluster.set("primary_conninfo=")
                        await asyncio.to_thread(cluster.execute, "ALTER SYSTEM SET primary_conninfo = ''")
                        await asyncio.to_thread(cluster.execute, "SELECT pg_reload_conf()")
                        await asyncio.to_thread(primary.execute, sender)
                        await asyncio.to_thread(cluster.execute, "SELECT pg_wal_replay_resume()")
                        await progress(players, 3)  # on the primary alone
                    await asyncio.to_thread(primary.stop, signal.SIGQUIT)
                    if is_synchronous:  # it has no standby of its own yet
                        await asyncio.to_thread(cluster.execute, "ALTER SYSTEM RESET synchronous_standby_names")
                        await asyncio.to_thread(cluster.execute, "SELECT pg_reload_conf()")
                    await asyncio.to_thread(cluster.execute, "SELECT pg_promote()")
                    await progress(players, 2)
                logs = await asyncio.to_thread(logs_of, new_url, players)
                interrupted = {code for code, log in logs.items() if any(one.kind == "interrupted" for one in log)}
                if is_synchronous:
                    assert not interrupted
                    await asyncio.to_thread(check_logs, new_url, players)
                    return
                assert interrupted == set(logs), "every room has lost moves"
                for code, log in logs.items():
                    assert [event.seq for event in log] == list(range(1, len(log) + 1))
                    bodies = [e.read_event(event.body) for event in log]
                    index = next(i for i, body in enumerate(bodies) if isinstance(body, e.Interrupted))
                    before, after = (
                        fold((one.seq, one.at_ms, bodies[i]) for i, one in enumerate(log[:end]))
                        for end in (index, index + 1)
                    )
                    assert (before.phase, after.phase) == ("playing", "over"), code
                    assert after.result() is None
                    assert after.secret not in (before.secret, "")
                assert all(player.epoch > 0 for player in players), [(one.code, one.epoch) for one in players]
                assert all(player.table["seq"] == len(logs[player.code]) for player in players)

        with closing(Fleet(tmp_path, both)) as fleet:
            for node in ("a", "b"):
                fleet.start(node)
            asyncio.run(main(fleet))
    finally:
        for one in (primary, standby):
            if one is not None:
                one.remove()
