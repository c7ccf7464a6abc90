"""A game's options on the command line: by name, or by position after the game's name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.options import Options
from ludoteca.core.translations import Refusal


def option_parameters(game: Game[Any]) -> list[click.Parameter]:
    """Return the parameters of a command for a game's options: `values` by position, and one for each name."""
    metavar = f"[{_positional_usage(game)}]" if game.positional_options else ""
    params: list[click.Parameter] = [click.Argument(["values"], nargs=-1, metavar=metavar)]
    for option in game.options:
        about = f"{option.help} {option.bounds.capitalize()}; default: {str(option.default).lower()}."
        flag = "--" + option.name.replace("_", "-")
        params.append(click.Option([flag, option.name], metavar="VALUE", help=about))
    return params


def read_option_texts(game: Game[Any], values: tuple[str, ...], given: Mapping[str, Any]) -> dict[str, str]:
    """Return the texts of the options that were given, by position or by name; a name wins."""
    texts: dict[str, str] = {}
    if values:
        names = next((names for names in game.positional_options if len(names) == len(values)), None)
        if names is None:
            params = {"field": "values", "game": game.title, "options": _positional_usage(game), "count": len(values)}
            raise OptionError(Refusal("positional_options_count", params))
        texts = dict(zip(names, values, strict=True))
    return texts | {option.name: given[option.name] for option in game.options if given.get(option.name) is not None}


def read_options(game: Game[Any], given: Mapping[str, Any]) -> Options:
    """Read the game's options, given by name or by position."""
    return game.read_options(read_option_texts(game, given["values"], given))


def _positional_usage(game: Game[Any]) -> str:
    return " or ".join(" ".join(names).upper() for names in game.positional_options) or "nothing"
