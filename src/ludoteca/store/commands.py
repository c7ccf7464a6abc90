"""The commands `ludoteca data ...`. None of them changes a game, and none prints what is hidden in one."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from datetime import datetime
from pathlib import Path

import click

from ludoteca.store.options import DATA_OPTION, HELP_OPTIONS, STORE_OPTION, data_address, data_file

FLAWED = 1
STATES = ("waiting", "running", "finished")
DAY_MS = 24 * 60 * 60 * 1000


@click.group(context_settings=HELP_OPTIONS)
def data() -> None:
    """List, check, back up, copy or delete stored games. Stop the server before you copy or prune.

    \b
    Examples:
      ludoteca data list --state running
      ludoteca data check
      ludoteca data backup games-2026-11.db
      ludoteca data prune --finished 365 --dry-run
      ludoteca data copy ludoteca.db postgresql://ludoteca@db/ludoteca
    """


@data.command(context_settings=HELP_OPTIONS)
@DATA_OPTION
@STORE_OPTION
def check(data: Path | None, store: str | None) -> None:
    """Check the log of every room for damage.

    Prints every event that was changed, removed, inserted or cut off; the exit status is 1 if there is any. This finds
    accidents, not manipulation by somebody who can write to the file.
    """
    from ludoteca.store.check import CheckSummary
    from ludoteca.store.maintenance import check_address

    checked = CheckSummary()
    for flaw in check_address(data_address(data, store), checked):
        click.echo(flaw)
    rooms, events = f"{checked.rooms:,} rooms", f"{checked.events:,} events"
    if checked.flaws:
        click.echo(f"{checked.flaws:,} flaws in {rooms} with {events}.")
        raise click.exceptions.Exit(FLAWED)
    click.echo(f"No damage: {rooms} with {events}.")


@data.command(context_settings=HELP_OPTIONS)
@click.argument("file", type=click.Path(path_type=Path))
@DATA_OPTION
def backup(file: Path, data: Path | None) -> None:
    """Copy all games of the data folder into a new file that only you can read, as of one moment.

    A database of PostgreSQL is backed up with its own tools, pg_dump or pg_basebackup.
    """
    from ludoteca.store.check import back_up

    back_up(data_file(data), file)
    click.echo(f"Copied all games to {file}.")


@data.command(context_settings=HELP_OPTIONS)
@click.argument("source")
@click.argument("target")
def copy(source: str, target: str) -> None:
    """Copy all rooms and high scores into another store, which must be empty. SOURCE and TARGET are files or URLs.

    Stop the server first; nothing is copied if something goes wrong.

    \b
    Examples:
      ludoteca data copy ludoteca.db postgresql://ludoteca@db/ludoteca
      ludoteca data copy postgresql://ludoteca@db/ludoteca back/ludoteca.db
    """
    from ludoteca.store.copying import copy_store

    done = copy_store(source, target)
    click.echo(f"Copied {done.rooms:,} rooms with {done.events:,} events and {done.high_scores:,} high scores.")


@data.command("list", context_settings=HELP_OPTIONS)
@click.option("--state", type=click.Choice(STATES), help="Only rooms in this state.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per room.")
@DATA_OPTION
@STORE_OPTION
def list_command(state: str | None, as_json: bool, data: Path | None, store: str | None) -> None:
    """List the rooms, those that changed last first.

    Prints code, game, state, time of the last change and number of events, and nothing of what happens in a game.
    """
    from ludoteca.store.maintenance import list_address

    count = 0
    for room in list_address(data_address(data, store)):
        if state is not None and room.state != state:
            continue
        count += 1
        if as_json:
            click.echo(json.dumps(asdict(room)))
        else:
            changed = datetime.fromtimestamp(room.updated / 1000).strftime("%Y-%m-%d %H:%M")
            click.echo(f"{room.code}  {room.game:<12}  {room.state:<8}  {changed}  {room.events:>6,} events")
    if not as_json:
        click.echo(f"{count:,} rooms.")


@data.command(context_settings=HELP_OPTIONS)
@click.option("--finished", metavar="DAYS", help="Also delete games that ended this many days ago or earlier.")
@click.option("--dry-run", is_flag=True, help="Only say how many rooms would be deleted.")
@DATA_OPTION
@STORE_OPTION
def prune(finished: str | None, dry_run: bool, data: Path | None, store: str | None) -> None:
    """Delete rooms in which no game was started for a day, and with --finished old finished games.

    High scores stay. Stop the server first, unless it uses PostgreSQL. A running one deletes them itself:
    ludoteca serve --keep-finished.
    """
    from ludoteca.core.options import IntOption
    from ludoteca.store.expiry import ExpiryCutoffs
    from ludoteca.store.maintenance import prune_address

    now = round(1000 * time.time())
    before = None
    if finished is not None:
        days = IntOption("--finished", default=365, low=0, high=36_500, help="").read(finished)
        before = now - days * DAY_MS
    count = prune_address(data_address(data, store), ExpiryCutoffs(now - DAY_MS, 0, before), dry_run)
    click.echo(f"{count:,} rooms would be deleted." if dry_run else f"Deleted {count:,} rooms.")
