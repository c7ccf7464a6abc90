"""Options that several commands share, and options with help in the reader's language."""

from __future__ import annotations

from pathlib import Path

import click

HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}
PATH = click.Path(path_type=Path, readable=False)
"""A file or a folder. Whoever reads it says what is wrong with it; Click would say it in English."""


class TranslatedOption(click.Option):
    """An option whose help is a code of the terminal's locale files; the outermost command knows the sentence."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        record = super().get_help_record(ctx)
        command = ctx.find_root().command
        translate, translate_metavar = (getattr(command, name, str) for name in ("translate", "translate_metavar"))
        return record and (translate_metavar(record[0]), translate(self.help))


DATA_OPTION = click.option("--data", type=PATH, envvar="LUDOTECA_DATA", help="help_data", cls=TranslatedOption)
STORE_OPTION = click.option("--store", metavar="URL", envvar="LUDOTECA_STORE", help="help_store", cls=TranslatedOption)


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
