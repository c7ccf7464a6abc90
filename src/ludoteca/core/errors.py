"""What the house raises. Every error carries a code, parameters and a sentence; nothing else reaches a caller."""

from ludoteca.core.translations import Refusal, Translations, shared_translations


class LudotecaError(Exception):
    """Something was asked for that cannot be; `sentence` says what and why."""

    def __init__(self, refusal: Refusal, translations: Translations | None = None) -> None:
        super().__init__(refusal, translations)
        self.refusal = refusal
        self.code = refusal.code
        self.params = dict(refusal.params)
        self.sentence = (translations or shared_translations()).format(refusal)

    def __str__(self) -> str:
        return self.sentence


class UnknownGame(LudotecaError):
    """No game has this name; the sentence lists those that there are."""


class UnknownBot(LudotecaError):
    """The game has no bot of this level or name."""


class OptionError(LudotecaError):
    """An option, a seat or a seed is not as it must be; names the field and its bounds."""


class PositionError(LudotecaError):
    """A position cannot be loaded."""


class RecordError(LudotecaError):
    """A record cannot be read or replayed."""


class IllegalMove(LudotecaError):
    """A move that the rules do not allow here; `reason` says why."""

    @property
    def reason(self) -> str:
        return self.sentence
