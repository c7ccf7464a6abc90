"""Help pages and usage errors of commands in the reader's language.

A command's `help` is a code of `locales/`, and so is that of a `TranslatedOption`. The sentences are looked up when the
help is shown. Click's own words are replaced too.
"""

from __future__ import annotations

import re

import click

from ludoteca.core.translations import quote
from ludoteca.terminal.texts import either, find_text, t

_METAVAR = re.compile(r"\b[A-Z]{2,}\b")


class TranslatedCommand(click.Command):
    """A command with its help in the reader's language."""

    allow_extra_args = True  # refused below: Click would say it in English

    def _find_help(self) -> str:
        return t(self._help_code)

    def _set_help(self, code: str) -> None:
        self._help_code = code

    help = property(_find_help, _set_help)  # set to a code, read as its text

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            rest = super().parse_args(ctx, args)
        except click.BadOptionUsage as error:
            flags = [param for param in self.params if isinstance(param, click.Option) and param.is_flag]
            takes_none = any(error.option_name in flag.opts for flag in flags)
            code = "usage_value_extra" if takes_none else "usage_value_missing"
            raise click.UsageError(t(code, name=_shown(error.option_name)), ctx) from None
        if rest and not isinstance(self, click.Group) and not ctx.resilient_parsing:
            raise click.UsageError(t("usage_extra", name=_shown(rest[0])), ctx)
        return rest

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        pieces = " ".join(self.collect_usage_pieces(ctx))
        formatter.write_usage(ctx.command_path, translate_metavar(pieces), f"{t('help_usage')} ")

    def get_help_option(self, ctx: click.Context) -> click.Option | None:
        option = super().get_help_option(ctx)
        if option is not None:
            option.help = t("help_help")
        return option

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        with formatter.section(t("help_options")):
            formatter.write_dl([record for option in options if (record := option.get_help_record(ctx))])


class TranslatedGroup(TranslatedCommand, click.Group):
    """A group of commands with its help in the reader's language."""

    command_class = TranslatedCommand

    def translate(self, code: str) -> str:
        """Return the sentence of a code; a text stands for itself."""
        return t(code)

    def translate_metavar(self, usage: str) -> str:
        """Translate what stands for arguments."""
        return translate_metavar(usage)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        with formatter.section(t("help_commands")):
            formatter.write_dl([(name, self.command_line(ctx, name)) for name in self.list_commands(ctx)])

    def command_line(self, ctx: click.Context, name: str) -> str:
        """Return the line of a command in the list of commands."""
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=200) if command else ""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if self.get_command(ctx, args[0]) is None:
            sentence = t("usage_no_command", name=_shown(args[0]))
            raise click.UsageError(_with_similar(sentence, args[0], self.list_commands(ctx)), ctx)
        return super().resolve_command(ctx, args)


def translate_metavar(usage: str) -> str:
    """Translate what stands for arguments, such as `[OPTIONS] GAME`; names that are no such words stay."""
    return _METAVAR.sub(lambda found: find_text(f"metavar_{found[0].lower()}") or found[0], usage)


def describe_usage_error(error: click.ClickException) -> str:
    """Return the sentence of an error in a command line."""
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Parameter):
        if isinstance(error.param, click.Option):
            return t("usage_missing_option", name=error.param.opts[0])
        return t("usage_missing_argument", name=translate_metavar(error.param.get_error_hint(error.ctx).strip("'")))
    if isinstance(error, click.NoSuchOption):
        sentence = t("usage_no_option", name=_shown(error.option_name))
        return _with_similar(sentence, error.option_name, error.possibilities or [])
    return error.format_message()


def _with_similar(sentence: str, name: str, names: list[str]) -> str:
    # Imported late: only a wrong name needs it.
    from difflib import get_close_matches

    similar = get_close_matches(name, names)
    return f"{sentence} {t('usage_similar', names=either(*similar))}" if similar else sentence


def _shown(name: str) -> str:
    """Return what somebody typed, short and printable."""
    return quote(name)[1:-1]
