"""A game's options on the command line: by name, or by position after the game's name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from ludoteca.core.errors import OptionError
from ludoteca.core.game import Game
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.options import BoolOption, IntOption, Option, Options
from ludoteca.core.translations import Refusal
from ludoteca.store.options import TranslatedOption
from ludoteca.terminal.texts import either, language, t


def option_parameters(game: Game[Any]) -> list[click.Parameter]:
    """Return the parameters of a command for a game's options: `values` by position, and one for each name."""
    metavar = f"[{_positional_usage(game)}]" if game.positional_options else ""
    params: list[click.Parameter] = [click.Argument(["values"], nargs=-1, metavar=metavar)]
    texts = GameTexts(game, language())
    for option in game.options:
        default = str(option.default).lower()
        about = t("help_game_option", help=texts.option_description(option), bounds=_bounds(option), default=default)
        flag = "--" + option.name.replace("_", "-")
        params.append(TranslatedOption([flag, option.name], metavar="VALUE", help=about))
    return params


def _bounds(option: Option) -> str:
    """Return the values that an option can have, as a sentence begins with them."""
    if isinstance(option, IntOption):
        code = "bounds_int" if option.step == 1 else "bounds_step"
        return t(code, low=option.low, high=option.high, step=option.step)
    found = either("true", "false") if isinstance(option, BoolOption) else either(*_join_numbers(option.choices))
    return found[:1].upper() + found[1:]


def _join_numbers(choices: Sequence[str]) -> list[str]:
    """Write numbers that follow each other as a range."""
    words, numbers = [one for one in choices if not one.isdigit()], [int(one) for one in choices if one.isdigit()]
    is_range = len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1))
    return [*words, t("bounds_int", low=numbers[0], high=numbers[-1])] if is_range else list(choices)


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
    return either(*(" ".join(names).upper() for names in game.positional_options))
