"""Two people in two browsers on two nodes: their game goes on whatever is killed, restarted or lost."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from pathlib import Path

import pytest
from browser.page_objects import ONE_OPEN, NewVisitor, expect, open_room, play_turn, result, sit, wait_for_turn
from browser.test_two_people import moves
from postgres_cluster import running_cluster
from server.node_fleet import Fleet

FAULTS = "drop=0.5,dup=0.2,delay=0.2"
LOST = "WebSocket|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to load resource"


@contextmanager
def relays(fleet: Fleet, *names: str) -> Iterator[list[str]]:
    """Run a relay for each of these nodes in a thread, since the browser has this one; yield their URLs."""
    loop, stack, urls = asyncio.new_event_loop(), AsyncExitStack(), []
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        for name in names:
            entering = stack.enter_async_context(fleet.relaying(prefers=name))
            urls.append(asyncio.run_coroutine_threadsafe(entering, loop).result(20))
        yield urls
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result(20)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()


@pytest.mark.slow
def test_a_game_goes_on_while_its_node_is_killed_and_the_database_restarted(
    visitor: NewVisitor, tmp_path: Path
) -> None:
    with running_cluster("fsync=off") as cluster, closing(Fleet(tmp_path, cluster.database("game"), FAULTS)) as fleet:
        for name in ("a", "b"):
            fleet.start(name)
        with relays(fleet, "a", "b") as (first, second):
            ada, bo = (visitor(base_url=url, ignore_errors=LOST) for url in (first, second))
            code = open_room(ada, options={"size": 4}, seats=ONE_OPEN)
            bo.goto(f"/r/{code}")
            sit(bo)
            play_turn(ada, "b2")
            play_turn(bo)  # floods nothing
            fleet.kill("b")
            play_turn(ada, "c3")
            wait_for_turn(bo)
            fleet.start("b")
            play_turn(bo, "d3", "d4")
            cluster.restart()
            play_turn(ada, "b2")
            wait_for_turn(bo)
            fleet.kill("a")
            play_turn(bo, "b2", "c3")
            wait_for_turn(ada)
            play_turn(ada, "a1")
            play_turn(bo, "a2", "b1")
            for page in (ada, bo):
                expect(result(page).get_by_text("after 4 days")).to_be_visible()
            assert moves(bo, code) == ["b2", "-", "c3", "d3 d4", "b2", "b2 c3", "a1", "b1 a2"]
