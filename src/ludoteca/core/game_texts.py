"""What a game says about itself, in a reader's language: its line, its levels, its options.

The English words are in the game's declaration or in its `en.json`; another language has them in its own file, under
the codes that `declared_texts` lists.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from ludoteca.core.game import Bot, Game
from ludoteca.core.languages import ENGLISH
from ludoteca.core.options import BoolOption, IntOption, Option, Value

MAX_LABELLED = 100
"""As many values of an `int` can have labels."""


class GameTexts:
    """A game's words about itself in one language."""

    def __init__(self, game: Game[Any], language: str) -> None:
        self._game = game
        self._translations = game.translations.to(language)

    @property
    def about(self) -> str:
        """The line for the game's card."""
        return self._declared("about", self._game.about)

    def level_name(self, bot: Bot[Any]) -> str:
        """Return what a bot is called, such as `fair`."""
        return self._translations.find(f"level_{bot.name}") or bot.name

    def bot_about(self, bot: Bot[Any]) -> str:
        """Return the line about a bot."""
        return self._declared(f"about_{bot.name}", bot.about)

    def option_title(self, option: Option) -> str:
        """Return an option's title, or words made from its name."""
        return self._translations.option_words(option.name)

    def option_help(self, option: Option) -> str:
        return self._declared(f"option_{option.name}_help", option.help)

    def option_description(self, option: Option) -> str:
        """Return what the command line says about an option: what the game declares, not a text for the page alone."""
        return self._declared(_description_code(self._game, option), option.help)

    def option_texts(self, option: Option, suffix: str = "") -> dict[str, str]:
        """Return the texts of an option's values, as far as there are any; under "" that of all other values.

        Without a suffix these are labels; values of an `int` that have one are offered as buttons.
        """
        if isinstance(option, IntOption):
            values = [str(value) for value in islice(range(option.low, option.high + 1, option.step), MAX_LABELLED)]
        else:
            values = ["false", "true"] if isinstance(option, BoolOption) else list(option.choices)
        codes = {value: f"option_{option.name}_{value}{suffix}" for value in values}
        if suffix:
            codes[""] = f"option_{option.name}{suffix}"
        found = {value: self._translations.find_own(code) for value, code in codes.items()}
        return {value: text for value, text in found.items() if text is not None}

    def _declared(self, code: str, english: str) -> str:
        """Return a text of the game itself: shared codes such as `option_int` are refusals."""
        text = self._translations.find_own(code)
        return self._translations.write_declared(english) if text is None else text


def describe_options(game: Game[Any], values: Mapping[str, Value], language: str = ENGLISH) -> list[str]:
    """Return options and their values in words, such as `Cards each: 13`."""
    known = [option.name for option in game.options if option.name in values]
    return [game.translations.to(language).describe_option(name, values[name]) for name in known]


def declared_texts(game: Game[Any]) -> Iterator[tuple[str, str]]:
    """Return the codes of what a game declares in Python, with its English words; a translation has them too."""
    yield "about", game.about
    for bot in game.levels:
        yield f"about_{bot.name}", bot.about
        if game.translations.find(f"level_{bot.name}") is None:
            yield f"level_{bot.name}", bot.name
    for option in game.options:
        if option.help:
            yield _description_code(game, option), option.help


def _description_code(game: Game[Any], option: Option) -> str:
    """Return the code of an option's declared help; `option_NAME_help` may have a text of the page's own in English."""
    page_help = f"option_{option.name}_help"
    has_own = game.translations.to(ENGLISH).find_own(page_help) is not None
    return f"option_{option.name}_description" if has_own else page_help
