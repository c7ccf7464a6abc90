"""The commands `ludoteca play`, `join`, `learn` and `replay`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import click

from ludoteca.core.game import Game
from ludoteca.core.game_texts import GameTexts
from ludoteca.core.lessons import find_lesson
from ludoteca.core.options import IntOption
from ludoteca.core.registry import find_game, game_names
from ludoteca.core.translations import GUEST
from ludoteca.store.options import DATA_OPTION, HELP_OPTIONS, PATH, TranslatedOption, data_folder
from ludoteca.terminal.files import find_record
from ludoteca.terminal.lesson import LessonConsole
from ludoteca.terminal.mode import opens_full_screen
from ludoteca.terminal.option_arguments import option_parameters, read_options
from ludoteca.terminal.replay import Replay, ReplayConsole
from ludoteca.terminal.terminal import Terminal
from ludoteca.terminal.texts import game_words, language, t
from ludoteca.terminal.translated_help import TranslatedCommand, TranslatedGroup


class PlayCommand(TranslatedCommand):
    """`ludoteca play` for one game. Treats `-3` as a value to refuse with its bounds, not as an unknown option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, [f" {arg}" if re.fullmatch(r"-\d+", arg) else arg for arg in args])


class PlayGroup(TranslatedGroup):
    """`ludoteca play`: one subcommand per installed game."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return game_names()

    def get_command(self, ctx: click.Context, name: str) -> click.Command:
        return make_play_command(find_game(name))


PLAIN_OPTION = click.option("--plain", is_flag=True, help="help_plain", cls=TranslatedOption)


@click.group(cls=PlayGroup, context_settings=HELP_OPTIONS, help="command_play", invoke_without_command=True)
@click.pass_context
def play(ctx: click.Context) -> None:
    if ctx.invoked_subcommand is not None:
        return
    if not opens_full_screen(plain=False):
        click.echo(ctx.get_help())
        return
    # Imported late, so that other commands do not wait for the store.
    from ludoteca.terminal.play import choose_and_play

    choose_and_play(data_folder(None))


@click.command(cls=TranslatedCommand, context_settings=HELP_OPTIONS, help="command_join")
@click.argument("room", metavar="URL|CODE")
@click.option("--server", default="http://127.0.0.1:8321", metavar="URL", help="help_server", cls=TranslatedOption)
@click.option("--name", help="help_own_name", cls=TranslatedOption)
@click.option("--seat", help="help_seat", cls=TranslatedOption)
@click.option("--watch", is_flag=True, help="help_watch", cls=TranslatedOption)
@PLAIN_OPTION
@DATA_OPTION
def join(
    room: str, server: str, name: str | None, seat: str | None, watch: bool, plain: bool, data: Path | None
) -> None:
    # Imported late, so that `play` does not wait for the WebSocket library.
    from ludoteca.terminal.join import join_room

    join_room(room, server, name, seat, watch, data_folder(data), plain)


@click.command(cls=TranslatedCommand, context_settings=HELP_OPTIONS, help="command_learn")
@click.argument("game")
@click.option("--step", default="1", metavar="NUMBER", help="help_step", cls=TranslatedOption)
def learn(game: str, step: str) -> None:
    found = find_game(game)
    lesson = find_lesson(found)
    number = IntOption("step", 1, 1, len(lesson.steps), "").read(step)
    LessonConsole(found, lesson, Terminal(), number).run()


@click.command(cls=TranslatedCommand, context_settings=HELP_OPTIONS, help="command_replay")
@click.argument("game", metavar="FILE|CODE")
@click.option("--all", "print_all", is_flag=True, help="help_all", cls=TranslatedOption)
@PLAIN_OPTION
@DATA_OPTION
def replay(game: str, print_all: bool, plain: bool, data: Path | None) -> None:
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
    params, (low, high), texts = option_parameters(game), game.seats, GameTexts(game, language())
    seats = ", ".join(game.role(seat) for seat in range(high))
    levels = ", ".join(f"{bot.level} {texts.level_name(bot)}" for bot in game.levels)
    guest = game_words(game).player_name(GUEST)

    def add(*names: str, about: str, **more: Any) -> None:
        params.append(TranslatedOption(list(names), help=about, **more))

    if low != high:
        add("--players", metavar="NUMBER", about=t("help_players", low=low, high=high))
    add("--bot", "bots", multiple=True, metavar="SEAT=LEVEL", about=t("help_bot", seats=seats, levels=levels))
    add("--name", "names", multiple=True, metavar="NAME", about=t("help_names", guest=guest))
    add("--people", metavar="NUMBER", about="help_people")
    add("--plain", is_flag=True, about="help_plain")
    add("--clock", metavar="TIME", about="help_clock")
    add("--seed", about="help_seed")
    add("--load", type=PATH, about="help_load")
    add("--continue", "resume", is_flag=True, about="help_continue")
    add("--new", is_flag=True, about="help_new")
    add("--data", type=PATH, envvar="LUDOTECA_DATA", about="help_data")

    def run(**given: Any) -> None:
        # Imported late, so that other commands do not wait for the store.
        from ludoteca.terminal.play import play_game, read_new_game

        new = read_new_game(game, read_options(game, given), given)
        asks = not given["new"] and new.record is None
        play_game(game, new, data_folder(given["data"]), asks, given["resume"], given["plain"])

    return PlayCommand(game.name, params=params, callback=run, help=texts.about, context_settings=HELP_OPTIONS)
