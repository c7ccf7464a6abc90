"""The command `ludoteca`. What is wrong is said in one sentence, with exit status 2."""

from __future__ import annotations

import re
import secrets
import sys
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

import click
from platformdirs import user_data_path

from ludoteca.core.errors import LudotecaError, OptionError, RecordError
from ludoteca.core.game import Game
from ludoteca.core.native import described, plain_notice
from ludoteca.core.options import IntOption, Options
from ludoteca.core.receipts import parse_receipt
from ludoteca.core.records import Record, Seat, read_seed
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.translations import Refusal, quote
from ludoteca.lab.commands import arena
from ludoteca.lab.solve import solve
from ludoteca.store.commands import DATA_OPTION, data
from ludoteca.store.database import FILE_NAME
from ludoteca.terminal.console import Console
from ludoteca.terminal.local_game import LocalGame
from ludoteca.terminal.replay import Replay
from ludoteca.terminal.save_files import SaveFile, read_bytes, read_file
from ludoteca.terminal.terminal import Terminal

DOES_NOT_FIT = 1
BAD_INPUT = 2
HELP_OPTIONS = {"help_option_names": ["-h", "--help"]}


class PlayCommand(click.Command):
    """One game's `play`. A number below zero is a value to be refused with its bounds, not an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if re.fullmatch(r"-\d+", arg) else arg for arg in args])


class PlayGroup(click.Group):
    """`ludoteca play GAME`: one subcommand per installed game, made from the game's own block."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return game_names()

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        return play_command(find_game(name))


@click.group(context_settings=HELP_OPTIONS)
@click.version_option(version("ludoteca"), message=f"ludoteca %(version)s ({described()})")
def cli() -> None:
    """Play turn-based games: over a room link, in this terminal, with someone beside you, or against a bot.

    \b
    Examples:
      ludoteca                                     open the house for people on this network
      ludoteca games
      ludoteca play flooding
      ludoteca play flooding --size 6 --bot weather=2
      ludoteca join http://192.168.1.20:8321/r/K7QX2M9P
      ludoteca replay game.json
      ludoteca arena latice 3 2                    let bots play each other, and count
    """


@cli.command(context_settings=HELP_OPTIONS)
@click.option("--host", default="0.0.0.0", show_default=True, help="Address to listen on.")  # noqa: S104 - friends join
@click.option("--port", default="8321", show_default=True, metavar="NUMBER", help="Port; 0 takes any free one.")
@click.option(
    "--url",
    "urls",
    multiple=True,
    help="The address by which others reach the server, if it is not this machine's own; may be given several times.",
)
@DATA_OPTION
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
@click.option("--trust-proxy", "proxies", multiple=True, metavar="ADDRESS", help="Believe X-Forwarded-For from there.")
@click.option(
    "--webhook",
    "webhooks",
    multiple=True,
    metavar="NAME=URL",
    help="A target that rooms may have called when it is somebody's turn, and at the end; may be given several times.",
)
@click.option(
    "--keep-finished",
    metavar="DAYS",
    help="Forget finished games after so many days; without it they are kept for ever.",
)
@click.option(
    "--metrics-token",
    envvar="LUDOTECA_METRICS_TOKEN",
    metavar="TOKEN",
    help="Answer /metrics to whoever has this token, not only to programs on this machine.",
)
@click.option("--log-json", is_flag=True, help="Write the log as JSON, a line each, to standard error.")
def serve(
    host: str,
    port: str,
    urls: tuple[str, ...],
    data: Path | None,
    no_browser: bool,
    proxies: tuple[str, ...],
    log_json: bool,
    webhooks: tuple[str, ...],
    metrics_token: str | None,
    keep_finished: str | None,
) -> None:
    """Open the house: rooms for people on this network. `ludoteca` alone does the same.

    \b
    Examples:
      ludoteca
      ludoteca serve --port 9000 --no-browser
      ludoteca serve --host 127.0.0.1 --url https://games.example.org --trust-proxy 127.0.0.1
    """
    # Only here: whoever plays in the terminal should not wait for the web server's parts.
    from ludoteca.server.addresses import read_networks
    from ludoteca.server.hosts import read_urls
    from ludoteca.server.limits import Limits
    from ludoteca.server.serve import Settings
    from ludoteca.server.serve import serve as run_server
    from ludoteca.server.static_files import NetworkConfig
    from ludoteca.server.webhooks import read_webhooks

    days = None
    if keep_finished is not None:
        days = IntOption("--keep-finished", default=365, low=1, high=36_500, help="").read(keep_finished)
    number = IntOption("port", default=8321, low=0, high=65535, help="").read(port)
    site = NetworkConfig(read_urls(urls), trusted_proxies=read_networks(proxies), metrics_token=metrics_token or None)
    browser = not no_browser and sys.stdout.isatty()
    folder = data or user_data_path("ludoteca")
    hooks = read_webhooks(webhooks)
    run_server(
        Settings(host, number, folder, site, Limits(keep_finished_days=days), browser, log_json, hooks), _say_now
    )


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("record", type=click.Path(path_type=Path))
@click.argument("receipt", type=click.Path(path_type=Path))
def verify(record: Path, receipt: Path) -> None:
    """Check that a game was dealt as its receipt says: secret, nonces and every move.

    The exit status is 0 where it was, 1 where not, 2 where a file cannot be read.

    \b
    Example:
      ludoteca verify game.json receipt.json
    """
    game, kept = read_file(record), parse_receipt(read_bytes(receipt))
    wrong = Refusal("deal_start") if game.start is not None else kept.wrong_with(game.seed)
    if wrong is None and len(kept.nonces) != len(game.seats):
        wrong = Refusal("deal_seats", {"count": len(game.seats), "wanted": len(kept.nonces)})
    try:
        if wrong is not None:
            raise RecordError(wrong)
        moves = len(game.standard().moves)
    except RecordError as error:
        click.echo(error.sentence)
        raise click.exceptions.Exit(DOES_NOT_FIT) from None
    click.echo(
        f"This is the deal of game {kept.game} in room {kept.room}: the secret fits the commitment, "
        f"all {len(kept.nonces)} nonces are in the seed, and all {moves} moves are legal."
    )


@cli.group(cls=PlayGroup, context_settings=HELP_OPTIONS)
def play() -> None:
    """Play a game. `ludoteca play GAME --help` lists its options and bots.

    \b
    Examples:
      ludoteca play flooding                       two people at one screen
      ludoteca play flooding 6 --bot weather=2     a 6x6 island, against a bot
      printf 'b2\\nc3 d3\\n' | ludoteca play flooding --new
    """


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("room", metavar="URL|CODE")
@click.option("--server", default="http://127.0.0.1:8321", show_default=True, metavar="URL", help="Where CODE is.")
@click.option("--name", help="What the others call you; your login name when not given.")
@click.option("--seat", help="The seat to take, by number or role; the first free one when not given.")
@click.option("--watch", is_flag=True, help="Only look on.")
@DATA_OPTION
def join(room: str, server: str, name: str | None, seat: str | None, watch: bool, data: Path | None) -> None:
    """Play in a room from this terminal, or watch; a personal link brings its seat along.

    \b
    Examples:
      ludoteca join http://192.168.1.20:8321/r/K7QX2M9P --name Ada
      ludoteca join K7QX2M9P --seat weather            a room of a server on this machine
      ludoteca join --watch K7QX2M9P
    """
    # Only here: whoever plays alone should not wait for the parts of a line.
    from ludoteca.terminal.join import visit

    visit(room, server, name, seat, watch, (data or user_data_path("ludoteca")) / "console")


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--all", "everything", is_flag=True, help="Print every position and end.")
def replay(file: Path, everything: bool) -> None:
    """Step through a recorded game.

    \b
    Examples:
      ludoteca replay game.json
      ludoteca replay --all game.json | less
    """
    shown = Replay(read_file(file), Terminal())
    if everything:
        shown.show_all()
    else:
        shown.run()


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("game")
def rules(game: str) -> None:
    """Print the rules of a game. Example: ludoteca rules flooding"""
    click.echo(find_game(game).rules(), nl=False)


@cli.command(context_settings=HELP_OPTIONS)
def games() -> None:
    """List the games that are installed, with their bots."""
    for name in game_names():
        game = find_game(name)
        fewest, most = game.seats
        players = f"{fewest} players" if fewest == most else f"{fewest} to {most} players"
        click.echo(f"{name:<12} {game.title}, {players}. {game.about}")
        for bot in game.bots:
            click.echo(f"{'':<12} bot {bot.level}, {bot.name}: {bot.about} Rating {bot.rating}.")


@cli.command(context_settings=HELP_OPTIONS)
@click.argument("game", required=False)
@click.option("--against", default="", metavar="WHOM", help="Only games against `people`, or bots of this level.")
@DATA_OPTION
def scores(game: str | None, against: str, data: Path | None) -> None:
    """Print the lists of the best, of one game or of all.

    \b
    Examples:
      ludoteca scores
      ludoteca scores flooding
      ludoteca scores latice --against 3
    """
    from ludoteca.store.highscores import high_score_lists, opponent_text, read_opponent
    from ludoteca.store.sqlite import Store

    wanted = [find_game(name) for name in ([game] if game else game_names())]
    with Store((data or user_data_path("ludoteca")) / FILE_NAME) as store:
        found = [
            (each, best) for each in wanted for best in high_score_lists(store, each, read_opponent(each, against))
        ]
    if not found:
        click.echo("No finished game has been counted yet.")
    for each, best in found:
        click.echo(f"{each.title}: {best.title}")
        for index, score in enumerate(best.scores, start=1):
            date = datetime.fromtimestamp(score.at_ms / 1000).strftime("%Y-%m-%d")
            played = f"{score.players} players, against {opponent_text(score.against)}"
            click.echo(f"{index:>4}. {score.value:>6}  {score.name:<24}  {played}  {date}")


cli.add_command(arena)
cli.add_command(data)
cli.add_command(solve)


def play_command(game: Game[Any]) -> click.Command:
    """`play` for one game, with its options as the command's."""
    by_place = f"[{_positional_options(game)}]" if game.positional_options else ""
    params: list[click.Parameter] = [click.Argument(["values"], nargs=-1, metavar=by_place)]
    for option in game.options:
        about = f"{option.help} {option.bounds.capitalize()}; {str(option.default).lower()} when not given."
        flag = "--" + option.name.replace("_", "-")
        params.append(click.Option([flag, option.name], metavar="VALUE", help=about))
    seat_names = ", ".join(game.role(seat) for seat in range(game.seats[1]))
    if game.seats[0] != game.seats[1]:
        bounds = f"{game.seats[0]} to {game.seats[1]}; {game.seats[0]} when not given"
        params.append(click.Option(["--players"], metavar="NUMBER", help=f"Number of players, {bounds}."))
    bots = ", ".join(f"{bot.level} {bot.name}" for bot in game.bots)
    params += [
        click.Option(
            ["--bot", "bots"],
            multiple=True,
            metavar="SEAT=LEVEL",
            help=f"Let a bot play a seat ({seat_names}). Levels: {bots}.",
        ),
        click.Option(
            ["--name"], metavar="NAME", help="Your name in the lists of the best; without it you are not listed."
        ),
        click.Option(["--seed"], help="Text that decides the shuffle; a new one each time when not given."),
        click.Option(["--load"], type=click.Path(path_type=Path), help="Continue a game from a saved file."),
        click.Option(["--continue", "resume"], is_flag=True, help="Continue the last unfinished game without asking."),
        click.Option(["--new"], is_flag=True, help="Start a new game without asking."),
        click.Option(
            ["--data"],
            type=click.Path(path_type=Path),
            envvar="LUDOTECA_DATA",
            help="Folder that games are saved in. [env: LUDOTECA_DATA]",
        ),
    ]

    def run(**given: Any) -> None:
        play_game(game, given)

    return PlayCommand(game.name, params=params, callback=run, help=game.about, context_settings=HELP_OPTIONS)


def play_game(game: Game[Any], given: dict[str, Any]) -> None:
    """Find or begin the game that was asked for, and play it."""
    lines = Terminal()
    fresh = new_record(game, given)
    folder = given["data"] or user_data_path("ludoteca")
    save = SaveFile(folder / "console")
    if given["load"] is not None:
        record: Record | None = load_record(game, given["load"])
    elif given["new"]:
        record = None
    else:
        record = unfinished(game, save, given["resume"], lines)
    casual = save.casual or given["load"] is not None
    if record is None:
        record, save.path = fresh, None
        casual = given["seed"] is not None
    if notice := plain_notice():
        click.echo(notice, err=True)
    Console(LocalGame(record, casual), save, lines, folder / FILE_NAME).run()


def load_record(game: Game[Any], path: Path) -> Record:
    record = read_file(path)
    if record.game.name != game.name:
        raise RecordError(Refusal("file_other_game", {"file": str(path), "game": record.game.title}))
    return record


def unfinished(game: Game[Any], save: SaveFile, resume: bool, lines: Terminal) -> Record | None:
    """The saved game to go on with, if there is one and the player wants it."""
    record = save.latest(game.name, lines.say)
    if record is None and resume:
        raise OptionError(Refusal("nothing_to_continue", {"field": "--continue", "game": game.title}))
    if record is None or resume:
        return record
    options = [f"{name} {value}" for name, value in record.options.items()]
    bots = [f"{game.role(seat)} is bot {entry.bot}" for seat, entry in enumerate(record.seats) if entry.bot is not None]
    described = ", ".join([*options, *bots, f"last move {record.moves[-1]}"] if record.moves else options)
    answer = lines.ask(f"An unfinished game is saved: {described}. Continue it? [Y/n] ")
    if answer is None:
        raise click.exceptions.Exit(0)
    if answer.strip().lower() in ("", "y", "yes"):
        return record
    if answer.strip().lower() not in ("n", "no"):
        # A script, or somebody who would rather play: the line is the first of a new game.
        lines.put_back(answer)
    return None


def new_record(game: Game[Any], given: dict[str, Any]) -> Record:
    """The game that the command line describes, before its first move."""
    players = given.get("players")
    count = game.check_seats(game.seats[0] if players is None else _whole(players))
    levels = dict(read_bot(game, count, text) for text in given["bots"])
    name = _read_person(given.get("name"))
    seats = tuple(
        Seat(game.role(seat) if seat in levels else name or game.role(seat), levels.get(seat)) for seat in range(count)
    )
    seed = secrets.token_hex(16) if given["seed"] is None else read_seed(given["seed"])
    return Record(game, read_options(game, given), seed, seats, ())


def _read_person(name: str | None) -> str:
    from ludoteca.table.names import read_name

    if name is None:
        return ""
    read = read_name(name)
    if isinstance(read, Refusal):
        raise OptionError(read)
    return read


def read_options(game: Game[Any], given: dict[str, Any]) -> Options:
    """The options named on the command line, and those given by place."""
    texts: dict[str, str] = {}
    values: tuple[str, ...] = given["values"]
    if values:
        form = next((form for form in game.positional_options if len(form) == len(values)), None)
        if form is None:
            params = {"field": "values", "game": game.title, "options": _positional_options(game), "count": len(values)}
            raise OptionError(Refusal("positional_options_count", params))
        texts = dict(zip(form, values, strict=True))
    texts |= {option.name: given[option.name] for option in game.options if given[option.name] is not None}
    return game.read_options(texts)


def _positional_options(game: Game[Any]) -> str:
    return " or ".join(" ".join(form).upper() for form in game.positional_options) or "nothing"


def read_bot(game: Game[Any], seats: int, text: str) -> tuple[int, int]:
    """A seat and a level from `weather=2`."""
    seat, _, level = text.partition("=")
    names = [game.role(number) for number in range(seats)]
    if seat.strip().lower() not in names or not level:
        params = {"field": "--bot", "names": names, "value": quote(text)}
        raise OptionError(Refusal("bot_form", params))
    return names.index(seat.strip().lower()), game.bot(level).level


def _whole(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


def main() -> None:
    """Run the command; whatever is wrong with what was asked becomes one sentence and exit status 2."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = cli.main(arguments(sys.argv[1:]), prog_name="ludoteca", standalone_mode=False)
        sys.exit(status if isinstance(status, int) else 0)
    except click.ClickException as error:
        _refuse(error.format_message())
    except LudotecaError as error:
        _refuse(error.sentence)
    except click.Abort:
        sys.exit(130)


def arguments(given: list[str]) -> list[str]:
    """`ludoteca` alone, or with options only, opens the house."""
    bare = not given or (given[0].startswith("-") and given[0] not in ("-h", "--help", "--version"))
    return ["serve", *given] if bare else given


def _say_now(text: str) -> None:
    print(text, flush=True)


def _refuse(sentence: str) -> None:
    click.echo(f"ludoteca: {sentence}", err=True)
    sys.exit(BAD_INPUT)
