"""Settings of the server from a file: the options of `ludoteca serve`, by their names, in TOML.

A flag comes before an environment variable, that before the file, and the file before the default.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import click

from ludoteca.core.errors import OptionError
from ludoteca.core.translations import Refusal, quote

PREFIX = "LUDOTECA_"
CONFIG = "config"


def read_settings(context: click.Context, parameter: click.Parameter, path: Path | None) -> Path | None:
    """Take the values of a file as defaults of the command's options; OptionError says what is wrong with it."""
    if path is not None:
        context.default_map = check_settings(load(path), settings(context.command), path)
    return path


def settings(command: click.Command) -> dict[str, click.Option]:
    """Return the options that a file can set, by their names there."""
    options = [param for param in command.params if isinstance(param, click.Option)]
    return {key(option): option for option in options if option.name not in (CONFIG, "help")}


def key(option: click.Option) -> str:
    """Return the name of an option without its dashes."""
    return option.opts[0].removeprefix("--")


def load(path: Path) -> dict[str, Any]:
    """Read a TOML file."""
    try:
        return tomllib.loads(path.read_bytes().decode("utf-8"))
    except OSError as error:
        raise OptionError(
            Refusal("file_unreadable", {"file": str(path), "reason": error.strerror or str(error)})
        ) from None
    except ValueError as error:
        raise OptionError(Refusal("settings_not_toml", {"file": str(path), "reason": str(error)})) from None


def check_settings(found: dict[str, Any], known: dict[str, click.Option], path: Path) -> dict[str, Any]:
    """Return the values by the names of the command's parameters."""
    values: dict[str, Any] = {}
    for name, value in found.items():
        option = known.get(name)
        if option is None or option.name is None:
            raise OptionError(
                Refusal("settings_unknown", {"file": str(path), "field": quote(name), "names": sorted(known)})
            )
        if not _fits(option, value):
            wanted = (
                "true or false" if option.is_flag else "a list of texts" if option.multiple else "a text or a number"
            )
            problem = {"file": str(path), "field": name, "wanted": wanted, "value": quote(value)}
            raise OptionError(Refusal("settings_value", problem))
        values[option.name] = value
    return values


def _fits(option: click.Option, value: object) -> bool:
    if option.is_flag:
        return isinstance(value, bool)
    if option.multiple:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    return isinstance(value, str | int) and not isinstance(value, bool)
