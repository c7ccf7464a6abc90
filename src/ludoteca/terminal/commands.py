"""The commands `ludoteca play`, `join`, `learn` and `replay`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ludoteca.core.game import Game
from ludoteca.core.lessons import find_lesson
from ludoteca.core.registry import find_game, game_names
from ludoteca.store.options import DATA_OPTION, HELP_OPTIONS, data_folder
from ludoteca.terminal.files import find_record
from ludoteca.terminal.lesson import LessonConsole
from ludoteca.terminal.mode import opens_full_screen
from ludoteca.terminal.option_arguments import option_parameters, read_options
from ludoteca.terminal.replay import Replay, ReplayConsole
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


PLAIN_OPTION = click.option("--plain", is_flag=True, help="Play line by line, not on the full screen.")


@click.group(cls=PlayGroup, context_settings=HELP_OPTIONS, invoke_without_command=True)
@click.pass_context
def play(ctx: click.Context) -> None:
    """Play a game in this terminal. `ludoteca play GAME --help` lists its options and bots.

    Without a game, choose one on the full screen.

    \b
    Examples:
      ludoteca play                               choose a game
      ludoteca play flooding                      against the computer
      ludoteca play flooding --people 2           two people at one screen
      ludoteca play flooding 6 --bot weather=2    a 6x6 island, against an easy bot
      ludoteca play flooding --plain              line by line
      printf 'b2\\nc3 d3\\n' | ludoteca play flooding --new --people 2
    """
    if ctx.invoked_subcommand is not None:
        return
    if not opens_full_screen(plain=False):
        click.echo(ctx.get_help())
        return
    # Imported late, so that other commands do not wait for the store.
    from ludoteca.terminal.play import choose_and_play

    choose_and_play(data_folder(None))


@click.command(context_settings=HELP_OPTIONS)
@click.argument("room", metavar="URL|CODE")
@click.option("--server", default="http://127.0.0.1:8321", show_default=True, metavar="URL", help="Server of CODE.")
@click.option("--name", help="Your name at the table; default: your login name.")
@click.option("--seat", help="The seat to take, by number or role; default: the first free one.")
@click.option("--watch", is_flag=True, help="Watch without taking a seat.")
@PLAIN_OPTION
@DATA_OPTION
def join(
    room: str, server: str, name: str | None, seat: str | None, watch: bool, plain: bool, data: Path | None
) -> None:
    """Play or watch in a room of a server. A personal link brings its seat with it.

    \b
    Examples:
      ludoteca join http://192.168.1.20:8321/r/K7QX2M9P --name Ada
      ludoteca join K7QX2M9P --seat weather        a room on this machine
      ludoteca join --watch K7QX2M9P
    """
    # Imported late, so that `play` does not wait for the WebSocket library.
    from ludoteca.terminal.join import join_room

    join_room(room, server, name, seat, watch, data_folder(data), plain)


@click.command(context_settings=HELP_OPTIONS)
@click.argument("game")
@click.option("--step", type=int, default=1, metavar="NUMBER", help="Begin with this step; default: 1.")
def learn(game: str, step: int) -> None:
    """Learn a game in a few short steps.

    \b
    Examples:
      ludoteca learn flooding
      ludoteca learn wege --step 4
    """
    found = find_game(game)
    LessonConsole(found, find_lesson(found), Terminal(), step).run()


@click.command(context_settings=HELP_OPTIONS)
@click.argument("game", metavar="FILE|CODE")
@click.option("--all", "print_all", is_flag=True, help="Print every position and exit.")
@PLAIN_OPTION
@DATA_OPTION
def replay(game: str, print_all: bool, plain: bool, data: Path | None) -> None:
    """Step through a recorded game.

    On the full screen: arrow keys, Home, End, Space to let it play, v for another view.

    Give a file, or the code of a finished game in the data folder.

    \b
    Examples:
      ludoteca replay game.json
      ludoteca replay K7QX2M9P
      ludoteca replay --all game.json | less
    """
    found = Replay(find_record(game, data_folder(data)))
    if print_all:
        ReplayConsole(found, Terminal()).print_all()
    elif opens_full_screen(plain):
        # Imported late: only the full screen waits for Textual.
        from ludoteca.terminal.screen.replay_screen import run_replay

        run_replay(found)
    else:
        ReplayConsole(found, Terminal()).run()


def make_play_command(game: Game[Any]) -> click.Command:
    """Make `ludoteca play` for one game, with the game's options."""
    params = option_parameters(game)
    low, high = game.seats
    if low != high:
        params.append(click.Option(["--players"], metavar="NUMBER", help=f"{low} to {high} players; default: {low}."))
    seats = ", ".join(game.role(seat) for seat in range(high))
    levels = ", ".join(f"{bot.level} {bot.name}" for bot in game.levels)
    params += [
        click.Option(
            ["--bot", "bots"],
            multiple=True,
            metavar="SEAT=LEVEL",
            help=f"Let a bot play a seat, by role or number ({seats}). Levels: {levels}.",
        ),
        click.Option(
            ["--name", "names"],
            multiple=True,
            metavar="NAME",
            help="Your name; give it again for the next player at this terminal. Default: Guest.",
        ),
        click.Option(
            ["--people"],
            metavar="NUMBER",
            help="How many people play at this terminal. Default: 1, or one for each --name. "
            "The computer plays the other seats.",
        ),
        click.Option(["--plain"], is_flag=True, help="Play line by line, not on the full screen."),
        click.Option(["--clock"], metavar="TIME", help="turn=60, game=300 or game=300+5, in seconds. Default: none."),
        click.Option(["--seed"], help="Text that determines all shuffles; the game is casual. Default: random."),
        click.Option(
            ["--load"], type=click.Path(path_type=Path), help="Continue a game from a file; the game is casual."
        ),
        click.Option(["--continue", "resume"], is_flag=True, help="Continue the last unfinished game without asking."),
        click.Option(["--new"], is_flag=True, help="Start a new game without asking."),
        click.Option(
            ["--data"],
            type=click.Path(path_type=Path),
            envvar="LUDOTECA_DATA",
            help="Data folder. [env: LUDOTECA_DATA]",
        ),
    ]

    def run(**given: Any) -> None:
        # Imported late, so that other commands do not wait for the store.
        from ludoteca.terminal.play import play_game, read_new_game

        new = read_new_game(game, read_options(game, given), given)
        asks = not given["new"] and new.record is None
        play_game(game, new, data_folder(given["data"]), asks, given["resume"], given["plain"])

    return PlayCommand(game.name, params=params, callback=run, help=game.about, context_settings=HELP_OPTIONS)
