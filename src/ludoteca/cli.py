"""The command `ludoteca`. Bad input ends with one sentence and exit status 2."""

from __future__ import annotations

import sys
from datetime import datetime
from importlib import import_module
from pathlib import Path

import click

from ludoteca.core.languages import ENGLISH, choose_language, read_environment
from ludoteca.core.native import describe_build
from ludoteca.store.options import DATA_OPTION, HELP_OPTIONS, STORE_OPTION, data_address

MISMATCH = 1
BAD_INPUT = 2
INTERRUPTED = 130
LANGUAGE_OPTION = "--language"


COMMANDS = {
    "arena": ("ludoteca.lab.commands", "Let bots play each other and count the results."),
    "data": ("ludoteca.store.commands", "List, check, back up, copy or delete stored games."),
    "join": ("ludoteca.terminal.commands", "Play or watch in a room of a server."),
    "learn": ("ludoteca.terminal.commands", "Learn a game in a few short steps."),
    "new-game": (
        "ludoteca.template",
        "Write the package of a new game: rules, texts, bots, board, rules page and tests.",
    ),
    "play": ("ludoteca.terminal.commands", "Play a game in this terminal."),
    "replay": ("ludoteca.terminal.commands", "Step through a recorded game."),
    "serve": ("ludoteca.server.commands", "Start the server, with rooms for people on this network."),
    "translate": ("ludoteca.translate", "Help with translations."),
    "solve": ("ludoteca.lab.solve", "Say how perfect play ends, and what a move costs."),
    "worker": ("ludoteca.server.worker_command", "Think for the bots of nodes that share a database."),
}
"""The module of a command and its line in `ludoteca --help`, which is quick because it loads none of them."""


class LazyGroup(click.Group):
    """Loads the module of a command when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted([*COMMANDS, *super().list_commands(ctx)])

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return super().get_command(ctx, name)
        found: click.Command = getattr(import_module(COMMANDS[name][0]), name.replace("-", "_"))
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        own = {name: command.get_short_help_str(limit=200) for name, command in self.commands.items()}
        lines = own | {name: about for name, (_, about) in COMMANDS.items()}
        with formatter.section("Commands"):
            formatter.write_dl(sorted(lines.items()))


@click.group(cls=LazyGroup, context_settings=HELP_OPTIONS)
@click.version_option(package_name="ludoteca", message=f"ludoteca %(version)s ({describe_build()})")
def cli() -> None:
    """Play turn-based games: over a room link, in this terminal, with someone beside you, or against a bot.

    \b
    Examples:
      ludoteca                     start a server for people on this network
      ludoteca games
      ludoteca learn flooding      a short lesson
      ludoteca play flooding
      ludoteca play flooding --size 6 --bot weather=2
      ludoteca join http://192.168.1.20:8321/r/K7QX2M9P
      ludoteca replay game.json
      ludoteca arena latice 3 2    let two bots play a match
      ludoteca new-game nim        write the package of a new game

    `--language fi` goes with every command. Without it, LC_ALL or LANG chooses the language.
    """


@cli.command(context_settings=HELP_OPTIONS)
def games() -> None:
    """List the installed games and their bots."""
    from ludoteca.core.game_texts import GameTexts
    from ludoteca.core.registry import find_game, game_names
    from ludoteca.terminal.texts import language, t

    for name in game_names():
        game = find_game(name)
        texts, (low, high) = GameTexts(game, language()), game.seats
        players = t("players", count=low) if low == high else t("players_range", low=low, high=high)
        click.echo(f"{name:<12} {game.title}, {players}. {texts.about}")
        for bot in game.levels:
            rating = [t("bot_rating", rating=bot.rating)] if bot.rating else []  # none, until somebody has measured it
            line = t("bot_line", level=bot.level, name=texts.level_name(bot), about=texts.bot_about(bot))
            click.echo(" ".join([f"{'':<12}", line, *rating]))


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of a game. Example: ludoteca rules flooding"""
    from ludoteca.core.registry import find_game
    from ludoteca.core.translations import without_pictures
    from ludoteca.terminal.texts import language

    click.echo(without_pictures(find_game(game).rules_in(language())), nl=False)


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("game", required=False)
@click.option("--against", default="", metavar="WHOM", help="Only games against `people`, or against this bot level.")
@DATA_OPTION
@STORE_OPTION
def highscores(game: str | None, against: str, data: Path | None, store: str | None) -> None:
    """Print the high scores of one game or of all.

    \b
    Examples:
      ludoteca highscores
      ludoteca highscores flooding
      ludoteca highscores latice --against 3
    """
    from ludoteca.core.registry import find_game, game_names
    from ludoteca.store.highscores import high_score_lists, read_opponent
    from ludoteca.store.opening import open_store
    from ludoteca.terminal.texts import language, t

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


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("record", type=click.Path(path_type=Path))
@click.argument("receipt", type=click.Path(path_type=Path))
def verify(record: Path, receipt: Path) -> None:
    """Check a game against the receipt of its deal: secret, nonces and every move.

    The exit status is 0 if they match, 1 if they do not, and 2 if a file cannot be read.

    \b
    Example:
      ludoteca verify game.json receipt.json
    """
    from ludoteca.core.errors import RecordError
    from ludoteca.core.receipts import parse_receipt
    from ludoteca.core.translations import Refusal
    from ludoteca.terminal.files import read_bytes, read_file
    from ludoteca.terminal.texts import language, t

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
    language = ENGLISH
    try:
        arguments, language = take_language(sys.argv[1:])
        if language != ENGLISH:
            from ludoteca.terminal.texts import set_language

            set_language(language)
        status = cli.main(with_default_command(arguments), prog_name="ludoteca", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except click.ClickException as error:
        _refuse(error.format_message())
    except click.Abort:
        sys.exit(INTERRUPTED)
    except Exception as error:
        from ludoteca.core.errors import LudotecaError

        if not isinstance(error, LudotecaError):
            raise
        _refuse(error.sentence_in(language))


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
    if wanted is None and choose_language(asked, (ENGLISH,)):
        return rest, ENGLISH  # without looking for other languages
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
