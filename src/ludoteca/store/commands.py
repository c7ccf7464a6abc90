"""The commands `ludoteca data ...`. None of them changes a game."""

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
    help="Data folder. [env: LUDOTECA_DATA]",
)
FLAWED = 1


@click.group(context_settings=HELP_OPTIONS)
def data() -> None:
    """Check or back up the stored games. A server may be running at the same time.

    \b
    Examples:
      ludoteca data check
      ludoteca data backup games-2026-11.db
    """


@data.command(context_settings=HELP_OPTIONS)
@DATA_OPTION
def check(data: Path | None) -> None:
    """Check the log of every room for damage.

    Prints every event that was changed, removed, inserted or cut off; the exit status is 1 if there is any. This finds
    accidents, not manipulation by somebody who can write to the file.
    """
    from ludoteca.store.check import CheckSummary, check_all

    checked = CheckSummary()
    for flaw in check_all((data or user_data_path("ludoteca")) / FILE_NAME, checked):
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
    """Copy all games into a new file that only you can read, as of one moment."""
    from ludoteca.store.check import back_up

    back_up((data or user_data_path("ludoteca")) / FILE_NAME, file)
    click.echo(f"Copied all games to {file}.")
