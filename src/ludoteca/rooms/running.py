"""Starts and stops the rooms of a data folder: store, bots, clock and rooms, in order."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from ludoteca.bots.remote_workers import RemoteWorkers
from ludoteca.bots.workers import Workers
from ludoteca.rooms.clock import ServerClock
from ludoteca.rooms.expiry import Expiry
from ludoteca.rooms.limits import Limits
from ludoteca.rooms.metrics import Metrics
from ludoteca.rooms.notifier import NoWebhooks, Webhooks
from ludoteca.rooms.rooms import Rooms
from ludoteca.rooms.services import RoomServices
from ludoteca.store.database import FILE_NAME
from ludoteca.store.opening import is_url, open_store
from ludoteca.store.rows import Done, StoreError

SLEW_MS = 5
"""How much of a difference to the database's clock is made up per second."""


@asynccontextmanager
async def running_rooms(
    address: str | Path,
    limits: Limits,
    metrics: Metrics | None = None,
    webhooks: Webhooks | None = None,
    node: str = "",
) -> AsyncIterator[Rooms]:
    """Run the rooms of a store on this event loop: a data folder, whose lock the caller holds, or a database server.

    `node` is the name of this process among those that use the same database server.
    """
    loop, metrics = asyncio.get_running_loop(), metrics or Metrics()

    def deliver(batch: list[tuple[Done, StoreError | None]]) -> None:
        """Hand the results of one commit to the event loop together."""
        with suppress(RuntimeError):  # the loop is closed; nobody is waiting
            loop.call_soon_threadsafe(_call_all, batch, metrics)

    store = open_store(address if is_url(address) else Path(address) / FILE_NAME, deliver, node)
    clock = ServerClock() if store.shared is None else ServerClock(store.shared.wall_s, slew_ms=SLEW_MS)
    remote = None if store.shared is None else RemoteWorkers(store.shared.jobs(), metrics.count)
    workers = Workers(most_waiting=limits.bot_questions, remote=remote)
    rooms = Rooms(RoomServices(store, workers, limits, metrics, webhooks or NoWebhooks(), clock))
    try:
        await workers.start()
        rooms.on_maintenance.append(Expiry(rooms).sweep)
        rooms.start()
        yield rooms
    finally:
        await rooms.stop()
        await workers.close()
        await loop.run_in_executor(None, store.close)


def _call_all(batch: list[tuple[Done, StoreError | None]], metrics: Metrics) -> None:
    metrics.commit_writes.add(len(batch))
    for done, error in batch:
        done(error)
