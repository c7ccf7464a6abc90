"""The command `ludoteca`. Bad input ends with one sentence and exit status 2."""

from __future__ import annotations

import sys
from datetime import datetime
from importlib.metadata import version
from pathlib import Path

import click
from platformdirs import user_data_path

from ludoteca.core.errors import LudotecaError, RecordError
from ludoteca.core.native import describe_build
from ludoteca.core.receipts import parse_receipt
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.translations import Refusal
from ludoteca.lab.commands import arena
from ludoteca.lab.solve import solve
from ludoteca.server.commands import serve
from ludoteca.store.commands import DATA_OPTION, HELP_OPTIONS, data
from ludoteca.store.database import FILE_NAME
from ludoteca.terminal.commands import join, play, replay
from ludoteca.terminal.save_files import read_bytes, read_file

MISMATCH = 1
BAD_INPUT = 2
INTERRUPTED = 130


@click.group(context_settings=HELP_OPTIONS)
@click.version_option(version("ludoteca"), message=f"ludoteca %(version)s ({describe_build()})")
def cli() -> None:
    """Play turn-based games: over a room link, in this terminal, with someone beside you, or against a bot.

    \b
    Examples:
      ludoteca                     start a server for people on this network
      ludoteca games
      ludoteca play flooding
      ludoteca play flooding --size 6 --bot weather=2
      ludoteca join http://192.168.1.20:8321/r/K7QX2M9P
      ludoteca replay game.json
      ludoteca arena latice 3 2    let two bots play a match
    """


for command in (arena, data, join, play, replay, serve, solve):
    cli.add_command(command)


@cli.command(context_settings=HELP_OPTIONS)
def games() -> None:
    """List the installed games and their bots."""
    for name in game_names():
        game = find_game(name)
        low, high = game.seats
        players = f"{low} players" if low == high else f"{low} to {high} players"
        click.echo(f"{name:<12} {game.title}, {players}. {game.about}")
        for bot in game.bots:
            click.echo(f"{'':<12} bot {bot.level}, {bot.name}: {bot.about} Rating {bot.rating}.")


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of a game. Example: ludoteca rules flooding"""
    click.echo(find_game(game).rules(), nl=False)


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("game", required=False)
@click.option("--against", default="", metavar="WHOM", help="Only games against `people`, or against this bot level.")
@DATA_OPTION
def highscores(game: str | None, against: str, data: Path | None) -> None:
    """Print the high scores of one game or of all.

    \b
    Examples:
      ludoteca highscores
      ludoteca highscores flooding
      ludoteca highscores latice --against 3
    """
    from ludoteca.store.highscores import high_score_lists, opponent_text, read_opponent
    from ludoteca.store.sqlite import Store

    wanted = [find_game(name) for name in ([game] if game else game_names())]
    with Store((data or user_data_path("ludoteca")) / FILE_NAME) as store:
        lists = [(each, one) for each in wanted for one in high_score_lists(store, each, read_opponent(each, against))]
    if not lists:
        click.echo("There are no high scores yet.")
    for each, one in lists:
        click.echo(f"{each.title}: {one.title}")
        for rank, score in enumerate(one.scores, start=1):
            date = datetime.fromtimestamp(score.at_ms / 1000).strftime("%Y-%m-%d")
            played = f"{score.players} players, against {opponent_text(score.against)}"
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
    game, kept = read_file(record), parse_receipt(read_bytes(receipt))
    wrong = Refusal("deal_start") if game.start is not None else kept.mismatch(game.seed)
    if wrong is None and len(kept.nonces) != len(game.seats):
        wrong = Refusal("deal_seats", {"count": len(game.seats), "wanted": len(kept.nonces)})
    try:
        if wrong is not None:
            raise RecordError(wrong)
        moves = len(game.standard().moves)
    except RecordError as error:
        click.echo(error.sentence)
        raise click.exceptions.Exit(MISMATCH) from None
    click.echo(
        f"This is the deal of game {kept.game} in room {kept.room}: the secret matches the commitment, "
        f"all {len(kept.nonces)} nonces are in the seed, and all {moves} moves are legal."
    )


def main() -> None:
    """Run the command; turn any error in the input into one sentence and exit status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = cli.main(with_default_command(sys.argv[1:]), prog_name="ludoteca", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except click.ClickException as error:
        _refuse(error.format_message())
    except LudotecaError as error:
        _refuse(error.sentence)
    except click.Abort:
        sys.exit(INTERRUPTED)


def with_default_command(arguments: list[str]) -> list[str]:
    """Insert `serve` if there are no arguments, or only options."""
    bare = not arguments or (arguments[0].startswith("-") and arguments[0] not in ("-h", "--help", "--version"))
    return ["serve", *arguments] if bare else arguments


def _refuse(sentence: str) -> None:
    click.echo(f"ludoteca: {sentence}", err=True)
    sys.exit(BAD_INPUT)
