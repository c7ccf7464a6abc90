"""Options that several commands share."""

from __future__ import annotations

from pathlib import Path

import click

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
DATA_OPTION = click.option(
    "--data",
    type=click.Path(path_type=Path),
    envvar="LUDOTECA_DATA",
    show_default="the user's data folder",
    help="Data folder. [env: LUDOTECA_DATA]",
)

STORE_OPTION = click.option(
    "--store",
    metavar="URL",
    envvar="LUDOTECA_STORE",
    help="PostgreSQL database, postgresql://user@host/database, instead of the data folder. [env: LUDOTECA_STORE]",
)


def data_folder(chosen: Path | None) -> Path:
    """Return the chosen data folder, or the user's own."""
    # Imported late: `ludoteca --help` needs no folder.
    from platformdirs import user_data_path

    return chosen or user_data_path("ludoteca")


def data_file(chosen: Path | None) -> Path:
    """Return the database in the chosen data folder, or in the user's own."""
    from ludoteca.store.database import FILE_NAME

    return data_folder(chosen) / FILE_NAME


def data_address(chosen: Path | None, store: str | None) -> Path | str:
    """Return the chosen database server, or the database in the chosen data folder."""
    if store is None:
        return data_file(chosen)
    from ludoteca.store.opening import check_store

    check_store(store, None)
    return store
