"""Checks of what a game declares. They come first: the others rely on it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ludoteca.core.conformance.comparison import json_problem
from ludoteca.core.conformance.failures import ConformanceError, require_type
from ludoteca.core.errors import OptionError
from ludoteca.core.game import RANDOM, Bot, Game
from ludoteca.core.options import BoolOption, ChoiceOption, IntOption
from ludoteca.core.translations import Translations, quote

NAME = re.compile(r"[a-z][a-z0-9_]{0,31}")
"""The name of a game, a role or an option: it is part of addresses and of command lines."""
BOT_NAME = re.compile(r"[a-z][a-z0-9_ -]{0,31}")
FLAGS = ("hidden_information", "chance", "shared_view", "options_first")


def names_are_usable(game: Game[Any]) -> None:
    """Check name, title, card line and version."""
    _require_name("name", game.name, NAME)
    for field, text in (("title", game.title), ("about", game.about)):
        require_type(text, str, field, "a text")
        _require(bool(text.strip()) and "\n" not in text, f"{field} must be one line of text, not {quote(text)}")
    _require_int("rules_version", game.rules_version, 1)
    _require_int("minutes", game.minutes, 0)
    for flag in FLAGS:
        require_type(getattr(game, flag), bool, flag, "True or False")
    _require(game.hidden_information or not game.shared_view, "shared_view needs hidden_information = True")


def seats_and_roles_fit(game: Game[Any]) -> None:
    """Check the numbers of players, and that there is a role for each seat or none at all."""
    require_type(game.seats, tuple, "seats", "two numbers, the fewest and the most players")
    _require(len(game.seats) == 2, f"seats must be two numbers, the fewest and the most players, not {game.seats!r}")
    fewest, most = game.seats
    _require_int("seats[0]", fewest, 1)
    _require_int("seats[1]", most, fewest)
    require_type(game.roles, tuple, "roles", "a tuple of names")
    fits = len(game.roles) in (0, most)
    _require(fits, f"roles has {len(game.roles)} names; it must have one per seat, {most}, or none")
    for role in game.roles:
        _require_name("a role", role, NAME)
    _require_unique("roles", game.roles)
    _require_int("newcomer_seat", game.newcomer_seat, 0, most - 1)
    _require_int("max_moves", game.max_moves, 1)


def options_are_usable(game: Game[Any]) -> None:
    """Check that each option accepts its own default and edges, and that positional options exist."""
    require_type(game.options, tuple, "options", "a tuple of options")
    for option in game.options:
        require_type(
            option, (IntOption, BoolOption, ChoiceOption), "an option", "an IntOption, BoolOption, ChoiceOption"
        )
        _require_name("the name of an option", option.name, NAME)
        _require_text(f"the help of option {option.name}", option.help)
        if isinstance(option, ChoiceOption):
            _require(bool(option.choices), f"option {option.name} has no choices")
            _require_unique(f"the choices of option {option.name}", option.choices)
        for value in (option.default, *option.sweep()):
            try:
                option.check(value)
            except OptionError as error:
                raise ConformanceError(
                    f"option {option.name} refuses its own value {value!r}: {error.sentence}"
                ) from None
            problem = json_problem(value, f"the value of option {option.name}")
            _require(problem is None, problem or "")
    names = [option.name for option in game.options]
    _require_unique("the names of the options", names)
    for form in game.positional_options:
        unknown = [name for name in form if name not in names]
        _require(not unknown, f"positional_options names {unknown[:1]}, but the options are {names}")
        _require_unique("a tuple of positional_options", form)


def bots_have_levels_from_one(game: Game[Any]) -> None:
    """Check that levels count from 1 without gaps, that baselines have level 0, and that all names differ."""
    for field, bots in (("levels", game.levels), ("baselines", game.baselines)):
        require_type(bots, tuple, field, "a tuple of bots")
        for bot in bots:
            require_type(bot, Bot, f"an entry of {field}", "a Bot")
            _require_name(f"the name of a bot in {field}", bot.name, BOT_NAME)
            _require_text(f"the line about bot {bot.name}", bot.about)
            _require(callable(bot.choose), f"choose of bot {bot.name} must be a function")
            _require_int(f"simulations of bot {bot.name}", bot.simulations, 0)
            _require_int(f"rating of bot {bot.name}", bot.rating, 0)
    found, wanted = [bot.level for bot in game.levels], list(range(1, len(game.levels) + 1))
    _require(found == wanted, f"levels have the numbers {found}; they must count from 1 without gaps: {wanted}")
    odd = [bot.name for bot in game.baselines if bot.level != 0]
    _require(not odd, f"baselines have level 0, but {odd[:1]} has another")
    _require_unique("the names of bots", [bot.name for bot in (*game.levels, *game.baselines, RANDOM)])


def texts_are_usable(game: Game[Any]) -> None:
    """Check translations and rules page, and that the functions of a lesson's goals are functions."""
    require_type(game.translations, Translations, "translations", "Translations")
    clashes = game.translations.clashes()
    _require(not clashes, f"all games share these codes, use others: {clashes}")
    try:
        rules = game.rules()
    except Exception as error:  # no package, no file, or anything else in a rules() of its own
        reason = f"{type(error).__name__}: {error}"
        raise ConformanceError(
            f"the rules cannot be read; write page/rules.md in the package, or rules() ({reason})"
        ) from error
    _require_text("the rules page", rules)
    for name, condition in game.lesson_conditions.items():
        _require(callable(condition), f"lesson_conditions[{name!r}] must be a function")


DECLARATION_CHECKS: tuple[Callable[[Game[Any]], None], ...] = (
    names_are_usable,
    seats_and_roles_fit,
    options_are_usable,
    bots_have_levels_from_one,
    texts_are_usable,
)


def _require(condition: bool, complaint: str) -> None:
    if not condition:
        raise ConformanceError(complaint)


def _require_text(field: str, value: Any) -> None:
    require_type(value, str, field, "a text")
    _require(bool(value.strip()), f"{field} is empty")


def _require_int(field: str, value: Any, low: int, high: int | None = None) -> None:
    bounds = f"a whole number from {low}" + (" up" if high is None else f" to {high}")
    require_type(value, int, field, bounds)
    _require(low <= value and (high is None or value <= high), f"{field} must be {bounds}, not {value}")


def _require_name(field: str, value: Any, pattern: re.Pattern[str]) -> None:
    fits = isinstance(value, str) and pattern.fullmatch(value) is not None
    _require(fits, f"{field} must be a word in lower case, at most 32 letters, digits and _, not {quote(value)}")


def _require_unique(field: str, values: Sequence[str] | Iterable[str]) -> None:
    listed = list(values)
    twice = [value for index, value in enumerate(listed) if value in listed[:index]]
    _require(not twice, f"{field} must differ, but {quote(twice[0]) if twice else ''} is there twice")
