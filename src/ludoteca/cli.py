"""The command `ludoteca`. Bad input ends with one sentence and exit status 2."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import click

from ludoteca.core.languages import ENGLISH, choose_language, read_environment
from ludoteca.core.native import describe_build
from ludoteca.store.options import DATA_OPTION, HELP_OPTIONS, PATH, STORE_OPTION, TranslatedOption, data_address
from ludoteca.terminal.texts import language, own_languages, set_language, t
from ludoteca.terminal.translated_help import TranslatedGroup, describe_usage_error

MISMATCH = 1
BAD_INPUT = 2
INTERRUPTED = 130
LANGUAGE_OPTION = "--language"

COMMANDS = {
    "arena": "ludoteca.lab.commands",
    "data": "ludoteca.store.commands",
    "join": "ludoteca.terminal.commands",
    "learn": "ludoteca.terminal.commands",
    "new-game": "ludoteca.template",
    "play": "ludoteca.terminal.commands",
    "replay": "ludoteca.terminal.commands",
    "serve": "ludoteca.server.commands",
    "solve": "ludoteca.lab.solve",
    "translate": "ludoteca.translate",
    "worker": "ludoteca.server.worker_command",
}
"""The module of a command. `ludoteca --help` is quick because it loads none of them."""


class LazyGroup(TranslatedGroup):
    """Loads the module of a command when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*COMMANDS, *super().list_commands(ctx)])

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return super().get_command(ctx, name)
        found: click.Command = getattr(import_module(COMMANDS[name]), name.replace("-", "_"))
        return found

    def command_line(self, ctx: click.Context, name: str) -> str:
        text = t(f"command_{name.replace('-', '_')}")
        return click.Command(name, help=text).get_short_help_str(limit=200)


@click.group(cls=LazyGroup, context_settings=HELP_OPTIONS, help="command_ludoteca")
@click.version_option(
    package_name="ludoteca",
    message=f"ludoteca %(version)s ({describe_build()})",
    cls=TranslatedOption,
    help="help_version",
)
def cli() -> None:
    pass


@cli.command(context_settings=HELP_OPTIONS, help="command_games")
def games() -> None:
    from ludoteca.core.game_texts import GameTexts
    from ludoteca.core.registry import find_game, game_names

    for name in game_names():
        game = find_game(name)
        texts, (low, high) = GameTexts(game, language()), game.seats
        players = t("players", count=low) if low == high else t("players_range", low=low, high=high)
        click.echo(f"{name:<12} {game.title}, {players}. {texts.about}")
        for bot in game.levels:
            rating = [t("bot_rating", rating=bot.rating)] if bot.rating else []  # none, until somebody has measured it
            line = t("bot_line", level=bot.level, name=texts.level_name(bot), about=texts.bot_about(bot))
            click.echo(" ".join([f"{'':<12}", line, *rating]))


@cli.command(context_settings=HELP_OPTIONS, help="command_rules")
@click.argument("game")
def rules(game: str) -> None:
    from ludoteca.core.registry import find_game
    from ludoteca.core.translations import without_pictures

    click.echo(without_pictures(find_game(game).rules_in(language())), nl=False)


@cli.command(context_settings=HELP_OPTIONS, help="command_highscores")
@click.argument("game", required=False)
@click.option("--against", default="", metavar="WHOM", help="help_against", cls=TranslatedOption)
@DATA_OPTION
@STORE_OPTION
def highscores(game: str | None, against: str, data: Path | None, store: str | None) -> None:
    from datetime import datetime

    from ludoteca.core.registry import find_game, game_names
    from ludoteca.store.highscores import high_score_lists, read_opponent
    from ludoteca.store.opening import open_store

    wanted = [(each, read_opponent(each, against)) for each in map(find_game, [game] if game else game_names())]
    with open_store(data_address(data, store)) as opened:
        lists = [(each, one) for each, whom in wanted for one in high_score_lists(opened, each, whom, language())]
    if not lists:
        click.echo(t("no_high_scores"))
    for each, one in lists:
        click.echo(f"{each.title}: {one.title}")
        for rank, score in enumerate(one.scores, start=1):
            date = datetime.fromtimestamp(score.at_ms / 1000).strftime("%Y-%m-%d")
            whom = "score_people" if score.against is None else "score_bot"
            played = t(whom, count=score.players, level=score.against)
            click.echo(f"{rank:>4}. {score.value:>6}  {score.name:<24}  {played}  {date}")


@cli.command(context_settings=HELP_OPTIONS, help="command_verify")
@click.argument("record", type=PATH)
@click.argument("receipt", type=PATH)
def verify(record: Path, receipt: Path) -> None:
    from ludoteca.core.errors import RecordError
    from ludoteca.core.receipts import parse_receipt
    from ludoteca.core.translations import Refusal
    from ludoteca.terminal.files import read_bytes, read_file

    game, kept = read_file(record), parse_receipt(read_bytes(receipt))
    wrong = Refusal("deal_start") if game.start is not None else kept.mismatch(game.seed)
    if wrong is None and len(kept.nonces) != len(game.seats):
        wrong = Refusal("deal_seats", {"count": len(game.seats), "wanted": len(kept.nonces)})
    try:
        if wrong is not None:
            raise RecordError(wrong)
        moves = len(game.standard().moves)
    except RecordError as error:
        click.echo(error.sentence_in(language()))
        raise click.exceptions.Exit(MISMATCH) from None
    click.echo(t("deal_verified", game=kept.game, room=kept.room, nonces=len(kept.nonces), moves=moves))


def main() -> None:
    """Run the command; turn any error in the input into one sentence and exit status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        set_language(take_language([])[1])  # if `--language` itself is wrong, the environment chooses
        arguments, chosen = take_language(sys.argv[1:])
        set_language(chosen)
        status = cli.main(with_default_command(arguments), prog_name="ludoteca", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except click.ClickException as error:
        _refuse(describe_usage_error(error))
    except click.Abort:
        sys.exit(INTERRUPTED)
    except Exception as error:
        from ludoteca.core.errors import LudotecaError

        if not isinstance(error, LudotecaError):
            raise
        _refuse(error.sentence_in(language()))


def take_language(arguments: list[str]) -> tuple[list[str], str]:
    """Return the arguments without `--language TAG`, and the language: that one, or what the environment asks for."""
    rest, wanted = list(arguments), None
    for index, argument in enumerate(arguments):
        name, _, value = argument.partition("=")
        if name == LANGUAGE_OPTION:
            end = index + 1 if "=" in argument else index + 2
            wanted = value if "=" in argument else "".join(arguments[index + 1 : end])
            rest = [*arguments[:index], *arguments[end:]]
            break
        if argument == "--":
            break
    asked = read_environment() if wanted is None else [wanted]
    if wanted is None and not asked:
        return rest, ENGLISH
    if first := choose_language(asked[:1], own_languages()):
        return rest, first  # without looking into the games
    from ludoteca.core.registry import known_languages

    found = choose_language(asked, known_languages())
    if found is None and wanted is not None:
        raise _unknown_language(wanted)
    return rest, found or ENGLISH


def _unknown_language(wanted: str) -> Exception:
    from ludoteca.core.errors import OptionError
    from ludoteca.core.registry import known_languages
    from ludoteca.core.translations import Refusal, quote

    params = {"field": LANGUAGE_OPTION, "names": sorted(known_languages()), "value": quote(wanted)}
    return OptionError(Refusal("unknown_language", params))


def with_default_command(arguments: list[str]) -> list[str]:
    """Insert `serve` if there are no arguments, or only options."""
    bare = not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version"))
    return ["serve", *arguments] if bare else arguments


def _refuse(sentence: str) -> None:
    click.echo(f"ludoteca: {sentence}", err=True)
    sys.exit(BAD_INPUT)
