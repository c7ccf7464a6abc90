"""The command `ludoteca worker`."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from functools import partial
from typing import TYPE_CHECKING

import click

from ludoteca.core.options import IntOption
from ludoteca.server.commands import setting
from ludoteca.store.options import HELP_OPTIONS

if TYPE_CHECKING:  # needs psycopg
    from ludoteca.store.postgres.jobs import PostgresWorkerJobs

MOST_PROCESSES = 512


@click.command(context_settings=HELP_OPTIONS)
@setting(
    "--store",
    required=True,
    metavar="URL",
    help="The PostgreSQL database of the nodes, as postgresql://ROLE@HOST/NAME.",
)
@setting(
    "--processes",
    metavar="NUMBER",
    show_default="one less than there are cores",
    help="How many moves of slow levels to think about at a time. One more process is for quick levels only.",
)
@setting(
    "--name", default="", metavar="NAME", show_default="the host's name", help="What the nodes' logs call this worker."
)
@setting("--log-json", is_flag=True, help="Write the log to standard error as JSON lines.")
def worker(store: str, processes: str | None, name: str, log_json: bool) -> None:
    """Think for the bots of nodes that share a database.

    A worker takes positions from a table of jobs, as the bot's seat may know them, and writes moves back. It needs the
    extra ludoteca[postgres], a role with rights on two tables (docs/several-nodes.md), and no port or data folder.

    \b
    Examples:
      ludoteca worker --store postgresql://ludoteca_worker@db.example.org/ludoteca
      LUDOTECA_STORE=postgresql://ludoteca_worker@db/ludoteca ludoteca worker --processes 8
    """
    # Imported late, so that other commands do not wait for it.
    from ludoteca.bots.workers import slow_processes
    from ludoteca.core.native import plain_notice
    from ludoteca.core.registry import installed_rules
    from ludoteca.server.logs import set_up_logging
    from ludoteca.store.opening import check_store

    count = slow_processes()
    if processes is not None:
        count = IntOption("--processes", default=1, low=1, high=MOST_PROCESSES, help="").read(processes)
    check_store(store, name or None)
    from ludoteca.store.postgres.jobs import PostgresWorkerJobs

    set_up_logging(log_json)
    jobs = PostgresWorkerJobs(store, installed_rules(), name)
    say = partial(print, flush=True)
    say(f"Worker {jobs.name} thinks for the bots of {jobs.database} (processes: {count}, and one for quick levels).")
    say("Press Ctrl-C to stop. Unfinished jobs go to others.")
    if notice := plain_notice():
        say(notice)
    asyncio.run(_work(jobs, count))


async def _work(jobs: PostgresWorkerJobs, count: int) -> None:
    from ludoteca.bots.job_runner import JobRunner
    from ludoteca.bots.workers import Workers

    stopping = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(name, stopping.set)
    # One try: the table of jobs counts attempts, and another worker may do better.
    await JobRunner(jobs, Workers(count, tries=1), count).run(stopping)
