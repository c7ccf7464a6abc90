"""The commands `ludoteca data ...`: looking after the games on disk. None of them changes a game."""

from __future__ import annotations

from pathlib import Path

import click
from platformdirs import user_data_path

from ludoteca.store.database import FILE_NAME

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
DATA_OPTION = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="LUDOTECA_DATA",
    help="Folder that games are kept in. [env: LUDOTECA_DATA]",
)
FLAWED = 1


@click.group(context_settings=HELP_OPTIONS)
def data() -> None:
    """Look after the games on disk; a server may be running meanwhile.

    \b
    Examples:
      ludoteca data check
      ludoteca data backup games-2026-11.db
    """


@data.command(context_settings=HELP_OPTIONS)
@DATA_OPTION
def check(data: Path | None) -> None:
    """Read every room's log and look whether it is as it was written.

    Says which event of which room was changed, is missing, was put in or cut off, and ends with status 1 if there is
    one. It finds accidents, not what was done by somebody who may write the file.
    """
    from ludoteca.store.check import CheckSummary, check_all

    checked = CheckSummary()
    for flaw in check_all((data or user_data_path("ludoteca")) / FILE_NAME, checked):
        click.echo(flaw)
    rooms, events = f"{checked.rooms:,} rooms", f"{checked.events:,} events"
    if checked.flaws:
        click.echo(f"{checked.flaws:,} flaws in {rooms} with {events}.")
        raise click.exceptions.Exit(FLAWED)
    click.echo(f"All is whole: {rooms} with {events}.")


@data.command(context_settings=HELP_OPTIONS)
@click.argument("file", type=click.Path(path_type=Path))
@DATA_OPTION
def backup(file: Path, data: Path | None) -> None:
    """Copy all games, as of one moment, into a new file that only you may read."""
    from ludoteca.store.check import back_up

    back_up((data or user_data_path("ludoteca")) / FILE_NAME, file)
    click.echo(f"All games are in {file}.")
