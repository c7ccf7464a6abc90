"""The errors that callers see. Each carries a code, parameters and an English sentence."""

from ludoteca.core.translations import Refusal, Translations, shared_translations


class LudotecaError(Exception):
    """The base of all errors here; `sentence` says what is wrong."""

    def __init__(self, refusal: Refusal, translations: Translations | None = None) -> None:
        super().__init__(refusal, translations)
        self.refusal = refusal
        self.code = refusal.code
        self.translations = translations or shared_translations()
        self.params = self.translations.format_params(refusal.params)
        self.sentence = self.translations.format(refusal)

    def sentence_in(self, language: str) -> str:
        """Return the sentence in another language."""
        return self.translations.to(language).format(self.refusal)

    def __str__(self) -> str:
        return self.sentence


class UnknownGame(LudotecaError):
    """No installed game has this name; the sentence lists their names."""


class UnknownBot(LudotecaError):
    """The game has no bot with this level or name."""


class OptionError(LudotecaError):
    """An option, a seat or a seed is out of bounds; the sentence names the field and its bounds."""


class PositionError(LudotecaError):
    """A position cannot be read."""


class RecordError(LudotecaError):
    """A record cannot be read or replayed."""


class IllegalMove(LudotecaError):
    """The rules do not allow this move; `reason` says why."""

    @property
    def reason(self) -> str:
        return self.sentence
