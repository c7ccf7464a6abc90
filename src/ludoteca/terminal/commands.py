"""The commands `ludoteca play`, `join` and `replay`."""

from __future__ import annotations

import re
import secrets
from pathlib import Path
from typing import Any

import click
from platformdirs import user_data_path

from ludoteca.core.errors import OptionError, RecordError
from ludoteca.core.game import Game
from ludoteca.core.native import plain_notice
from ludoteca.core.options import Options
from ludoteca.core.records import Record, Seat, read_seed
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.translations import Refusal, quote
from ludoteca.store.commands import DATA_OPTION, HELP_OPTIONS
from ludoteca.store.database import FILE_NAME
from ludoteca.terminal.console import Console
from ludoteca.terminal.local_game import LocalGame
from ludoteca.terminal.replay import Replay
from ludoteca.terminal.save_files import SaveFile, read_file
from ludoteca.terminal.terminal import Terminal


class PlayCommand(click.Command):
    """`ludoteca play` for one game. Treats `-3` as a value to refuse with its bounds, not as an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if re.fullmatch(r"-\d+", arg) else arg for arg in args])


class PlayGroup(click.Group):
    """`ludoteca play`: one subcommand per installed game."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return game_names()

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        return make_play_command(find_game(name))


@click.group(cls=PlayGroup, context_settings=HELP_OPTIONS)
def play() -> None:
    """Play a game in this terminal. `ludoteca play GAME --help` lists its options and bots.

    \b
    Examples:
      ludoteca play flooding                      two people at one screen
      ludoteca play flooding 6 --bot weather=2    a 6x6 island, against a bot
      printf 'b2\\nc3 d3\\n' | ludoteca play flooding --new
    """


@click.command(context_settings=HELP_OPTIONS)
@click.argument("room", metavar="URL|CODE")
@click.option("--server", default="http://127.0.0.1:8321", show_default=True, metavar="URL", help="Server of CODE.")
@click.option("--name", help="Your name at the table; default: your login name.")
@click.option("--seat", help="The seat to take, by number or role; default: the first free one.")
@click.option("--watch", is_flag=True, help="Watch without taking a seat.")
@DATA_OPTION
def join(room: str, server: str, name: str | None, seat: str | None, watch: bool, data: Path | None) -> None:
    """Play or watch in a room of a server. A personal link brings its seat with it.

    \b
    Examples:
      ludoteca join http://192.168.1.20:8321/r/K7QX2M9P --name Ada
      ludoteca join K7QX2M9P --seat weather        a room on this machine
      ludoteca join --watch K7QX2M9P
    """
    # Imported late, so that `play` does not wait for the WebSocket library.
    from ludoteca.terminal.join import join_room

    join_room(room, server, name, seat, watch, (data or user_data_path("ludoteca")) / "console")


@click.command(context_settings=HELP_OPTIONS)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--all", "print_all", is_flag=True, help="Print every position and exit.")
def replay(file: Path, print_all: bool) -> None:
    """Step through a recorded game.

    \b
    Examples:
      ludoteca replay game.json
      ludoteca replay --all game.json | less
    """
    shown = Replay(read_file(file), Terminal())
    if print_all:
        shown.print_all()
    else:
        shown.run()


def make_play_command(game: Game[Any]) -> click.Command:
    """Make `ludoteca play` for one game, with the game's options."""
    metavar = f"[{_positional_usage(game)}]" if game.positional_options else ""
    params: list[click.Parameter] = [click.Argument(["values"], nargs=-1, metavar=metavar)]
    for option in game.options:
        about = f"{option.help} {option.bounds.capitalize()}; default: {str(option.default).lower()}."
        flag = "--" + option.name.replace("_", "-")
        params.append(click.Option([flag, option.name], metavar="VALUE", help=about))
    low, high = game.seats
    if low != high:
        params.append(click.Option(["--players"], metavar="NUMBER", help=f"{low} to {high} players; default: {low}."))
    seats = ", ".join(game.role(seat) for seat in range(high))
    levels = ", ".join(f"{bot.level} {bot.name}" for bot in game.bots)
    params += [
        click.Option(
            ["--bot", "bots"],
            multiple=True,
            metavar="SEAT=LEVEL",
            help=f"Let a bot play a seat ({seats}). Levels: {levels}.",
        ),
        click.Option(["--name"], metavar="NAME", help="Your name in the high scores; without it you are not listed."),
        click.Option(["--seed"], help="Text that determines all shuffles; default: random."),
        click.Option(["--load"], type=click.Path(path_type=Path), help="Continue a game from a file."),
        click.Option(["--continue", "resume"], is_flag=True, help="Continue the last unfinished game without asking."),
        click.Option(["--new"], is_flag=True, help="Start a new game without asking."),
        click.Option(
            ["--data"],
            type=click.Path(path_type=Path),
            envvar="LUDOTECA_DATA",
            help="Folder for saved games. [env: LUDOTECA_DATA]",
        ),
    ]

    def run(**given: Any) -> None:
        play_game(game, given)

    return PlayCommand(game.name, params=params, callback=run, help=game.about, context_settings=HELP_OPTIONS)


def play_game(game: Game[Any], given: dict[str, Any]) -> None:
    """Start or continue a game as the command line says, and play it."""
    terminal = Terminal()
    new = new_record(game, given)
    folder = given["data"] or user_data_path("ludoteca")
    save_file = SaveFile(folder / "console")
    if given["load"] is not None:
        record: Record | None = load_record(game, given["load"])
    elif given["new"]:
        record = None
    else:
        record = offer_unfinished(game, save_file, given["resume"], terminal)
    casual = save_file.is_casual or given["load"] is not None
    if record is None:
        record, save_file.path = new, None
        casual = given["seed"] is not None
    if notice := plain_notice():
        click.echo(notice, err=True)
    Console(LocalGame(record, casual), save_file, terminal, folder / FILE_NAME).run()


def load_record(game: Game[Any], path: Path) -> Record:
    record = read_file(path)
    if record.game.name != game.name:
        raise RecordError(Refusal("file_other_game", {"file": str(path), "game": record.game.title}))
    return record


def offer_unfinished(game: Game[Any], save_file: SaveFile, resume: bool, terminal: Terminal) -> Record | None:
    """Return the saved game to continue, if there is one and the player wants it."""
    record = save_file.load_latest(game.name, terminal.print)
    if record is None and resume:
        raise OptionError(Refusal("nothing_to_continue", {"field": "--continue", "game": game.title}))
    if record is None or resume:
        return record
    options = [f"{name} {value}" for name, value in record.options.items()]
    bots = [f"{game.role(seat)} is bot {entry.bot}" for seat, entry in enumerate(record.seats) if entry.bot is not None]
    described = ", ".join([*options, *bots, f"last move {record.moves[-1]}"] if record.moves else options)
    terminal.print(f"You have an unfinished game: {described}.")
    answer = terminal.ask("Continue it? [Y/n] ")
    if answer is None:
        raise click.exceptions.Exit(0)
    if answer.strip().lower() in ("", "y", "yes"):
        return record
    if answer.strip().lower() not in ("n", "no"):
        # A script, or a player who types a move at once: the line is the first of a new game.
        terminal.put_back(answer)
    return None


def new_record(game: Game[Any], given: dict[str, Any]) -> Record:
    """Make the record of a new game from the command line."""
    players = given.get("players")
    count = game.check_seats(game.seats[0] if players is None else _int_or_text(players))
    levels = dict(read_bot(game, count, text) for text in given["bots"])
    name = _read_player_name(given.get("name"))
    seats = tuple(
        Seat(game.role(seat) if seat in levels else name or game.role(seat), levels.get(seat)) for seat in range(count)
    )
    seed = secrets.token_hex(16) if given["seed"] is None else read_seed(given["seed"])
    return Record(game, read_options(game, given), seed, seats, ())


def _read_player_name(name: str | None) -> str:
    from ludoteca.table.names import read_name

    if name is None:
        return ""
    read = read_name(name)
    if isinstance(read, Refusal):
        raise OptionError(read)
    return read


def read_options(game: Game[Any], given: dict[str, Any]) -> Options:
    """Read the game's options, given by name or by position."""
    texts: dict[str, str] = {}
    values: tuple[str, ...] = given["values"]
    if values:
        names = next((names for names in game.positional_options if len(names) == len(values)), None)
        if names is None:
            params = {"field": "values", "game": game.title, "options": _positional_usage(game), "count": len(values)}
            raise OptionError(Refusal("positional_options_count", params))
        texts = dict(zip(names, values, strict=True))
    texts |= {option.name: given[option.name] for option in game.options if given[option.name] is not None}
    return game.read_options(texts)


def _positional_usage(game: Game[Any]) -> str:
    return " or ".join(" ".join(names).upper() for names in game.positional_options) or "nothing"


def read_bot(game: Game[Any], seats: int, text: str) -> tuple[int, int]:
    """Read a seat and a level, as in `weather=2`."""
    seat, _, level = text.partition("=")
    roles = [game.role(number) for number in range(seats)]
    if seat.strip().lower() not in roles or not level:
        raise OptionError(Refusal("bot_form", {"field": "--bot", "names": roles, "value": quote(text)}))
    return roles.index(seat.strip().lower()), game.bot(level).level


def _int_or_text(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text
